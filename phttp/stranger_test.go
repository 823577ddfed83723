package phttp_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/phttp"
	"github.com/perfschema/perfschema/record"
)

// TestStrangers checks that whatever a client invents makes a bounded number of rows: each
// part of a request that it chooses has 600 values, on a route and beside the routes.
func TestStrangers(t *testing.T) {
	const each = 600
	for name, set := range map[string]func(r *http.Request, i int){
		"path":      func(r *http.Request, i int) { r.URL.Path += fmt.Sprintf("/%d/%d", i, i) },
		"last name": func(r *http.Request, i int) { r.URL.Path += letters(i) },
		"names": func(r *http.Request, i int) {
			r.URL.Path = "/" + letters(i%41) + "/" + letters(i%43) + "/" + letters(i)
		},
		"query":     func(r *http.Request, i int) { r.URL.RawQuery = url.Values{fmt.Sprint("k", i): {"v"}}.Encode() },
		"method":    func(r *http.Request, i int) { r.Method = fmt.Sprint("M", i) },
		"host":      func(r *http.Request, i int) { r.Host = fmt.Sprint("host", i) },
		"user":      func(r *http.Request, i int) { r.SetBasicAuth(fmt.Sprint("user", i), "x") },
		"agent":     func(r *http.Request, i int) { r.Header.Set("User-Agent", fmt.Sprint("agent", i)) },
		"trace":     func(r *http.Request, i int) { r.Header.Set("Traceparent", fmt.Sprintf("00-%032x-%016x-01", i+1, i+1)) },
		"forwarded": func(r *http.Request, i int) { r.Header.Set("X-Forwarded-For", fmt.Sprint("192.0.2.", i)) },
		"type":      func(r *http.Request, i int) { r.Header.Set("Content-Type", fmt.Sprint("text/", i)) },
		"protocol":  func(r *http.Request, i int) { r.Proto = fmt.Sprint("HTTP/", i) },
	} {
		mux := http.NewServeMux()
		mux.HandleFunc("GET /ok/{id}", serveOK)
		for _, c := range []struct {
			kind    string
			handler http.Handler
			most    int
		}{
			{"mux", mux, 6},
			{"mux that is not found", copying(mux), 6},
			{"anything is served", http.HandlerFunc(serveOK), 257},
		} {
			ps := newSchema(t)
			h := phttp.Handler(ps, c.handler)
			for i := range each {
				for _, path := range []string{"/ok/1", "/none"} {
					r := httptest.NewRequest(http.MethodGet, path, nil)
					set(r, i)
					serve(h, r)
				}
			}
			for _, table := range []string{"accounts", "users", "hosts", "events_statements_summary_by_digest", "threads"} {
				if got := rows(ps, table, "", firstColumn(table)); len(got) > c.most {
					t.Errorf("%s, %s: %d rows of %s: %q", name, c.kind, len(got), table, got[:10])
				}
			}
		}
	}
}

// letters writes a number without digits.
func letters(i int) string {
	return strings.Map(func(c rune) rune { return c - '0' + 'a' }, fmt.Sprint(i))
}

func firstColumn(table string) string {
	switch table {
	case "threads":
		return "NAME"
	case "events_statements_summary_by_digest":
		return "DIGEST_TEXT"
	case "hosts":
		return "HOST"
	}
	return "USER"
}

// TestAddresses checks that clients of many addresses, who share an account beyond a
// thousand, are counted each.
func TestAddresses(t *testing.T) {
	ps := newSchema(t)
	h := phttp.Handler(ps, newMux())
	const each = 3000
	for i := range each {
		r := httptest.NewRequest(http.MethodGet, "/silent", nil)
		r.RemoteAddr = fmt.Sprintf("[2001:db8::%x]:1", i+1)
		serve(h, r)
	}
	if got := rows(ps, "accounts", "", "USER", "HOST"); len(got) != 1025 {
		t.Errorf("%d accounts", len(got))
	}
	var sum uint64
	for _, s := range ps.Read().StatementSummary(record.ByAccount, 0).All() {
		for _, st := range s {
			sum += st.Timer.Count
		}
	}
	if sum != each {
		t.Errorf("%d requests are counted", sum)
	}
}
