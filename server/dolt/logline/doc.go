// Package logline makes the lines of the server's log out of what Dolt, the engine and the
// server log.
//
// A Formatter writes an entry as one line of text or JSON. It drops entries of which a client
// has been told already, and fields that may quote a statement: both may hold passwords. Text
// returns the same entry in words, for the table of errors.
package logline
