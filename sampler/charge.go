package sampler

import (
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

// observe charges the time from when the last sample was due to when this one was to
// what threads did then. mu is held.
func (p *Profiler) observe() {
	now, late := p.opts.Clock.Now(), uint64(max(p.late, 0))
	p.status.tick(int64(now - min(p.sampledAt, now)))
	p.sampledAt = now
	now = max(now-min(late, now), p.last)
	slice := int64(now - p.last)
	p.last, p.slice = now, slice
	p.due = p.view.Tick() - late

	p.begin()
	p.changes, p.working = p.view.Changes(p.changes[:0], p.late)
	p.charge()
	p.seeSessions(p.due)
	p.ended(p.finish)
	if p.status.Ticks%handoverTimeout == 0 {
		p.forget()
	}
}

// begin begins a tick.
func (p *Profiler) begin() {
	p.changed = p.changed[:0]
	for _, q := range p.helped {
		p.change(q)
	}
	p.helped = p.helped[:0]
}

// charge charges a tick, whose changes are those of p.changes.
func (p *Profiler) charge() {
	for i := range p.changes {
		p.see(&p.changes[i])
	}
	p.total += p.slice
	p.queue.total += p.queue.share * float64(p.slice)
	for _, q := range p.changed {
		if q.gather() {
			q.note()
			q.share = p.queue.share
			after := p.sampleAt(q)
			q.lastTick = p.sampleTick
			q.seen = p.status.Ticks
			q.since, q.sinceTick = p.total+after, p.status.Ticks
			q.sinceQueued = p.queue.total
			q.steady = len(q.helpers) == 0
			if !q.steady {
				p.helped = append(p.helped, q)
			}
		}
	}
}

// see notes what one thread does now.
func (p *Profiler) see(c *activity.Change) {
	if c.Slot != c.Query { // a child
		q := p.query(c.Query, c.Of.Statement())
		p.change(q)
		q.helpers = append(q.helpers, c.State)
		if !q.works {
			q.phase = c.Of.Phase()
		}
		p.known.note(&c.Observed)
		return
	}
	if c.Was.Active() && (!c.State.Active() || c.Was.Statement() != c.State.Statement()) {
		if q := p.find(c.Slot, c.Was.Statement()); q != nil {
			p.change(q)
			q.works = false
		}
	}
	if c.State.Active() {
		q := p.query(c.Slot, c.State.Statement())
		p.change(q)
		q.works, q.word, q.phase = true, c.State, c.State.Phase()
		p.known.note(&c.Observed)
	}
}

// change is called at the first change of a statement's threads at a tick. It
// charges the ticks before, at which nothing changed, as one.
func (p *Profiler) change(q *query) {
	if q.changed == p.status.Ticks {
		return
	}
	q.changed = p.status.Ticks
	if q.steady {
		q.lastTick, q.share = p.sampleBefore, p.queuedShare(q)
	}
	q.settle(p.total, p.status.Ticks-1)
	q.steady = false
	q.helpers = q.helpers[:0]
	p.changed = append(p.changed, q)
}

// settle charges what a statement has not been charged yet.
func (p *Profiler) settle(q *query) {
	if q.steady {
		q.lastTick, q.share = p.sampleTick, p.queuedShare(q)
	}
	q.settle(p.total, p.status.Ticks)
	q.sinceQueued = p.queue.total
}

func (p *Profiler) cores(q *query) int {
	n := 0
	if p.alone {
		n = p.view.StatementCores(q.slot, q.statement) // it may be over
	} else {
		n = p.view.Cores(q.slot)
	}
	if n > 0 {
		return n
	}
	return p.opts.Cores
}

// query finds the statement that a thread works on, or begins it.
func (p *Profiler) query(slot, statement uint32) *query {
	if n := int(slot) + 1; n > len(p.bySlot) {
		p.bySlot = append(p.bySlot, make([]*query, n-len(p.bySlot))...)
	}
	q := p.bySlot[slot]
	if q == nil || q.statement != statement {
		q = p.spares.take()
		q.slot, q.statement, q.at, q.seen = slot, statement, len(p.live), p.status.Ticks
		q.queue, q.members = p.queue.resource, q.own[:0]
		p.bySlot[slot] = q
		p.live = append(p.live, q)
	}
	return q
}

// finish keeps the profile of a statement that has ended.
func (p *Profiler) finish(slot, statement uint32, e *ended) {
	st := &e.SampledStatement
	p.endSessions(slot, statement, st)
	q := p.find(slot, statement)
	seen := q != nil
	if seen {
		p.settle(q)
		if n := st.Cores(); n > 0 && p.alone {
			q.grow(n)
		}
		p.chargeEnded(q, st)
		if !p.alone {
			p.complete(q, st)
		}
		p.drop(q)
	} else { // no sample saw it
		q = &p.unsampled
		*q = query{cores: p.opts.Cores, queue: p.queue.resource, tally: tally{cells: q.tally.cells[:0]}}
		if n := st.Cores(); n > 0 {
			q.cores = min(n, maxCores)
		}
		p.chargeEnded(q, st)
	}
	e.set(p.profile(q), q.tally.cells)
	e.profile.Weight = st.Weight()
	if out := &e.profile; p.opts.CPUTime != nil {
		out.User, out.Kernel, out.KernelKnown = p.opts.CPUTime(st)
	}
	p.keep(e, q.executed)
	p.store.spare(e)
	if seen {
		p.spare(q)
	}
}

// find returns a live statement, or nil.
func (p *Profiler) find(slot, statement uint32) *query {
	if int(slot) >= len(p.bySlot) {
		return nil
	}
	if q := p.bySlot[slot]; q == nil || q.statement == statement {
		return q
	}
	// The thread is at work on another one already.
	for _, q := range p.live {
		if q.slot == slot && q.statement == statement {
			return q
		}
	}
	return nil
}

// drop takes a statement off the live ones.
func (p *Profiler) drop(q *query) {
	if p.bySlot[q.slot] == q {
		p.bySlot[q.slot] = nil
	}
	last := len(p.live) - 1
	p.live[q.at] = p.live[last]
	p.live[q.at].at = q.at
	p.live[last] = nil
	p.live = p.live[:last]
	q.works, q.steady = false, false
}

// forget drops the statements that have ended and were not handed over: they
// turned out to be of a disabled class, or the queue was full.
func (p *Profiler) forget() {
	for i := len(p.live) - 1; i >= 0; i-- {
		if q := p.live[i]; !q.steady && p.status.Ticks-q.seen > handoverTimeout {
			p.drop(q)
			p.spare(q)
		}
	}
}

// sample charges one tick.
func (q *query) sample(slice int64) {
	q.samples++
	q.charge(slice)
}

// charge shares time out among the statement's threads, by what they did at the
// last sample.
func (q *query) charge(slice int64) {
	cores := q.cores
	q.elapsed += slice
	q.phases[q.phase] += slice
	q.coreTime += int64(cores) * slice
	running, waiting, within, queued := 0, 0, 0, 0
	for _, w := range q.members {
		switch w.Resource() {
		case snowset.ResourceNone, snowset.ResourceCPU:
			running++
		case q.queue:
			queued++
		case snowset.ResourceIdle:
		case snowset.ResourceDataExchangeMsg:
			within++
			fallthrough
		default:
			waiting++
		}
	}
	d := divideQueued(cores, running, queued, waiting, slice)
	held := heldUp(running+queued, waiting-within, within, slice)
	for _, w := range q.members {
		r, ns, rest, by, share := w.Resource(), d.waiter, &d.waiterRest, byOthers, 0.0
		switch r {
		case snowset.ResourceIdle:
			continue // has nothing to do
		case snowset.ResourceNone: // not measured
			share = q.share
			fallthrough
		case snowset.ResourceCPU:
			r, ns, rest, by = snowset.ResourceCPU, d.runner, &d.runnerRest, byRunning
		case q.queue:
			ns, rest, by = d.queuer, &d.queuerRest, byRunning
		case snowset.ResourceDataExchangeMsg:
			by = byWorkers
		}
		if *rest > 0 {
			ns++
			*rest--
		}
		wall := held.take(by)
		switch {
		case r == q.queue:
			q.queued += ns
		case share > 0:
			wait, wallWait := int64(share*float64(ns)), int64(share*float64(wall))
			q.queued += wait
			q.tally.add(cellKey(q.phase, q.queue, w.Operator(), w.Node()), wait, wallWait)
			ns, wall = ns-wait, wall-wallWait
		}
		q.tally.add(cellKey(q.phase, r, w.Operator(), w.Node()), ns, wall)
	}
	q.tally.add(cellKey(q.phase, snowset.ResourceIdle, 0, 0), d.idle, held.take(byNothing))
}
