package sampler

import (
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
)

// A tick that comes late may be longer than the statements it sees. What it
// charges to each is kept within a tick of the time that one was there.

// lateBy says when the next sample was due.
func (p *Profiler) lateBy(due time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.late = 0; !due.IsZero() {
		p.late = p.opts.Clock.Wall().Sub(due)
	}
}

// tolerated is up to how long a tick is taken as on time.
func (o *Options) tolerated() time.Duration { return o.Interval + o.Interval/4 }

// tolerance is by how much what a statement is charged may fall short of its time.
// It has the tick in which it began and that in which it ended by chance, where
// samples are at random moments.
func (p *Profiler) tolerance() time.Duration {
	if p.alone {
		return p.opts.tolerated() + p.opts.Interval
	}
	return p.opts.tolerated()
}

// share is the part of this tick that is charged to a statement. One that was
// not there at the tick before has a tick on time at most, or as long as it has
// run.
func (p *Profiler) share(q *query) int64 {
	if p.alone || q.samples > 0 || time.Duration(p.slice) <= p.opts.tolerated() {
		return p.slice
	}
	st, ok := p.view.Running(q.slot, q.statement)
	if !ok {
		return int64(p.opts.Interval) // it has just ended: complete knows more
	}
	if ran, ok := st.Duration(); ok {
		return min(p.slice, max(int64(ran-p.late), int64(p.opts.Interval)))
	}
	return p.slice
}

// Where all cores are busy the profiler gets one when a statement has ended, and
// would seldom see a short one at work: who was at work is asked as of when the
// sample was due.

// sampleAt charges this tick to a statement that runs, if it did when the tick was
// due. If not, it says how long after that the statement began.
func (p *Profiler) sampleAt(q *query) (after int64) {
	if p.alone && q.samples == 0 {
		p.firstSample(q)
		return 0
	}
	q.grow(p.cores(q))
	slice := p.share(q)
	if phase, ran, began, known := p.atDue(q); known {
		switch {
		case !ran:
			return int64(began - p.due)
		case phase != q.phase:
			now, members := q.phase, q.members
			q.phase, q.members = phase, []activity.State{0}
			q.sample(slice)
			q.phase, q.members = now, members
			return 0
		}
	}
	q.sample(slice)
	return 0
}

// atDue says whether a statement seen for the first time ran when this tick was
// due, in which phase, and when it began.
func (p *Profiler) atDue(q *query) (phase activity.Phase, ran bool, began uint64, known bool) {
	if p.alone || p.late <= 0 || q.samples > 0 {
		return 0, false, 0, false
	}
	return p.view.RanAt(q.slot, q.statement, p.due)
}

// chargeEnded charges this tick to a statement that has ended since it was due. It
// is taken to do what it was seen to do last or, if it was not seen, what others
// of its digest were; nothing is made up of one that took longer than a tick.
func (p *Profiler) chargeEnded(q *query, st *perfschema.SampledStatement) {
	if p.alone {
		p.unseen(q, st)
		return
	}
	if p.late <= 0 || q.seen == p.status.Ticks {
		return
	}
	phase, ran := st.At(p.due)
	took, _ := st.Duration()
	slice := p.slice
	switch late := time.Duration(slice) > p.opts.tolerated(); {
	case !ran, q.samples == 0 && took > p.tolerance():
		return
	case late && q.samples > 0:
		return // complete knows more
	case late:
		slice = min(slice, max(int64(took), int64(p.opts.Interval)))
	}
	if phase != q.phase || len(q.members) == 0 {
		q.phase = phase
		q.members = append(q.members[:0], 0)
		if phase == activity.PhaseExecution {
			q.members[0] = p.digests.likely(st)
		}
	}
	q.sample(slice)
}

// complete charges what a statement that has ended took beyond the last tick
// that saw it, where that is more than a tick: the next one was late. It is taken
// to have gone on as it was seen last.
func (p *Profiler) complete(q *query, st *perfschema.SampledStatement) {
	took, ok := st.Duration()
	if missing := int64(took) - q.elapsed; ok && q.samples > 0 && missing > int64(p.tolerance()) {
		q.charge(min(missing, p.slice+int64(max(p.late, 0))))
	}
}

// Missed says that the statement took longer than a tick and no tick saw it,
// because the profiler was late: nothing is known of its resources and operators.
// That of a shorter one, which most ticks miss, is 0 within a tick.
func (p *Profile) Missed() bool {
	took, ok := p.Statement.Duration()
	return ok && p.Samples == 0 && took > p.tick
}
