// Package view says what a table of performance_schema is, as plain Go, and knows no SQL engine.
//
// A [Table] has a name, columns, indexes and the statements it allows. [Table.Open] takes a
// [Reader], who says which Schema is read, what for and with what rights, and returns a
// [Cursor] that computes rows as they are asked for. An adapter turns a Table into what its
// engine serves, and fills [Server] with what the Schema does not know: variables, status,
// hosts, locks, replication.
//
// The tables themselves are in package catalog below this one.
package view
