package phttp_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema/phttp"
)

type contextKey struct{}

// copying is middleware as functions make it: the handler behind it gets a copy.
func copying(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), contextKey{}, 1)))
	})
}

// concrete is a function around a mux, which it has as what it is and not as a handler.
func concrete(h http.Handler) http.Handler {
	mux := h.(*http.ServeMux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mux.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), contextKey{}, 1)))
	})
}

// copier is middleware as types make it.
type copier struct {
	name string
	next http.Handler
}

func (c *copier) ServeHTTP(w http.ResponseWriter, r *http.Request) { copying(c.next).ServeHTTP(w, r) }

type byValue struct{ copier }

func (c byValue) ServeHTTP(w http.ResponseWriter, r *http.Request) { c.copier.ServeHTTP(w, r) }

// mounted has its mux as what it is, within another struct.
type mounted struct {
	name   string
	served *served
}

type served struct {
	mux   *http.ServeMux
	strip string // from the path
}

func (s *served) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.strip != "" {
		http.StripPrefix(s.strip, s.mux).ServeHTTP(w, r)
		return
	}
	copying(s.mux).ServeHTTP(w, r)
}

// guarded exchanges its mux.
type guarded struct {
	mu  sync.Mutex
	mux *http.ServeMux
}

func (g *guarded) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	mux := g.mux
	g.mu.Unlock()
	mux.ServeHTTP(w, r)
}

func (g *guarded) exchange() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.mux = newMux()
}

// guardedByPointer has its lock elsewhere, as a program that shares one.
type guardedByPointer struct {
	mu  *sync.RWMutex
	mux *http.ServeMux
}

func (g *guardedByPointer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.RLock()
	mux := g.mux
	g.mu.RUnlock()
	mux.ServeHTTP(w, r)
}

func (g *guardedByPointer) exchange() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.mux = newMux()
}

// guardedWithin has its lock in a struct within, beside what it guards.
type guardedWithin struct{ state guarded }

func (g *guardedWithin) ServeHTTP(w http.ResponseWriter, r *http.Request) { g.state.ServeHTTP(w, r) }

func (g *guardedWithin) exchange() { g.state.exchange() }

func (m mounted) ServeHTTP(w http.ResponseWriter, r *http.Request) { m.served.ServeHTTP(w, r) }

// application has a mux of its own, and another one that serves something else.
type application struct {
	http.ServeMux
	admin *http.ServeMux
}

func (a *application) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Host == "admin" {
		copying(a.admin).ServeHTTP(w, r)
		return
	}
	copying(&a.ServeMux).ServeHTTP(w, r)
}

func serveOK(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "ok") }

// newService has routes, and muxes within it of each kind.
func newService(in func(http.Handler) http.Handler) *http.ServeMux {
	items, api := http.NewServeMux(), http.NewServeMux()
	items.HandleFunc("GET /v1/items/{id}", serveOK)
	api.HandleFunc("GET /things/{id}", serveOK)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /orders/{id}", serveOK)
	mux.Handle("/v1/", in(items))
	mux.Handle("/api/", http.StripPrefix("/api", api))
	return mux
}

var servicePaths = []string{"/orders/17", "/v1/items/5", "/v1/nothing", "/api/things/3", "/none/3"}

// TestRouteBehindMiddleware checks where a route is found whatever stands between.
func TestRouteBehindMiddleware(t *testing.T) {
	timeout := func(h http.Handler) http.Handler { return http.TimeoutHandler(h, time.Hour, "") }
	typed := func(h http.Handler) http.Handler { return &copier{"first", byValue{copier{"second", h}}} }
	mount := func(h http.Handler) http.Handler { return mounted{"m", &served{mux: h.(*http.ServeMux)}} }
	plain := func(h http.Handler) http.Handler { return h }
	found := []string{"GET /orders/{id}", "GET /v1/items/{id}", "GET ?", "GET /api/", "GET ?"}
	through := []string{"GET /orders/{id}", "GET /v1/items/{id}", "GET /v1/", "GET /api/", "GET ?"}
	outer := []string{"GET /orders/{id}", "GET /v1/", "GET /v1/", "GET /api/", "GET ?"}
	guessed := []string{"GET ~/orders/?", "GET ~/v1/items/?", "GET ?", "GET ~/api/things/?", "GET ?"}
	for _, c := range []struct {
		name    string
		out, in func(http.Handler) http.Handler
		given   bool // to Middleware.Mux
		want    []string
	}{
		{"nothing", plain, plain, false, found},
		{"type", typed, plain, false, found},
		{"timeout", timeout, plain, false, found},
		{"within", plain, typed, false, outer},
		{"timeout within", plain, timeout, false, found},
		{"types around types", typed, typed, false, outer},
		{"function, given", copying, plain, true, found},
		{"function around type, given", copying, typed, true, outer},
		{"function within", plain, copying, false, through},
		{"type with a mux within", plain, mount, false, through},
		{"functions around a type with a mux", copying, mount, false, through},
		{"type around function", typed, copying, false, through},
		{"function", copying, plain, false, found},
		{"functions around types", copying, typed, false, outer},
		{"functions around functions", func(h http.Handler) http.Handler { return copying(timeout(copying(h))) }, copying, false, through},
		{"function around a mux that is no handler", concrete, plain, false, guessed},
	} {
		ps := newSchema(t)
		mux := newService(c.in)
		m := phttp.Middleware{Schema: ps}
		if c.given {
			m.Mux = mux
		}
		h := m.Handler(c.out(mux))
		for i, path := range servicePaths {
			for range 2 {
				r := httptest.NewRequest(http.MethodGet, path, nil)
				serve(h, r)
				got := rows(ps, "events_statements_history_long", "GET ", "DIGEST_TEXT")
				if last := got[len(got)-1]; last != c.want[i] {
					t.Errorf("%s: %s is %s, want %s", c.name, path, last, c.want[i])
				}
			}
		}
	}
	// In front of the handler nothing is lost.
	ps := newSchema(t)
	serve(copying(phttp.Handler(ps, newService(plain))), httptest.NewRequest(http.MethodGet, "/orders/1", nil))
	want(t, statements(ps), "statement/http/get | GET /orders/1 | GET /orders/{id} | 0 | 0")
}

