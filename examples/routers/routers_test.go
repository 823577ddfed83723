package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/examples/internal/ask"
	"github.com/perfschema/perfschema/phttp"
)

// TestRoutes: requests of several users at a time are counted by the routes that the routers
// have for them, and what has no route by none.
func TestRoutes(t *testing.T) {
	ps, err := perfschema.New(perfschema.LibraryConfig())
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for name, router := range routers() {
		h := phttp.Handler(ps, router)
		for user := range 4 {
			wg.Go(func() {
				for n := range 25 {
					for path, want := range map[string]int{
						fmt.Sprintf("/%s/users/%d?token=secret", name, user*25+n): http.StatusOK, fmt.Sprintf("/%s/nothing/%d", name, n): http.StatusNotFound,
					} {
						w := httptest.NewRecorder()
						h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
						if w.Code != want {
							t.Errorf("%s: %d", path, w.Code)
						}
					}
				}
			})
		}
	}
	wg.Wait()
	db := ask.Serve(t, ps)
	const routes = "SELECT DIGEST_TEXT, COUNT_STAR, SUM_ERRORS, SUM_WARNINGS FROM events_statements_summary_by_digest WHERE DIGEST_TEXT LIKE 'GET %users%' ORDER BY DIGEST_TEXT"
	if got := fmt.Sprint(ask.Rows(t, db, routes)); got != "[[GET /chi/users/{id} 100 0 0] [GET /echo/users/:id 100 0 0] [GET /gin/users/:id 100 0 0] [GET /gorilla/users/{id} 100 0 0]]" {
		t.Errorf("routes: %s", got)
	}
	const rest = "SELECT SUM(COUNT_STAR), SUM(SUM_WARNINGS), MAX(DIGEST_TEXT LIKE '%secret%' OR QUERY_SAMPLE_TEXT LIKE '%secret%') FROM events_statements_summary_by_digest WHERE DIGEST_TEXT NOT LIKE '%users%'"
	if got := fmt.Sprint(ask.Rows(t, db, rest)); got != "[[400 400 0]]" {
		t.Errorf("what has no route: %s; by digest %v", got, ask.Rows(t, db, "SELECT DIGEST_TEXT, COUNT_STAR, SUM_WARNINGS FROM events_statements_summary_by_digest"))
	}
}
