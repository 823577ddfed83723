// Package conflict keeps which transactions lost to which others.
//
// A storage without locks of rows lets transactions run side by side and refuses the one that commits
// second: error 1213. It tells a [Recorder] of both, which keeps the last of them in a ring, and counts how often
// a query of one digest lost to one of another. Any goroutine may tell and read; a conflict costs a lock and
// some hundred nanoseconds, and what does not conflict nothing.
package conflict
