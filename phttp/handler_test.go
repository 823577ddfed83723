package phttp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/phttp"
)

func newMux() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /orders/{id}", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "order %s", r.PathValue("id"))
	})
	mux.HandleFunc("/fail", func(w http.ResponseWriter, r *http.Request) { http.Error(w, "no", http.StatusServiceUnavailable) })
	mux.HandleFunc("/silent", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("/panic", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	mux.HandleFunc("/echo", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Write(body)
	})
	return mux
}

func TestStatements(t *testing.T) {
	ps := newSchema(t)
	h := phttp.Handler(ps, newMux())
	for _, target := range []string{"GET /orders/17?page=2&token=secret", "GET /orders/18", "HEAD /orders/18", "POST /fail", "GET /silent", "GET /none?secret", "BREW /silent"} {
		method, target, _ := strings.Cut(target, " ")
		serve(h, httptest.NewRequest(method, target, nil))
	}
	func() {
		defer func() {
			if err := recover(); !errors.Is(err.(error), http.ErrAbortHandler) {
				t.Errorf("the panic is %v", err)
			}
		}()
		serve(h, httptest.NewRequest(http.MethodGet, "/panic", nil))
	}()
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	serve(h, httptest.NewRequest(http.MethodGet, "/silent", nil).WithContext(gone))

	want(t, statements(ps),
		"statement/http/get | GET /orders/17?page=?&token=? | GET /orders/{id} | 0 | 0",
		"statement/http/get | GET /orders/18 | GET /orders/{id} | 0 | 0",
		"statement/http/head | HEAD /orders/18 | GET /orders/{id} | 0 | 0",
		"statement/http/post | POST /fail | POST /fail | 503 | 0",
		"statement/http/get | GET /silent | GET /silent | 0 | 0",
		"statement/http/get | GET /none?? | GET ? | 0 | 1",
		"statement/http/other | ? /silent | ? /silent | 0 | 0",
		"statement/http/get | GET /panic | GET /panic | 0 | 1",
		"statement/http/get | GET /silent | GET /silent | 499 | 0",
	)
	want(t, rows(ps, "events_statements_summary_by_digest", "GET /", "DIGEST_TEXT", "COUNT_STAR", "SUM_ERRORS"),
		"GET /orders/{id} | 3 | 0", "GET /silent | 2 | 1", "GET /panic | 1 | 0")
	want(t, rows(ps, "threads", "thread/http/", "NAME", "PROCESSLIST_COMMAND", "PROCESSLIST_INFO"), "thread/http/request | Sleep | <nil>")
	if perfschema.Bound() != nil {
		t.Error("the goroutine is bound")
	}
}

// TestNested: what a handler does is the request's.
func TestNested(t *testing.T) {
	ps := newSchema(t)
	query := ps.RegisterStatement("app", perfschema.Info{Name: "query"})
	inner := phttp.Handler(ps, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		th := perfschema.FromContext(r.Context())
		if th == nil || th != perfschema.Bound() {
			t.Error("the context and the goroutine have no Thread, or two")
		}
		th.BeginStatement(query).End()
	}))
	serve(phttp.Handler(ps, inner), httptest.NewRequest(http.MethodGet, "/", nil))
	want(t, rows(ps, "events_statements_history_long", "statement/", "EVENT_NAME", "NESTING_EVENT_LEVEL"),
		"statement/app/query | 2", "statement/http/get | 1", "statement/http/get | 0")
	if got := rows(ps, "threads", "thread/http/", "NAME"); len(got) != 1 {
		t.Errorf("threads %q", got)
	}
}

// TestAccount: who asks is known by address, and by a name that the program vouches for.
func TestAccount(t *testing.T) {
	ps := newSchema(t)
	h := phttp.Middleware{Schema: ps, User: func(r *http.Request) string {
		name, _, _ := r.BasicAuth()
		return name
	}}.Handler(newMux())
	for _, user := range []string{"ann", "joe", "ann", strings.Repeat("ä", 40), "a\xffb", ""} {
		r := httptest.NewRequest(http.MethodGet, "/silent", nil)
		r.RemoteAddr = "192.0.2.7:5555"
		if user != "" {
			r.SetBasicAuth(user, "password")
		}
		serve(h, r)
	}
	got := map[string]bool{}
	for _, line := range rows(ps, "events_statements_summary_by_account_by_event_name", "", "USER", "HOST", "EVENT_NAME", "COUNT_STAR") {
		if strings.Contains(line, "http/get") {
			got[line] = true
		}
	}
	for _, line := range []string{"ann | 192.0.2.7 | statement/http/get | 2", "joe | 192.0.2.7 | statement/http/get | 1",
		strings.Repeat("ä", 32) + " | 192.0.2.7 | statement/http/get | 1", "a | 192.0.2.7 | statement/http/get | 1", " | 192.0.2.7 | statement/http/get | 1"} {
		if !got[line] {
			t.Errorf("no %q in %v", line, got)
		}
	}
	named := phttp.Middleware{Schema: ps,
		User:  func(r *http.Request) string { return r.Header.Get("X-User") },
		Text:  func(r *http.Request) string { return "text of " + r.URL.Path },
		Route: func(*http.Request) string { return "the route" },
	}.Handler(newMux())
	r := httptest.NewRequest(http.MethodGet, "/silent", nil)
	r.Header.Set("X-User", "sue")
	serve(named, r)
	all := statements(ps)
	want(t, all[len(all)-1:], "statement/http/get | text of /silent | the route | 0 | 0")
}

