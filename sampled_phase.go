package perfschema

import "time"

// phaseTicks is when the running statement of a thread left its setup and when
// it began its teardown, 0 for not yet: the one by the clock, the other by
// [Thread.trailTick].
type phaseTicks struct{ executed, torn uint64 }

// passed takes the time at which a statement leaves its setup for the first
// time, and that at which it begins its teardown.
func (c *cell) passed(t *Thread, from, to Phase) {
	switch {
	case from == PhaseSetup && to != PhaseSetup && c.executed.Load() == 0:
		c.executed.Store(t.now())
	case to == PhaseTeardown && from != PhaseTeardown:
		tick, _ := t.trailTick() // told more than once, where a commit follows
		c.torn.Store(tick)
	}
}

func (c *cell) phases() phaseTicks { return phaseTicks{c.executed.Load(), c.torn.Load()} }

// Setup is how long the statement was in its setup, once it has left it; false
// if it has not, or does not tell its phases apart, or is not timed.
func (p *SampledStatement) Setup() (time.Duration, bool) {
	if p.rec.start == 0 || p.phases.executed == 0 {
		return 0, false
	}
	return time.Duration(span(p.rec.start, p.phases.executed)), true
}

// Execution is how long the statement was executed, or has been so far: from
// the end of its setup to the beginning of its teardown; false where Setup is.
func (p *SampledStatement) Execution() (time.Duration, bool) {
	end := p.rec.end
	switch {
	case p.phases.torn != 0:
		end = p.schema.waitTick(p.phases.torn, p.schema.cycles) / picoPerNano
	case p.rec.running:
		end = p.schema.clock.Now()
	}
	if _, ok := p.Setup(); !ok || end == 0 {
		return 0, false
	}
	return time.Duration(span(p.phases.executed, end)), true
}
