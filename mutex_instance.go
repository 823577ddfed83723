package perfschema

import (
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/stat"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/relaxed"
)

// MutexInstance is one instrumented mutex: a row of mutex_instances. Its
// methods lock the sync.Mutex they are given, and are safe for concurrent use
// as that is; a nil MutexInstance records nothing. One instance belongs to one
// mutex.
type MutexInstance struct {
	instance
	position int
	lockedBy relaxed.Uint64              // written by who holds the mutex
	waits    atomic.Pointer[stat.Owned]  // written by who holds the mutex
	failed   atomic.Pointer[stat.Shared] // of TryLock, and of another program; made with the first
}

// NewMutexInstance makes an instance of a class. It returns nil when the Schema
// is off, the key is 0, or performance_schema_max_mutex_instances exist, which
// it counts. It takes a lock.
func (s *Schema) NewMutexInstance(key MutexKey) *MutexInstance { return s.newMutexInstance(key, 0) }

// newMutexInstance makes an instance at an address, 0 for its own.
func (s *Schema) newMutexInstance(key MutexKey, address uint64) *MutexInstance {
	if !s.Enabled() {
		return nil
	}
	c := s.classes[KindMutex].at(uint32(key))
	if c == nil {
		return nil
	}
	m := &MutexInstance{}
	m.class, m.address = c, address
	m.waits.Store(new(stat.Owned))
	if !s.mutexes.add(m, &m.position) {
		return nil
	}
	return m
}

// Destroy takes the instance out of mutex_instances; the mutex works on. It
// takes a lock.
func (m *MutexInstance) Destroy() {
	if m != nil {
		m.class.schema.mutexes.remove(m.position, m)
	}
}

// Enabled says whether a wait for the mutex would be recorded: a load and a
// branch.
func (m *MutexInstance) Enabled() bool { return m != nil && m.class.waitMode()&waitOn != 0 }

// MutexInstances returns the instrumented mutexes.
func (s *Reader) MutexInstances() []record.MutexInfo {
	if !s.Schema().Enabled() {
		return nil
	}
	all := s.mutexes.all()
	out := make([]record.MutexInfo, len(all))
	for i, m := range all {
		sum := m.waits.Load().Load()
		if f := m.failed.Load(); f != nil {
			v := f.Load()
			sum.Merge(&v)
		}
		out[i] = record.MutexInfo{InstanceInfo: m.info(sum), LockedBy: m.lockedBy.Load()}
	}
	return out
}

func (m *MutexInstance) truncate() {
	m.waits.Store(new(stat.Owned))
	m.failed.Store(nil)
}

// Recording says, of an instance that is not nil, whether Lock has more to do
// than to lock: a wait is recorded or, by a profiler, seen. The compiler branches
// on it, where for Enabled it builds a bool first.
func (m *MutexInstance) Recording() bool { return m.class.mode.Load() != 0 }

// SampledOnly says whether a wait is seen by a profiler and not recorded: who finds the
// mutex free has nothing to say.
func (m *MutexInstance) SampledOnly() bool {
	return m != nil && m.class.mode.Load() == uint32(waitSampled)
}