// TestSetRoute: routers that do not set Pattern are asked in the handler.
func TestSetRoute(t *testing.T) {
	ps := newSchema(t)
	h := phttp.Handler(ps, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		phttp.SetRoute(r.WithContext(context.WithoutCancel(r.Context())), "GET /users/:id")
	}))
	serve(h, httptest.NewRequest(http.MethodGet, "/users/1", nil))
	want(t, statements(ps), "statement/http/get | GET /users/1 | GET /users/:id | 0 | 0")
	phttp.SetRoute(httptest.NewRequest(http.MethodGet, "/", nil), "nobody's")
}

// TestWaits: bodies are waits with their bytes, and stages.
func TestWaits(t *testing.T) {
	ps := newSchema(t)
	serve(phttp.Handler(ps, newMux()), httptest.NewRequest(http.MethodPost, "/echo", strings.NewReader("hello")))
	var got []string
	for _, line := range rows(ps, "events_waits_history_long", "wait/io/socket/http/", "EVENT_NAME", "OPERATION", "NUMBER_OF_BYTES", "SOURCE") {
		before, _, _ := strings.Cut(line, ".go")
		got = append(got, before)
	}
	want(t, got,
		"wait/io/socket/http/server | recv | 5 | io",
		"wait/io/socket/http/server | recv | 0 | io",
		"wait/io/socket/http/server | send | 5 | handler_test")
	want(t, rows(ps, "events_stages_history_long", "stage/http/", "EVENT_NAME"),
		"stage/http/handling", "stage/http/reading the body", "stage/http/handling", "stage/http/reading the body",
		"stage/http/handling", "stage/http/writing the response", "stage/http/handling")
	want(t, rows(ps, "socket_summary_by_event_name", "wait/io/socket/http/server", "EVENT_NAME", "COUNT_READ", "SUM_NUMBER_OF_BYTES_READ", "COUNT_WRITE", "SUM_NUMBER_OF_BYTES_WRITE"),
		"wait/io/socket/http/server | 2 | 5 | 1 | 5")
}

// TestOff: a Schema that is off, or nil, costs nothing.
func TestOff(t *testing.T) {
	off, err := perfschema.New(perfschema.Config{Off: true})
	if err != nil {
		t.Fatal(err)
	}
	mux := newMux()
	for _, ps := range []*perfschema.Schema{nil, off} {
		if phttp.Handler(ps, mux) != http.Handler(mux) || phttp.Transport(ps, nil) != http.DefaultTransport {
			t.Error("something stands in front of a handler")
		}
	}
}

// TestThreadsLost: where there is no room for a Thread the request is served.
func TestThreadsLost(t *testing.T) {
	sizes := perfschema.DefaultSizes()
	sizes.ThreadInstances = 1
	ps, err := perfschema.New(perfschema.Config{Sizes: sizes})
	if err != nil {
		t.Fatal(err)
	}
	ps.NewThread(0, perfschema.ThreadOptions{})
	if w := serve(phttp.Handler(ps, newMux()), httptest.NewRequest(http.MethodGet, "/orders/1", nil)); w.Body.String() != "order 1" {
		t.Errorf("the answer is %q", w.Body)
	}
}

// TestForm: what the server cleans up, and middleware outside reads, is on the request
// that they know.
func TestForm(t *testing.T) {
	ps := newSchema(t)
	mux := http.NewServeMux()
	mux.HandleFunc("POST /form", func(w http.ResponseWriter, r *http.Request) { r.ParseMultipartForm(1) })
	body := "--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\ncontent\r\n--x--\r\n"
	r := httptest.NewRequest(http.MethodPost, "/form", strings.NewReader(body))
	r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	serve(phttp.Handler(ps, mux), r)
	if r.Pattern != "POST /form" || r.MultipartForm == nil || len(r.MultipartForm.File) != 1 {
		t.Errorf("pattern %q, form %v", r.Pattern, r.MultipartForm)
	}
	r.MultipartForm.RemoveAll()
}
