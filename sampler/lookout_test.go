package sampler

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/snowset"
)

// sampleTaken is a sample that waits to be worked off.
type sampleTaken struct {
	activity.Sample
	changes []activity.Change
}

// aloneFixture has samples taken at random moments, and worked off later.
type aloneFixture struct {
	*fixture
	taken []sampleTaken
	ticks []uint64 // of all samples
}

func newAloneFixture(t *testing.T) *aloneFixture {
	f := &aloneFixture{fixture: newFixture(t, Options{})}
	f.profiler.alone = true
	f.profiler.queue.resource = f.RegisterResource(activity.RunQueue, snowset.ResourceCPU)
	f.profiler.next = func(dst []activity.Change) (activity.Sample, []activity.Change, bool) {
		if len(f.taken) == 0 {
			return activity.Sample{}, dst, false
		}
		first := f.taken[0]
		f.taken = f.taken[1:]
		return first.Sample, append(dst, first.changes...), true
	}
	return f
}

// sample takes a sample that stands for so many intervals.
func (f *aloneFixture) sample(intervals int) {
	changes, working := f.profiler.view.Changes(nil, 0)
	tick := f.profiler.view.Tick()
	f.taken = append(f.taken, sampleTaken{activity.Sample{Tick: tick, Intervals: intervals, Working: working}, changes})
	f.ticks = append(f.ticks, tick)
}

// Every interval is charged, at one moment of it, to the statements that ran then:
// whether somebody sampled then or not, whether the profiler worked the sample off at
// once or later, and whether or not the statement had ended by that time.
func TestEveryIntervalIsCharged(t *testing.T) {
	racetest.SkipAlone(t)
	const interval = DefaultInterval
	for seed := range uint64(20) {
		f, r := newAloneFixture(t), rand.New(rand.NewPCG(seed, 11))
		type run struct {
			th   *perfschema.Thread
			st   perfschema.Statement
			left time.Duration
		}
		runs := make([]run, 5)
		for i := range runs {
			runs[i].th = f.thread()
		}
		begun := 0
		step := func(d time.Duration) { // lets time pass and statements begin and end
			f.clock.Advance(d)
			for i := range runs {
				x := &runs[i]
				switch x.left -= d; {
				case !x.st.Recorded() && r.IntN(4) == 0:
					x.st = x.th.BeginStatement(f.query)
					x.th.SetPhase(activity.PhaseSetup)
					x.left = time.Duration(r.IntN([]int{2000, 20_000, 200_000}[r.IntN(3)])) * time.Microsecond
					begun++
				case x.st.Recorded() && x.left < 0:
					x.th.SetPhase(activity.PhaseTeardown)
					x.st.End()
					x.st = perfschema.Statement{}
				case x.st.Recorded() && r.IntN(8) == 0:
					x.th.SetPhase(activity.PhaseExecution)
				}
			}
		}
		steps := func(d time.Duration) {
			for d > 0 {
				one := min(d, time.Duration(1+r.IntN(int(interval/4))))
				step(one)
				d -= one
			}
		}
		missed := 0
		for range 2000 {
			moment := time.Duration(r.IntN(int(interval)))
			steps(moment)
			if missed < 30 && r.IntN(5) == 0 {
				missed++ // nobody samples
			} else {
				f.sample(missed + 1)
				missed = 0
			}
			steps(interval - moment)
			if r.IntN(3) == 0 {
				f.profiler.sample()
			}
		}
		for i := range runs {
			if runs[i].st.Recorded() {
				runs[i].st.End()
			}
		}
		f.sample(missed + 1)
		f.profiler.take(true)
		if got := len(f.profiler.Profiles()); got != begun || begun < 300 {
			t.Fatalf("%d profiles of %d statements", got, begun)
		}
		for _, p := range f.profiler.Profiles() {
			start, _ := p.Statement.StartTick()
			end, _ := p.Statement.EndTick()
			want := 0
			for _, moments := range [][]uint64{f.ticks, f.profiler.missed} {
				for _, tick := range moments {
					if tick >= start && tick < end {
						want++
					}
				}
			}
			if p.Elapsed != time.Duration(want)*interval || total(p) != p.CoreTime {
				t.Errorf("seed %d: a statement of %v is charged %v, want %d intervals", seed, time.Duration(end-start), p.Elapsed, want)
			}
		}
	}
}
