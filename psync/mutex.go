package psync

import (
	"sync"
	"sync/atomic"

	"github.com/perfschema/perfschema"
)

// Mutex is [sync.Mutex] with an instrument: a row of mutex_instances whose
// LOCKED_BY_THREAD_ID is the Thread that holds it. The zero value is unlocked
// and not instrumented.
type Mutex struct {
	mu sync.Mutex
	// held says that the instance knows who holds mu. Only the holder looks at
	// it: that costs less than to ask the instance.
	held bool
	in   atomic.Pointer[perfschema.MutexInstance]
}

// NewMutex returns a Mutex with an instrument.
func NewMutex(s *perfschema.Schema, key perfschema.MutexKey) *Mutex {
	m := new(Mutex)
	m.Init(s, key)
	return m
}

// Init attaches m to an instrument; with key 0 or a Schema that is off, to
// none. It may be called at any time, also again: a lock held meanwhile is
// merely not shown. It allocates; any goroutine may call it.
func (m *Mutex) Init(s *perfschema.Schema, key perfschema.MutexKey) {
	attach(m, &m.in, s.NewMutexInstance(key), (*perfschema.MutexInstance).Destroy)
}

// Destroy takes m out of mutex_instances. It remains a working mutex.
func (m *Mutex) Destroy() { attach(m, &m.in, nil, (*perfschema.MutexInstance).Destroy) }

// Lock is [sync.Mutex.Lock].
func (m *Mutex) Lock() { lockMutex(m, (*sync.Mutex).Lock, (*Mutex).lockBound) }

// TryLock is [sync.Mutex.TryLock]. A failure counts as well.
func (m *Mutex) TryLock() bool {
	return tryLockMutex(m, (*sync.Mutex).TryLock, (*Mutex).tryLockBound)
}

// Unlock is [sync.Mutex.Unlock]: fatal if m is not locked. Any goroutine may
// unlock.
func (m *Mutex) Unlock() { unlockMutex(m, (*sync.Mutex).Unlock, (*Mutex).release) }

// LockThread is Lock on behalf of t.
func (m *Mutex) LockThread(t *perfschema.Thread) {
	lockMutexThread(m, t, (*sync.Mutex).Lock, (*Mutex).lockThread)
}

// TryLockThread is TryLock on behalf of t.
func (m *Mutex) TryLockThread(t *perfschema.Thread) bool { return m.tryLockThread(t) }

// The functions below are inlined into the caller, the twin's method with
// them, so that a Mutex that records nothing costs what a sync.Mutex costs. The
// compiler would find them too large if they named what they call: it takes a
// call of a parameter for a small one, and still sees through it. The conditions
// are nested because for && of inlined calls it would build a bool first.

func lockMutex(m *Mutex, plain func(*sync.Mutex), record func(*Mutex)) {
	if in := m.in.Load(); in != nil {
		if in.Recording() {
			record(m)
			return
		}
	}
	plain(&m.mu)
}

func lockMutexThread(m *Mutex, t *perfschema.Thread, plain func(*sync.Mutex), record func(*Mutex, *perfschema.Thread)) {
	if in := m.in.Load(); in != nil {
		if in.Recording() {
			record(m, t)
			return
		}
	}
	plain(&m.mu)
}

func tryLockMutex(m *Mutex, plain func(*sync.Mutex) bool, record func(*Mutex) bool) bool {
	if in := m.in.Load(); in != nil {
		if in.Recording() {
			return record(m)
		}
	}
	return plain(&m.mu)
}

func unlockMutex(m *Mutex, plain func(*sync.Mutex), release func(*Mutex)) {
	if m.held {
		release(m)
	}
	plain(&m.mu)
}

// lockSampledOnly is the way of a mutex whose waits a profiler sees and nobody records:
// one that is free is locked at once.
func lockSampledOnly(m *Mutex, try func(*sync.Mutex) bool, record func(*Mutex)) {
	if m.in.Load().SampledOnly() {
		if try(&m.mu) {
			return
		}
	}
	record(m)
}

func lockSampledOnlyThread(m *Mutex, t *perfschema.Thread, try func(*sync.Mutex) bool, record func(*Mutex, *perfschema.Thread)) {
	if m.in.Load().SampledOnly() {
		if try(&m.mu) {
			return
		}
	}
	record(m, t)
}

func (m *Mutex) lockBound() { lockSampledOnly(m, (*sync.Mutex).TryLock, (*Mutex).recordBound) }

func (m *Mutex) lockThread(t *perfschema.Thread) {
	lockSampledOnlyThread(m, t, (*sync.Mutex).TryLock, (*Mutex).recordThread)
}

func (m *Mutex) recordBound() { m.held = m.in.Load().LockBound(&m.mu) }

func (m *Mutex) recordThread(t *perfschema.Thread) { m.held = m.in.Load().Lock(t, &m.mu) }

func (m *Mutex) release() {
	m.held = false
	m.in.Load().Unlocking()
}

func (m *Mutex) tryLockBound() bool { return m.tryLockSlow() }

//go:noinline
func (m *Mutex) tryLockSlow() bool {
	if !m.in.Load().Enabled() {
		return m.mu.TryLock() // waits for nothing that a profiler could see
	}
	return m.tryLockThread(perfschema.Bound())
}

func (m *Mutex) tryLockThread(t *perfschema.Thread) bool {
	if !m.in.Load().TryLock(t, &m.mu) {
		return false
	}
	m.held = true
	return true
}
