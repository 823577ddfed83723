package sampler

import (
	"time"

	"github.com/perfschema/perfschema"
)

// A tick that comes late may be longer than the statements it sees. What it
// charges to each is kept within a tick of the time that one was there.

// lateBy says when the next look was due. Its goroutine calls it.
func (p *Profiler) lateBy(due time.Time) {
	if p.late = 0; !due.IsZero() {
		p.late = p.opts.Clock.Wall().Sub(due)
	}
}

// tolerated is up to how long a tick is taken as on time.
func (o *Options) tolerated() time.Duration { return o.Interval + o.Interval/4 }

// share is the part of this tick that is charged to a statement. One that was
// not there at the tick before has a tick on time at most, or as long as it has
// run.
func (p *Profiler) share(q *query) int64 {
	if q.samples > 0 || time.Duration(p.slice) <= p.opts.tolerated() {
		return p.slice
	}
	st, ok := p.view.Running(q.place, q.statement)
	if !ok {
		return int64(p.opts.Interval) // it has just ended: complete knows more
	}
	if ran, ok := st.Duration(); ok {
		return min(p.slice, max(int64(ran), int64(p.opts.Interval)))
	}
	return p.slice
}

// complete charges what a statement that has ended took beyond the last tick
// that saw it, where that is more than a tick: the next one was late. It is taken
// to have gone on as it was seen last.
func (p *Profiler) complete(q *query, st *perfschema.SampledStatement) {
	took, ok := st.Duration()
	if missing := int64(took) - q.elapsed; ok && q.samples > 0 && missing > int64(p.opts.tolerated()) {
		q.charge(min(missing, p.slice))
	}
}

// Missed says that the statement took longer than a tick and no tick saw it,
// because the profiler was late: nothing is known of its resources and operators.
// That of a shorter one, which most ticks miss, is 0 within a tick.
func (p *Profile) Missed() bool {
	took, ok := p.Statement.Duration()
	return ok && p.Samples == 0 && took > p.tick
}
