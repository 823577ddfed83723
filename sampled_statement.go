package perfschema

import (
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/perfschema/perfschema/internal/seqlock"
	"github.com/perfschema/perfschema/internal/usage"
)

// SampledStatement is a statement as a profiler keeps it: a copy of its event,
// formatted when asked for. It keeps the text of the statement alive.
type SampledStatement struct {
	schema *Schema
	rec    statementRecord
	plan   *Plan
	phases phaseTicks
	cores  uint32
	begun  int64      // time of day, in nanoseconds since 1970
	io     *sampledIO // nil for nothing
}

// Ended calls yield with each statement that has ended since the last call, by
// the thread's place and the statement's number. One goroutine at a time calls
// it.
func (x *Sampling) Ended(yield func(place, statement uint32, st *SampledStatement)) {
	x.ended.pop(func(s *endedSlot) {
		yield(s.place, s.statement, &SampledStatement{x.schema, s.rec, s.plan, s.phases, s.cores, x.schema.begun(&s.rec), s.kept()})
	})
}

// begun is the time of day at which a statement began, 0 if it is not timed.
func (s *Schema) begun(r *statementRecord) int64 {
	if r.start == 0 {
		return 0
	}
	return s.wallNear(r.start).UnixNano()
}

// Running copies the statement that runs on the thread at a place, if it is
// the one of that number. Any goroutine may call it.
func (x *Sampling) Running(place, statement uint32) (*SampledStatement, bool) {
	c := x.at(place)
	t := c.thread.Load()
	if t == nil {
		return nil, false
	}
	var rec statementRecord
	var plan *Plan
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
	return &SampledStatement{x.schema, rec, plan, phases, cores, x.schema.begun(&rec), io.kept()}, true
}

// Tick is the time now by the clock of statements, in nanoseconds since no time in
// particular.
func (x *Sampling) Tick() uint64 { return x.schema.clock.Now() }

// RanAt is [SampledStatement.At] of the statement that runs on the thread at a
// place, if it is the one of that number, and when it began; known says that it
// is, and is timed.
func (x *Sampling) RanAt(place, statement uint32, tick uint64) (phase Phase, ran bool, began uint64, known bool) {
	c := x.at(place)
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

// Event is the statement's row of events_statements_*, whether or not one of
// these tables showed it; EventID is 0 if none did.
func (p *SampledStatement) Event() StatementEvent {
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

// Schema is the default database, empty for none.
func (p *SampledStatement) Schema() string { return p.rec.schema }

// Counters is what the statement has counted.
func (p *SampledStatement) Counters() StatementCounters { return p.rec.counters }

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

// WithoutPlan is the statement without its plan.
func (p *SampledStatement) WithoutPlan() *SampledStatement {
	c := *p
	c.plan = nil
	return &c
}

// WithoutText is the statement without its text.
func (p *SampledStatement) WithoutText() *SampledStatement {
	c := *p
	c.rec.text, c.rec.truncated = "", c.rec.truncated || c.rec.text != ""
	return &c
}

// Bytes is the memory the statement keeps: itself, its text and its plan. What
// it shares with others, as the names in the plan, does not count.
func (p *SampledStatement) Bytes() uint64 {
	n := uint64(unsafe.Sizeof(*p)) + uint64(len(p.rec.text)) + uint64(p.plan.Len())*uint64(unsafe.Sizeof(PlanNode{}))
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
	fields, _ := p.platform.Fields()
	if !fields.Has(usage.UserCPU) || !fields.Has(usage.SystemCPU) {
		return 0, 0, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.history {
		r := &p.history[i]
		if r.eventID != eventID || r.scope != ProfileStatement || len(r.marks) == 0 {
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

// endedQueue hands statements that have ended to a profiler: any number of
// writers, none of which waits, one reader. It begins anew whenever the reader
// has emptied it, so that writers use the same few slots again and again, which
// are still in the caches.
type endedQueue struct {
	slots []endedSlot
	tail  atomic.Uint64 // slots taken; more than there are once some were lost
	head  uint64        // the reader's
	lost  atomic.Uint64
}

type endedSlot struct {
	lock      seqlock.Lock // of who pushes, whose stores then wait for none
	full      bool
	place     uint32
	statement uint32
	rec       statementRecord
	plan      *Plan
	phases    phaseTicks
	cores     uint32
	moved     bool // io says what, if anything
	io        sampledIO
}

// kept is what the statement moved, to keep: nil of nothing.
func (s *endedSlot) kept() *sampledIO {
	if !s.moved {
		return nil
	}
	return s.io.kept()
}

// newEndedQueue makes a queue of size places.
func newEndedQueue(size int) *endedQueue { return &endedQueue{slots: make([]endedSlot, size)} }

// push adds the statement that runs on a state word's thread, or counts it lost where
// the reader is a whole queue behind. No lock, no allocation.
func (q *endedQueue) push(c *stateWord, rec *statementRecord, plan *Plan) {
	n := q.tail.Add(1) - 1
	if n >= uint64(len(q.slots)) {
		q.lost.Add(1)
		return
	}
	s := &q.slots[n]
	s.lock.Begin()
	s.rec.copyFrom(rec)
	s.place, s.statement, s.plan = c.place, c.state().Statement(), plan
	s.phases, s.cores = c.phases(), c.said()
	if s.moved = c.more.Load() != nil; s.moved {
		c.sumIO(&s.io)
	}
	s.full = true
	s.lock.End()
}

// pop calls yield with what was pushed, oldest first, as far as it is complete.
func (q *endedQueue) pop(yield func(*endedSlot)) {
	for {
		tail := q.tail.Load()
		for ; q.head < min(tail, uint64(len(q.slots))); q.head++ {
			s := &q.slots[q.head]
			v := s.lock.Start()
			full := s.full
			if !s.lock.Valid(v) || !full {
				return
			}
			yield(s)
			s.rec, s.plan = statementRecord{}, nil // keeps no text alive
			s.full = false
		}
		// Every slot taken has been emptied, so nobody is writing to one.
		if q.tail.CompareAndSwap(tail, 0) {
			q.head = 0
			return
		}
	}
}
