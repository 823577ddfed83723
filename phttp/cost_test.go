package phttp_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/phttp"
)

// nothing is a response that keeps nothing.
type nothing http.Header

func (w nothing) Header() http.Header         { return http.Header(w) }
func (w nothing) Write(p []byte) (int, error) { return len(p), nil }
func (w nothing) WriteHeader(int)             {}

func newRoute() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /orders/{id}", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("order")) })
	return mux
}

// TestAllocations: a request takes the request as the handler sees it, what belongs to
// it here, and its text.
func TestAllocations(t *testing.T) {
	ps, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	mux := newRoute()
	h, r, w := phttp.Handler(ps, mux), httptest.NewRequest(http.MethodGet, "/orders/17?page=2", nil), nothing{}
	bare := testing.AllocsPerRun(100, func() { mux.ServeHTTP(w, r) })
	if n := testing.AllocsPerRun(100, func() { h.ServeHTTP(w, r) }) - bare; n > 3 {
		t.Errorf("%v allocations a request", n)
	}
}

// BenchmarkHandler is what a request costs without a server and a network.
func BenchmarkHandler(b *testing.B) {
	for _, c := range []struct {
		name   string
		config perfschema.Config
	}{
		{"bare", perfschema.Config{Off: true}},
		{"default", perfschema.Config{}},
		{"library", perfschema.LibraryConfig()},
		{"everything", perfschema.Config{Instruments: []perfschema.InstrumentRule{{Pattern: "%", State: perfschema.InstrumentOn}}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			ps, err := perfschema.New(c.config)
			if err != nil {
				b.Fatal(err)
			}
			if c.name == "everything" {
				for _, consumer := range perfschema.Consumers() {
					ps.SetConsumer(consumer, true)
				}
			}
			h, r, w := phttp.Handler(ps, newRoute()), httptest.NewRequest(http.MethodGet, "/orders/17?page=2", nil), nothing{}
			b.ReportAllocs()
			for b.Loop() {
				h.ServeHTTP(w, r)
			}
		})
	}
}
