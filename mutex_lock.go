package perfschema

import (
	"sync"

	"github.com/perfschema/perfschema/internal/callsite"
	"github.com/perfschema/perfschema/internal/clock"
)

// Lock locks mu and records the wait on t: two clock reads and a few plain
// stores, no allocation. Where the class is disabled it records nothing, and
// shows a wait to a profiler if mu is taken. It says whether LOCKED_BY_THREAD_ID
// was set, so that Unlock has something to clear.
//
//go:noinline
func (m *MutexInstance) Lock(t *Thread, mu *sync.Mutex) (held bool) {
	if m == nil {
		mu.Lock()
		return false
	}
	c := m.class
	mode := c.waitMode()
	if t == nil || mode&waitQuick == 0 || t.schema != c.schema || !t.enabled.Load() {
		var at callsite.Site
		if mode&waitShown != 0 {
			at = callsite.Pair()
		}
		return m.lockRare(t, mu, mode, at)
	}
	// The common case in one function. What is rare in it returns from another one, so
	// that nothing has to be kept on the stack for that.
	if mode&waitTimed != 0 {
		start := clock.Cycles()
		mu.Lock()
		d := span(start, clock.Cycles())
		m.waits.Load().Add(d)
		slot := c.slot
		v := t.lock.OpenPlain()
		e := t.waitCache.Entry(slot)
		if !e.Knows(slot) || !t.waitCache.IsOf(&t.stats.waits) {
			return m.countAnew(t, v, d, true)
		}
		e.Stat().Add(d)
		t.lock.Close(v)
		m.lockedBy.Store(t.id)
		return true
	}
	mu.Lock()
	m.waits.Load().AddUntimed()
	v := t.lock.OpenPlain()
	e := t.waitCache.Entry(c.slot)
	if !e.Knows(c.slot) || !t.waitCache.IsOf(&t.stats.waits) {
		return m.countAnew(t, v, 0, false)
	}
	e.Stat().AddUntimed()
	t.lock.Close(v)
	m.lockedBy.Store(t.id)
	return true
}

// countAnew adds a wait that got the mutex to the summaries of a Thread that has not used
// the class since these were emptied, in a write section that v opened.
//
//go:noinline
func (m *MutexInstance) countAnew(t *Thread, v, d uint64, timed bool) (held bool) {
	b := t.waitCache.At(&t.stats.waits, m.class.slot)
	if timed {
		b.Add(d)
	} else {
		b.AddUntimed()
	}
	t.lock.Close(v)
	m.lockedBy.Store(t.id)
	return true
}

// lockRare is Lock where the wait is an event or sampled, of a disabled class, or on no
// Thread that is instrumented.
//
//go:noinline
func (m *MutexInstance) lockRare(t *Thread, mu *sync.Mutex, mode waitMode, at callsite.Site) (held bool) {
	c := m.class
	if mode&waitOn == 0 {
		if mode == 0 {
			mu.Lock()
		} else if !mu.TryLock() {
			m.lockSampledOnly(t, mu)
		}
		return false
	}
	if t = c.own(t); t != nil && !t.enabled.Load() && mode&waitByThread != 0 {
		mu.Lock()
		return false
	}
	if t == nil || mode&(waitShown|waitSampled) != waitShown {
		m.lock(t, mu, mode, at)
		return true
	}
	start, depth := t.openWait(c, mode, &m.instance, OpLock, at)
	mu.Lock()
	now, timed := uint64(0), mode&waitTimed != 0
	switch {
	case !timed:
	case mode&waitCycles != 0:
		now = clock.Cycles()
	default:
		now = c.schema.clock.Now()
	}
	if timed {
		m.waits.Load().Add(span(start, now))
	} else {
		m.waits.Load().AddUntimed()
	}
	if depth != 0 {
		t.closeWait(c, depth, start, now, timed, 0, false)
	} else {
		t.countWait(c, span(start, now), timed)
	}
	m.lockedBy.Store(t.id)
	return true
}

// LockBound is Lock on behalf of the Thread that is [Bound].
func (m *MutexInstance) LockBound(mu *sync.Mutex) (held bool) { return m.Lock(bindings.Get(), mu) }

// lockSampledOnly locks mu, which is taken, while a profiler sees the wait.
//
//go:noinline
func (m *MutexInstance) lockSampledOnly(t *Thread, mu *sync.Mutex) {
	w := m.class.startSampledOnly(t, OpLock)
	mu.Lock()
	w.End()
}

// lock is Lock in all its cases.
//
//go:noinline
func (m *MutexInstance) lock(t *Thread, mu *sync.Mutex, mode waitMode, at callsite.Site) {
	var w Wait
	w.begin(t, m.class, mode, &m.instance, nil, OpLock, at)
	mu.Lock()
	if w.mode != 0 {
		m.acquired(&w, t)
	}
}

// acquired ends a wait that got the mutex.
func (m *MutexInstance) acquired(w *Wait, t *Thread) {
	timed := w.mode&waitTimed != 0
	w.End()
	if timed {
		m.waits.Load().Add(w.took)
	} else {
		m.waits.Load().AddUntimed()
	}
	m.lockedBy.Store(t.ID())
}

// TryLock tries to lock mu and records the try, failed or not.
//
//go:noinline
func (m *MutexInstance) TryLock(t *Thread, mu *sync.Mutex) bool {
	if !m.Enabled() {
		return mu.TryLock()
	}
	mode := m.class.waitMode()
	var at callsite.Site
	if mode&waitShown != 0 {
		at = callsite.Pair()
	}
	var w Wait
	w.begin(t, m.class, mode, &m.instance, nil, OpTryLock, at)
	ok := mu.TryLock()
	if w.mode == 0 {
		return ok
	}
	if ok {
		m.acquired(&w, m.class.own(t))
		return true
	}
	timed := w.mode&waitTimed != 0
	w.End()
	made(&m.failed).Add(w.took, timed)
	return false
}

// Unlock unlocks mu.
func (m *MutexInstance) Unlock(mu *sync.Mutex) {
	m.Unlocking()
	mu.Unlock()
}

// Unlocking says that who holds the mutex is about to unlock it, for a stand-in
// that does so itself. It costs no call.
func (m *MutexInstance) Unlocking() {
	if m != nil && m.lockedBy.Load() != 0 {
		m.lockedBy.Store(0)
	}
}

// StartLock says that t is about to wait for the mutex, where code of others locks it,
// which takes no stand-in. Give what it returns to [MutexInstance.EndLock].
//
//go:noinline
func (m *MutexInstance) StartLock(t *Thread) (w Wait) {
	if m == nil {
		return
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
