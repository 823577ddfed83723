package sampler

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

// Ticks at which nothing changes are charged together. It comes to the same as
// one by one: for random statements that begin and end, change what they do,
// and have helpers and more cores, now and then.
func TestSteadyTicksAreChargedAsOne(t *testing.T) {
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 7))
		f := newFixture(t, Options{})
		type run struct {
			name    string
			th      *perfschema.Thread
			st      perfschema.Statement
			waits   []perfschema.Wait
			helpers []*perfschema.Thread
			cores   int
			want    *query
		}
		running, ended, free := map[*perfschema.Thread]*run{}, map[string]*run{}, []*perfschema.Thread{}
		for range 6 {
			free = append(free, f.thread())
		}
		tick := func() { // samples every thread and charges what it sees
			seen := map[*run]bool{}
			for _, o := range f.profiler.view.Observe(nil) {
				x := running[f.profiler.view.Thread(o.Query)]
				if !seen[x] {
					seen[x] = true
					x.want.members, x.want.phase = nil, o.Of.Phase()
				}
				x.want.members = append(x.want.members, o.State)
			}
			for x := range seen {
				x.want.grow(x.cores)
				x.want.sample(int64(DefaultInterval))
			}
			f.tick()
			if r.IntN(20) == 0 {
				f.profiler.Running() // settles too
			}
		}
		for range 4000 {
			var some *run
			for _, x := range running { // any
				some = x
				break
			}
			switch n := r.IntN(40); {
			case n == 0 && len(free) > 0:
				x := &run{name: fmt.Sprint(len(running), " ", len(ended)), th: free[0], cores: 1, want: &query{}}
				x.st = x.th.BeginStatement(f.query)
				x.st.SetText(x.name)
				free, running[x.th] = free[1:], x
			case some == nil:
			case n == 1:
				for i := range some.waits {
					some.waits[len(some.waits)-1-i].End()
				}
				for _, h := range some.helpers {
					h.Release()
				}
				some.st.End()
				delete(running, some.th)
				free, ended[some.name] = append(free, some.th), some
			case n == 2:
				some.waits = append(some.waits, f.lock.StartWait(some.th, perfschema.OpWait))
			case n == 3 && len(some.waits) > 0:
				last := len(some.waits) - 1
				some.waits[last].End()
				some.waits = some.waits[:last]
			case n == 4:
				some.th.EnterOperator(snowset.OperatorScan, uint16(r.IntN(3)))
			case n == 5:
				some.th.SetPhase(activity.Phase(r.IntN(3)))
			case n == 6 && len(some.helpers) < 2:
				some.helpers = append(some.helpers, some.th.Child(f.worker))
			case n == 7 && len(some.helpers) > 0:
				some.helpers[0].Release()
				some.helpers = some.helpers[1:]
			case n == 8 && some.cores < 4:
				some.cores *= 2
				some.th.SetCores(some.cores)
			case n > 15:
				tick()
			}
		}
		f.after(0)
		profiles := f.profiler.Profiles()
		if len(profiles) != len(ended) || len(profiles) < 10 {
			t.Fatalf("seed %d: %d profiles of %d statements", seed, len(profiles), len(ended))
		}
		for _, p := range profiles {
			want := ended[p.Statement.Text()].want
			if p.Samples != want.samples || int64(p.Elapsed) != want.elapsed || int64(p.CoreTime) != want.coreTime || want.samples > 0 && p.Cores != want.cores {
				t.Errorf("seed %d: %d samples in %v, %v of %d cores; want %d in %d, %d of %d", seed, p.Samples, p.Elapsed, p.CoreTime, p.Cores,
					want.samples, want.elapsed, want.coreTime, want.cores)
			}
			// The order of its threads decides whose is the nanosecond that a
			// tick leaves over.
			if !slices.EqualFunc(p.cells, want.tally.cells, func(a, b tallied) bool {
				return a.key == b.key && max(a.time-b.time, b.time-a.time) <= int64(p.Samples)
			}) {
				t.Errorf("seed %d: charged\n%v, want\n%v", seed, p.cells, want.tally.cells)
			}
		}
	}
}
