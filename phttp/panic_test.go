package phttp_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/phttp"
)

// TestPanic checks each way in which a handler can fail to return: the panic reaches the
// caller as it was, the request is counted once with its route, and http.ErrAbortHandler,
// by which a handler ends a response early, is no error.
func TestPanic(t *testing.T) {
	own := fmt.Errorf("wrapped: %w", http.ErrAbortHandler) // the server takes it for a crash
	for _, c := range []struct {
		name   string
		panics any
		status int // written before; 0 for none
		left   bool
		want   string // MYSQL_ERRNO and WARNINGS
	}{
		{"crash", "crash", 0, false, "500 | 0"},
		{"crash after an answer", "crash", 200, false, "500 | 0"},
		{"crash and the client left", "crash", 0, true, "500 | 0"},
		{"wrapped abort", own, 0, false, "500 | 0"},
		{"slice", []int{1}, 0, false, "500 | 0"},
		{"abort", http.ErrAbortHandler, 0, false, "0 | 1"},
		{"abort after an answer", http.ErrAbortHandler, 200, false, "0 | 1"},
		{"abort after an error", http.ErrAbortHandler, 502, false, "502 | 0"},
		{"abort as the client left", http.ErrAbortHandler, 0, true, "499 | 0"},
	} {
		for _, recovered := range []string{"outside", "inside"} {
			ps := newSchema(t)
			mux := http.NewServeMux()
			mux.HandleFunc("GET /p/{id}", func(w http.ResponseWriter, _ *http.Request) {
				if c.status != 0 {
					w.WriteHeader(c.status)
				}
				panic(c.panics)
			})
			mux.HandleFunc("GET /ok", func(http.ResponseWriter, *http.Request) {})
			var caught any
			catch := func(next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					defer func() { caught = recover() }()
					next.ServeHTTP(w, r)
				})
			}
			h := catch(phttp.Handler(ps, mux))
			if recovered == "inside" {
				h = catch(phttp.Handler(ps, catch(mux)))
			}
			r := httptest.NewRequest(http.MethodGet, "/p/1", nil)
			if c.left {
				gone, cancel := context.WithCancel(context.Background())
				cancel()
				r = r.WithContext(gone)
			}
			serve(h, r)
			if recovered == "outside" {
				if fmt.Sprint(caught) != fmt.Sprint(c.panics) {
					t.Errorf("%s: the panic is %v", c.name, caught)
				}
				want(t, rows(ps, "events_statements_history_long", "GET /p/{id}", "DIGEST_TEXT", "MYSQL_ERRNO", "WARNINGS"), "GET /p/{id} | "+c.want)
			}
			serve(h, httptest.NewRequest(http.MethodGet, "/ok", nil))
			want(t, rows(ps, "events_statements_summary_by_digest", "GET /", "DIGEST_TEXT", "COUNT_STAR"), "GET /p/{id} | 1", "GET /ok | 1")
			want(t, rows(ps, "threads", "thread/http/", "NAME", "PROCESSLIST_COMMAND"), "thread/http/request | Sleep")
			if perfschema.Bound() != nil {
				t.Errorf("%s: the goroutine is bound", c.name)
			}
		}
	}
}

// TestGoexit checks a handler that ends its goroutine.
func TestGoexit(t *testing.T) {
	ps := newSchema(t)
	h := phttp.Handler(ps, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { runtime.Goexit() }))
	done := make(chan struct{})
	go func() {
		defer close(done)
		serve(h, httptest.NewRequest(http.MethodGet, "/", nil))
	}()
	<-done
	want(t, rows(ps, "events_statements_history_long", "statement/http/", "EVENT_NAME", "MYSQL_ERRNO", "MESSAGE_TEXT"), "statement/http/get | 500 | The handler ended its goroutine")
	want(t, rows(ps, "threads", "thread/http/", "NAME", "PROCESSLIST_COMMAND"), "thread/http/request | Sleep")
}
