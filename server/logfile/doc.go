// Package logfile writes logs of entries to files of the data directory, as MySQL's logs of
// statements are: the general log and the slow log.
//
// A [File] gets a name, which may change while it is written, and entries. An entry is written whole or not
// at all; when writing fails, that is told once, and statements go on. Many goroutines may use it.
package logfile
