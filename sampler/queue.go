package sampler

import (
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/runqueue"
)

// A thread that says it runs is charged CPU time whether or not it has a core: that
// is the rule of the published columns. For how much of that time it had none is
// estimated beside them. For each half second it is known how long threads said
// that they run, and how much CPU time the process used: what lies between they
// waited, for a core or for something that has no instrument. It was for a core as
// far as the runtime's goroutines and the kernel's threads waited for one. The
// share holds for all threads alike, and for the half second after, in which the
// next is measured.

// RunQueue is what is known of waiting for cores, since the profiler began and while
// it was awake.
type RunQueue struct {
	// Known: a thread of the kernel's looks, so that the CPU time used at each look is
	// known. Without it all is 0.
	Known bool
	// Claimed is how long threads said that they run, Used the CPU time of the
	// process: its own, the garbage collector's and all others' too.
	Claimed, Used time.Duration
	// Goroutines is how long goroutines waited for the runtime to run them, measured
	// for one in eight; Threads how long threads waited for the kernel, if
	// ThreadsKnown.
	Goroutines, Threads time.Duration
	ThreadsKnown        bool
	// Queued is how much of Claimed was waiting for a core, no more than either the
	// two before or what Used leaves of Claimed.
	Queued time.Duration
}

// queueWindow is how long a measurement takes.
const queueWindow = 500 * time.Millisecond

// queueMeter measures waiting for cores.
type queueMeter struct {
	meter  *runqueue.Meter
	sums   RunQueue
	begun  bool
	cpu    time.Duration // at the last look
	window RunQueue
	looked time.Duration // in this window
	share  float64       // of the time that threads say they run, in the last window
	total  float64       // of all ticks, each times its share, in nanoseconds
}

// wake begins anew after nobody looked.
func (m *queueMeter) wake() {
	m.begun, m.share = false, 0
	m.window, m.looked = RunQueue{}, 0
}

// look counts a look that stands for a slice.
func (m *queueMeter) look(l *perfschema.Look, slice time.Duration) {
	if m.begun {
		m.window.Claimed += time.Duration(l.Running) * slice
		m.window.Used += l.CPU - m.cpu
		m.looked += slice
	}
	m.begun, m.cpu = true, l.CPU
}

// settle ends a window, if it is over.
func (m *queueMeter) settle() {
	if m.looked < queueWindow {
		return
	}
	if m.meter == nil {
		m.meter = runqueue.New() // what it waited before is not known
		m.window, m.looked = RunQueue{}, 0
		return
	}
	w := &m.window
	w.Goroutines, w.Threads, w.ThreadsKnown = m.meter.Waited()
	m.share = w.queued()
	m.sums.add(w)
	m.window, m.looked = RunQueue{}, 0
}

// queued finds how much of Claimed was waiting for a core, and its share.
func (w *RunQueue) queued() (share float64) {
	w.Queued = max(min(w.Claimed-w.Used, w.Goroutines+w.Threads), 0)
	if w.Claimed <= 0 {
		return 0
	}
	return float64(w.Queued) / float64(w.Claimed)
}

func (w *RunQueue) add(x *RunQueue) {
	w.Known, w.ThreadsKnown = true, x.ThreadsKnown
	w.Claimed += x.Claimed
	w.Used += x.Used
	w.Goroutines += x.Goroutines
	w.Threads += x.Threads
	w.Queued += x.Queued
}

// queuedShare is the share of the time since a statement was charged last.
func (p *Profiler) queuedShare(q *query) float64 {
	if d := p.total - q.since; d > 0 {
		return (p.queue.total - q.sinceQueued) / float64(d)
	}
	return p.queue.share
}
