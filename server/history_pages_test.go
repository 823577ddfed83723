package server_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema/server"
)

// page is a page of a server, and how it was answered.
func page(t *testing.T, s *server.Server, target string) (string, int) {
	t.Helper()
	answer, err := http.Get("http://" + s.HTTPAddr().String() + "/" + target)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body), answer.StatusCode
}

// asked is a statement of another digest than all that the test asks besides, so that what
// is known of it stays the same whenever a window ends.
const asked = "SELECT a AS `<script>alert(1)</script>` FROM d.t WHERE a = %d"

// TestHistoryPages: what a server before has kept is on the page as in SQL, and from a
// span the page leads to a statement's course.
func TestHistoryPages(t *testing.T) {
	dir := t.TempDir()
	cfg := server.Config{DataDir: dir, History: true, HTTP: "127.0.0.1:0"}
	for round := range 2 {
		s := start(t, cfg)
		db := open(t, s, "root", "")
		db.SetMaxOpenConns(1)
		for _, q := range []string{"CREATE DATABASE IF NOT EXISTS d", "CREATE TABLE IF NOT EXISTS d.t (a INT PRIMARY KEY)"} {
			exec(t, db, q)
		}
		if round == 0 {
			for i := range 5 {
				exec(t, db, fmt.Sprintf(asked, i))
			}
		} else {
			checkHistoryPage(t, s)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	s := start(t, server.Config{DataDir: t.TempDir(), HTTP: "127.0.0.1:0"})
	if body, code := page(t, s, "history"); code != http.StatusOK || !strings.Contains(body, "--history") {
		t.Errorf("without a history: %d %s", code, body)
	}
}

func checkHistoryPage(t *testing.T, s *server.Server) {
	t.Helper()
	body, code := page(t, s, "history?table=statements&format=json")
	var rows []struct {
		Statement, Digest string
		Executions, Time  uint64
	}
	if err := json.Unmarshal([]byte(body), &rows); err != nil || code != http.StatusOK {
		t.Fatalf("%d %v %s", code, err, body)
	}
	db := open(t, s, "root", "")
	digest := ""
	for _, r := range rows {
		var executions, took uint64
		if err := db.QueryRow("SELECT SUM(COUNT_STAR), SUM(SUM_TIMER_WAIT) FROM history.events_statements_summary_by_digest WHERE DIGEST = ?", r.Digest).Scan(&executions, &took); err != nil {
			t.Fatal(r, err)
		}
		// The same statement by databases has a row each.
		if r.Executions == 0 || r.Executions > executions || r.Time > took {
			t.Errorf("%s: %d executions of %d, time %d of %d", r.Statement, r.Executions, executions, r.Time, took)
		}
		if strings.Contains(r.Statement, "`d` . `t` WHERE") {
			if digest = r.Digest; r.Executions != 5 || r.Time != took {
				t.Errorf("%+v, in SQL %d executions of %d", r, executions, took)
			}
		}
	}
	if digest == "" {
		t.Fatalf("the statement is not on the page: %s", body)
	}
	// What is the same in both has not changed.
	now := time.Now().UTC()
	span := url.Values{"from": {now.Add(-time.Hour).Format(time.RFC3339)}, "to": {now.Add(time.Hour).Format(time.RFC3339)},
		"earlier_from": {now.Add(-2 * time.Hour).Format(time.RFC3339)}, "earlier_to": {now.Add(time.Hour).Format(time.RFC3339)}}
	if body, code = page(t, s, "history?"+span.Encode()); code != http.StatusOK {
		t.Errorf("compared: %d %s", code, body)
	}
	for _, want := range []string{"No statement is slower by more than chance explains.", "Not told apart", "Not tested: ", "5 → 5"} {
		if !strings.Contains(body, want) {
			t.Errorf("compared with itself the page lacks %q", want)
		}
	}
	exec(t, db, fmt.Sprintf(asked, 7)) // the profiler of this server knows it from now on
	if body, code = page(t, s, "history?digest="+digest); code != http.StatusOK || !strings.Contains(body, "`d` . `t` WHERE") || strings.Contains(body, "<script>alert") ||
		!strings.Contains(body, "digest?digest="+digest) {
		t.Errorf("its course: %d %s", code, body)
	}
	if body, code = page(t, s, "history?from=1999-01-01T00:00&to=1999-02-01T00:00"); code != http.StatusOK || !strings.Contains(body, "Nothing is kept of this time") {
		t.Errorf("before all: %d %s", code, body)
	}
}
