package sampler

import (
	"cmp"
	"slices"

	"github.com/perfschema/perfschema"
)

// Profiles returns the profiles of the statements that have ended, oldest
// first.
func (p *Profiler) Profiles() []*Profile {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.collect(true)
	return p.store.all()
}

// Recent returns those of Profiles that have no gap among them: since the first of them
// ended, none has made room for another. Two kinds of statements have no profile: those
// that Status counts as Lost, and those it counts as LeftOut, for which the Weight of the
// profiles stands. whole reports whether none has made room since the Profiler began.
func (p *Profiler) Recent() (list []*Profile, whole bool) {
	if p == nil {
		return nil, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.collect(true)
	return p.store.recent()
}

// All returns Profiles and Running, as of one moment.
func (p *Profiler) All() []*Profile {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.collect(true)
	return append(p.store.all(), p.running()...)
}

// Running returns what the running statements that have been seen have so far.
func (p *Profiler) Running() []*Profile {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.running()
}

func (p *Profiler) running() []*Profile { return p.runningOf(&Key{}) }

// runningOf is the running statements that can match a key.
func (p *Profiler) runningOf(k *Key) []*Profile {
	var out []*Profile
	for _, q := range p.live {
		if k.narrows() && !p.mayMatch(q, k) {
			continue
		}
		if st, ok := p.view.Running(q.slot, q.statement); ok {
			p.settle(q)
			r := p.profile(q)
			r.Statement, r.cells, r.Running = st, slices.Clone(q.tally.cells), true
			out = append(out, &r)
		}
	}
	slices.SortFunc(out, func(a, b *Profile) int { return cmp.Compare(a.Statement.ThreadID(), b.Statement.ThreadID()) })
	return out
}

// mayMatch says whether a running statement can match a key, at little cost.
func (p *Profiler) mayMatch(q *query, k *Key) bool {
	t := p.view.Thread(q.slot)
	return t != nil && (k.ThreadID == 0 || t.ID() == k.ThreadID) && (k.StatementID == 0 || t.RunningStatementID() == k.StatementID)
}

// Truncate forgets the profiles of statements that have ended.
func (p *Profiler) Truncate() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.collect(true)
	p.store.clear()
	p.digests.forgetSlowest()
}

// Collect works off what has been handed over of statements that have ended: whoever is
// told of them by OnEnd has been.
func (p *Profiler) Collect() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.collect(true)
}

// Digests returns what the statements of each digest took together, those of no
// digest first, the others in the order in which they came.
func (p *Profiler) Digests() []*DigestProfile {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.collect(true)
	return p.digests.all()
}

// DigestsOf returns those of [Profiler.Digests] that have one digest, one for each
// default database.
func (p *Profiler) DigestsOf(sum [32]byte) []*DigestProfile {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.collect(true)
	return p.digests.of(sum)
}

// TruncateDigests forgets what Digests returns.
func (p *Profiler) TruncateDigests() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.collect(true)
	var taken []*DigestProfile
	if len(p.watches) > 0 {
		taken = p.digests.all()
	}
	p.digests.clear()
	for _, f := range p.watches {
		(*f)(taken)
	}
}

// OnTruncateDigests has f told of what TruncateDigests takes away, which has counted all
// that it will. f runs on the goroutine that truncates, one call at a time, and must not
// call the Profiler. Nobody is told after stop.
func (p *Profiler) OnTruncateDigests(f func([]*DigestProfile)) (stop func()) {
	if p == nil || f == nil {
		return func() {}
	}
	return watch(p, &p.watches, f)
}

// watch adds f to those who are told, until stop.
func watch[T any](p *Profiler, list *[]*func(T), f func(T)) (stop func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return tell(p, list, f)
}

// tell is watch for who holds mu.
func tell[T any](p *Profiler, list *[]*func(T), f func(T)) (stop func()) {
	mine := &f
	*list = append(*list, mine)
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		*list = slices.DeleteFunc(slices.Clone(*list), func(w *func(T)) bool { return w == mine })
	}
}

// OnEnd has f told of the profile of each statement that ends, whether or not there is
// room to keep it; of those counted as lost in [Status] it is not. f runs on the goroutine
// that samples or reads, some ticks after the end, one call at a time. It must be quick,
// and must not call the Profiler. Nobody is told after stop.
func (p *Profiler) OnEnd(f func(*Profile)) (stop func()) {
	if p == nil || f == nil {
		return func() {}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.collect(true) // f is told of none that stands for others
	p.keepOneIn(1)
	return tell(p, &p.endings, f)
}

// States returns what every thread says it does at this moment.
func (p *Profiler) States() []perfschema.ThreadState {
	if p == nil {
		return nil
	}
	return p.view.States()
}
