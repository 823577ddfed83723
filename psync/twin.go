package psync

import "sync"

// What needs no instrument is the twin itself, so that changing the import is
// all it takes.
type (
	// Locker is [sync.Locker].
	Locker = sync.Locker
	// Map is [sync.Map], not instrumented.
	Map = sync.Map
	// Pool is [sync.Pool], not instrumented.
	Pool = sync.Pool
)

// OnceFunc is [sync.OnceFunc], not instrumented: see [Once] for one that is.
func OnceFunc(f func()) func() { return sync.OnceFunc(f) }

// OnceValue is [sync.OnceValue], not instrumented.
func OnceValue[T any](f func() T) func() T { return sync.OnceValue(f) }

// OnceValues is [sync.OnceValues], not instrumented.
func OnceValues[T1, T2 any](f func() (T1, T2)) func() (T1, T2) { return sync.OnceValues(f) }
