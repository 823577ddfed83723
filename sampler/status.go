package sampler

import (
	"time"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/usage"
	"github.com/perfschema/perfschema/snowset"
)

// Status is how the profiler itself does.
type Status struct {
	Interval time.Duration
	// Ticks is how often it sampled. Late are those that came half an interval
	// or more after they were due.
	Ticks, Late uint64
	// Lateness is by how much all of these were late, MaxLateness the most.
	Lateness, MaxLateness time.Duration
	// CPU is the CPU time that sampling took, if CPUKnown.
	CPU      time.Duration
	CPUKnown bool
	// RunQueue is what is known of waiting for cores.
	RunQueue RunQueue
	// Asleep: no statement has run for a while, and the profiler waits for the
	// next.
	Asleep bool
	// Ended: Close was called; it samples no more.
	Ended bool
	// Running is how many statements run, as far as it knows.
	Running int
	// Kept is how many profiles of statements that have ended there are, of at
	// most MaxProfiles. Evicted made room for others.
	Kept, MaxProfiles int
	Evicted           uint64
	// SlowKept are those of Kept that have a reserved share of that room: of
	// statements that took SlowTime or longer, and, as far as these leave room, of the
	// slowest of each digest. SlowEvicted are those of Evicted that had been of them.
	SlowKept    int
	SlowTime    time.Duration
	SlowEvicted uint64
	// TextsEvicted is how many profiles lost their text before they were evicted,
	// because the texts of all have more bytes than there is room for.
	TextsEvicted uint64
	// PlansEvicted is how many of these lost their plan before that, because the
	// plans of all have more nodes than there is room for.
	PlansEvicted uint64
	// Digests is how many digests are told apart, of at most MaxDigests.
	// DigestsLost counts the statements whose digest found no room.
	Digests, MaxDigests int
	DigestsLost         uint64
	// Plans is how many plans of digests are told apart, of at most MaxPlans. PlansReplaced
	// are those that gave their place to others.
	Plans, MaxPlans int
	PlansReplaced   uint64
	// Lost is how many statements ended unseen, because too many ended between
	// two ticks.
	Lost uint64
	// LeftOut is how many short statements were left out, by an estimate: others have their
	// Weight. KeptOneIn is that of those that end now, 1 where none is left out.
	LeftOut   uint64
	KeptOneIn int
}

// tick counts a sample after so many nanoseconds.
func (s *Status) tick(slice int64) {
	s.Ticks++
	late := time.Duration(slice) - s.Interval
	if late < s.Interval/2 {
		return
	}
	s.Late++
	s.Lateness += late
	s.MaxLateness = max(s.MaxLateness, late)
}

// sampled counts a sample that stands for so many intervals.
func (s *Status) sampled(intervals int) {
	s.Ticks++
	if intervals > 1 {
		late := time.Duration(intervals-1) * s.Interval
		s.Late++
		s.Lateness += late
		s.MaxLateness = max(s.MaxLateness, late)
	}
}

// Status tells how the profiler does.
func (p *Profiler) Status() Status {
	if p == nil {
		return Status{}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.collect(true)
	s := p.status
	s.CPU += p.view.SelfCPU()
	s.RunQueue = p.queue.sums
	s.RunQueue.Known = p.alone
	s.CPUKnown, s.Ended = cpuKnown, p.closed
	s.Running, s.Kept, s.MaxProfiles = len(p.live), len(p.store.slots), p.store.limit
	s.SlowKept, s.SlowTime = len(p.store.slots)-p.store.parts[latest].n, p.store.slow
	s.Digests, s.MaxDigests, s.DigestsLost = p.digests.known(), p.digests.limit, p.digests.lost
	s.Plans, s.MaxPlans, s.PlansReplaced = p.plans.order.Len(), p.plans.limit, p.plans.replaced
	s.Evicted, s.SlowEvicted, s.Lost = p.store.evicted, p.store.slowEvicted, p.view.Lost()
	s.PlansEvicted, s.TextsEvicted = p.store.plansEvicted, p.store.textsEvicted
	if s.LeftOut, s.KeptOneIn = p.thinning.leftOut, max(p.thinning.oneIn, 1); p.closed {
		s.KeptOneIn = 1
	}
	return s
}

var cpuKnown = func() bool {
	fields, _ := system.Fields()
	return fields.Has(usage.UserCPU)
}()

// Known says what the profiler can tell of a program; the columns of the rest
// are NULL.
type Known struct {
	// operators: some thread has been seen in an operator; phases: some
	// statement in its setup or teardown.
	operators, phases bool
	seen              uint64 // resources some thread has been seen to wait for
	waits             uint64 // of the 22 those that can be told
}

func (k *Known) note(o *activity.Observed) {
	k.seen |= 1 << o.Resource()
	k.operators = k.operators || o.Operator() != snowset.OperatorNone
	k.phases = k.phases || o.Of.Phase() != activity.PhaseExecution
}

// Known tells what can be told now. A resource other than CPU and idle cores is
// known if an instrument counts as it or a thread has been seen to wait for it;
// setup, teardown and operators are from the first time that a statement was seen
// there.
func (p *Profiler) Known() Known {
	if p == nil {
		return Known{}
	}
	p.mu.Lock()
	k := p.known
	p.mu.Unlock()
	k.waits = 0
	for _, r := range snowset.Resources() {
		if p.schema.Read().ResourceWatched(r) {
			k.waits |= 1 << r
		}
	}
	for r := range snowset.Resource(64) {
		if k.seen&(1<<r) != 0 {
			k.waits |= 1 << p.schema.Read().SnowsetResource(r)
		}
	}
	return k
}

// Resource says whether the time of one of the 22 is known of a profile, whose
// KernelKnown is given.
func (k *Known) Resource(r snowset.Resource, kernelKnown bool) bool {
	switch r {
	case snowset.ResourceIdle, snowset.ResourceCPU:
		return true
	case snowset.ResourceOs:
		return kernelKnown
	case snowset.ResourceSetup, snowset.ResourceTeardown:
		return k.phases
	}
	return k.waits&(1<<r) != 0
}

// Operators says whether the time by operator is known.
func (k *Known) Operators() bool { return k.operators }
