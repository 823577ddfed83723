package perfschema

import "time"

// SampledStatement is a statement as a profiler keeps it: a copy of its event,
// formatted when asked for. It keeps the text of the statement alive.
type SampledStatement struct {
	schema *Schema
	rec    statementRecord
	plan   *Plan
}

// Ended calls yield with each statement that has ended since the last call, by
// the thread's place and the statement's number. Only the profiler's goroutine
// calls it.
func (x *Sampling) Ended(yield func(place, statement uint32, st *SampledStatement)) {
	x.ended.pop(func(place, statement uint32, rec *statementRecord, plan *Plan) {
		yield(place, statement, &SampledStatement{x.schema, *rec, plan})
	})
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
			rec, plan = st.rec, st.plan
		}
		if t.lock.Valid(v) {
			break
		}
	}
	w := c.state()
	if !w.Active() || w.Statement() != statement || rec.class == nil {
		return nil, false
	}
	return &SampledStatement{x.schema, rec, plan}, true
}

// Event is the statement's row of events_statements_*, whether or not one of
// these tables showed it; EventID is 0 if none did.
func (p *SampledStatement) Event() StatementEvent {
	return p.schema.exportStatements([]statementRecord{p.rec})[0]
}

// ThreadID is the THREAD_ID.
func (p *SampledStatement) ThreadID() uint64 { return p.rec.threadID }

// Begin is the time of day at which the statement began; false if its
// instrument is not timed.
func (p *SampledStatement) Begin() (time.Time, bool) { return p.wall(p.rec.start) }

// End is the time of day at which the statement ended; false while it runs, and
// if it was not timed.
func (p *SampledStatement) End() (time.Time, bool) { return p.wall(p.rec.end) }

func (p *SampledStatement) wall(tick uint64) (time.Time, bool) {
	if tick == 0 {
		return time.Time{}, false
	}
	return p.schema.wallAt(tick), true
}

// Duration is how long the statement took, or has run; false if that is not
// known.
func (p *SampledStatement) Duration() (time.Duration, bool) {
	r := &p.rec
	switch {
	case r.start == 0:
		return 0, false
	case r.running:
		return time.Duration(span(r.start, p.schema.clock.Now())), true
	case r.end == 0:
		return 0, false
	}
	return time.Duration(r.end - r.start), true
}
