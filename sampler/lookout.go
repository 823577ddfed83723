package sampler

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
)

// Where the platform has it, a thread of the kernel's samples: once in each interval,
// at a random moment that nothing in the program has chosen, whether or not a core
// of the runtime's is free. The profiler's goroutine works these samples off when it
// gets a core; that it comes late changes nothing.
//
// Where the kernel has no CPU for that thread either, intervals pass without a sample.
// For each of them a moment is drawn, and charged to the statements that ran then,
// by the times of their beginning, phases and end.

// over is a statement that has ended.
type over struct {
	slot, statement uint32
	*ended
}

// ended calls yield with each statement that has ended since the last call.
func (p *Profiler) ended(yield func(slot, statement uint32, e *ended)) {
	var e *ended
	p.view.EndedInto(func() *perfschema.SampledStatement {
		e = p.store.spares.take()
		return &e.SampledStatement
	}, func(slot, statement uint32, st *perfschema.SampledStatement) {
		p.thinning.count(st.Weight())
		yield(slot, statement, e)
	})
}

// maxMissed is how many moments are remembered at which nobody sampled.
const maxMissed = 1 << 12

// collect takes what statements have ended and the samples that may have seen them,
// and finishes their profiles: of those that ended before the last sample, or of all.
// mu is held.
func (p *Profiler) collect(all bool) {
	if !p.alone || p.closed {
		p.ended(p.finish)
		return
	}
	p.ended(func(slot, statement uint32, e *ended) { p.over = append(p.over, over{slot, statement, e}) })
	p.follow()
	kept := p.over[:0]
	for _, o := range p.over {
		if end, ended := o.EndTick(); !all && ended && end >= p.sampleTick {
			kept = append(kept, o)
			continue
		}
		p.finish(o.slot, o.statement, o.ended)
	}
	clear(p.over[len(kept):])
	p.over = kept
}

// follow charges the samples that were not charged yet.
func (p *Profiler) follow() {
	for {
		sample, changes, ok := p.next(p.changes[:0])
		if !ok {
			return
		}
		p.changes, p.working = changes, sample.Working
		p.sampleBefore, p.sampleTick = p.sampleTick, sample.Tick
		p.status.sampled(sample.Intervals)
		p.slice = int64(sample.Intervals) * int64(p.opts.Interval)
		p.queue.count(&sample, time.Duration(p.slice))
		p.view.RegainCPU(p.queue.regain.share())
		p.miss(sample)
		p.begin()
		p.charge()
		p.seeSessions(sample.Tick)
	}
}

// miss draws a moment of each interval that nobody sampled in.
func (p *Profiler) miss(sample activity.Sample) {
	interval := uint64(p.opts.Interval)
	for i := min(sample.Intervals, maxMissed) - 1; i > 0; i-- {
		before := uint64(i)*interval - rand.Uint64N(interval)
		p.missed = append(p.missed, sample.Tick-min(before, sample.Tick))
	}
	if n := len(p.missed); n > 2*maxMissed {
		p.missed = append(p.missed[:0], p.missed[n-maxMissed:]...)
	}
}

// missRest draws a moment of each interval since the last sample, when no more come.
func (p *Profiler) missRest() {
	p.view.Pause()
	p.collect(false)
	interval, now := uint64(p.opts.Interval), p.view.Tick()
	from := max(p.sampleTick, p.onTick, now-min(now, maxMissed*interval))
	for ; from+interval <= now; from += interval {
		p.missed = append(p.missed, from+rand.Uint64N(interval))
	}
}

// firstSample is what a statement is charged for the sample that sees it first: one
// interval, for it may have begun after those that passed without a sample.
func (p *Profiler) firstSample(q *query) {
	q.firstTick = p.sampleTick
	q.grow(p.cores(q))
	q.sample(int64(p.opts.Interval))
}

// unseen charges a statement that has ended what passed of it without a sample: before
// the first that saw it and after the last. It is taken to do what it did then, if it
// was in the same phase, or what others of its digest were seen to do.
func (p *Profiler) unseen(q *query, st *perfschema.SampledStatement) {
	start, ok := st.StartTick()
	end, ended := st.EndTick()
	if !ok || !ended {
		return
	}
	from, _ := slices.BinarySearch(p.missed, start)
	for _, tick := range p.missed[from:] {
		if tick >= end {
			return
		}
		if q.samples > 0 && tick >= q.firstTick && tick < q.lastTick {
			continue // charged with the samples around it
		}
		phase, ran := st.At(tick)
		if !ran {
			continue
		}
		q.share = p.queue.share
		now, members := q.phase, q.members
		switch {
		case phase == now && len(members) > 0:
		case phase == activity.PhaseExecution:
			q.phase, q.members = phase, []activity.State{p.digests.likely(st)}
		default:
			q.phase, q.members = phase, []activity.State{0}
		}
		q.sample(int64(p.opts.Interval))
		q.phase, q.members = now, members
	}
}
