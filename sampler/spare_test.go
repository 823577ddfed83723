package sampler

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/snowset"
)

// said is all that a profile says that stays as it is while its statement runs.
func said(p *Profile) string {
	st := p.Statement
	took, _ := st.Duration()
	return fmt.Sprint(st.StatementID(), st.ThreadID(), st.EventID(), st.Text(), st.DigestText(), took, st.Detailed(), st.Plan().Nodes(),
		p.Samples, p.Elapsed, p.CoreTime, p.Cores, p.Cells(), p.Running)
}

// saidAtEnd is all that a profile says of a statement that has ended.
func saidAtEnd(p *Profile) string {
	st := p.Statement
	took, _ := st.Duration()
	own := *p // but for what refers to others
	own.Statement, own.schema = nil, nil
	var moved []record.ResourceIO
	for r := range snowset.MaxResources {
		moved = append(moved, st.IO(snowset.Resource(r)))
	}
	begin, timed := st.Begin()
	setup, told := st.Setup()
	execution, executed := st.Execution()
	end, ended := st.EndTick()
	phase, ran := st.At(end - 1)
	return fmt.Sprintf("%+v %+v %v", own, st.Event(), []any{st.DigestText(), took, st.Detailed(), st.DetailEvery(), st.Plan() != nil, st.Plan().Nodes(), st.Plan().MemoryHigh(),
		st.Cores(), st.Weight(), moved, begin, timed, setup, told, execution, executed, end, ended, phase, ran, st.Failed()})
}

// Who was given a profile has it for good, by whatever way and whoever told of it: what
// has ended since is written elsewhere, and taking away plans and texts leaves it alone.
func TestProfilesDoNotChange(t *testing.T) {
	racetest.SkipAlone(t)
	const ms = time.Millisecond
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 29))
		f := newFixture(t, Options{MaxProfiles: 1 + r.IntN(12), SlowTime: 40 * ms, SlowShare: []int{-1, 25, 100}[r.IntN(3)], MaxDigests: 3})
		threads := []*perfschema.Thread{f.thread(), f.thread(), f.thread()}
		had := map[*Profile]string{}
		take := func(list ...*Profile) {
			for _, p := range list {
				if was, again := had[p]; again && was != said(p) {
					t.Fatalf("seed %d: changed from\n%s to\n%s", seed, was, said(p))
				}
				had[p] = said(p)
			}
		}
		var stop func()
		for i := range 600 {
			if stop != nil {
				stop()
				stop = nil
			} else if r.IntN(20) == 0 {
				stop = f.profiler.OnEnd(func(p *Profile) { take(p) })
			}
			th := threads[r.IntN(len(threads))]
			st := th.BeginStatement(f.query)
			st.SetText("SELECT " + strings.Repeat("a, ", r.IntN(6)) + strings.Repeat("7", r.IntN(1400)))
			st.ComputeDigest()
			plan := activity.NewPlan(40)
			for range r.IntN(40) {
				plan.Add(0, snowset.OperatorScan, "Table", "t")
			}
			st.SetPlan(plan)
			for range r.IntN(4) {
				f.after(time.Duration(r.IntN(30)) * ms)
				if r.IntN(9) == 0 {
					take(f.profiler.Running()...)
				}
			}
			st.End()
			f.tick()
			switch r.IntN(12) {
			case 0:
				take(f.profiler.Profiles()...)
			case 1:
				list, _ := f.profiler.Recent()
				take(list...)
			case 2:
				take(f.profiler.Find(Key{ThreadID: th.ID()})...)
			case 3:
				take(f.profiler.All()...)
			}
			if i%100 == 99 {
				f.profiler.Truncate()
			}
		}
		for p, was := range had {
			if is := said(p); is != was {
				t.Fatalf("seed %d: changed from\n%s to\n%s", seed, was, is)
			}
		}
	}
}

// Where the store is full and nobody reads it, statements end without an allocation,
// those that ticks saw too.
func TestEndedStatementsAreNotAllocated(t *testing.T) {
	f := newFixture(t, Options{MaxProfiles: 50})
	th := f.thread()
	run := func() {
		for range 10 {
			st := th.BeginStatement(f.query)
			st.SetText("SELECT 1")
			f.tick()
			st.End()
		}
		f.tick()
	}
	for range 20 {
		run()
	}
	if n := testing.AllocsPerRun(100, run); n >= 1 {
		t.Errorf("%.1f allocations for ten statements", n)
	}
	f.profiler.Profiles() // are the reader's own
	if n := testing.AllocsPerRun(100, run); n >= 1 {
		t.Errorf("%.1f allocations for ten statements after somebody has read", n)
	}
}
