// Package metalock has the locks that MySQL takes on tables and the server: metadata locks between
// who uses a table and who defines it, LOCK TABLES, FLUSH TABLES WITH READ LOCK, LOCK INSTANCE FOR
// BACKUP and read_only. The storage has none of these. All of them are shown in metadata_locks.
//
// What a session has of them is a [Changing] and a [Use]. A session notes there what it does, in
// words that nobody else writes, and then looks whether a lock is wanted; who wants a lock says so
// first, in [Locks], and then looks at all sessions. So one of the two sees the other, and a
// statement pays two stores and a load while nobody wants a lock.
//
// A statement calls [Locks.UseTable] for each table that it names, [Locks.Define] before it defines
// some, and [Locks.Enter] before it changes or commits anything; at its end come [Locks.Leave] and
// [Locks.EndUses]. Who waits is woken by each end of a change or a lock, waits no longer than
// lock_wait_timeout, and ends by KILL. What the locks need of the sessions around them is [Host].
package metalock
