package perfschema

import "time"

// phaseTicks is when the running statement of a thread left its setup and when
// it began its teardown, 0 for not yet: the one by the clock, the other by
// [Thread.stageHistoryTick]. phase is the one it is in.
type phaseTicks struct {
	executed, torn uint64
	phase          Phase
}

// passed takes the time at which a statement leaves its setup for the first
// time, and that at which it begins its teardown.
func (c *stateWord) passed(t *Thread, from, to Phase) {
	switch {
	case from == PhaseSetup && to != PhaseSetup && c.executed.Load() == 0:
		c.executed.Store(t.now())
	case to == PhaseTeardown && from != PhaseTeardown:
		tick, _ := t.stageHistoryTick() // told more than once, where a commit follows
		c.torn.Store(tick)
	}
}

func (c *stateWord) phases() phaseTicks {
	return phaseTicks{c.executed.Load(), c.torn.Load(), c.state().Phase()}
}

// over says that the statement is in its teardown to stay, as far as is known: one
// that commits by itself goes back to its execution for that.
func (p *phaseTicks) over() bool { return p.torn != 0 && p.phase == PhaseTeardown }

// Setup is how long the statement was in its setup, once it has left it; false
// if it has not, or does not tell its phases apart, or is not timed.
func (p *SampledStatement) Setup() (time.Duration, bool) {
	if p.rec.start == 0 || p.phases.executed == 0 {
		return 0, false
	}
	return time.Duration(span(p.rec.start, p.phases.executed)), true
}

// Execution is how long the statement was executed, or had been so far: from
// the end of its setup to the beginning of its teardown; false where Setup is.
func (p *SampledStatement) Execution() (time.Duration, bool) {
	end := p.rec.end
	if p.phases.over() {
		end = p.torn()
	}
	if _, ok := p.Setup(); !ok || end == 0 {
		return 0, false
	}
	return time.Duration(span(p.phases.executed, end)), true
}

// torn is when the statement began its teardown, by the clock.
func (p *SampledStatement) torn() uint64 {
	return p.schema.waitTick(p.phases.torn, p.schema.cycles) / picoPerNano
}

// At says whether the statement ran at a tick of [Sampling.Tick], and in which
// phase; false if its times are not known.
func (p *SampledStatement) At(tick uint64) (phase Phase, ran bool) {
	r := &p.rec
	if r.start == 0 || tick < r.start || !r.running && tick >= r.end {
		return 0, false
	}
	switch {
	case p.phases.executed == 0:
		return p.phases.phase, true // it was in no other
	case tick < p.phases.executed:
		return PhaseSetup, true
	case p.phases.over() && tick >= p.torn():
		return PhaseTeardown, true
	}
	return PhaseExecution, true
}
