package sampler

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

func TestRunningAndEnded(t *testing.T) {
	f := newFixture(t, Options{})
	th := f.thread()
	st := th.BeginStatement(f.query)
	st.SetText("one")
	f.tick()
	running := f.profiler.Running()
	if len(running) != 1 || !running[0].Running || running[0].Samples != 1 || running[0].Statement.Event().SQLText != "one" {
		t.Fatalf("running: %+v", running)
	}
	if d, ok := running[0].Statement.Duration(); !ok || d != DefaultInterval {
		t.Errorf("has run for %v", d)
	}
	if _, ok := running[0].Statement.End(); ok {
		t.Error("a running statement has an end")
	}
	st.End()
	th.BeginStatement(f.query).End() // shorter than a tick
	next := th.BeginStatement(f.query)
	f.tick()
	all := f.profiler.Profiles()
	if len(all) != 2 || all[0].Samples != 1 || all[0].Running || all[0].Resource(snowset.ResourceCPU) != DefaultInterval || all[1].Samples != 0 || all[1].Cores != 1 || total(all[1]) != 0 {
		t.Fatalf("ended: %+v", all)
	}
	if running[0].Samples != 1 || running[0].Resource(snowset.ResourceCPU) != DefaultInterval {
		t.Error("the profile changed")
	}
	if d, ok := running[0].Statement.Duration(); !ok || d != DefaultInterval {
		t.Errorf("what had run for %v when it was sampled has run for %v", DefaultInterval, d)
	}
	if s := f.profiler.Status(); s.Running != 1 || s.Kept != 2 || s.Ticks != 2 {
		t.Errorf("status: %+v", s)
	}
	next.End()
	th.End()
	f.tick()
	f.profiler.Truncate()
	if n := len(f.profiler.Profiles()) + len(f.profiler.Running()); n != 0 {
		t.Errorf("%d left", n)
	}
}

// A dropped statement leaves nothing behind.
func TestDroppedStatement(t *testing.T) {
	f := newFixture(t, Options{})
	off := f.RegisterStatement("app", perfschema.Info{Name: "off"})
	for _, c := range f.Read().ClassesOf(perfschema.KindStatement) {
		if c.Name() == "statement/app/off" {
			c.SetEnabled(false)
		}
	}
	st := f.thread().BeginStatement(f.query)
	f.tick()
	st.Refine(off)
	for range 2*handoverTimeout + 2 {
		f.tick()
	}
	if s := f.profiler.Status(); s.Running != 0 || s.Kept != 0 || s.Lost != 0 {
		t.Errorf("status: %+v", s)
	}
}

// A Thread's statement has the time of its children while they work for it.
func TestHelpers(t *testing.T) {
	f := newFixture(t, Options{})
	th := f.thread()
	st := th.BeginStatement(f.query)
	th.SetCores(2)
	child := th.Child(f.worker)
	child.EnterOperator(snowset.OperatorAggregate, 3)
	w := f.lock.StartWait(th, perfschema.OpWait)
	f.tick() // one runs, one waits
	w.End()
	f.tick() // both run
	rest := th.EnterResource(snowset.ResourceIdle)
	f.tick() // one runs, the other has nothing to do
	th.LeaveResource(rest)
	child.Release()
	f.tick() // one runs, a core is idle
	st.End()
	f.tick()
	p := f.one(t)
	for r, want := range map[snowset.Resource]int64{snowset.ResourceCPU: 5, snowset.ResourceMutex: 1, snowset.ResourceIdle: 2} {
		if got := p.Resource(r); int64(got) != want*int64(DefaultInterval) {
			t.Errorf("%s: %v", r.Column(), got)
		}
	}
	if cpu, waiting, idle := p.Wall(); cpu != 4*DefaultInterval || waiting != 0 || idle != 0 || p.OnCPU() != 5*DefaultInterval {
		t.Errorf("%v on a CPU, %v waiting, %v idle; %v on all cores", cpu, waiting, idle, p.OnCPU())
	}
	if got := p.Operator(snowset.OperatorAggregate); got != 3*DefaultInterval || p.Cores != 2 {
		t.Errorf("aggregate: %v on %d cores", got, p.Cores)
	}
}

