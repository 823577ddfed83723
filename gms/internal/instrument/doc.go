// Package instrument registers the instruments of a server's statements with a Schema: the
// threads, statement classes, stages, mutexes and the condition that SLEEP() waits on.
//
// In goes a [perfschema.Schema], out come its [Keys], once a server. Each key is a small number
// that the recorder passes to a Thread; nothing is looked up by name while a statement runs.
//
// A Schema that is off gives zero keys, which record nothing.
package instrument
