package perfschema

import (
	"github.com/perfschema/perfschema/internal/callsite"
	"github.com/perfschema/perfschema/record"
)

// CondInstance is one instrumented condition variable, or whatever else
// goroutines wait on to be woken: a row of cond_instances. A nil CondInstance
// records nothing. It is safe for concurrent use.
type CondInstance struct {
	instance
	position int
	waits    ioStat
}

// NewCondInstance makes an instance of a class. It returns nil when the Schema
// is off, the key is 0, or performance_schema_max_cond_instances exist, which
// it counts. It takes a lock.
func (s *Schema) NewCondInstance(key CondKey) *CondInstance { return s.newCondInstance(key, 0) }

// newCondInstance makes an instance at an address, 0 for its own.
func (s *Schema) newCondInstance(key CondKey, address uint64) *CondInstance {
	if !s.Enabled() {
		return nil
	}
	c := s.classes[KindCond].at(uint32(key))
	if c == nil {
		return nil
	}
	v := &CondInstance{}
	v.class, v.address = c, address
	if !s.conds.add(v, &v.position) {
		return nil
	}
	return v
}

// Destroy takes the instance out of cond_instances. It takes a lock.
func (c *CondInstance) Destroy() {
	if c != nil {
		c.class.schema.conds.remove(c.position, c)
	}
}

// Enabled says whether a wait would be recorded: a load and a branch.
func (c *CondInstance) Enabled() bool { return c != nil && c.class.waitMode()&waitOn != 0 }

// Watched says whether a wait would be recorded or, by a profiler, seen: whether
// StartWait does anything. A load and a branch.
func (c *CondInstance) Watched() bool { return c != nil && c.class.mode.Load() != 0 }

// StartWait starts a wait on t: OpWait or OpTimedWait; of a channel OpSend, OpRecv or
// OpSelect.
//
//go:noinline
func (c *CondInstance) StartWait(t *Thread, op Operation) (w Wait) {
	if !c.Watched() {
		return
	}
	m := c.class.waitMode()
	var at callsite.Site
	if m&waitShown != 0 {
		at = callsite.Pair()
	}
	w.begin(t, c.class, m, &c.instance, &c.waits, op, at)
	return
}

// CondInstances returns the instrumented condition variables: rows of
// cond_instances.
func (s *Reader) CondInstances() []record.InstanceInfo {
	if !s.Schema().Enabled() {
		return nil
	}
	all := s.conds.all()
	out := make([]record.InstanceInfo, len(all))
	for i, c := range all {
		sum := c.waits.load()
		out[i] = c.info(sum.total())
	}
	return out
}
