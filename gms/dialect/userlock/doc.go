// Package userlock is GET_LOCK(), RELEASE_LOCK() and RELEASE_ALL_LOCKS() for sessions that
// can be killed while they wait: the engine's own wait goes on.
//
// [Locks] makes the functions for the engine, and counts what each session has taken; the locks themselves
// stay the engine's. A [Watcher] is told who holds and who waits for what.
package userlock
