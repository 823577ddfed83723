package sampler

import "time"

// thinning has short statements left out where many end: the profile of one costs about a
// microsecond, and most say no more than that no sample saw the statement. Those that are
// kept stand for the others. See [perfschema.Sampling.KeepOneIn].
type thinning struct {
	ended   uint64  // since the last tick, those that were left out too
	at      uint64  // the last tick
	rate    float64 // exponential mean of the statements that end in an interval
	oneIn   int     // what was asked for
	leftOut uint64
}

const (
	// keptEach is how many statements in an interval have their profile at least, where one in
	// two or more is kept.
	keptEach = 5
	// shortPart is which part of an interval a short statement took at most.
	shortPart = 10
	// thinningTicks is over how many intervals the rate is a mean: a burst of seconds has all its profiles.
	thinningTicks = 600
)

// count counts a statement that has ended, of a weight.
func (t *thinning) count(weight int) {
	t.ended += uint64(weight)
	t.leftOut += uint64(weight - 1)
}

// settle takes what has ended by now for the rate, and returns n: one in n of the short
// statements that end from now on is kept.
func (t *thinning) settle(now uint64, interval time.Duration) int {
	ended := t.ended
	if now <= t.at {
		return t.oneIn
	}
	intervals := float64(now-t.at) / float64(interval)
	t.ended, t.at = 0, now
	t.rate += (float64(ended)/intervals - t.rate) * min(intervals/thinningTicks, 1)
	t.oneIn = max(int(t.rate/keptEach), 1)
	return t.oneIn
}

// keepAll has nothing left out until many end again.
func (p *Profiler) keepAll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.thinning.rate = 0
	p.keepOneIn(1)
}

// thin sets which part of the short statements is kept. Who is told of each that ends by
// [Profiler.OnEnd] is told of all. mu is held.
func (p *Profiler) thin() {
	oneIn := p.thinning.settle(p.view.Tick(), p.opts.Interval)
	if len(p.endings) > 0 {
		oneIn = 1
	}
	p.keepOneIn(oneIn)
}

func (p *Profiler) keepOneIn(n int) {
	short := p.opts.Interval / shortPart
	if p.opts.SlowTime >= 0 {
		short = min(short, p.opts.SlowTime)
	}
	p.thinning.oneIn = n
	p.view.KeepOneIn(n, short)
}
