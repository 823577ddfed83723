package sampler

import (
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/runqueue"
	"github.com/perfschema/perfschema/snowset"
)

// A thread that says it runs is charged CPU time whether or not it has a core: that
// is the rule of the published columns. Beside them it is told for how much of that
// time it had none.
//
// A sample knows of each goroutine whether it waits for a core of the runtime's, and
// of those that have one whether their threads have CPU time. Who has none waits for the kernel,
// or for something else, as for a page of memory: how many wait for the kernel is taken
// from for how long it says that threads of the process waited, half second by half second.
//
// Where that is not measured a share of the time counts as waiting: as far as the process
// used less CPU time lately than its threads would have, and no further than the kernel
// says. That share holds for all such threads alike. So it is while threads of the process hardly wait for the
// kernel, when measuring would not pay, and of a thread that is not bound to a goroutine
// or whose goroutine others work for.

// RunQueue is what is known of waiting for cores, since the profiler began and while
// it was awake.
type RunQueue struct {
	// Known: a thread of the kernel's samples. Else all is 0.
	Known bool
	// Claimed is how long threads said that they run, or were woken to, and did not
	// wait for something else; Used the CPU time of the process: theirs, the garbage
	// collector's and all others'.
	Claimed, Used time.Duration
	// Queued is how much of Claimed was waiting for a core.
	Queued time.Duration
	// Goroutines is how long goroutines of the process waited for the runtime to run
	// them, measured by the runtime for one of eight times; Threads how long threads
	// waited for the kernel, if ThreadsKnown.
	Goroutines, Threads time.Duration
	ThreadsKnown        bool

	short, untold time.Duration // of Claimed: without the CPU time for it, and not known
}

// queueWindow is how long a measurement of what the kernel says takes. What it says
// holds for the time after it, and for longer where threads were short of less than
// one part in leastShort of what they claimed, or of the time: much work that comes at once comes after
// little.
const (
	queueWindow = 500 * time.Millisecond
	leastShort  = 20
)

// shortSamples is over how many samples, the later the more, it is worked out how much
// CPU time threads were short of. The CPU time since the sample before is of what ran
// all the while, and Busy of what a sample saw: compared sample by sample, those that ran
// beside others now and then would seem to wait, and who runs all the time would not.
const shortSamples = 32

// shortage is how short threads are of cores.
type shortage struct {
	resource snowset.Resource // what waiting for a core is told as
	meter    *runqueue.Meter
	sums     RunQueue
	begun    bool
	cpu      time.Duration // at the last sample
	tick     uint64        // of that
	window   RunQueue
	sampled  time.Duration // in this window
	lately   RunQueue      // windows in which threads were short, each less than those after it
	regain   regain
	trust    float64 // how much of what is short was waiting for the kernel in these
	share    float64 // of the time of those that were not measured, at the last sample
	would    float64 // CPU time that threads would have used lately, in nanoseconds
	did      float64 // and that the process used
	total    float64 // of all ticks, each times its share, in nanoseconds
}

// wake begins, or begins anew after nobody sampled.
func (m *shortage) wake() {
	if m.meter == nil {
		m.meter = runqueue.New()
		m.trust = 1 // until something is known: most often it is that
	}
	m.meter.Waited()
	m.begun, m.share, m.would, m.did = false, 0, 0, 0
	m.window, m.sampled, m.regain = RunQueue{}, 0, regain{}
}

// count counts a sample that stands for a slice.
func (m *shortage) count(l *activity.Sample, slice time.Duration) {
	m.share = 0
	if since := time.Duration(l.Tick - m.tick); m.begun && since > 0 {
		m.regain.count(l, since, l.CPU-m.cpu)
		m.would += (float64(l.Busy)*float64(since) - m.would) / shortSamples
		m.did += (float64(l.CPU-m.cpu) - m.did) / shortSamples
		short := 0.0
		if m.would > 0 {
			short = max(1-m.did/m.would, 0)
		}
		of := func(threads int) time.Duration { return time.Duration(threads) * slice }
		m.share = short * m.trust
		w := &m.window
		w.Claimed += of(l.Running + l.Queued + l.Stopped)
		w.Used += l.CPU - m.cpu
		w.Queued += of(l.Queued) + time.Duration(m.trust*float64(of(l.Stopped))+m.share*float64(of(l.Unmeasured)))
		w.short += of(l.Stopped) + time.Duration(short*float64(of(l.Unmeasured)))
		w.untold += time.Duration(l.Untold) * slice
		m.sampled += slice
	}
	m.begun, m.cpu, m.tick = true, l.CPU, l.Tick
}

// settle ends a window, if it is over, and has the next samples measure who has CPU
// time if threads have waited for it.
func (m *shortage) settle(view *perfschema.Sampling) {
	if m.sampled < queueWindow || m.meter == nil {
		return
	}
	w := &m.window
	w.Goroutines, w.Threads, w.ThreadsKnown = m.meter.Waited()
	m.learn(w)
	view.TrustQueue(m.trust)
	view.MeasureCPU(w.contended())
	m.sums.add(w)
	m.window, m.sampled = RunQueue{}, 0
}

// learn takes what a window says of those after it, if it says something. The kernel
// tells of a wait when it is over, which may be in another window: several count.
func (m *shortage) learn(w *RunQueue) {
	if w.short > w.Claimed/leastShort && w.short > queueWindow/leastShort {
		m.lately.fade()
		m.lately.add(w)
		m.trust = m.lately.trust()
	}
}

// trust is how much of what threads were short of CPU time was waiting for a core.
// Where it is not known of some whether they had one of the runtime's, what
// goroutines waited for these counts too.
func (w *RunQueue) trust() float64 {
	if w.short <= 0 {
		return 0
	}
	return min(float64(w.Threads+min(w.Goroutines, w.untold))/float64(w.short), 1)
}

// queuedShare is the share of the time since a statement was charged last.
func (p *Profiler) queuedShare(q *query) float64 {
	if d := p.total - q.since; d > 0 {
		return (p.queue.total - q.sinceQueued) / float64(d)
	}
	return p.queue.share
}

// contended says whether threads waited so much for the kernel that it pays to measure
// which do, or may have.
func (w *RunQueue) contended() bool { return !w.ThreadsKnown || w.Threads > w.Claimed/leastShort }

// fade has what trust goes by count for less.
func (w *RunQueue) fade() {
	for _, d := range []*time.Duration{&w.short, &w.untold, &w.Goroutines, &w.Threads} {
		*d -= *d / 4
	}
}

func (w *RunQueue) add(x *RunQueue) {
	w.Claimed += x.Claimed
	w.Used += x.Used
	w.Queued += x.Queued
	w.Goroutines += x.Goroutines
	w.Threads += x.Threads
	w.ThreadsKnown = x.ThreadsKnown
	w.short += x.short
	w.untold += x.untold
}
