package phttp_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/clock"
	"github.com/perfschema/perfschema/phttp"
)

const (
	untilFirst = 10 * time.Millisecond
	life       = 20 * time.Second
)

// TestStream checks which responses are streams, that the quantiles count them by the time
// to their first byte and the sums by their whole time, and who has left before the end.
func TestStream(t *testing.T) {
	const picos = 1000 // picoseconds in a nanosecond
	type parts struct {
		http.ResponseWriter
		*http.ResponseController
		wait  func(time.Duration)
		leave func()
	}
	for _, c := range []struct {
		name  string
		serve func(parts)
		class string
		errno int
	}{
		{"events", func(p parts) {
			p.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
			p.wait(untilFirst)
			io.WriteString(p, "data: 1\n\n")
			p.Flush()
			p.wait(life - untilFirst)
		}, "stream", 0},
		{"events, left", func(p parts) {
			p.Header().Set("Content-Type", "text/event-stream")
			p.wait(untilFirst)
			p.Flush() // a header
			p.wait(life - untilFirst)
			p.leave()
		}, "stream", 499},
		{"flushed and more", func(p parts) {
			p.wait(untilFirst)
			io.WriteString(p, "a")
			p.Flush()
			p.wait(life - untilFirst)
			io.WriteString(p, "b")
		}, "stream", 0},
		{"flushed and more, left", func(p parts) {
			p.wait(untilFirst)
			io.WriteString(p, "a")
			p.Flush()
			p.wait(life - untilFirst)
			p.Write([]byte("b"))
			p.leave()
		}, "stream", 499},
		{"flushed in parts, as by a proxy", func(p parts) {
			const pause = time.Second - 1
			p.wait(life % pause)
			for range life / pause {
				io.WriteString(p, "a")
				p.Flush()
				p.wait(pause)
			}
			io.WriteString(p, "b")
			p.Flush()
		}, "get", 0},
		{"flushed in parts, left", func(p parts) {
			io.WriteString(p, "a")
			p.Flush()
			io.WriteString(p, "b")
			p.Flush()
			p.wait(life)
			p.leave()
		}, "get", 499},
		{"flushed at the end", func(p parts) { p.wait(life); io.WriteString(p, "a"); p.Flush() }, "get", 0},
		{"not flushed", func(p parts) { p.wait(life); io.WriteString(p, "a"); io.WriteString(p, "b") }, "get", 0},
		{"events not flushed", func(p parts) {
			p.Header().Set("Content-Type", "text/event-stream")
			io.WriteString(p, "a")
			p.wait(life)
		}, "get", 0},
		{"left with a part", func(p parts) { io.WriteString(p, "a"); p.wait(life); p.leave() }, "get", 499},
		{"left with a part of what was announced", func(p parts) {
			p.Header().Set("Content-Length", "2")
			io.WriteString(p, "a")
			p.wait(life)
			p.leave()
		}, "get", 499},
		{"left with all", func(p parts) {
			p.Header().Set("Content-Length", "2")
			io.WriteString(p, "ab")
			p.wait(life)
			p.leave()
		}, "get", 0},
		{"left before", func(p parts) { p.wait(life); p.leave() }, "get", 499},
		{"left with nothing to come", func(p parts) { p.WriteHeader(http.StatusNoContent); p.wait(life); p.leave() }, "get", 0},
		{"left after an error", func(p parts) { p.WriteHeader(http.StatusBadGateway); p.wait(life); p.leave() }, "get", 502},
	} {
		now := &clock.Fake{}
		now.Advance(time.Second)
		ps, err := perfschema.New(perfschema.Config{Clock: now, Consumers: map[perfschema.Consumer]bool{perfschema.ConsumerEventsStatementsHistoryLong: true}})
		if err != nil {
			t.Fatal(err)
		}
		ctx, leave := context.WithCancel(context.Background())
		mux := http.NewServeMux()
		mux.HandleFunc("GET /x", func(w http.ResponseWriter, _ *http.Request) {
			c.serve(parts{w, http.NewResponseController(w), now.Advance, leave})
		})
		serve(phttp.Handler(ps, mux), httptest.NewRequest(http.MethodGet, "/x", nil).WithContext(ctx))
		leave()
		want(t, rows(ps, "events_statements_history_long", "statement/http/", "EVENT_NAME", "DIGEST_TEXT", "MYSQL_ERRNO", "TIMER_WAIT"),
			fmt.Sprintf("statement/http/%s | GET /x | %d | %d", c.class, c.errno, life.Nanoseconds()*picos))
		digest := strings.Split(rows(ps, "events_statements_summary_by_digest", "GET /x", "DIGEST_TEXT", "SUM_TIMER_WAIT", "QUANTILE_95")[0], " | ")
		quantile, _ := strconv.ParseInt(digest[2], 10, 64)
		histogram := ps.Read().StatementHistogram()
		if global := int64(histogram.Quantile(950)); global != quantile {
			t.Errorf("%s: quantile %d, of all %d", c.name, quantile, global)
		}
		least := life
		if c.class == "stream" {
			least = untilFirst
		}
		if quantile < least.Nanoseconds()*picos || quantile > least.Nanoseconds()*picos*11/10 {
			t.Errorf("%s: quantile %d, want about %d", c.name, quantile, least.Nanoseconds()*picos)
		}
		if t.Failed() {
			t.Fatal(c.name)
		}
	}
}

