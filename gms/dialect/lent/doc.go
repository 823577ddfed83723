// Package lent runs statements in the database that they name where the engine would take the
// session's current one, or fail for want of one: ANALYZE TABLE, RENAME TABLE, SHOW EVENTS and
// others. The session's current database is another one meanwhile. A [Database] is what a session
// had before; it gets that back when the statement has ended, or when its names have been found.
package lent
