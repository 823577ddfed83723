package gms

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

// states is what the threads of a statement say: resource, operator and node,
// the statement's phase, in the order the threads began.
func states(view *perfschema.Sampling) string {
	var out []string
	for _, o := range view.Observe(nil) {
		out = append(out, fmt.Sprintf("%s %s %d %s", strings.TrimPrefix(o.Resource().Column(), "prof"),
			strings.TrimPrefix(o.Operator().Column(), "prof"), o.Node(), o.Of.Phase()))
	}
	return strings.Join(out, ", ")
}

// watched is a statement of a connection that a profiler samples.
func watched(t *testing.T) (*execution, func(want string)) {
	t.Helper()
	conn := testConnection(t)
	view, err := conn.adapter.schema.Read().StartSampling(16)
	if err != nil {
		t.Fatal(err)
	}
	x := conn.beginQuery(pointSelect)
	x.newContext(t.Context())
	t.Cleanup(func() {
		if conn.busy.Load() {
			x.finish(nil)
		}
		view.Stop()
	})
	return x, func(want string) {
		t.Helper()
		if got := states(view); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestExchange(t *testing.T) {
	var e exchange
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
	x, want := watched(t)
	want("  0 setup")
	x.connection.thread.SetPhase(activity.PhaseExecution)
	x.detail.result.projected.Store(true)
	g := x.detail.streams()
	want(" ResRso 0 execution")
	for range exchangeRoom {
		g.resume()
		g.hand(nil)
	}
	want(" ResRso 0 execution")
	g.resume()
	g.hand(nil)
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
	p := &projection{detail: &x.detail, window: &x.window, taker: taker{exchange: &x.detail.result.exchange}}
	p.position.operator, p.position.number = snowset.OperatorProjection, 1
	on(p.enter)
	want("DataExchangeMsg ResRso 0 execution,  ProjRso 1 execution")
	on(p.leave)
	want("DataExchangeMsg ResRso 0 execution,  ResRso 0 execution")
	for range exchangeRoom {
		on(func() { p.enter(); p.leave() })
	}
	want("DataExchangeMsg ResRso 0 execution, Idle ResRso 0 execution")
	g.resume()
	g.hand(io.EOF)
	want("Idle ResRso 0 execution, Idle ResRso 0 execution")
	on(p.enter)
	want("Idle ResRso 0 execution,  ProjRso 1 execution")
	on(p.leave)
}

// Who waits for a goroutine that is not seen stands for it; only where that one
// waits too, for what is being sent, nobody works.
func TestUnseenGoroutine(t *testing.T) {
	x, want := watched(t)
	x.connection.thread.SetPhase(activity.PhaseExecution)
	g := x.detail.streams()
	for range resultRoom {
		g.resume()
		g.hand(nil)
	}
	want("Cpu ResRso 0 execution")
	g.resume()
	g.hand(nil)
	want("DataExchangeMsg ResRso 0 execution")
	x.detail.result.exchange.take(resultBatch)
	g.resume()
	g.hand(nil)
	want("Cpu ResRso 0 execution")
}

// A statement's phases.
func TestPhases(t *testing.T) {
	x, want := watched(t)
	want("  0 setup")
	x.advance(phaseRunning)
	x.connection.thread.SetPhase(activity.PhaseExecution)
	x.plan.commits = true
	closed := errors.New("not closed")
	m, err := x.mark(closingIter{func() {
		want("  0 teardown")
		closed = nil
	}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Close(sql.NewContext(x.ctx)); err != nil || closed != nil {
		t.Error(err, closed)
	}
	want("  0 execution") // the commit
	x.finish(nil)
	want("")
}

type closingIter struct{ closing func() }

func (c closingIter) Next(*sql.Context) (sql.Row, error) { return nil, io.EOF }

func (c closingIter) Close(*sql.Context) error {
	c.closing()
	return nil
}

func TestDegreeOfParallelism(t *testing.T) {
	x, _ := watched(t)
	for _, step := range []struct{ goroutines, want int }{{1, 1}, {2, 2}, {1, 2}, {resultGoroutines, 3}, {1 << 10, 1 << 10}} {
		x.detail.grow(step.goroutines)
		if want := min(step.want, runtime.GOMAXPROCS(0)); x.detail.cores != want {
			t.Errorf("%d goroutines: %d cores, want %d", step.goroutines, x.detail.cores, want)
		}
	}
}
