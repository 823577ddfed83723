package perfschema

import (
	"github.com/perfschema/perfschema/internal/clock"
	"github.com/perfschema/perfschema/internal/seqlock"
)

// waitMode is what is to be done about the waits of one class: its ENABLED and
// TIMED and every consumer in one word, so that a wait asks once.
type waitMode uint32

const (
	// waitOn: the class and global_instrumentation are on. Without it no other
	// bit is set but waitSampled.
	waitOn waitMode = 1 << iota
	waitTimed
	// waitCycles: the timer is the cycle counter, not the Schema's Clock.
	waitCycles
	// waitByThread: thread_instrumentation is on; else only what is kept of
	// the server and of instances counts.
	waitByThread
	// waitShown: events_waits_current is on: waits are events.
	waitShown
	// waitSampled: a profiler samples what threads wait for, those of disabled
	// classes too: it is the only bit of these. Not without
	// thread_instrumentation.
	waitSampled
	// waitQuick: the wait is only counted, on its thread, and timed by the cycle
	// counter if at all; and write sections may be plain.
	waitQuick
)

// waitKinds are the kinds whose events are waits, in the order of their
// summaries.
var waitKinds = [...]Kind{KindMutex, KindRWLock, KindCond, KindFile, KindSocket, KindTable, KindMetadata, KindIdle}

// numberWaits gives the wait classes their slots in summaries.
func (s *Schema) numberWaits() {
	for _, k := range waitKinds {
		s.classes[k].refresh = (*Class).refreshMode
		s.classes[k].firstSlot = uint32(s.waitSlots)
		s.waitSlots += len(s.classes[k].items)
	}
}

// WaitClasses returns the instruments whose events are waits, in the order of
// [Reader.WaitSummary].
func (s *Reader) WaitClasses() []*Class {
	if !s.Schema().Enabled() {
		return nil
	}
	var out []*Class
	for _, k := range waitKinds {
		out = append(out, s.classes[k].all()...)
	}
	return out
}

// refreshModes makes the mode of every class follow the consumers. modeMu is
// held.
func (s *Schema) refreshModes() {
	for k := range numKinds {
		if a := s.classes[k]; a.refresh != nil && kinds[k].home == k {
			for _, c := range a.all() {
				a.refresh(c)
			}
		}
	}
}

// refreshMode makes the mode of a wait class follow its state and the
// consumers. modeMu is held.
func (c *Class) refreshMode() {
	s := c.schema
	on := s.consumerSet()
	var m waitMode
	switch {
	case !on.has(ConsumerGlobalInstrumentation):
	case !c.Enabled():
		if s.sampled && on.has(ConsumerThreadInstrumentation) {
			m = waitSampled
		}
	default:
		m = waitOn
		if c.Timed() {
			m |= waitTimed
		}
		if c.waitsInCycles() {
			m |= waitCycles
		}
		if on.has(ConsumerThreadInstrumentation) {
			m |= waitByThread
			if s.sampled {
				m |= waitSampled
			}
			if on.has(ConsumerEventsWaitsCurrent) {
				m |= waitShown
			}
		}
	}
	if m&(waitByThread|waitShown|waitSampled) == waitByThread && (m&waitTimed == 0 || m&waitCycles != 0) && seqlock.OpenPlainOrders() {
		m |= waitQuick
	}
	c.mode.Store(uint32(m))
}

func (c *Class) waitMode() waitMode { return waitMode(c.mode.Load()) }

// waitsInCycles says whether waits of the class are timed with the cycle counter.
// Idle time ends where a statement begins, and has the timer of statements.
func (c *Class) waitsInCycles() bool { return c.schema.cycles && c.kind != KindIdle }

// tick reads the timer of waits.
func (s *Schema) tick(m waitMode) uint64 {
	if m&waitCycles != 0 {
		return clock.Cycles()
	}
	return s.clock.Now()
}
