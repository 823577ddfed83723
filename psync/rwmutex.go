package psync

import (
	"sync"
	"sync/atomic"

	"github.com/perfschema/perfschema"
)

// RWMutex is [sync.RWMutex] with an instrument: a row of rwlock_instances with
// the Thread that holds it for writing and the number of readers. The zero
// value is unlocked and not instrumented.
type RWMutex struct {
	mu sync.RWMutex
	in atomic.Pointer[perfschema.RWLockInstance]
}

// NewRWMutex returns an RWMutex with an instrument.
func NewRWMutex(s *perfschema.Schema, key perfschema.RWLockKey) *RWMutex {
	m := new(RWMutex)
	m.Init(s, key)
	return m
}

// Init attaches rw to an instrument; with key 0 or a Schema that is off, to
// none. It may be called at any time, also again: locks held meanwhile are
// merely not shown. It allocates; any goroutine may call it.
func (rw *RWMutex) Init(s *perfschema.Schema, key perfschema.RWLockKey) {
	attach(rw, &rw.in, s.NewRWLockInstance(key), (*perfschema.RWLockInstance).Destroy)
}

// Destroy takes rw out of rwlock_instances. It remains a working lock.
func (rw *RWMutex) Destroy() { attach(rw, &rw.in, nil, (*perfschema.RWLockInstance).Destroy) }

// Lock is [sync.RWMutex.Lock].
func (rw *RWMutex) Lock() { lockRW(rw, (*sync.RWMutex).Lock, (*RWMutex).lockBound) }

// TryLock is [sync.RWMutex.TryLock]. A failure counts as well.
func (rw *RWMutex) TryLock() bool {
	return tryLockRW(rw, (*sync.RWMutex).TryLock, (*RWMutex).tryLockBound)
}

// Unlock is [sync.RWMutex.Unlock]: fatal if rw is not locked for writing.
func (rw *RWMutex) Unlock() { unlockRW(rw, (*sync.RWMutex).Unlock, (*RWMutex).unlockHeld) }

// RLock is [sync.RWMutex.RLock].
func (rw *RWMutex) RLock() { lockRW(rw, (*sync.RWMutex).RLock, (*RWMutex).rLockBound) }

// TryRLock is [sync.RWMutex.TryRLock]. A failure counts as well.
func (rw *RWMutex) TryRLock() bool {
	return tryLockRW(rw, (*sync.RWMutex).TryRLock, (*RWMutex).tryRLockBound)
}

// RUnlock is [sync.RWMutex.RUnlock]: fatal if rw is not locked for reading.
func (rw *RWMutex) RUnlock() { rUnlockRW(rw, (*sync.RWMutex).RUnlock, (*RWMutex).rUnlockHeld) }

// LockThread is Lock on behalf of t.
func (rw *RWMutex) LockThread(t *perfschema.Thread) { rw.in.Load().Lock(t, &rw.mu) }

// TryLockThread is TryLock on behalf of t.
func (rw *RWMutex) TryLockThread(t *perfschema.Thread) bool { return rw.in.Load().TryLock(t, &rw.mu) }

// RLockThread is RLock on behalf of t.
func (rw *RWMutex) RLockThread(t *perfschema.Thread) { rw.in.Load().RLock(t, &rw.mu) }

// TryRLockThread is TryRLock on behalf of t.
func (rw *RWMutex) TryRLockThread(t *perfschema.Thread) bool {
	return rw.in.Load().TryRLock(t, &rw.mu)
}

// RLocker is [sync.RWMutex.RLocker]: Lock and Unlock of it are RLock and
// RUnlock of rw.
func (rw *RWMutex) RLocker() Locker { return (*rlocker)(rw) }

type rlocker RWMutex

func (r *rlocker) Lock()                           { (*RWMutex)(r).RLock() }
func (r *rlocker) Unlock()                         { (*RWMutex)(r).RUnlock() }
func (r *rlocker) LockThread(t *perfschema.Thread) { (*RWMutex)(r).RLockThread(t) }
