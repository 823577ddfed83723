package dolt

import (
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/dolthub/dolt/go/store/nbs"

	"github.com/perfschema/perfschema"
)

// storeLock is the lock of a store that is written to. Dolt takes it for whatever
// it does with the store: for a moment when it looks for a chunk or for the root,
// and from beginning to end of a commit, while the disk is waited for. Who reads
// meanwhile waits.
//
// It is the store's own, found by name, and waited for before the store is asked:
// so nobody waits who would not wait anyway, and who would is seen to. What the
// store waits for afterwards, because another was faster, counts as its work. With
// a Dolt that has named it otherwise there is no such wait.
type storeLock struct {
	mu *sync.RWMutex // nil if it was not found
	in *perfschema.RWLockInstance
	// readers is the count within mu, which is below 0 while somebody has mu for
	// writing or waits for that; nil if it was not found.
	readers *atomic.Int32
}

// find looks for the lock in a store.
func (l *storeLock) find(store *nbs.GenerationalNBS, s *perfschema.Schema, key perfschema.RWLockKey) {
	young, ok := store.NewGen().(*nbs.NomsBlockStore)
	if !ok || young == nil {
		return
	}
	f := reflect.ValueOf(young).Elem().FieldByName("mu")
	if !f.IsValid() || f.Type() != reflect.TypeFor[sync.RWMutex]() {
		return
	}
	l.mu = (*sync.RWMutex)(unsafe.Pointer(f.UnsafeAddr()))
	if n := f.FieldByName("readerCount"); n.IsValid() && n.Type() == reflect.TypeFor[atomic.Int32]() {
		l.readers = (*atomic.Int32)(unsafe.Pointer(n.UnsafeAddr()))
	}
	l.in = s.NewRWLockInstance(key)
}

// pass waits until nobody has the lock for writing. One that is free costs a few
// loads, and counts as no wait; nothing is asked where no wait is recorded nor
// seen by a profiler.
func (l *storeLock) pass() {
	if l.in != nil && l.in.Recording() && !l.free() {
		l.await()
	}
}

// free says whether the lock could be had for reading. To look takes nothing from those
// who use it: a TryRLock would write to the cache line that all of them need.
func (l *storeLock) free() bool {
	if l.readers != nil {
		return l.readers.Load() >= 0
	}
	if !l.mu.TryRLock() {
		return false
	}
	l.mu.RUnlock()
	return true
}

func (l *storeLock) await() {
	l.in.RLock(perfschema.Bound(), l.mu)
	l.in.RUnlock(l.mu)
}

// hold waits as pass does, and says that the running goroutine has the lock from
// here on, until release is called with what hold gave.
func (l *storeLock) hold() (t *perfschema.Thread) {
	l.pass()
	t = perfschema.Bound()
	l.in.Holding(t)
	return t
}

// release says that the lock was let go by who had it.
func (l *storeLock) release(t *perfschema.Thread) { l.in.Unlocking(t) }
