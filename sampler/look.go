package sampler

import "github.com/perfschema/perfschema"

// look charges the time since the last look to what threads do now. mu is held.
func (p *Profiler) look() {
	now := p.opts.Clock.Now()
	slice := int64(now - min(p.last, now))
	p.last, p.slice = now, slice
	p.status.tick(slice)

	p.observed = p.view.Observe(p.observed[:0])
	p.active = p.active[:0]
	for i := range p.observed {
		o := &p.observed[i]
		q := p.query(o.Query, o.Of.Statement())
		if q.seen != p.status.Ticks {
			q.seen = p.status.Ticks
			q.members, q.phase = q.members[:0], o.Of.Phase()
			p.active = append(p.active, q)
		}
		q.members = append(q.members, o.State)
		p.known.note(o)
	}
	for _, q := range p.active {
		cores := p.view.Cores(q.place)
		if cores == 0 {
			cores = p.opts.Cores
		}
		q.look(cores, p.share(q))
	}
	p.view.Ended(p.finish)
	p.forget()
}

// query finds the statement that a thread works on, or begins it.
func (p *Profiler) query(place, statement uint32) *query {
	if n := int(place) + 1; n > len(p.byPlace) {
		p.byPlace = append(p.byPlace, make([]*query, n-len(p.byPlace))...)
	}
	q := p.byPlace[place]
	if q == nil || q.statement != statement {
		q = &query{place: place, statement: statement, at: len(p.live)}
		q.members = q.own[:0]
		p.byPlace[place] = q
		p.live = append(p.live, q)
	}
	return q
}

// finish keeps the profile of a statement that has ended.
func (p *Profiler) finish(place, statement uint32, st *perfschema.SampledStatement) {
	q := &query{cores: p.opts.Cores} // one that no look saw
	if seen := p.find(place, statement); seen != nil {
		q = seen
		p.complete(q, st)
		p.drop(q)
	}
	out := p.profile(q, st)
	if p.opts.CPUTime != nil {
		out.User, out.Kernel, out.KernelKnown = p.opts.CPUTime(st)
	}
	p.digests.add(out)
	p.store.add(out)
}

// find returns a live statement, or nil.
func (p *Profiler) find(place, statement uint32) *query {
	if int(place) >= len(p.byPlace) {
		return nil
	}
	if q := p.byPlace[place]; q == nil || q.statement == statement {
		return q
	}
	// The thread is at work on another one already.
	for _, q := range p.live {
		if q.place == place && q.statement == statement {
			return q
		}
	}
	return nil
}

// drop takes a statement off the live ones.
func (p *Profiler) drop(q *query) {
	if p.byPlace[q.place] == q {
		p.byPlace[q.place] = nil
	}
	last := len(p.live) - 1
	p.live[q.at] = p.live[last]
	p.live[q.at].at = q.at
	p.live[last] = nil
	p.live = p.live[:last]
}

// forget drops the statements that have ended and were not handed over: they
// turned out to be of a disabled class, or the queue was full.
func (p *Profiler) forget() {
	for i := len(p.live) - 1; i >= 0; i-- {
		if q := p.live[i]; p.status.Ticks-q.seen > patience {
			p.drop(q)
		}
	}
}
