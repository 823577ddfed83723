package gms

import (
	"io"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/activity"
)

// channelRoom is how many rows the engine's channels hold between two goroutines.
const channelRoom = 512

type storageSession struct{ sql.Session }

// Who makes rows ready is seen by asking for the logger after each of them; who asks
// once is somebody else.
func TestReadyRows(t *testing.T) {
	x, want := watched(t)
	x.connection.thread.SetPhase(activity.PhaseExecution)
	base := &ResultSession{BaseSession: sql.NewBaseSession()}
	session := &storageSession{&storageSession{base}}
	base.GetLogger() // with no result
	g := x.detail.Streams()
	x.detail.Result.Ready.Watch(&x.detail, &x.connection.resultSession(session).rows)
	asking := func() (on func(func()), end func()) {
		work, done := make(chan func()), make(chan struct{})
		go func() {
			for f := range work {
				f()
				done <- struct{}{}
			}
		}()
		return func(f func()) { work <- f; <-done }, func() { close(work) }
	}
	on, end := asking()
	defer end()
	other, endOther := asking()
	defer endOther()
	ready := func() { session.GetLogger() }
	give := func(rows int) {
		for range rows {
			g.Resume()
			g.Hand(nil)
		}
	}
	give(4) // the last may not have been taken into the channel yet
	want("Cpu ResRso 0 execution")
	on(ready)
	other(ready)
	session.GetLogger() // by the goroutine that reads
	want("Cpu ResRso 0 execution")
	on(ready)
	g.Resume()
	want(" ResRso 0 execution,  ResRso 0 execution")
	on(ready)
	on(ready)
	want(" ResRso 0 execution, Idle ResRso 0 execution")
	other(ready)
	give(channelRoom)
	want(" ResRso 0 execution, Idle ResRso 0 execution")
	give(1)
	want("DataExchangeMsg ResRso 0 execution, Idle ResRso 0 execution")
	for range channelRoom - 1 {
		on(ready)
	}
	want("DataExchangeMsg ResRso 0 execution,  ResRso 0 execution")
	g.Resume()
	g.Hand(io.EOF)
	on(ready)
	on(ready)
	want("Idle ResRso 0 execution, Idle ResRso 0 execution")
	x.finish(nil)
	ready()
	want("")
}

// A session that is built on none is not seen, and nothing fails.
func TestNoResultSession(t *testing.T) {
	x, _ := watched(t)
	for _, s := range []sql.Session{nil, &storageSession{}, sql.NewBaseSession(), &storageSession{sql.NewBaseSession()}} {
		if got := x.connection.resultSession(s); got != nil {
			t.Errorf("%T: %v", s, got)
		}
	}
}
