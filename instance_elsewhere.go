package perfschema

import "github.com/perfschema/perfschema/internal/callsite"

// What is here is for locks that code of others locks, which takes no stand-in:
// who sees the lock being taken says when the wait began and when it was over.

// StartLock says that t is about to wait for the mutex. Give what it returns to
// [MutexInstance.EndLock].
//
//go:noinline
func (m *MutexInstance) StartLock(t *Thread) Wait {
	var w Wait
	if m == nil {
		return w
	}
	if mode := m.class.waitMode(); mode != 0 {
		var at callsite.Site
		if mode&waitShown != 0 {
			at = callsite.Pair()
		}
		w.begin(t, m.class, mode, &m.instance, nil, OpLock, at)
	}
	return w
}

// EndLock says that the wait is over, and whether t holds the mutex now: then it
// calls [MutexInstance.Unlocking] before it unlocks.
func (m *MutexInstance) EndLock(t *Thread, w *Wait, held bool) {
	if m == nil || w == nil {
		return
	}
	switch {
	case !w.recorded():
		w.End()
	case held:
		m.acquired(w, m.class.own(t))
	default:
		timed := w.mode&waitTimed != 0
		w.End()
		made(&m.failed).Add(w.took, timed)
	}
}

// Holding says that t holds the lock for writing, if waits for it are recorded,
// until [RWLockInstance.Unlocking].
func (r *RWLockInstance) Holding(t *Thread) {
	if r.Enabled() {
		r.lockedBy.Store(r.class.own(t).ID())
	}
}

// Unlocking says that t is about to end what [RWLockInstance.Holding] began. If
// another holds the lock already, nothing changes.
func (r *RWLockInstance) Unlocking(t *Thread) {
	if r.WriteHeld() && r.lockedBy.Load() == r.class.own(t).ID() {
		r.lockedBy.Store(0)
	}
}
