// Package zone warns sessions whose time zone is not the server's of what they read and write in
// columns of TIMESTAMP: the storage keeps the date and time, without the moment that these are in
// the session's time zone. A session is a [State]: SET is noted in it, and until there was a SET of
// time_zone a statement costs one comparison. The warning is raised once in a session.
package zone
