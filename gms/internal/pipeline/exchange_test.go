package pipeline

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

// watchedDetail is a statement that a profiler samples. want compares what its threads say:
// resource, operator and node, and the statement's phase, in the order the threads began.
func watchedDetail(t *testing.T) (*Detail, func(want string)) {
	t.Helper()
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	thread := s.NewThread(s.RegisterThread("sql", perfschema.Info{Name: "one_connection"}), perfschema.ThreadOptions{ProcesslistID: 1})
	thread.Bind()
	view, err := s.Read().StartSampling(16)
	if err != nil {
		t.Fatal(err)
	}
	h := &Helpers{Parent: thread, Key: s.RegisterThread("sql", perfschema.Info{Name: "statement_helper"})}
	h.Mu.Init(s, s.RegisterMutex("gms", perfschema.Info{Name: "statement_helpers"}))
	d := new(Detail)
	d.Own(thread, h)
	d.Sampled = true
	st := thread.BeginStatement(s.RegisterStatement("sql", perfschema.Info{Name: "select"}))
	thread.SetPhase(activity.PhaseSetup)
	t.Cleanup(func() {
		h.Release()
		st.End()
		thread.End()
		view.Stop()
	})
	return d, func(want string) {
		t.Helper()
		var out []string
		for _, o := range view.Observe(nil) {
			out = append(out, fmt.Sprintf("%s %s %d %s", strings.TrimPrefix(o.Resource().Column(), "prof"),
				strings.TrimPrefix(o.Operator().Column(), "prof"), o.Node(), o.Of.Phase()))
		}
		if got := strings.Join(out, ", "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestExchange(t *testing.T) {
	var e Exchange
	give := func() bool {
		full := e.full(exchangeRoom)
		e.given.Add(1)
		return full
	}
	for i := range exchangeRoom {
		if give() {
			t.Fatalf("full after %d rows", i+1)
		}
	}
	for range 2 {
		if !give() {
			t.Error("room for more than there is")
		}
	}
	if e.take(2) {
		t.Error("empty with rows in it")
	}
	if !give() || e.take(exchangeRoom) || !e.take(1) {
		t.Errorf("given %d, taken %d", e.given.Load(), e.taken.Load())
	}
	if give() || !e.take(1) {
		t.Error("one row in and out")
	}
}

// Who cannot give rows away waits; who has none to take or to give is idle.
func TestGoroutinesOfAResult(t *testing.T) {
	d, want := watchedDetail(t)
	want("  0 setup")
	d.thread.SetPhase(activity.PhaseExecution)
	d.Result.projected.Store(true)
	g := d.Streams()
	want(" ResRso 0 execution")
	for range exchangeRoom {
		g.Resume()
		g.Hand(nil)
	}
	want(" ResRso 0 execution")
	g.Resume()
	g.Hand(nil)
	want("DataExchangeMsg ResRso 0 execution")

	taking, done := make(chan func()), make(chan struct{})
	go func() { // is seen as a child of the connection's thread
		for f := range taking {
			f()
			done <- struct{}{}
		}
	}()
	defer close(taking)
	on := func(f func()) { taking <- f; <-done }
	p := &projection{detail: d, window: new(Window), taker: taker{Exchange: &d.Result.Exchange}}
	p.position.Operator, p.position.Number = snowset.OperatorProjection, 1
	on(p.enter)
	want("DataExchangeMsg ResRso 0 execution,  ProjRso 1 execution")
	on(p.leave)
	want("DataExchangeMsg ResRso 0 execution,  ResRso 0 execution")
	for range exchangeRoom {
		on(func() { p.enter(); p.leave() })
	}
	want("DataExchangeMsg ResRso 0 execution, Idle ResRso 0 execution")
	g.Resume()
	g.Hand(io.EOF)
	want("Idle ResRso 0 execution, Idle ResRso 0 execution")
	on(p.enter)
	want("Idle ResRso 0 execution,  ProjRso 1 execution")
	on(p.leave)
}

// Who waits for a goroutine that is not seen stands for it; only where that one
// waits too, for what is being sent, nobody works.
func TestUnseenGoroutine(t *testing.T) {
	d, want := watchedDetail(t)
	d.thread.SetPhase(activity.PhaseExecution)
	g := d.Streams()
	for range resultRoom {
		g.Resume()
		g.Hand(nil)
	}
	want("Cpu ResRso 0 execution")
	g.Resume()
	g.Hand(nil)
	want("DataExchangeMsg ResRso 0 execution")
	d.Result.Exchange.take(Batch)
	g.Resume()
	g.Hand(nil)
	want("Cpu ResRso 0 execution")
}

func TestDegreeOfParallelism(t *testing.T) {
	d, _ := watchedDetail(t)
	for _, step := range []struct{ goroutines, want int }{{1, 1}, {2, 2}, {1, 2}, {resultGoroutines, 3}, {1 << 10, 1 << 10}} {
		d.Grow(step.goroutines)
		if want := min(step.want, runtime.GOMAXPROCS(0)); d.cores != want {
			t.Errorf("%d goroutines: %d cores, want %d", step.goroutines, d.cores, want)
		}
	}
}