func TestPhasesAndKernel(t *testing.T) {
	known := false
	f := newFixture(t, Options{CPUTime: func(st *perfschema.SampledStatement) (user, kernel time.Duration, ok bool) {
		if st.Event().SQLText != "a" {
			t.Error("another statement")
		}
		return 0, 15 * time.Millisecond, known
	}})
	th := f.thread()
	for range 2 {
		st := th.BeginStatement(f.query)
		st.SetText("a")
		th.SetPhase(activity.PhaseSetup)
		w := f.file.StartWait(th, perfschema.OpOpen)
		f.tick()
		w.End()
		f.tick()
		th.SetPhase(activity.PhaseExecution)
		f.tick()
		f.tick()
		th.SetPhase(activity.PhaseTeardown)
		f.tick()
		st.End()
		f.after(0)
		known = true
	}
	const ms = time.Millisecond
	for i, want := range []map[snowset.Resource]time.Duration{
		{snowset.ResourceFsMeta: 10 * ms, snowset.ResourceSetup: 10 * ms, snowset.ResourceCPU: 20 * ms, snowset.ResourceTeardown: 10 * ms},
		{snowset.ResourceFsMeta: 10 * ms, snowset.ResourceSetup: 10 * ms, snowset.ResourceCPU: 5 * ms, snowset.ResourceOs: 15 * ms, snowset.ResourceTeardown: 10 * ms},
	} {
		p := f.profiler.Profiles()[i]
		for _, r := range snowset.Resources() {
			if got := p.Resource(r); got != want[r] {
				t.Errorf("%d: %s: %v, want %v", i, r.Column(), got, want[r])
			}
		}
		if p.KernelKnown != (i == 1) || total(p) != 50*ms || p.Phase(activity.PhaseSetup) != 20*ms {
			t.Errorf("%d: %v in %v", i, total(p), p.Cells())
		}
	}
}

func TestStore(t *testing.T) {
	for _, test := range []struct{ limit, kept, evicted int }{{3, 3, 4}, {7, 7, 0}, {-1, 0, 7}} {
		f := newFixture(t, Options{MaxProfiles: test.limit})
		th := f.thread()
		for i := range 7 {
			st := th.BeginStatement(f.query)
			st.SetText(fmt.Sprint(i))
			st.End()
			f.tick()
		}
		all := f.profiler.Profiles()
		for i, p := range all {
			if got, want := p.Statement.Event().SQLText, fmt.Sprint(7-len(all)+i); got != want {
				t.Errorf("%d: %s is in the place of %s", test.limit, got, want)
			}
		}
		if s := f.profiler.Status(); s.Kept != test.kept || s.Evicted != uint64(test.evicted) || len(all) != test.kept {
			t.Errorf("%d: %+v", test.limit, s)
		}
	}
}

