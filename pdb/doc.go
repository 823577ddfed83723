// Package pdb is database/sql's drivers, watched: a connector that makes a statement
// of each query, by any driver.
//
//	db, err := pdb.Open(schema, "mysql", dsn) // was sql.Open("mysql", dsn)
//
// [OpenDB] is for a connector that is there already.
//
// A query is a statement of the class statement/db/query or exec; preparing one, and
// connecting, beginning, committing, rolling back and pinging, have theirs. It is a row
// of events_statements_current until its result is closed, and of the histories and
// summaries afterwards:
//
//	SQL_TEXT           the text, without its arguments; what may have a password in it
//	                   is shown as its digest
//	DIGEST, ...        of the text, by MySQL's words, whatever the database is; none where
//	                   a statement is prepared, which its executions count
//	CURRENT_SCHEMA     the driver's name, or that given to NewConnector
//	ROWS_SENT          rows that were read
//	ROWS_AFFECTED      as the driver says
//	MYSQL_ERRNO        of an error of MySQL; 2013, 1317 and 3024 for a connection that is
//	                   bad, a context that is cancelled or whose time is over; else 1105
//	RETURNED_SQLSTATE  of errors that have one, as PostgreSQL's
//
// Transactions are rows of events_transactions_current and so on.
//
// A query belongs to the Thread that its goroutine is bound to
// ([perfschema.Thread.Bind]), nested in what runs there. On another goroutine it is a
// child of the Thread that its context carries, and without one it belongs to the
// Thread of its connection, thread/db/connection. A result is read on the goroutine of
// its query: one that is closed by another, as database/sql does when a context is
// cancelled, has its statement ended with the one around it. Of two results that are
// read at a time on a goroutine, the first to be closed is the last that was opened, or
// ends the statement of the other with its own.
//
// While the driver works on a query that is expected to take 10 ms or more, the goroutine
// has labels for Go's CPU profile ([perfschema.Statement.PprofLabels]).
//
// The driver's interfaces are kept: what a connection, statement or result can do, its
// stand-in can. The driver's own connection, for [sql.Conn.Raw], is [Unwrap]'s. What
// the pool has open, idle and in use, and how long it was waited for, is a row of
// profiling.connection_pools. A [DB], made by [Watch], records which requests wait for a
// connection: database/sql has no hook for that. A query of a DB that gets no connection,
// because its time is over, none can be opened or the database is closed, is a failed
// statement. Through a plain sql.DB it is not recorded, because no driver is asked.
//
// Recording costs some 400 ns a query, and an allocation where it has a result; with
// a Schema that is off connectors are returned as they came.
package pdb
