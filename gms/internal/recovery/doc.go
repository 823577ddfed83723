// Package recovery stands around a handler of the protocol, so that a panic ends the statement
// in which it happens and nothing else. A [Server] is told what was recovered and gives the
// error for the client. Where there is no panic and no error, it is not called.
package recovery
