package psync

import (
	"sync"

	"github.com/perfschema/perfschema"
)

// See mutex.go for why the calls are parameters and the conditions nested.

func lockRW(rw *RWMutex, plain func(*sync.RWMutex), record func(*RWMutex)) {
	if in := rw.in.Load(); in != nil {
		if in.Recording() {
			record(rw)
			return
		}
	}
	plain(&rw.mu)
}

func tryLockRW(rw *RWMutex, plain func(*sync.RWMutex) bool, record func(*RWMutex) bool) bool {
	if in := rw.in.Load(); in != nil {
		if in.Recording() {
			return record(rw)
		}
	}
	return plain(&rw.mu)
}

func unlockRW(rw *RWMutex, plain func(*sync.RWMutex), record func(*RWMutex)) {
	if rw.in.Load().WriteHeld() {
		record(rw)
		return
	}
	plain(&rw.mu)
}

func rUnlockRW(rw *RWMutex, plain func(*sync.RWMutex), record func(*RWMutex)) {
	if rw.in.Load().ReadHeld() {
		record(rw)
		return
	}
	plain(&rw.mu)
}

// lockRWSeen is the way of a lock whose waits a profiler sees and nobody
// records: one that is free is locked at once.
func lockRWSeen(rw *RWMutex, try func(*sync.RWMutex) bool, record func(*RWMutex)) {
	if rw.in.Load().SampledOnly() {
		if try(&rw.mu) {
			return
		}
	}
	record(rw)
}

func (rw *RWMutex) lockBound()          { lockRWSeen(rw, (*sync.RWMutex).TryLock, (*RWMutex).lockSlow) }
func (rw *RWMutex) tryLockBound() bool  { return rw.tryLockSlow() }
func (rw *RWMutex) unlockHeld()         { rw.unlockSlow() }
func (rw *RWMutex) rLockBound()         { lockRWSeen(rw, (*sync.RWMutex).TryRLock, (*RWMutex).rLockSlow) }
func (rw *RWMutex) tryRLockBound() bool { return rw.tryRLockSlow() }
func (rw *RWMutex) rUnlockHeld()        { rw.rUnlockSlow() }

//go:noinline
func (rw *RWMutex) lockSlow() { rw.in.Load().Lock(perfschema.Bound(), &rw.mu) }

//go:noinline
func (rw *RWMutex) tryLockSlow() bool { return rw.in.Load().TryLock(rw.bound(), &rw.mu) }

//go:noinline
func (rw *RWMutex) unlockSlow() { rw.in.Load().Unlock(&rw.mu) }

//go:noinline
func (rw *RWMutex) rLockSlow() { rw.in.Load().RLock(perfschema.Bound(), &rw.mu) }

//go:noinline
func (rw *RWMutex) tryRLockSlow() bool { return rw.in.Load().TryRLock(rw.bound(), &rw.mu) }

//go:noinline
func (rw *RWMutex) rUnlockSlow() { rw.in.Load().RUnlock(&rw.mu) }

// bound is the Thread of the goroutine if a try would be recorded: it waits for
// nothing that a profiler could see.
func (rw *RWMutex) bound() *perfschema.Thread {
	if rw.in.Load().Enabled() {
		return perfschema.Bound()
	}
	return nil
}
