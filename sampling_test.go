package perfschema_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

func startSampling(t testing.TB, f *fixture) *perfschema.Sampling {
	t.Helper()
	x, err := f.Read().StartSampling(16)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.Stop)
	return x
}

// observed prints the threads at work: resource, operator, node, phase.
func observed(x *perfschema.Sampling) string {
	var b strings.Builder
	all := x.Observe(nil)
	slices.SortFunc(all, func(a, b activity.Observed) int { return cmp.Compare(a.Slot, b.Slot) })
	for _, o := range all {
		fmt.Fprintf(&b, "%d/%d:%s,%s,%d,%s ", o.Slot, o.Query, o.Resource().Column(), o.Operator().Column(), o.Node(), o.Of.Phase())
	}
	return strings.TrimSpace(b.String())
}

func TestStateWord(t *testing.T) {
	f := newFixture(t, nil)
	f.enableAll()
	file := f.RegisterFile("app", perfschema.Info{Name: "spill", Resource: snowset.ResourceIntDataReadLocalSSD})
	f.enableAll()
	spill := f.FileInstance(file, "f")
	before := f.connect("joe")
	x := startSampling(t, f)
	th := f.connect("ann")
	expect := func(want string) {
		t.Helper()
		if got := observed(x); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}

	expect("")
	st := before.BeginStatement(f.selectKey)
	expect("0/0:,,0,execution")
	before.SetPhase(activity.PhaseSetup)
	inner := before.BeginStatement(f.insert)
	inner.End()
	expect("0/0:,,0,setup")
	before.SetPhase(activity.PhaseExecution)
	sort := before.EnterOperator(snowset.OperatorSort, 2)
	scan := before.EnterOperator(snowset.OperatorScan, 65535)
	w := spill.StartWait(before, perfschema.OpWrite)
	expect("0/0:profIntDataWriteLocalSSD,profScanRso,65535,execution")
	meta := spill.StartWait(before, perfschema.OpOpen)
	expect("0/0:profFsMeta,profScanRso,65535,execution")
	meta.End()
	expect("0/0:profIntDataWriteLocalSSD,profScanRso,65535,execution")
	w.EndBytes(1)
	before.LeaveOperator(scan)
	rest := before.EnterResource(snowset.ResourceIdle)
	expect("0/0:profIdle,profSortRso,2,execution")
	before.LeaveResource(rest)
	expect("0/0:,profSortRso,2,execution")

	child := before.Child(f.worker)
	expect("0/0:,profSortRso,2,execution 2/0:,,0,execution")
	other := th.BeginStatement(f.selectKey)
	expect("0/0:,profSortRso,2,execution 1/1:,,0,execution 2/0:,,0,execution")
	other.Refine(f.insert)
	other.End()
	before.LeaveOperator(sort)
	st.End()
	expect("")
	child.Release()
	st = before.BeginStatement(f.selectKey)
	expect("0/0:,,0,execution")
	if c := before.Child(f.worker); c != child {
		t.Error("another child")
	}
	expect("0/0:,,0,execution 2/0:,,0,execution")
	child.Release()
	st.End()

	var ended []string
	x.Ended(func(slot, statement uint32, st *perfschema.SampledStatement) {
		ended = append(ended, fmt.Sprint(slot, statement, st.ThreadID() == f.Read().Threads()[slot].ID(), st.Event().EventName))
	})
	if got := strings.Join(ended, "; "); got != "1 1 truestatement/sql/insert; 0 1 truestatement/sql/select; 0 2 truestatement/sql/select" {
		t.Errorf("ended: %s", got)
	}
	before.End()
	if n := len(x.States()); n != 1 {
		t.Errorf("%d state words", n)
	}
}

// A statement whose class turns out to be disabled was none.
func TestDroppedStatementIsNotSampled(t *testing.T) {
	f := newFixture(t, nil)
	f.Read().ClassesOf(perfschema.KindStatement)[f.insert-1].SetEnabled(false)
	x := startSampling(t, f)
	th := f.connect("joe")
	st := th.BeginStatement(f.selectKey)
	st.Refine(f.insert)
	if got := observed(x); got != "" {
		t.Errorf("observed %s", got)
	}
	x.Ended(func(uint32, uint32, *perfschema.SampledStatement) { t.Error("ended") })
}

func TestSamplingStops(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	x := startSampling(t, f)
	if _, err := f.Read().StartSampling(1); err != perfschema.ErrSampling {
		t.Errorf("second: %v", err)
	}
	st := th.BeginStatement(f.selectKey)
	mark := th.EnterOperator(snowset.OperatorSort, 1)
	idle := th.StartIdle()
	x.Stop()
	idle.End()
	th.LeaveOperator(mark)
	st.End()
	y := startSampling(t, f)
	th.BeginStatement(f.selectKey).End()
	n := 0
	y.Ended(func(uint32, uint32, *perfschema.SampledStatement) { n++ })
	if n != 1 {
		t.Errorf("%d ended", n)
	}
	var off *perfschema.Schema
	if _, err := off.Read().StartSampling(1); err != perfschema.ErrOff {
		t.Errorf("off: %v", err)
	}
}

// More statements than the queue holds are counted, not waited for.
func TestSamplingLoses(t *testing.T) {
	f := newFixture(t, nil)
	x := startSampling(t, f)
	th := f.connect("joe")
	for range 3 {
		for range 20 {
			th.BeginStatement(f.selectKey).End()
		}
		n := 0
		x.Ended(func(uint32, uint32, *perfschema.SampledStatement) { n++ })
		if n != 16 {
			t.Errorf("%d kept", n)
		}
	}
	if n := x.Lost(); n != 12 {
		t.Errorf("%d lost", n)
	}
}

func TestSamplingDoesNotAllocate(t *testing.T) {
	f := newFixture(t, nil)
	f.enableAll()
	x := startSampling(t, f)
	th := f.connect("joe")
	file := f.RegisterFile("app", perfschema.Info{Name: "f"})
	in := f.FileInstance(file, "f")
	run := func() {
		st := th.BeginStatement(f.selectKey)
		th.SetPhase(activity.PhaseSetup)
		th.SetCores(2)
		m := th.EnterOperator(snowset.OperatorScan, 1)
		w := in.StartWait(th, perfschema.OpRead)
		w.End()
		th.LeaveOperator(m)
		st.End()
	}
	run()
	if n := testing.AllocsPerRun(1000, run); n != 0 {
		t.Errorf("%v allocations a statement", n)
	}
	room := make([]activity.Observed, 0, 8)
	if n := testing.AllocsPerRun(100, func() { x.Observe(room) }); n != 0 {
		t.Errorf("%v allocations a sample", n)
	}
}

// Who begins a statement wakes a sleeping profiler, once.
func TestSamplingWakes(t *testing.T) {
	f := newFixture(t, nil)
	x := startSampling(t, f)
	th := f.connect("joe")
	th.BeginStatement(f.selectKey).End()
	select {
	case <-x.Woken():
		t.Error("woken, but not asleep")
	default:
	}
	x.Sleep()
	for range 2 {
		th.BeginStatement(f.selectKey).End()
	}
	<-x.Woken()
	select {
	case <-x.Woken():
		t.Error("woken twice")
	default:
	}
}
