package perfschema_test

import (
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/snowset"
)

// What a statement and its children read and write is the statement's, by
// resource, and the next one begins with nothing.
func TestStatementIO(t *testing.T) {
	f := newFixture(t, nil)
	f.enableAll()
	data := f.RegisterFile("app", perfschema.Info{Name: "data"})
	spill := f.RegisterFile("app", perfschema.Info{Name: "spill", Resource: snowset.ResourceIntDataReadS3})
	f.enableAll()
	in, out := f.FileInstance(data, "f"), f.FileInstance(spill, "s")
	x := startSampling(t, f)
	th := f.connect("joe")
	move := func(t *perfschema.Thread, file *perfschema.FileInstance, op perfschema.Operation, n int64) {
		w := file.StartWait(t, op)
		w.EndBytes(n)
	}
	st := th.BeginStatement(f.selectKey)
	child := th.Child(f.worker)
	move(th, in, perfschema.OpRead, 100)
	move(child, in, perfschema.OpRead, 11)
	move(child, out, perfschema.OpWrite, 7)
	move(th, out, perfschema.OpWrite, -1)
	sync := in.StartWait(th, perfschema.OpSync)
	sync.End()
	running, ok := x.Running(0, 1)
	if !ok || running.IO(snowset.ResourcePersistentReadCache) != (record.ResourceIO{Bytes: 111, Requests: 2}) {
		t.Errorf("so far: %v", running)
	}
	child.Release()
	st.End()
	th.BeginStatement(f.selectKey).End()

	var got []*perfschema.SampledStatement
	x.Ended(func(_, _ uint32, st *perfschema.SampledStatement) { got = append(got, st) })
	if len(got) != 2 {
		t.Fatalf("%d statements", len(got))
	}
	for r, want := range map[snowset.Resource]record.ResourceIO{
		snowset.ResourcePersistentReadCache:  {Bytes: 111, Requests: 2},
		snowset.ResourcePersistentWriteCache: {},
		snowset.ResourceIntDataWriteS3:       {Bytes: 7, Requests: 2},
		snowset.ResourceIntDataReadS3:        {},
		snowset.ResourceMutex:                {},
		snowset.ResourceNone:                 {},
	} {
		if io := got[0].IO(r); io != want {
			t.Errorf("%s: %v, want %v", r.Column(), io, want)
		}
		if io := got[1].IO(r); io != (record.ResourceIO{}) {
			t.Errorf("the next one: %s: %v", r.Column(), io)
		}
	}
}

// A statement's phases are timed exactly, if it tells them.
func TestStatementPhases(t *testing.T) {
	f := newFixture(t, nil)
	x := startSampling(t, f)
	th := f.connect("joe")
	run := func(step func(p activity.Phase)) *perfschema.SampledStatement {
		st := th.BeginStatement(f.selectKey)
		step(activity.PhaseSetup)
		step(activity.PhaseExecution)
		step(activity.PhaseTeardown)
		st.End()
		var got *perfschema.SampledStatement
		x.Ended(func(_, _ uint32, st *perfschema.SampledStatement) { got = st })
		return got
	}
	told := run(func(p activity.Phase) {
		th.SetPhase(p)
		f.clock.Advance(map[activity.Phase]time.Duration{
			activity.PhaseSetup: 3 * time.Millisecond, activity.PhaseExecution: 50 * time.Millisecond, activity.PhaseTeardown: time.Millisecond,
		}[p])
	})
	setup, ok1 := told.Setup()
	execution, ok2 := told.Execution()
	if total, _ := told.Duration(); !ok1 || !ok2 || setup != 3*time.Millisecond || execution != 50*time.Millisecond || total != 54*time.Millisecond {
		t.Errorf("setup %v, execution %v, of %v", setup, execution, total)
	}
	untold := run(func(activity.Phase) { f.clock.Advance(time.Millisecond) })
	if _, ok := untold.Setup(); ok {
		t.Error("setup of a statement that does not tell")
	}
	if _, ok := untold.Execution(); ok {
		t.Error("execution of a statement that does not tell")
	}
}
