package psync

import "sync"

// What needs no instrument is the twin itself, so that changing the import is
// all it takes.
type (
	// Locker is [sync.Locker].
	Locker = sync.Locker
	// Map is [sync.Map], not instrumented: what few waits it has are within it.
	Map = sync.Map
	// Pool is [sync.Pool], not instrumented: nobody waits for it. That of package
	// pmemory counts the memory.
	Pool = sync.Pool
)

// OnceFunc is [sync.OnceFunc], not instrumented: [NewOnceFunc]'s is.
func OnceFunc(f func()) func() { return sync.OnceFunc(f) }

// OnceValue is [sync.OnceValue], not instrumented: [NewOnceValue]'s is.
func OnceValue[T any](f func() T) func() T { return sync.OnceValue(f) }

// OnceValues is [sync.OnceValues], not instrumented: [NewOnceValues]'s is.
func OnceValues[T1, T2 any](f func() (T1, T2)) func() (T1, T2) { return sync.OnceValues(f) }
