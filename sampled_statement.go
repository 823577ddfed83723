package perfschema

import (
	"time"
	"unsafe"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/usage"
	"github.com/perfschema/perfschema/record"
)

// SampledStatement is a statement as a profiler keeps it: a copy of its event,
// formatted when asked for. It keeps the text of the statement alive.
type SampledStatement struct {
	schema *Schema
	rec    statementRecord
	plan   *activity.Plan
	phases phaseTicks
	cores  uint32
	begun  int64      // time of day, in nanoseconds since 1970
	weight uint32     // see Weight
	io     *sampledIO // nil for nothing
}

// Ended calls yield with each statement that has ended since the last call, by
// the thread's slot and the statement's number. One goroutine at a time calls
// it.
func (x *Sampling) Ended(yield func(slot, statement uint32, st *SampledStatement)) {
	x.EndedInto(func() *SampledStatement { return new(SampledStatement) }, yield)
}

// EndedInto is [Sampling.Ended] with the place for each statement given by room, so that
// it may be part of what the caller makes of it. Besides what room does it allocates
// for statements alone that moved bytes.
func (x *Sampling) EndedInto(room func() *SampledStatement, yield func(slot, statement uint32, st *SampledStatement)) {
	x.ended.Pop(func(s *endedStatement) {
		st := room() // set part by part: a whole one would be copied twice
		st.schema, st.plan, st.phases, st.cores, st.io = x.schema, s.plan, s.phases, s.cores, s.kept()
		st.rec, st.weight = s.rec, s.weight
		st.begun = x.schema.begun(&s.rec)
		yield(s.slot, s.statement, st)
		s.rec.text, s.plan = "", nil // keeps neither alive
	})
}

// begun is the time of day at which a statement began, 0 if it is not timed.
func (s *Schema) begun(r *statementRecord) int64 {
	if r.start == 0 {
		return 0
	}
	return s.wallNear(r.start).UnixNano()
}

// Running copies the statement that runs on the thread at a slot, if it is
// the one of that number. Any goroutine may call it.
func (x *Sampling) Running(slot, statement uint32) (*SampledStatement, bool) {
	c := x.at(slot)
	t := c.thread.Load()
	if t == nil {
		return nil, false
	}
	var rec statementRecord
	var plan *activity.Plan
	for {
		v := t.lock.Start()
		st := t.stack[0].Load()
		if st != nil {
			rec, plan = t.soFar(st), st.plan
		}
		if t.lock.Valid(v) {
			break
		}
	}
	phases, cores := c.phases(), c.said()
	w := c.state()
	if !w.Active() || w.Statement() != statement || rec.class == nil {
		return nil, false
	}
	if rec.running {
		// So far, whenever it is read: sampled times stand beside it.
		rec.end = x.schema.clock.Now()
	}
	var io sampledIO
	c.sumIO(&io)
	return &SampledStatement{x.schema, rec, plan, phases, cores, x.schema.begun(&rec), 1, io.kept()}, true
}

// Tick is the time now by the clock of statements, in nanoseconds since no time in
// particular.
func (x *Sampling) Tick() uint64 { return x.schema.clock.Now() }

// RanAt is [SampledStatement.At] of the statement that runs on the thread at a
// slot, if it is the one of that number, and when it began; known says that it
// is, and is timed.
func (x *Sampling) RanAt(slot, statement uint32, tick uint64) (phase activity.Phase, ran bool, began uint64, known bool) {
	c := x.at(slot)
	t := c.thread.Load()
	if t == nil {
		return 0, false, 0, false
	}
	st := SampledStatement{schema: x.schema}
	for {
		v := t.lock.Start()
		if r := t.stack[0].Load(); r != nil {
			st.rec.start, st.rec.running = r.rec.start, r.rec.running
		}
		if t.lock.Valid(v) {
			break
		}
	}
	st.phases = c.phases()
	w := c.state()
	if st.rec.start == 0 || !w.Active() || w.Statement() != statement {
		return 0, false, 0, false
	}
	phase, ran = st.At(tick)
	return phase, ran, st.rec.start, true
}

// Weight is how many statements that have ended it stands for: 1, or more where
// [Sampling.KeepOneIn] has others like it left out.
func (p *SampledStatement) Weight() int { return int(max(p.weight, 1)) }

