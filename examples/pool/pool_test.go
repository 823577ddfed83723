package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/examples/internal/ask"
)

//go:embed waits.sql
var waits string

func newSchema(t *testing.T) *perfschema.Schema {
	ps, err := perfschema.New(perfschema.LibraryConfig())
	if err != nil {
		t.Fatal(err)
	}
	return ps
}

// upTo are the jobs below n.
func upTo(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// TestWhoWaitsForWhom stops a worker in the middle of its work, and asks.
func TestWhoWaitsForWhom(t *testing.T) {
	ps := newSchema(t)
	db := ask.Serve(t, ps)
	const workers, first = 3, 9
	begun, end := make(chan bool), make(chan bool)
	p := newPool(ps, func(job int) {
		if job == first { // every worker has received by then, and the counter too
			begun <- true
			<-end
		}
	})
	ended := make(chan error)
	go func() {
		n, err := p.run(t.Context(), workers, upTo(100))
		if n != 100 {
			t.Errorf("%d jobs done", n)
		}
		ended <- err
	}()
	<-begun
	want := []string{
		"thread/pool/counter recv wait/synch/cond/pool/CHAN_results thread/pool/worker 1",
		"thread/pool/feeder send wait/synch/cond/pool/CHAN_jobs thread/pool/worker 1",
		"thread/pool/worker lock wait/synch/mutex/pool/LOCK_ledger thread/pool/worker 2",
	}
	// The others come to where they wait: nothing else can happen.
	for {
		var got []string
		for _, row := range ask.Rows(t, db, waits) {
			got = append(got, strings.Join(row, " "))
		}
		if fmt.Sprint(got) == fmt.Sprint(want) {
			break
		}
		if t.Context().Err() != nil {
			t.Fatalf("who waits for whom: %q", got)
		}
		runtime.Gosched()
	}
	close(end)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	for text, want := range map[string]string{
		"SELECT EVENT_NAME, COUNT_STAR FROM events_waits_summary_global_by_event_name WHERE EVENT_NAME LIKE 'wait/synch/cond/pool/%' ORDER BY 1":      "[[wait/synch/cond/pool/CHAN_jobs 203] [wait/synch/cond/pool/CHAN_results 201]]",
		"SELECT COUNT_STAR, SUM_TIMER_WAIT > 0 FROM events_waits_summary_global_by_event_name WHERE EVENT_NAME = 'wait/synch/mutex/pool/LOCK_ledger'": "[[100 1]]",
	} {
		if got := fmt.Sprint(ask.Rows(t, db, text)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestCancel ends a pool that has jobs without end.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := newPool(newSchema(t), func(job int) {
		if job == 50 {
			cancel()
		}
	})
	if n, err := p.run(ctx, 3, upTo(1<<40)); !errors.Is(err, context.Canceled) || n < 50 {
		t.Errorf("%d jobs, %v", n, err)
	}
}
