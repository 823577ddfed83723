package phttp_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/clock"
	"github.com/perfschema/perfschema/phttp"
)

// TestLeak checks that goroutines that never end show the route that started them and since
// when, whatever their Thread's parent serves meanwhile, and that idle ones do not.
func TestLeak(t *testing.T) {
	now := &clock.Fake{}
	now.Advance(time.Second)
	ps, err := perfschema.New(perfschema.Config{Clock: now})
	if err != nil {
		t.Fatal(err)
	}
	closed := make(chan struct{})
	var ended, leaked, running sync.WaitGroup
	var short *perfschema.Thread // of the goroutine that has ended last
	leak := func(_ http.ResponseWriter, r *http.Request) {
		running.Add(3)
		ended.Add(1)
		leaked.Add(2)
		perfschema.Go(r.Context(), func(ctx context.Context) {
			running.Done()
			// A goroutine of a goroutine is of the same request.
			perfschema.Go(ctx, func(context.Context) { defer leaked.Done(); running.Done(); <-closed })
			defer leaked.Done()
			<-closed
		})
		perfschema.Go(context.Background(), func(context.Context) { // the handler's goroutine is bound
			defer ended.Done()
			short = perfschema.Bound()
			running.Done()
		})
	}
	wait := func() {
		running.Wait()
		ended.Wait()
		for short != nil && short.Info().Command != "Sleep" { // until its Thread is given back
			runtime.Gosched()
		}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /leak/{n}", leak)
	mux.HandleFunc("GET /other", serveOK)
	h := phttp.Handler(ps, mux)
	const requests = 50
	for i := range requests {
		serve(h, httptest.NewRequest(http.MethodGet, fmt.Sprintf("/leak/%d", i), nil))
		wait()
	}
	// Behind something that copies the request, on a goroutine that is not the handler's.
	copied := phttp.Handler(ps, http.TimeoutHandler(mux, time.Hour, ""))
	serve(copied, httptest.NewRequest(http.MethodGet, "/leak/timeout", nil))
	wait()
	now.Advance(7 * time.Second)
	serve(h, httptest.NewRequest(http.MethodGet, "/other", nil))
	count := func() map[string]int {
		out := make(map[string]int)
		for _, row := range rows(ps, "threads", "thread/go/", "NAME", "PROCESSLIST_COMMAND", "PROCESSLIST_INFO", "PROCESSLIST_TIME") {
			out[row]++
		}
		return out
	}
	const want = "thread/go/goroutine | Query | GET /leak/{n} | 7"
	if got := count(); got[want] != 2*(requests+1) {
		t.Errorf("%v", got)
	}
	close(closed)
	leaked.Wait()
	for got := count(); got[want] != 0; got = count() { // until the Threads are given back
		runtime.Gosched()
	}
	for row := range count() {
		if row != "thread/go/goroutine | Sleep | <nil> | 0" && row != "thread/go/goroutine | Sleep | <nil> | 7" {
			t.Errorf("%s", row)
		}
	}
}

// TestNameFromElsewhere checks that a goroutine that is not the handler's has the route of the
// request as it came, also while the handler changes the request.
func TestNameFromElsewhere(t *testing.T) {
	ps := newSchema(t)
	mux := http.NewServeMux()
	var info string
	mux.HandleFunc("GET /came/{n}", func(_ http.ResponseWriter, r *http.Request) {
		changed, done := make(chan struct{}), make(chan struct{})
		url := r.URL
		go func() { // without a Thread of its own
			<-changed
			perfschema.Go(r.Context(), func(context.Context) {
				info = perfschema.Bound().Info().Info
				close(done)
			})
		}()
		url.Path = "/changed"
		close(changed)
		for range 100 { // beside the lookup, for the race detector
			url.Path += "/"
		}
		<-done
	})
	mux.HandleFunc("GET /changed", serveOK)
	serve(phttp.Handler(ps, http.TimeoutHandler(mux, time.Hour, "")), httptest.NewRequest(http.MethodGet, "/came/1", nil))
	if info != "GET /came/{n}" {
		t.Errorf("the goroutine is of %q", info)
	}
}