// TestRouteOutside checks that middleware outside sees the pattern that was looked up.
func TestRouteOutside(t *testing.T) {
	ps := newSchema(t)
	h := phttp.Handler(ps, http.TimeoutHandler(newMux(), time.Hour, ""))
	r := httptest.NewRequest(http.MethodGet, "/orders/17", nil)
	serve(h, r)
	if r.Pattern != "GET /orders/{id}" {
		t.Errorf("the pattern is %q", r.Pattern)
	}
}

// TestTwoMuxes checks that of two muxes that both have a route none is believed.
func TestTwoMuxes(t *testing.T) {
	ps := newSchema(t)
	app := &application{admin: http.NewServeMux()}
	app.HandleFunc("GET /orders/{id}", serveOK)
	app.HandleFunc("GET /health", serveOK)
	app.admin.HandleFunc("GET /health", serveOK)
	app.admin.HandleFunc("GET /users/{id}", serveOK)
	h := phttp.Handler(ps, app)
	for _, target := range []string{"http://shop/orders/1", "http://shop/health", "http://admin/users/1", "http://admin/health", "http://admin/none"} {
		serve(h, httptest.NewRequest(http.MethodGet, target, nil))
	}
	want(t, rows(ps, "events_statements_history_long", "GET ", "DIGEST_TEXT"),
		"GET /orders/{id}", "GET ~/health", "GET /users/{id}", "GET ~/health", "GET ?")
}

// TestRouteCycle checks that handlers that hold each other are looked into once.
func TestRouteCycle(t *testing.T) {
	a := &copier{name: "a"}
	a.next = &copier{"b", a}
	mux := http.NewServeMux()
	mux.Handle("/", mux)
	phttp.Handler(newSchema(t), a)
	phttp.Handler(newSchema(t), mux)
	phttp.Handler(newSchema(t), nil)
	phttp.Handler(newSchema(t), (*http.ServeMux)(nil))
	phttp.Handler(newSchema(t), (*copier)(nil))
}

// TestRouteOfMountedMux checks that a mux below a subtree which is asked for other paths than
// the request's names nothing, and that a mux that is exchanged meanwhile is read safely.
func TestRouteOfMountedMux(t *testing.T) {
	ps := newSchema(t)
	inner := http.NewServeMux()
	inner.HandleFunc("GET /things/{id}", serveOK)
	inner.HandleFunc("/", serveOK)
	mux, app := http.NewServeMux(), &served{mux: inner, strip: "/api"}
	mux.Handle("/api/", app)
	h := phttp.Handler(ps, copying(mux))
	for _, path := range []string{"/api/things/1", "/api/things/x/y", "/api/"} {
		serve(h, httptest.NewRequest(http.MethodGet, path, nil))
	}
	want(t, rows(ps, "events_statements_history_long", "GET ", "DIGEST_TEXT"), "GET /api/", "GET /api/", "GET /api/")
	for _, exchanged := range []interface {
		http.Handler
		exchange()
	}{
		&guarded{mux: newMux()},
		&guardedByPointer{mu: new(sync.RWMutex), mux: newMux()},
		&guardedWithin{state: guarded{mux: newMux()}},
	} {
		var wg sync.WaitGroup
		for range 100 {
			outer := http.NewServeMux()
			outer.Handle("/orders/", exchanged)
			h := phttp.Handler(ps, copying(outer))
			wg.Go(func() { serve(h, httptest.NewRequest(http.MethodGet, "/orders/1", nil)) })
			exchanged.exchange()
		}
		wg.Wait()
	}
}
