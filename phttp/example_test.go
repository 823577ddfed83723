package phttp_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/phttp"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

func Example() {
	ps, err := perfschema.New(perfschema.Config{})
	if err != nil {
		panic(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /orders/{id}", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "order %s", r.PathValue("id"))
	})
	srv := httptest.NewServer(phttp.Handler(ps, mux)) // was mux
	for _, path := range []string{"/orders/17?token=x", "/orders/18", "/none"} {
		resp, err := http.Get(srv.URL + path)
		if err != nil {
			panic(err)
		}
		resp.Body.Close()
	}
	srv.Close()

	for row := range catalog.Lookup("events_statements_history").Rows(view.Reader{Schema: ps}) {
		fmt.Println(row[3], row[9], row[11])
	}
	// Output:
	// statement/http/get GET /orders/17?token=? GET /orders/{id}
	// statement/http/get GET /orders/18 GET /orders/{id}
	// statement/http/get GET /none GET ?
}

// Routers that keep the route to themselves are asked in the handler, by middleware of
// theirs: of chi it is chi.RouteContext(r.Context()).RoutePattern(), of gorilla
// mux.CurrentRoute(r).GetPathTemplate(), of gin c.FullPath(), of echo c.Path(); the
// middleware for each is in examples/routers.
func ExampleSetRoute() {
	ps, err := perfschema.New(perfschema.Config{})
	if err != nil {
		panic(err)
	}
	h := phttp.Handler(ps, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		phttp.SetRoute(r, "GET /users/:name")
	}))
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/users/joe", nil))
	for row := range catalog.Lookup("events_statements_history").Rows(view.Reader{Schema: ps}) {
		fmt.Println(row[9], "-", row[11])
	}
	// Output: GET /users/joe - GET /users/:name
}
