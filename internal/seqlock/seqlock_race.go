//go:build race

package seqlock

import "sync"

// Lock is a mutex under the race detector; see the package comment.
type Lock struct{ mu sync.Mutex }

// Begin opens a write section.
func (l *Lock) Begin() { l.mu.Lock() }

// Open is Begin; what it returns goes to Close.
func (l *Lock) Open() uint64 { l.mu.Lock(); return 0 }

// OpenPlain is Open.
func (l *Lock) OpenPlain() uint64 { return l.Open() }

// OpenPlainOrders says that OpenPlain is Open.
func OpenPlainOrders() bool { return true }

// Close closes the section that Open opened.
func (l *Lock) Close(uint64) { l.mu.Unlock() }

// TryBegin opens a write section unless somebody is inside.
func (l *Lock) TryBegin() bool { return l.mu.TryLock() }

// End closes a write section.
func (l *Lock) End() { l.mu.Unlock() }

// Start begins a read.
func (l *Lock) Start() uint64 { l.mu.Lock(); return 0 }

// Valid ends a read; it is always consistent.
func (l *Lock) Valid(uint64) bool { l.mu.Unlock(); return true }

// WaitAll returns when every open section of the locks has closed.
func WaitAll[T any](of []T, lock func(T) *Lock) {
	for _, x := range of {
		l := lock(x)
		l.mu.Lock()
		l.mu.Unlock() //nolint:staticcheck // the empty section is the point
	}
}
