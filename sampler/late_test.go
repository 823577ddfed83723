package sampler

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/snowset"
)

// A late tick charges what a thread did when the tick was due.
func TestLateTick(t *testing.T) {
	f := newFixture(t, Options{})
	th := f.thread()
	st := th.BeginStatement(f.query)
	th.EnterOperator(snowset.OperatorSort, 1)
	f.tick()
	for i := range 15 {
		late := 5 * time.Millisecond
		if i >= 10 {
			late = time.Millisecond
		}
		f.clock.Advance(7 * time.Millisecond)
		wait := th.EnterResource(snowset.ResourceDataExchangeMsg)
		f.clock.Advance(3 * time.Millisecond)
		f.profiler.lateBy(f.clock.Wall().Add(-late))
		f.profiler.sample()
		th.LeaveResource(wait)
	}
	st.End()
	f.profiler.lateBy(time.Time{})
	f.profiler.sample()
	p := f.one(t)
	cpu, exchange := p.Resource(snowset.ResourceCPU), p.Resource(snowset.ResourceDataExchangeMsg)
	if cpu != 105*time.Millisecond || exchange != 54*time.Millisecond || p.Operator(snowset.OperatorSort) != 159*time.Millisecond {
		t.Errorf("%v of CPU, %v of waiting", cpu, exchange)
	}
}

// A statement that began while a sample was late is charged from then on.
func TestBegunWhileLate(t *testing.T) {
	f := newFixture(t, Options{})
	th, other := f.thread(), f.thread()
	running := other.BeginStatement(f.query)
	f.tick()
	f.clock.Advance(80 * time.Millisecond)
	st := th.BeginStatement(f.query)
	f.clock.Advance(5 * time.Millisecond)
	f.profiler.lateBy(f.clock.Wall().Add(-75 * time.Millisecond))
	f.profiler.sample()
	f.profiler.Running() // settles
	f.clock.Advance(15 * time.Millisecond)
	f.profiler.lateBy(f.clock.Wall())
	f.profiler.sample()
	f.clock.Advance(time.Millisecond)
	st.End()
	running.End()
	f.profiler.lateBy(f.clock.Wall())
	f.profiler.sample()
	for _, p := range f.profiler.Profiles() {
		took, _ := p.Statement.Duration()
		if off := (p.Elapsed - took).Abs(); off > f.profiler.opts.tolerated() || p.Samples == 0 {
			t.Errorf("seen for %v of %v", p.Elapsed, took)
		}
	}
}

// Statements much shorter than a tick take as much of the samples as of the time,
// where each sample comes late, when one of them has just ended.
func TestShortStatementsOfLateSamples(t *testing.T) {
	racetest.SkipAlone(t)
	f := newFixture(t, Options{})
	th := f.thread()
	r := rand.New(rand.NewPCG(3, 4))
	const interval = uint64(DefaultInterval)
	micros := func(n int) { f.clock.Advance(time.Duration(1+r.IntN(2*n)) * time.Microsecond) }
	due := f.clock.Now() + interval
	var busy, begun uint64
	samples := 0
	late := func() {
		if now := f.clock.Now(); now >= due {
			// Every tenth sample gets its core while a statement is at work.
			if samples++; samples%10 == 0 && begun == 0 {
				samples--
				return
			}
			f.profiler.lateBy(f.clock.Wall().Add(-time.Duration(now - due)))
			f.profiler.sample()
			due += interval
		}
	}
	for samples < 20_000 {
		micros(150) // the client
		begun = f.clock.Now()
		st := th.BeginStatement(f.query)
		st.SetText("SELECT 1")
		st.ComputeDigest()
		th.SetPhase(activity.PhaseSetup)
		micros(60)
		th.SetPhase(activity.PhaseExecution)
		m := th.EnterOperator(snowset.OperatorScan, 1)
		micros(100)
		if (samples+1)%10 == 0 {
			late()
		}
		micros(80)
		th.LeaveOperator(m)
		th.SetPhase(activity.PhaseTeardown)
		micros(60)
		st.End()
		busy += f.clock.Now() - begun
		begun = 0
		late()
	}
	all := f.profiler.Digests()
	if len(all) != 1 {
		t.Fatalf("%d digests", len(all))
	}
	d := all[0]
	whole := float64(d.Duration)
	if uint64(d.Duration) != busy {
		t.Errorf("%v, want %d", d.Duration, busy)
	}
	// 300 µs of 450, half a microsecond more for each of its parts, at samples that
	// know nothing of each other: five standard deviations.
	near := func(what string, got time.Duration, want float64) {
		t.Helper()
		share := want * 302 / 452.5
		if off := math.Abs(float64(got)/whole - want); off > 5*math.Sqrt(share*(1-share)/float64(samples))*452.5/302 {
			t.Errorf("%s: %.4f of the time, want %.4f", what, float64(got)/whole, want)
		}
	}
	near("all", d.Elapsed, 1)
	near("the scan", d.Operator(snowset.OperatorScan), 181./302)
	for _, c := range []struct {
		phase activity.Phase
		want  float64
	}{{activity.PhaseSetup, 60.5 / 302}, {activity.PhaseExecution, 181. / 302}, {activity.PhaseTeardown, 60.5 / 302}} {
		var sum time.Duration
		for _, cell := range d.Cells() {
			if cell.Phase == c.phase {
				sum += cell.Time
			}
		}
		near(c.phase.String(), sum, c.want)
	}
}
