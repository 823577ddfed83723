package sampler

import (
	"slices"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

// Session is a thread that was at work when a sample was taken.
type Session struct {
	// Sample numbers the samples that are told, from 1. At is when it was taken.
	Sample uint64
	At     time.Time
	// Thread is the thread at work; nil if it has ended since. It may have gone on to another
	// statement.
	Thread *perfschema.Thread
	// Statement is what it works on, its own or its parent's, as soon after the sample as the
	// Profiler looked. Helper: it is its parent's.
	Statement *perfschema.SampledStatement
	Helper    bool
	// State is what it did.
	State activity.State
	// Queued: it would have run, and waited for a core of the Go runtime's.
	Queued bool
	// Elapsed is how long the statement had run; false if it is not timed.
	Elapsed      time.Duration
	ElapsedKnown bool
}

// unresolvedTicks is for how many ticks a thread that was at work is kept whose statement is
// neither running nor handed over as ended.
const unresolvedTicks = 4 * handoverTimeout

// sessions is who has the threads at work told from time to time.
type sessions struct {
	interval uint64 // nanoseconds
	next     uint64 // from which tick on the next sample is told
	seen     []seenSession
	told     []Session
	tell     func([]Session)
	samples  uint64
	lost     uint64
}

// seenSession is a thread that a sample has seen at work.
type seenSession struct {
	slot, query, statement uint32
	thread                 *perfschema.Thread
	state                  activity.State
	sample, tick           uint64
	at                     time.Time
	age                    int
}

// WatchSessions calls f once in each interval with the threads that a sample saw at work on a
// statement, in no particular order. Threads that leave their work to helpers are not among them. f is
// not called where no thread was at work. It runs on the Profiler's goroutine, some ticks after the
// sample, and may call the Profiler; where no thread of the kernel's samples it delays the next
// sample. [Profiler.LostSessions] counts threads of whose statements nothing was learnt. A later call
// of WatchSessions replaces f. stop does not wait for a call of f that runs; there is none after it.
func (p *Profiler) WatchSessions(interval time.Duration, f func([]Session)) (stop func()) {
	if p == nil || f == nil {
		return func() {}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	mine := &sessions{interval: uint64(max(interval, p.opts.Interval)), tell: f}
	p.sessions = mine
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.sessions == mine {
			p.sessions = nil
		}
	}
}

// LostSessions is how many threads at work a sample saw of whose statements nothing was learnt.
func (p *Profiler) LostSessions() uint64 {
	if p == nil {
		return 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sessions == nil {
		return 0
	}
	return p.sessions.lost
}

// skip leaves out the samples that were due until a tick: the Profiler slept, so that no thread was
// at work. A sample of what woke it would come more often than once in an interval.
func (w *sessions) skip(tick uint64) {
	if w != nil && w.next <= tick {
		w.next = tick - tick%w.interval + w.interval
	}
}

// seeSessions remembers the threads at work in a sample, if it is one that is told. Its changes
// are those of p.changes.
func (p *Profiler) seeSessions(tick uint64) {
	w := p.sessions
	if w == nil || tick < w.next {
		return
	}
	w.next = tick - tick%w.interval + w.interval
	before := len(w.seen)
	number, now := w.samples+1, p.view.Tick()
	at := p.opts.Clock.Wall().Add(-time.Duration(now - min(tick, now)))
	for _, q := range p.live {
		if q.works && q.word.Resource() != snowset.ResourceIdle {
			w.seen = append(w.seen, seenSession{q.slot, q.slot, q.statement, p.view.Thread(q.slot), q.word, number, tick, at, 0})
		}
	}
	for i := range p.changes {
		if c := &p.changes[i]; c.Slot != c.Query && c.State.Active() && c.State.Resource() != snowset.ResourceIdle {
			w.seen = append(w.seen, seenSession{c.Slot, c.Query, c.Of.Statement(), p.view.Thread(c.Slot), c.State, number, tick, at, 0})
		}
	}
	if len(w.seen) > before {
		w.samples = number
	}
}

// learnSessions tells of the threads whose statements still run.
func (p *Profiler) learnSessions() {
	w := p.sessions
	if w == nil || len(w.seen) == 0 {
		return
	}
	waiting := w.seen[:0]
	for _, s := range w.seen {
		if st, ok := p.view.Running(s.query, s.statement); ok {
			p.addSession(&s, st)
		} else if s.age++; s.age > unresolvedTicks {
			w.lost++
		} else {
			waiting = append(waiting, s)
		}
	}
	clear(w.seen[len(waiting):])
	w.seen = waiting
}

// endSessions tells of the threads that worked on a statement which has ended.
func (p *Profiler) endSessions(slot, statement uint32, st *perfschema.SampledStatement) {
	w := p.sessions
	if w == nil || len(w.seen) == 0 {
		return
	}
	w.seen = slices.DeleteFunc(w.seen, func(s seenSession) bool {
		if s.query != slot || s.statement != statement {
			return false
		}
		ended := *st // its room is used again
		p.addSession(&s, &ended)
		return true
	})
}

func (p *Profiler) addSession(s *seenSession, st *perfschema.SampledStatement) {
	out := Session{Sample: s.sample, At: s.at, Thread: s.thread, Statement: st, Helper: s.slot != s.query, State: s.state}
	if !out.Helper && s.thread.ID() != st.ThreadID() {
		out.Thread = nil // its place is another thread's by now
	}
	out.Queued = p.queue.resource != 0 && s.state.Resource() == p.queue.resource
	if began, timed := st.StartTick(); timed {
		out.Elapsed, out.ElapsedKnown = time.Duration(s.tick-min(began, s.tick)), true
	}
	p.sessions.told = append(p.sessions.told, out)
}

// tellSessions tells what has been learnt. The Profiler is not locked.
func (p *Profiler) tellSessions() {
	p.mu.Lock()
	w := p.sessions
	if w == nil || len(w.told) == 0 {
		p.mu.Unlock()
		return
	}
	told := w.told
	w.told = nil
	p.mu.Unlock()
	w.tell(told)
}