// Event is the statement's row of events_statements_*, whether or not one of
// these tables showed it; EventID is 0 if none did.
func (p *SampledStatement) Event() record.StatementEvent {
	return p.schema.exportStatements([]statementRecord{p.rec})[0]
}

// ThreadID is the THREAD_ID.
func (p *SampledStatement) ThreadID() uint64 { return p.rec.threadID }

// EventID is the EVENT_ID, 0 if events_statements_current was off.
func (p *SampledStatement) EventID() uint64 { return p.rec.eventID }

// StatementID is the STATEMENT_ID: no other statement of the Schema has it.
func (p *SampledStatement) StatementID() uint64 { return p.rec.statementID }

// Cores is how many cores the statement said it may use, 0 if it did not.
func (p *SampledStatement) Cores() int { return int(p.cores) }

// EventName is the EVENT_NAME: the class of the statement.
func (p *SampledStatement) EventName() string { return p.rec.class.name }

// Schema is the default database, empty for none.
func (p *SampledStatement) Schema() string { return p.rec.schema }

// Counters is what the statement has counted.
func (p *SampledStatement) Counters() record.StatementCounters {
	return record.StatementCounters(p.rec.counters)
}

// Failed says whether the statement has ended with an error.
func (p *SampledStatement) Failed() bool { return p.rec.errno != 0 }

// Digest is the hash of the normalised text; false if there is none: the
// statement did not parse, or consumer statements_digest was off.
func (p *SampledStatement) Digest() (sum [32]byte, ok bool) { return p.rec.sum, p.rec.hasDigest }

// DigestHex is the DIGEST, empty if there is none.
func (p *SampledStatement) DigestHex() string {
	if !p.rec.hasDigest {
		return ""
	}
	return p.rec.sum.String()
}

// DigestText is the normalised text, empty if there is none.
func (p *SampledStatement) DigestText() string {
	if !p.rec.hasDigest {
		return ""
	}
	return p.schema.digestText(&p.rec)
}

// Text is the statement, cut at performance_schema_max_sql_text_length bytes.
func (p *SampledStatement) Text() string { return p.rec.text }

// Begin is the time of day at which the statement began; false if its
// instrument is not timed. Of a statement that has ended it is always the same.
func (p *SampledStatement) Begin() (time.Time, bool) {
	if p.rec.start == 0 {
		return time.Time{}, false
	}
	return time.Unix(0, p.begun), true
}

// End is the time of day at which the statement ended; false while it runs, and
// if it was not timed.
func (p *SampledStatement) End() (time.Time, bool) {
	if p.rec.start == 0 || p.rec.end == 0 || p.rec.running {
		return time.Time{}, false
	}
	return time.Unix(0, p.begun+int64(p.rec.end-p.rec.start)), true
}

// Duration is how long the statement took, or had run when it was copied; false
// if that is not known.
func (p *SampledStatement) Duration() (time.Duration, bool) {
	r := &p.rec
	if r.start == 0 || r.end == 0 {
		return 0, false
	}
	return time.Duration(span(r.start, r.end)), true
}

// StartTick is when the statement began, by [Sampling.Tick]; false if it is not
// timed.
func (p *SampledStatement) StartTick() (uint64, bool) { return p.rec.start, p.rec.start != 0 }

// EndTick is when it ended; false if it is not timed, and while it runs.
func (p *SampledStatement) EndTick() (uint64, bool) {
	return p.rec.end, p.rec.start != 0 && p.rec.end != 0 && !p.rec.running
}

// Bytes is the memory the statement keeps: itself, its text and its plan. What
// it shares with others, as the names in the plan, does not count.
func (p *SampledStatement) Bytes() uint64 {
	n := uint64(unsafe.Sizeof(*p)) + uint64(len(p.rec.text)) + uint64(p.plan.Len())*uint64(unsafe.Sizeof(activity.PlanNode{}))
	if p.io != nil {
		n += uint64(unsafe.Sizeof(*p.io))
	}
	return n
}

// RunningStatementID is the STATEMENT_ID of the outermost statement that runs on
// the thread, 0 for none. Any goroutine may call it.
func (t *Thread) RunningStatementID() uint64 {
	if t == nil {
		return 0
	}
	for {
		v := t.lock.Start()
		id := uint64(0)
		if st := t.stack[0].Load(); st != nil && st.rec.running {
			id = st.rec.statementID
		}
		if t.lock.Valid(v) {
			return id
		}
	}
}

