package perfschema

import (
	"time"

	"github.com/perfschema/perfschema/internal/stat"
)

// Importer adds to a Schema what another program has recorded of its waits: rows of
// mutex_instances, rwlock_instances and cond_instances, and sums in the summaries of waits by
// instance and by instrument. No Thread has these waits, and no event tells of a single one.
// Its methods are safe for concurrent use. They take locks, and are not for the write side.
type Importer struct{ schema *Schema }

// Import returns the Schema's Importer.
func (s *Schema) Import() Importer { return Importer{s} }

// ImportedInstance is a lock or a condition of another program. Its methods are safe for
// concurrent use; a nil ImportedInstance counts nothing.
type ImportedInstance struct {
	class   *Class
	add     func(Operation, *stat.Timer)
	destroy func()
}

// WaitSum is what Count waits took together, and the shortest and the longest of them.
type WaitSum struct {
	Count         uint64
	Sum, Min, Max time.Duration
}

// Mutex adds a row of mutex_instances. begin is its OBJECT_INSTANCE_BEGIN. As
// [Schema.NewMutexInstance] it returns nil where there is no room, which is counted.
func (i Importer) Mutex(key MutexKey, begin uint64) *ImportedInstance {
	m := i.schema.newMutexInstance(key, begin)
	if m == nil {
		return nil
	}
	return &ImportedInstance{m.class, func(_ Operation, t *stat.Timer) { made(&m.failed).Merge(t) }, m.Destroy}
}

// RWLock is Mutex for a row of rwlock_instances.
func (i Importer) RWLock(key RWLockKey, begin uint64) *ImportedInstance {
	l := i.schema.newRWLockInstance(key, begin)
	if l == nil {
		return nil
	}
	return &ImportedInstance{l.class, l.waits.merge, l.Destroy}
}

// Cond is Mutex for a row of cond_instances.
func (i Importer) Cond(key CondKey, begin uint64) *ImportedInstance {
	c := i.schema.newCondInstance(key, begin)
	if c == nil {
		return nil
	}
	return &ImportedInstance{c.class, c.waits.merge, c.Destroy}
}

// Add adds waits for the instance, all of one operation, unless its instrument or the consumer
// global_instrumentation is off. Where the instrument is not TIMED they are counted alone. After a
// TRUNCATE of a summary Min and Max are those of the waits that are added next.
func (i *ImportedInstance) Add(op Operation, w WaitSum) {
	if i == nil || w.Count == 0 {
		return
	}
	c := i.class
	mode := c.waitMode()
	if mode&waitOn == 0 {
		return
	}
	t := stat.Timer{Count: w.Count}
	if mode&waitTimed != 0 {
		t = stat.TimerOf(w.Count, c.ticksOf(w.Sum), c.ticksOf(w.Min), c.ticksOf(w.Max))
	}
	i.add(op, &t)
	shared(c.schema.direct.waits, int(c.slot)).Merge(&t)
}

// Destroy takes the row away. What it has counted stays in the summaries by instrument.
func (i *ImportedInstance) Destroy() {
	if i != nil {
		i.destroy()
	}
}

// ticksOf is a duration in ticks of the timer of a class.
func (c *Class) ticksOf(d time.Duration) uint64 {
	ns := uint64(max(d, 0))
	if !c.waitsInCycles() {
		return ns
	}
	const many = 1 << 30 // so that the picoseconds of a tick have nine digits
	return uint64(float64(ns) * picoPerNano * many / float64(c.schema.cycle.PicoSpan(many)))
}
