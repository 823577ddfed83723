package perfschema

import (
	"strings"
	"sync/atomic"
)

// Class is one instrument: a row of setup_instruments, or of setup_threads for
// a thread class. It is safe for concurrent use.
type Class struct {
	name       string
	doc        string
	kind       Kind
	flags      Flags
	volatility int
	index      uint32
	slot       uint32 // of a wait class: its place in summaries of waits
	state      atomic.Uint32
	mode       atomic.Uint32               // of a wait class: a waitMode; of a memory class: 1 if it counts
	memory     atomic.Uint32               // of a memory class: a memoryMode
	watched    bool                        // of a memory class: an alarm looks at it; under modeMu
	resources  resourceUse                 // of a wait class
	watch      atomic.Pointer[memoryWatch] // of a memory class; made when first watched
	schema     *Schema
}

const (
	classEnabled uint32 = 1 << iota
	classTimed
	classHistory
	classControlled
)

// Name is the full name, NAME.
func (c *Class) Name() string { return c.name }

// Kind tells what is instrumented.
func (c *Class) Kind() Kind { return c.kind }

// Flags are the PROPERTIES.
func (c *Class) Flags() Flags { return c.flags }

// Volatility is how long what is instrumented lives: one of the Volatility
// constants.
func (c *Class) Volatility() int { return c.volatility }

// Documentation is the DOCUMENTATION, empty for NULL.
func (c *Class) Documentation() string { return c.doc }

// Enabled is ENABLED. One load.
func (c *Class) Enabled() bool { return c.state.Load()&classEnabled != 0 }

// Timed is TIMED. Kinds that are never timed say false.
func (c *Class) Timed() bool { return c.state.Load()&classTimed != 0 }

// CanTime is false where TIMED is NULL: memory, error and thread classes.
func (c *Class) CanTime() bool { return !kinds[c.kind].untimed }

// HistoryEnabled is HISTORY of a thread class.
func (c *Class) HistoryEnabled() bool { return c.state.Load()&classHistory != 0 }

// SetEnabled takes effect with the next event.
func (c *Class) SetEnabled(on bool) {
	if ownMemory(c.name) {
		return // always on: the Performance Schema counts itself
	}
	c.set(classEnabled, on)
}

// SetTimed takes effect with the next event; kinds that are never timed
// ignore it, as MySQL does.
func (c *Class) SetTimed(on bool) {
	if c.CanTime() {
		c.set(classTimed, on)
	}
}

// Controlled says whether FLAGS of a memory class has "controlled": what is
// allocated counts as CONTROLLED_MEMORY of its thread.
func (c *Class) Controlled() bool { return c.state.Load()&classControlled != 0 }

// SetControlled takes effect with the next allocation; kinds other than memory,
// and memory with global statistics alone, ignore it, as in MySQL.
func (c *Class) SetControlled(on bool) {
	if c.kind == KindMemory && c.flags&FlagGlobal == 0 {
		c.set(classControlled, on)
	}
}

// SetHistory sets HISTORY of a thread class, for threads started later.
func (c *Class) SetHistory(on bool) { c.set(classHistory, on) }

func (c *Class) set(bit uint32, on bool) {
	if on {
		c.state.Or(bit)
	} else {
		c.state.And(^bit)
	}
	if a := c.schema.classes[c.kind]; a.refresh != nil {
		c.schema.modeMu.Lock()
		a.refresh(c)
		c.schema.modeMu.Unlock()
	}
}

// own is t if the class is of its Schema. What is done on another's Thread is done
// on none: in its summaries the class's number is that of another class, or of
// none.
func (c *Class) own(t *Thread) *Thread {
	if t != nil && t.schema != c.schema {
		return nil
	}
	return t
}

// ownMemory says whether an instrument is one of the Schema's own buffers.
func ownMemory(name string) bool { return strings.HasPrefix(name, "memory/performance_schema/") }
