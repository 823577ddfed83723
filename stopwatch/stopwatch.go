// Package stopwatch measures, to the nanosecond, the time that a statement spends in
// each node of its plan, on every thread that works for it: what an EXPLAIN ANALYZE
// shows. A profiler takes samples of the same thing and costs next to nothing; this
// costs two readings of the cycle counter each time a node is entered and left.
package stopwatch

import (
	"slices"
	"sync"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/clock"
	"github.com/perfschema/perfschema/relaxed"
)

// timer is the cheapest there is: made and measured when the first Set is.
var timer = sync.OnceValue(func() *clock.Cycle { return clock.NewCycle(clock.NewReal()) })

// Watch times one thread that runs a statement. Like the thread's state word
// it says which node the thread is in, and it charges the time since the last
// change to the node left: one reading of the cycle counter for each change, next
// to the store to the state word, so that the profiler's samples and the exact
// times are of the same thing. The thread has one writer at a time, and so has
// its Watch; any goroutine may read the times. A nil Watch times nothing.
type Watch struct {
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

func newWatch(c *clock.Cycle, nodes int) *Watch {
	w := &Watch{cycle: c, raw: c.Raw(), times: make([]nodeTime, nodes+1)}
	w.last = w.now()
	return w
}

// now waits for what the node has asked of the memory, which else would be
// charged to the next.
func (w *Watch) now() uint64 {
	if w.raw {
		return clock.CyclesInOrder()
	}
	return w.cycle.Now()
}

// lap charges the time since the last change.
func (w *Watch) lap() (now uint64) {
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

// Mark is where the thread was, and since when it is elsewhere.
type Mark struct {
	in    uint16
	since uint64
}

// Enter says that the thread is in a node, until it gives the mark to Leave. Nodes are
// numbered from 1. One reading of the cycle counter, as each method that follows.
func (w *Watch) Enter(node uint16) Mark {
	if w == nil {
		return Mark{}
	}
	m := Mark{w.in, w.lap()}
	w.in = node
	return m
}

// Leave says that it is back where the mark was made.
func (w *Watch) Leave(m Mark) {
	if w == nil {
		return
	}
	if now := w.lap(); now > m.since {
		w.times[w.in].all.Add(now - m.since)
	}
	w.in = m.in
}

// Stop says that the thread has nothing to do, until Resume.
func (w *Watch) Stop() {
	if w != nil && !w.idle {
		w.lap()
		w.idle = true
	}
}

// Resume says that it has again.
func (w *Watch) Resume() {
	if w != nil && w.idle {
		w.last = w.now()
		w.idle = false
	}
}

// Set has the Watches of the threads of one statement. It is safe for concurrent use.
type Set struct {
	cycle *clock.Cycle
	nodes int

	mu      sync.Mutex
	threads []*perfschema.Thread
	watches []*Watch
}

// New makes the Set of a statement whose plan has so many nodes.
func New(nodes int) *Set { return &Set{cycle: timer(), nodes: nodes} }

// Of is the Watch of a thread, which the caller runs on; it is made when first asked
// for. It takes a lock.
func (s *Set) Of(t *perfschema.Thread) *Watch {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.threads, t); i >= 0 && t != nil {
		return s.watches[i]
	}
	w := newWatch(s.cycle, s.nodes)
	s.threads, s.watches = append(s.threads, t), append(s.watches, w)
	return w
}

// Sums are the times of all threads by the number of the node, by itself and with those
// below it. That of number 0 is outside of all nodes.
func (s *Set) Sums() (self, all []time.Duration) {
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