// The goroutine sleeps while no statement runs, wakes for the next one, and
// does not charge it what it has slept.
func TestSleep(t *testing.T) {
	f := newFixture(t, Options{})
	f.profiler.view.Stop()
	ticks, made := make(chan time.Time), make(chan bool, 10)
	p, err := Start(f.Schema, Options{Clock: f.clock, Ticks: func(time.Duration) (<-chan time.Time, func()) {
		made <- true
		return ticks, func() { made <- false }
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if _, err := Start(f.Schema, Options{}); !errors.Is(err, perfschema.ErrSampling) {
		t.Errorf("a second one: %v", err)
	}
	th := f.thread()
	for round := range 2 {
		if !<-made {
			t.Fatal("no ticker")
		}
		st := th.BeginStatement(f.query)
		f.clock.Advance(DefaultInterval)
		ticks <- time.Time{}
		st.End()
		for awake := true; awake; {
			select {
			case ticks <- time.Time{}:
				f.clock.Advance(DefaultInterval)
			case awake = <-made:
			}
		}
		f.clock.Advance(time.Hour)
		if s := p.Status(); s.Kept != round*2+1 || s.Ticks < graceTicks || s.MaxLateness > time.Minute {
			t.Errorf("round %d: %+v", round, s)
		}
		th.BeginStatement(f.query).End()
	}
	if !<-made {
		t.Fatal("no ticker")
	}
	ticks <- time.Time{}
	p.Close()
	p.Close()
	for _, x := range p.Profiles() {
		if x.Elapsed > time.Minute {
			t.Errorf("charged %v", x.Elapsed)
		}
	}
	if n := len(p.Profiles()); n != 4 {
		t.Errorf("%d profiles", n)
	}
	th.BeginStatement(f.query).End() // nobody samples
}

// A statement that ends while the profiler has not yet woken is not missing
// after Close.
func TestCloseAsleep(t *testing.T) {
	f := newFixture(t, Options{})
	f.profiler.view.Stop()
	for range 20 {
		ticks, stopped := make(chan time.Time), make(chan bool, 10)
		p, err := Start(f.Schema, Options{Clock: f.clock, Ticks: func(time.Duration) (<-chan time.Time, func()) {
			return ticks, func() { stopped <- true }
		}})
		if err != nil {
			t.Fatal(err)
		}
		for awake := true; awake; {
			select {
			case ticks <- time.Time{}:
			case <-stopped:
				awake = false
			}
		}
		if !p.Status().Asleep {
			t.Error("not asleep")
		}
		th := f.thread()
		th.BeginStatement(f.query).End()
		th.End()
		p.Close()
		if n := len(p.Profiles()); n != 1 {
			t.Fatalf("%d profiles", n)
		}
	}
}

// Threads come and go and run statements with waits, operators and helpers
// while the profiler and readers sample: no statement is missing.
func TestConcurrent(t *testing.T) {
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	query := s.RegisterStatement("app", perfschema.Info{Name: "query"})
	key := s.RegisterFile("app", perfschema.Info{Name: "data"})
	file := s.FileInstance(key, "data")
	p, err := Start(s, Options{Interval: 200 * time.Microsecond, MaxProfiles: 1 << 16})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	const workers, rounds, each = 4, 20, 25
	var work, read sync.WaitGroup
	stop := make(chan struct{})
	read.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			for _, r := range p.Running() {
				if total(r) != r.CoreTime {
					t.Errorf("%v of %v", total(r), r.CoreTime)
				}
				r.Statement.Event()
			}
			p.States()
			p.Status()
			p.Known()
			p.Profiles()
		}
	})
	for range workers {
		work.Go(func() {
			for range rounds {
				th := s.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost"})
				for range each {
					st := th.BeginStatement(query)
					m := th.EnterOperator(snowset.OperatorScan, 1)
					child := th.Child(0)
					done := make(chan struct{})
					go func() {
						defer close(done)
						w := file.StartWait(child, perfschema.OpRead)
						time.Sleep(10 * time.Microsecond)
						w.End()
						child.Release()
					}()
					<-done
					th.LeaveOperator(m)
					st.End()
				}
				th.End()
			}
		})
	}
	work.Wait()
	close(stop)
	read.Wait()
	p.Close()
	all := p.Profiles()
	if s := p.Status(); len(all) != workers*rounds*each || s.Lost != 0 || s.Running != 0 {
		t.Errorf("%d profiles, %+v", len(all), s)
	}
	for _, x := range all {
		if total(x) != x.CoreTime {
			t.Errorf("%v of %v", total(x), x.CoreTime)
		}
	}
	var none *Profiler
	none.Close()
	if len(none.Profiles())+len(none.Running())+len(none.States())+int(none.Status().Ticks) != 0 {
		t.Error("no profiler knows something")
	}
}
