package perfschema

import (
	"sync"
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/callsite"
	"github.com/perfschema/perfschema/internal/clock"
	"github.com/perfschema/perfschema/internal/stat"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/relaxed"
)

// RWLockInstance is one instrumented reader/writer lock: a row of
// rwlock_instances. Its methods lock the sync.RWMutex they are given; a nil
// RWLockInstance records nothing.
type RWLockInstance struct {
	instance
	position int
	lockedBy relaxed.Uint64 // written by who holds the lock for writing
	readers  atomic.Int32
	// written are waits for writing, as who holds the lock for that counts them; waits
	// are those of readers, and of all who do more than count.
	written atomic.Pointer[stat.Owned]
	waits   ioStat
}

// NewRWLockInstance makes an instance of a class of rwlock, sxlock or prlock.
// It returns nil when the Schema is off, the key is 0, or
// performance_schema_max_rwlock_instances exist, which it counts. It takes a
// lock.
func (s *Schema) NewRWLockInstance(key RWLockKey) *RWLockInstance { return s.newRWLockInstance(key, 0) }

// newRWLockInstance makes an instance at an address, 0 for its own.
func (s *Schema) newRWLockInstance(key RWLockKey, address uint64) *RWLockInstance {
	if !s.Enabled() {
		return nil
	}
	c := s.classes[KindRWLock].at(uint32(key))
	if c == nil {
		return nil
	}
	r := &RWLockInstance{}
	r.class, r.address = c, address
	r.written.Store(new(stat.Owned))
	if !s.rwlocks.add(r, &r.position) {
		return nil
	}
	return r
}

// Destroy takes the instance out of rwlock_instances; the lock works on. It
// takes a lock.
func (r *RWLockInstance) Destroy() {
	if r != nil {
		r.class.schema.rwlocks.remove(r.position, r)
	}
}

// Enabled says whether a wait for the lock would be recorded: a load and a
// branch.
func (r *RWLockInstance) Enabled() bool { return r != nil && r.class.waitMode()&waitOn != 0 }

// operation is what the lock's kind calls an operation on an rwlock.
func (r *RWLockInstance) operation(op Operation) Operation {
	if r.class.kind != KindSXLock {
		return op
	}
	switch op {
	case OpReadLock:
		return OpSharedLock
	case OpWriteLock:
		return OpExclusiveLock
	case OpTryReadLock:
		return OpTrySharedLock
	default:
		return OpTryExclusiveLock
	}
}

func (r *RWLockInstance) start(t *Thread, op Operation, at callsite.Site) (w Wait) {
	w.begin(t, r.class, r.class.waitMode(), &r.instance, &r.waits, r.operation(op), at)
	return
}

// quick says whether a wait is only counted, on t, and timed by the cycle counter if at
// all.
func (r *RWLockInstance) quick(t *Thread) (timed, ok bool) {
	if r == nil || t == nil {
		return false, false
	}
	m := r.class.waitMode()
	return m&waitTimed != 0, m&waitQuick != 0 && t.schema == r.class.schema && t.enabled.Load()
}

// shown says whether waits are events.
func (r *RWLockInstance) shown() bool { return r.class.waitMode()&waitShown != 0 }

// sampled says whether a profiler samples waits.
func (r *RWLockInstance) sampled() bool { return r != nil && r.class.waitMode()&waitSampled != 0 }

// Lock locks mu for writing and records the wait on t. Where the class is
// disabled it records nothing, and shows a wait to a profiler if mu is taken.
//
//go:noinline
func (r *RWLockInstance) Lock(t *Thread, mu *sync.RWMutex) {
	if timed, ok := r.quick(t); ok {
		var start uint64
		if timed {
			start = clock.Cycles()
		}
		mu.Lock()
		if timed {
			d := span(start, clock.Cycles())
			r.written.Load().Add(d)
			t.countWait(r.class, d, true)
		} else {
			r.written.Load().AddUntimed()
			t.countWait(r.class, 0, false)
		}
		r.lockedBy.Store(t.id)
		return
	}
	if !r.Enabled() {
		if !r.sampled() {
			mu.Lock()
		} else if !mu.TryLock() {
			w := r.class.startSampledOnly(t, r.operation(OpWriteLock))
			mu.Lock()
			w.End()
		}
		return
	}
	var at callsite.Site
	if r.shown() {
		at = callsite.Pair()
	}
	w := r.start(t, OpWriteLock, at)
	mu.Lock()
	recorded := w.recorded()
	w.End()
	if recorded {
		r.lockedBy.Store(r.class.own(t).ID())
	}
}

