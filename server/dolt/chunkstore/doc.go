// Package chunkstore measures the store of one database's chunks and keeps it from writes
// that would end the process.
//
// A Store is Dolt's with some methods before it. Reads and commits are waits for a file that
// stands for the store, in the bytes that go to and from the disk. Put and Commit are refused
// while the disk has no room, because Dolt cannot go on when a write fails. The first commit
// after a garbage collection lists the journal before it commits, so that no kill leaves a
// manifest that names a root the journal lacks.
//
// A Store knows nothing of the store's lock: package dolt waits for that before it asks.
package chunkstore