// CPUTime is the CPU time that the OS threads took which ran the statement, in
// the program and in the kernel. It is known while the session's [StageProfiler] has
// the statement: profiling was 1, its scope STATEMENT, and the statement has an
// EVENT_ID. Any goroutine may call it.
func (p *SampledStatement) CPUTime() (user, kernel time.Duration, known bool) {
	t := p.schema.Read().ThreadByID(p.rec.threadID)
	if t == nil || p.rec.eventID == 0 {
		return 0, 0, false
	}
	if recorder := t.profiler.Load(); recorder != nil {
		return recorder.cpuTime(p.rec.eventID)
	}
	return 0, 0, false
}

// cpuTime is that of the statement with an EVENT_ID.
func (p *StageProfiler) cpuTime(eventID uint64) (user, kernel time.Duration, known bool) {
	fields, _ := p.fields()
	if !fields.Has(usage.UserCPU) || !fields.Has(usage.SystemCPU) {
		return 0, 0, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.history {
		r := &p.history[i]
		if r.eventID != eventID || r.scope != record.ProfileStatement || len(r.marks) == 0 {
			continue
		}
		used := r.end.used
		used.Sub(&r.marks[0].used)
		var cpu splitCPU
		cpu.add(&used, &used)
		return time.Duration(cpu.user), time.Duration(cpu.system), true
	}
	return 0, 0, false
}

// endedStatement is a statement in the queue of those that have ended.
type endedStatement struct {
	slot      uint32
	statement uint32
	rec       statementRecord
	plan      *activity.Plan
	phases    phaseTicks
	cores     uint32
	weight    uint32
	moved     bool // io says what, if anything
	io        sampledIO
}

// kept is what the statement moved, to keep: nil of nothing.
func (s *endedStatement) kept() *sampledIO {
	if !s.moved {
		return nil
	}
	return s.io.kept()
}

// hand gives the profiler the statement that runs on a state word's thread, or counts
// it lost where the profiler is a whole queue behind. No lock, no allocation.
func (x *Sampling) hand(c *stateWord, rec *statementRecord, plan *activity.Plan) {
	weight := x.thinning.weigh(c, rec)
	if weight == 0 {
		return
	}
	claimed := x.ended.Claim(uint64(weight))
	if claimed == nil {
		return
	}
	s := &claimed.Value
	s.rec.copyFrom(rec)
	s.slot, s.statement, s.plan = c.slot, c.state().Statement(), plan
	s.phases, s.cores, s.weight = c.phases(), c.said(), weight
	if s.moved = c.more.Load() != nil; s.moved {
		c.sumIO(&s.io)
	}
	claimed.Release()
}

// phaseTicks is when the running statement of a thread left its setup and when
// it began its teardown, 0 for not yet: the one by the clock, the other by
// [Thread.stageHistoryTick]. phase is the one it is in.
type phaseTicks struct {
	executed, torn uint64
	phase          activity.Phase
}

// passed takes the time at which a statement leaves its setup for the first
// time, and that at which it begins its teardown.
func (c *stateWord) passed(t *Thread, from, to activity.Phase, tick uint64) {
	switch {
	case from == activity.PhaseSetup && to != activity.PhaseSetup && c.executed.Load() == 0:
		c.executed.Store(t.now())
	case to == activity.PhaseTeardown && from != activity.PhaseTeardown:
		if tick == 0 {
			tick, _ = t.stageHistoryTick()
		}
		c.torn.Store(tick) // told more than once, where a commit follows
	}
}

func (c *stateWord) phases() phaseTicks {
	return phaseTicks{c.executed.Load(), c.torn.Load(), c.state().Phase()}
}

// over says that the statement is in its teardown to stay, as far as is known: one
// that commits by itself goes back to its execution for that.
func (p *phaseTicks) over() bool { return p.torn != 0 && p.phase == activity.PhaseTeardown }

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
func (p *SampledStatement) At(tick uint64) (phase activity.Phase, ran bool) {
	r := &p.rec
	if r.start == 0 || tick < r.start || !r.running && tick >= r.end {
		return 0, false
	}
	switch {
	case p.phases.executed == 0:
		return p.phases.phase, true // it was in no other
	case tick < p.phases.executed:
		return activity.PhaseSetup, true
	case p.phases.over() && tick >= p.torn():
		return activity.PhaseTeardown, true
	}
	return activity.PhaseExecution, true
}