// TestStreamRuns checks what is seen of a stream that runs: a row that grows, and the stages
// before and behind the first byte.
func TestStreamRuns(t *testing.T) {
	ps := newSchema(t)
	var seen []string
	h := phttp.Handler(ps, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		look := func() {
			seen = append(seen, rows(ps, "events_statements_current", "statement/http/", "EVENT_NAME", "END_EVENT_ID")...)
			seen = append(seen, rows(ps, "threads", "thread/http/", "NAME", "PROCESSLIST_STATE")...)
		}
		w.Header().Set("Content-Type", "text/event-stream")
		look()
		io.WriteString(w, "data: 1\n\n")
		w.(http.Flusher).Flush()
		look()
		io.WriteString(w, "data: 2\n\n")
		w.(http.Flusher).Flush()
		look()
	}))
	serve(h, httptest.NewRequest(http.MethodGet, "/", nil))
	want(t, seen,
		"statement/http/get | <nil>", "thread/http/request | handling",
		"statement/http/stream | <nil>", "thread/http/request | streaming",
		"statement/http/stream | <nil>", "thread/http/request | streaming")
}

// answer is a backend that answers in parts, each after a pause, of a length that it does not
// tell.
type answer struct {
	header http.Header
	parts  int
	pause  func()
}

func (a *answer) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: a.header, Body: io.NopCloser(a), ContentLength: -1, Request: r}, nil
}

func (a *answer) Read(p []byte) (int, error) {
	if a.parts == 0 {
		return 0, io.EOF
	}
	a.parts--
	a.pause()
	return copy(p, "part"), nil
}

// TestStreamThroughProxy checks that a proxy's flushes make no stream of a plain response, and
// that what is a stream behind it is one.
func TestStreamThroughProxy(t *testing.T) {
	for _, c := range []struct {
		kind  string
		pause time.Duration
		flush time.Duration // FlushInterval
		class string
	}{
		{"application/json", 10 * time.Millisecond, 0, "get"},
		{"application/json", 10 * time.Millisecond, -1, "get"},
		{"text/event-stream", 10 * time.Millisecond, 0, "stream"},
		{"text/plain", time.Minute, 0, "stream"},
	} {
		now := &clock.Fake{}
		now.Advance(time.Second)
		ps, err := perfschema.New(perfschema.Config{Clock: now, Consumers: map[perfschema.Consumer]bool{perfschema.ConsumerEventsStatementsHistoryLong: true}})
		if err != nil {
			t.Fatal(err)
		}
		backend := &answer{header: http.Header{"Content-Type": {c.kind}}, parts: 5, pause: func() { now.Advance(c.pause) }}
		proxy := &httputil.ReverseProxy{Transport: backend, FlushInterval: c.flush, Rewrite: func(*httputil.ProxyRequest) {}}
		r := httptest.NewRequest(http.MethodGet, "http://shop/x", nil)
		serve(phttp.Handler(ps, proxy), r)
		want(t, rows(ps, "events_statements_history_long", "statement/http/", "EVENT_NAME", "TIMER_WAIT"),
			fmt.Sprintf("statement/http/%s | %d", c.class, 5*c.pause.Nanoseconds()*1000))
	}
}
