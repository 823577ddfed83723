package gms

import (
	"slices"
	"sync"
	"time"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/clock"
	"github.com/perfschema/perfschema/internal/relaxed"
)

// analysisCycle is the timer of EXPLAIN ANALYZE, the cheapest there is: made and
// measured when the first one begins.
var analysisCycle = sync.OnceValue(func() *clock.Cycle { return clock.NewCycle(clock.NewReal()) })

// stopwatch times one thread of an EXPLAIN ANALYZE. Like the thread's state word
// it says which node the thread is in, and it charges the time since the last
// change to the node left: one reading of the cycle counter for each change, next
// to the store to the state word, so that the profiler's samples and the exact
// times are of the same thing. The thread has one writer at a time, and so has
// its stopwatch; any goroutine may read the times. A nil stopwatch times nothing.
type stopwatch struct {
	cycle *clock.Cycle
	raw   bool // the cycle counter itself
	idle  bool
	in    uint16 // the node the thread is in, 0 for none
	last  uint64 // tick of the last change
	times []nodeTime
}

// nodeTime is the time one thread spent in a node, in ticks: by itself, and
// with those below it. That of node 0 is outside of all.
type nodeTime struct{ self, all relaxed.Uint64 }

func newStopwatch(c *clock.Cycle, nodes int) *stopwatch {
	w := &stopwatch{cycle: c, raw: c.Raw(), times: make([]nodeTime, nodes+1)}
	w.last = w.now()
	return w
}

// now waits for what the node has asked of the memory, which else would be
// charged to the next.
func (w *stopwatch) now() uint64 {
	if w.raw {
		return clock.CyclesInOrder()
	}
	return w.cycle.Now()
}

// lap charges the time since the last change.
func (w *stopwatch) lap() (now uint64) {
	now = w.now()
	switch {
	case w.idle:
		w.idle = false
	case now > w.last: // counters of two cores may differ by a few ticks
		w.times[w.in].self.Add(now - w.last)
	}
	w.last = now
	return now
}

// stopwatchMark is where the thread was, and since when it is elsewhere.
type stopwatchMark struct {
	in    uint16
	since uint64
}

// enter says that the thread is in a node, until it gives the mark to leave.
func (w *stopwatch) enter(node uint16) stopwatchMark {
	if w == nil {
		return stopwatchMark{}
	}
	m := stopwatchMark{w.in, w.lap()}
	w.in = node
	return m
}

// leave says that it is back.
func (w *stopwatch) leave(m stopwatchMark) {
	if w == nil {
		return
	}
	if now := w.lap(); now > m.since {
		w.times[w.in].all.Add(now - m.since)
	}
	w.in = m.in
}

// stop says that the thread has nothing to do, until go.
func (w *stopwatch) stop() {
	if w != nil && !w.idle {
		w.lap()
		w.idle = true
	}
}

// resume says that it has again.
func (w *stopwatch) resume() {
	if w != nil && w.idle {
		w.last = w.now()
		w.idle = false
	}
}

// stopwatches are those of the threads of one EXPLAIN ANALYZE.
type stopwatches struct {
	cycle *clock.Cycle
	nodes int

	mu      sync.Mutex
	threads []*perfschema.Thread
	watches []*stopwatch
}

// of is that of a thread, which the caller runs on.
func (s *stopwatches) of(t *perfschema.Thread) *stopwatch {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.threads, t); i >= 0 && t != nil {
		return s.watches[i]
	}
	w := newStopwatch(s.cycle, s.nodes)
	s.threads, s.watches = append(s.threads, t), append(s.watches, w)
	return w
}

// sums are the times of all threads, by node.
func (s *stopwatches) sums() (self, all []time.Duration) {
	self, all = make([]time.Duration, s.nodes+1), make([]time.Duration, s.nodes+1)
	scale := s.cycle.Scale()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range s.watches {
		for i := range w.times {
			self[i] += time.Duration(scale.Span(w.times[i].self.Load()) / 1000)
			all[i] += time.Duration(scale.Span(w.times[i].all.Load()) / 1000)
		}
	}
	return self, all
}

// timedIter is the nodeIter of an EXPLAIN ANALYZE. The clock is read before the
// mark is set, on both ways, so that neither is shifted against the other.
type timedIter struct {
	nodeIter
	watch *stopwatch
}

var _ sql.ValueRowIter = (*timedIter)(nil)

// Next implements sql.RowIter.
func (i *timedIter) Next(ctx *sql.Context) (sql.Row, error) {
	w := i.watch.enter(i.number)
	m := i.enter()
	row, err := i.iter.Next(ctx)
	i.watch.leave(w)
	i.thread.LeaveOperator(m)
	i.count(row, err)
	return row, err
}

// NextValueRow implements sql.ValueRowIter.
func (i *timedIter) NextValueRow(ctx *sql.Context) (sql.ValueRow, error) {
	w := i.watch.enter(i.number)
	m := i.enter()
	row, err := i.iter.(sql.ValueRowIter).NextValueRow(ctx)
	i.watch.leave(w)
	i.thread.LeaveOperator(m)
	i.count(nil, err)
	return row, err
}

// Close implements sql.RowIter.
func (i *timedIter) Close(ctx *sql.Context) error {
	w := i.watch.enter(i.number)
	m := i.enter()
	err := i.iter.Close(ctx)
	i.watch.leave(w)
	i.thread.LeaveOperator(m)
	return err
}