// RLock locks mu for reading and records the wait on t, as Lock does.
//
//go:noinline
func (r *RWLockInstance) RLock(t *Thread, mu *sync.RWMutex) {
	if timed, ok := r.quick(t); ok {
		var start uint64
		if timed {
			start = clock.Cycles()
		}
		mu.RLock()
		d := uint64(0)
		if timed {
			d = span(start, clock.Cycles())
		}
		r.waits.ops[read].Add(d, timed)
		t.countWait(r.class, d, timed)
		r.readers.Add(1)
		return
	}
	if !r.Enabled() {
		if !r.sampled() {
			mu.RLock()
		} else if !mu.TryRLock() {
			w := r.class.startSampledOnly(t, r.operation(OpReadLock))
			mu.RLock()
			w.End()
		}
		return
	}
	var at callsite.Site
	if r.shown() {
		at = callsite.Pair()
	}
	w := r.start(t, OpReadLock, at)
	mu.RLock()
	recorded := w.recorded()
	w.End()
	if recorded {
		r.readers.Add(1)
	}
}

// TryLock tries to lock mu for writing and records the try, failed or not.
//
//go:noinline
func (r *RWLockInstance) TryLock(t *Thread, mu *sync.RWMutex) bool {
	if !r.Enabled() {
		return mu.TryLock()
	}
	var at callsite.Site
	if r.shown() {
		at = callsite.Pair()
	}
	w := r.start(t, OpTryWriteLock, at)
	ok := mu.TryLock()
	recorded := w.recorded()
	w.End()
	if ok && recorded {
		r.lockedBy.Store(r.class.own(t).ID())
	}
	return ok
}

// TryRLock tries to lock mu for reading and records the try, failed or not.
//
//go:noinline
func (r *RWLockInstance) TryRLock(t *Thread, mu *sync.RWMutex) bool {
	if !r.Enabled() {
		return mu.TryRLock()
	}
	var at callsite.Site
	if r.shown() {
		at = callsite.Pair()
	}
	w := r.start(t, OpTryReadLock, at)
	ok := mu.TryRLock()
	recorded := w.recorded()
	w.End()
	if ok && recorded {
		r.readers.Add(1)
	}
	return ok
}

// Unlock ends a lock for writing.
func (r *RWLockInstance) Unlock(mu *sync.RWMutex) {
	if r != nil {
		r.lockedBy.Store(0)
	}
	mu.Unlock()
}

// RUnlock ends a lock for reading.
func (r *RWLockInstance) RUnlock(mu *sync.RWMutex) {
	if r != nil {
		r.release()
	}
	mu.RUnlock()
}

// release counts one reader less. Who locked before the instrument was enabled
// was never counted.
func (r *RWLockInstance) release() {
	for n := r.readers.Load(); n > 0; n = r.readers.Load() {
		if r.readers.CompareAndSwap(n, n-1) {
			return
		}
	}
}

func (r *RWLockInstance) truncate() {
	r.written.Store(new(stat.Owned))
	r.waits.take()
}

// RWLockInstances returns the instrumented rwlocks, sxlocks and prlocks.
func (s *Reader) RWLockInstances() []record.RWLockInfo {
	if !s.Schema().Enabled() {
		return nil
	}
	all := s.rwlocks.all()
	out := make([]record.RWLockInfo, len(all))
	for i, r := range all {
		others := r.waits.load()
		sum, written := others.total(), r.written.Load().Load()
		sum.Merge(&written)
		out[i] = record.RWLockInfo{InstanceInfo: r.info(sum), WriteLockedBy: r.lockedBy.Load(), ReadLockedBy: uint32(r.readers.Load())}
	}
	return out
}

// WriteHeld says whether Unlock has a holder to forget:
// WRITE_LOCKED_BY_THREAD_ID is set. A load and a branch.
func (r *RWLockInstance) WriteHeld() bool { return r != nil && r.lockedBy.Load() != 0 }

// ReadHeld says whether RUnlock has a holder to forget: READ_LOCKED_BY_COUNT is
// not 0. A load and a branch.
func (r *RWLockInstance) ReadHeld() bool { return r != nil && r.readers.Load() != 0 }

// Seen is what that of [MutexInstance] is.
func (r *RWLockInstance) SampledOnly() bool {
	return r != nil && r.class.mode.Load() == uint32(waitSampled)
}

// Recording is what that of [MutexInstance] is.
func (r *RWLockInstance) Recording() bool { return r.class.mode.Load() != 0 }

// Holding says that t holds the lock for writing, where code of others locks it, if
// waits for it are recorded, until [RWLockInstance.Unlocking].
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
