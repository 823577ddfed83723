package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema/server/top"
)

// reading is what a line of JSON has.
type topReading struct {
	Page  string           `json:"page"`
	Span  *float64         `json:"span_seconds"`
	Notes []string         `json:"notes"`
	Rows  []map[string]any `json:"rows"`
}

// The differences of readings add up to what was executed between them, each with its
// rows, errors and time, whenever the readings are taken.
func TestTopAddsUp(t *testing.T) {
	c := serveChild(t)
	db := asRoot(t, c)
	run := func(statement string) {
		t.Helper()
		if _, err := db.Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	run("CREATE DATABASE d")
	run("USE d")
	run("CREATE TABLE d.t (a INT PRIMARY KEY, b INT)")
	run("INSERT INTO d.t VALUES (1, 1), (2, 2), (3, 3)")
	run("SELECT b FROM d.t WHERE b = 1") // known before, of which nothing may be shown
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r, w := io.Pipe()
	ended := make(chan error, 1)
	pool := asRoot(t, c)
	go func() {
		err := top.Write(ctx, pool, w, top.Options{Page: "statements", Interval: 50 * time.Millisecond}, top.Format{JSON: true})
		w.Close()
		ended <- err
	}()
	lines := bufio.NewReader(r)
	next := func() (out topReading) {
		t.Helper()
		line, err := lines.ReadBytes('\n')
		if err != nil {
			t.Fatalf("reading: %v, %v", err, <-ended)
		}
		if err := json.Unmarshal(line, &out); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if out.Page != "statements" || out.Span == nil || *out.Span <= 0 {
			t.Fatalf("no page, or no span: %s", line)
		}
		return out
	}
	const what = "SELECT `b` FROM `d` . `t` WHERE `b` = ?"
	executions, sent, examined, p95 := 0.0, 0.0, 0.0, 0
	add := func(r topReading) {
		for _, row := range r.Rows {
			if strings.TrimSpace(row["statement"].(string)) != what {
				continue
			}
			executions += row["executions"].(float64)
			sent += row["rows_sent"].(float64)
			examined += row["rows_examined"].(float64)
			if v, ok := row["p95_seconds"].(float64); ok && v > 0 {
				p95++
			}
			if row["time_seconds"].(float64) <= 0 || row["schema"] != "d" {
				t.Errorf("the row is %v", row)
			}
		}
	}
	add(next())
	if executions != 0 {
		t.Fatalf("%v executions from before are shown", executions)
	}
	for i := range 30 {
		run(fmt.Sprintf("SELECT b FROM d.t WHERE b = %d", i%3+1))
		if i%10 == 0 {
			add(next())
		}
	}
	for executions < 30 {
		add(next())
	}
	add(next())
	if executions != 30 || sent != 30 || examined != 90 {
		t.Errorf("%v executions sent %v rows of %v, want 30, 30, 90", executions, sent, examined)
	}
	if p95 == 0 {
		t.Error("no reading has a 95th percentile")
	}
	cancel()
	r.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// Who waits for whom, and the rights that a page lacks, of the server.
func TestTopSessions(t *testing.T) {
	c := serveChild(t)
	holder, waiter := asRoot(t, c), asRoot(t, c)
	for _, q := range []string{"CREATE USER nobody", "SELECT GET_LOCK('a lock', 0)"} {
		if _, err := holder.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	done := make(chan error, 1)
	go func() {
		_, err := waiter.Exec("SELECT GET_LOCK('a lock', 1000)")
		done <- err
	}()
	var row map[string]any
	for row == nil {
		status, out, errs := runCommand(t, "top", "--host="+c.addr, "--page=sessions", "--json", "--once")
		if status != 0 {
			t.Fatal(errs)
		}
		var r topReading
		if err := json.Unmarshal([]byte(out), &r); err != nil {
			t.Fatal(err)
		}
		for _, s := range r.Rows {
			if s["held_by"] != "" {
				row = s
			}
		}
		if _, out, _ := runCommand(t, "top", "--host="+c.addr, "--page=sessions", "--once"); row != nil && !strings.Contains(out, "Who holds up whom\n") {
			t.Errorf("there is no tree:\n%s", out)
		}
	}
	var id, held float64
	if err := holder.QueryRow("SELECT CONNECTION_ID(), (SELECT PROCESSLIST_ID FROM performance_schema.threads WHERE PROCESSLIST_INFO LIKE 'SELECT GET_LOCK%')").Scan(&held, &id); err != nil {
		t.Fatal(err)
	}
	if row["connection"] != id || row["held_by"] != fmt.Sprint(held) || !strings.Contains(row["waits_for"].(string), "a lock") || row["seconds"] == nil {
		t.Errorf("the session is %v; %v waits for %v", row, id, held)
	}
	status, out, errs := runCommand(t, "top", "--host="+c.addr, "--user=nobody", "--page=sessions", "--once")
	if status == 0 && strings.Contains(out, "GET_LOCK") {
		t.Errorf("an account without rights sees others' statements: %s%s", out, errs)
	}
	if _, err := holder.Exec("DO RELEASE_LOCK('a lock')"); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// What was raised, and where time went, adds up from reading to reading.
func TestTopErrorsAndTime(t *testing.T) {
	c := serveChild(t)
	db := asRoot(t, c)
	for _, page := range []struct{ name, statement, column, want, sum string }{
		{"errors", "SELECT * FROM nothing.t", "error", "ER_BAD_DB_ERROR", "raised"},
		{"time", "SELECT SLEEP(0.05)", "counts_as", "profIdle", "time_seconds"},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		r, w := io.Pipe()
		ended := make(chan error, 1)
		pool := asRoot(t, c)
		go func() {
			err := top.Write(ctx, pool, w, top.Options{Page: page.name, Interval: 20 * time.Millisecond}, top.Format{JSON: true})
			w.Close()
			ended <- err
		}()
		lines := bufio.NewReader(r)
		sum := 0.0
		next := func() {
			t.Helper()
			line, err := lines.ReadBytes('\n')
			if err != nil {
				t.Fatalf("%s: %v", page.name, err)
			}
			var out topReading
			if err := json.Unmarshal(line, &out); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			for _, row := range out.Rows {
				if row[page.column] == page.want {
					sum += row[page.sum].(float64)
				}
			}
		}
		next()
		const times = 4
		for range times {
			_, _ = db.Exec(page.statement)
		}
		for sum == 0 || page.name == "errors" && sum < times {
			if page.name == "time" { // until the profiler has seen one
				_, _ = db.Exec(page.statement)
			}
			next()
		}
		next()
		if page.name == "errors" && sum != times {
			t.Errorf("%v errors, want %d", sum, times)
		}
		cancel()
		r.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// Each page has rows of a server at work, as text and as JSON with the fields that
// docs/top.md names.
func TestTopPages(t *testing.T) {
	c := serveChild(t)
	host := "--host=" + c.addr
	for _, p := range top.Pages() {
		status, out, errs := runCommand(t, "top", host, "--once", "--interval=100ms", "--page="+p)
		if status != 0 || !strings.Contains(out, "perfschema top  root@") || !strings.Contains(out, " UTC, ") {
			t.Errorf("%s: status %d\n%s%s", p, status, out, errs)
		}
		status, out, errs = runCommand(t, "top", host, "--once", "--json", "--interval=100ms", "--page="+p)
		var r topReading
		if err := json.Unmarshal([]byte(out), &r); status != 0 || err != nil || r.Page != p || (r.Span == nil) != (p == "sessions" || p == "history") {
			t.Errorf("%s: status %d, %v\n%s%s", p, status, err, out, errs)
		}
	}
	for _, wrong := range [][]string{{"--page=x"}, {"--interval=0"}, {"--interval=x"}, {}, {"--host=127.0.0.1:1", "--once"}, {"--user=stranger", "--once"}} {
		status, out, errs := runCommand(t, append([]string{"top", host}, wrong...)...)
		if status != 1 || out != "" || strings.Count(errs, "\n") != 1 {
			t.Errorf("%v: status %d, %q, %q", wrong, status, out, errs)
		}
	}
	// A password on the command line is warned of, for every client.
	for _, args := range [][]string{{"top", "--once"}, {"report"}, {"export"}} {
		_, _, errs := runCommand(t, append(args, host, "--password=x")...)
		if !strings.Contains(errs, "every user's of this machine to read") {
			t.Errorf("%v: no warning in %q", args, errs)
		}
	}
}

// TestTopInstruments: each reading has the events of each instrument, and their cost is
// that of one event by how many there were; of what is off neither is known.
func TestTopInstruments(t *testing.T) {
	c := serveChild(t)
	db := asRoot(t, c)
	if _, err := db.Exec("UPDATE performance_schema.setup_instruments SET ENABLED = 'NO' WHERE NAME LIKE 'statement/sql/%' AND NAME <> 'statement/sql/do'"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r, w := io.Pipe()
	ended := make(chan error, 1)
	pool := asRoot(t, c)
	go func() {
		err := top.Write(ctx, pool, w, top.Options{Page: "instruments", Interval: 50 * time.Millisecond}, top.Format{JSON: true})
		w.Close()
		ended <- err
	}()
	lines := bufio.NewReader(r)
	const times = 30
	done := 0.0
	read := func() {
		t.Helper()
		line, err := lines.ReadBytes('\n')
		var out topReading
		if err == nil {
			err = json.Unmarshal(line, &out)
		}
		if err != nil || out.Span == nil || len(out.Rows) < 400 || len(out.Notes) != 1 {
			t.Fatalf("a reading of %d: %q, %v", len(out.Rows), out.Notes, err)
		}
		for _, row := range out.Rows {
			rate, counted := row["events_per_second"].(float64)
			each, priced := row["cpu_seconds_per_event"].(float64)
			cost, known := row["share_of_a_core"].(float64)
			if known != (counted && priced) || known && (cost < rate*each*0.999 || cost > rate*each*1.001) || (row["cpu_seconds_per_event_error"] != nil) != priced {
				t.Fatalf("an instrument is %v", row)
			}
			switch row["instrument"] {
			case "statement/sql/do":
				done += rate * *out.Span
			case "statement/sql/select":
				if counted || row["enabled"] != "NO" {
					t.Errorf("one that is off is %v", row)
				}
			}
		}
	}
	read()
	for range times {
		if _, err := db.Exec("DO 1"); err != nil {
			t.Fatal(err)
		}
	}
	for done < times-0.5 {
		read()
	}
	read()
	if done < times-0.5 || done > times+0.5 {
		t.Errorf("%v events, want %d", done, times)
	}
	cancel()
	r.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestTopHistory: the windows of a history are shown as SQL adds them up, and an account
// without rights is told.
func TestTopHistory(t *testing.T) {
	_, c := remembered(t)
	db := asRoot(t, c)
	if _, err := db.Exec("CREATE USER nobody"); err != nil {
		t.Fatal(err)
	}
	read := func(args ...string) (out topReading) {
		t.Helper()
		status, text, errs := runCommand(t, append([]string{"top", "--host=" + c.addr, "--page=history", "--json", "--once"}, args...)...)
		if err := json.Unmarshal([]byte(text), &out); status != 0 || err != nil {
			t.Fatalf("status %d, %v: %s", status, err, errs)
		}
		return out
	}
	var executions, errors float64
	if err := db.QueryRow("SELECT SUM(COUNT_STAR), SUM(SUM_ERRORS) FROM history.events_statements_summary_by_digest WHERE DIGEST_TEXT LIKE '%`d` . `t`%'").Scan(&executions, &errors); err != nil {
		t.Fatal(err)
	}
	// A minute may have begun while the server that ran before worked: its windows together.
	total := map[string]float64{}
	rows := read().Rows
	for _, row := range rows {
		for _, name := range []string{"executions", "errors", "time_seconds", "statements_at_a_time"} {
			total[name] += row[name].(float64)
		}
	}
	if total["executions"] < executions || executions < 80 || total["errors"] < errors || errors < 40 || total["time_seconds"] <= 0 || total["statements_at_a_time"] <= 0 {
		t.Errorf("the windows of %v executions and %v errors are %v", executions, errors, rows)
	}
	if out := read("--user=nobody"); len(out.Rows) != 0 || len(out.Notes) != 1 || !strings.Contains(out.Notes[0], "may not read") {
		t.Errorf("nobody sees %v, %q", out.Rows, out.Notes)
	}
}

// Activity is what SQL counts: whatever the dimension, all samples that were there before are shown,
// and none that came after; the chart has them too.
func TestTopActivity(t *testing.T) {
	c := serveChild(t)
	db := asRoot(t, c)
	count := func() (n float64) {
		t.Helper()
		if err := db.QueryRow("SELECT COUNT(*) FROM profiling.active_session_history").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for count() < 2 { // until samples have seen sessions at work
		if _, err := db.Exec("SELECT COUNT(*) FROM performance_schema.setup_instruments a, performance_schema.setup_instruments b"); err != nil {
			t.Fatal(err)
		}
	}
	for _, by := range top.Dimensions() {
		before := count()
		var out strings.Builder
		if err := top.Write(t.Context(), asRoot(t, c), &out, top.Options{Page: "activity", Interval: time.Second, By: by, Span: time.Hour}, top.Format{JSON: true, Once: true}); err != nil {
			t.Fatal(err)
		}
		after := count()
		var r struct {
			topReading
			Activity struct {
				By       string  `json:"by"`
				Interval float64 `json:"sample_interval_seconds"`
				Course   []struct {
					From    time.Time          `json:"from"`
					Until   time.Time          `json:"until"`
					Running float64            `json:"running"`
					Queued  float64            `json:"queued"`
					Waiting map[string]float64 `json:"waiting"`
				} `json:"course"`
			} `json:"activity"`
		}
		if err := json.Unmarshal([]byte(out.String()), &r); err != nil {
			t.Fatalf("%s: %v", out.String(), err)
		}
		samples, share := 0.0, 0.0
		for _, row := range r.Rows {
			samples += row["active_sessions"].(float64) * *r.Span / r.Activity.Interval
			share += row["share"].(float64)
		}
		drawn := 0.0
		for _, s := range r.Activity.Course {
			n := s.Running + s.Queued
			for _, w := range s.Waiting {
				n += w
			}
			drawn += n * s.Until.Sub(s.From).Seconds() / r.Activity.Interval
		}
		const rounding = 0.01
		for _, n := range []float64{samples, drawn} {
			if n < before-rounding || n > after+rounding {
				t.Errorf("by %s: %v samples are shown, %v drawn, SQL has %v before and %v after", by, samples, drawn, before, after)
			}
		}
		if share < 0.999 || share > 1.001 || r.Activity.By != by || len(r.Activity.Course) == 0 {
			t.Errorf("by %s: %s", by, out.String())
		}
	}
}
