package sqltest_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/server"
	"github.com/perfschema/perfschema/snowset"
)

// What a client reads of any query adds up: its resources to its cores times
// its duration, within a tick at each end, the times of its operators to those
// of its resources by operator, and so do the nodes of its plan.
func TestProfilesAddUp(t *testing.T) {
	racetest.SkipAlone(t)
	ctx := context.Background()
	db, err := dial(start(t))("root", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	run := func(query string) {
		t.Helper()
		rows, err := db.QueryContext(ctx, query)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		for rows.Next() {
		}
		if err := rows.Err(); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		rows.Close()
	}
	run("CREATE DATABASE d")
	run("CREATE TABLE d.t (a INT PRIMARY KEY, b INT, c VARCHAR(40))")
	var values []string
	for i := range 3000 {
		values = append(values, fmt.Sprintf("(%d,%d,'text %d')", i, i*7919%500, i*104729%3000))
	}
	run("INSERT INTO d.t VALUES " + strings.Join(values, ","))
	run("TRUNCATE TABLE profiling.query_profiles")
	queries := []string{
		"SELECT COUNT(*), SUM(x.a) FROM d.t x JOIN d.t y ON x.b = y.b AND x.a < y.a WHERE x.a < 2000",
		"SELECT c, b FROM d.t ORDER BY c, b",
		"SELECT b, COUNT(DISTINCT c) FROM d.t GROUP BY b",
		"SELECT SLEEP(0.1)",
		"UPDATE d.t SET b = b + 1",
		"SELECT 1",
	}
	for _, q := range queries {
		run(q)
	}
	var interval, late float64
	if err := db.QueryRowContext(ctx, "SELECT SAMPLE_INTERVAL, MAX_LATENESS FROM profiling.profiler_status").Scan(&interval, &late); err != nil {
		t.Fatal(err)
	}
	sum := func(names []string) string { return "COALESCE(" + strings.Join(names, ",0)+COALESCE(") + ",0)" }
	var resources, operators []string
	for _, r := range snowset.Resources() {
		resources = append(resources, r.Column())
	}
	for _, o := range snowset.Operators() {
		operators = append(operators, o.Column())
	}
	rows, err := db.QueryContext(ctx, "SELECT queryId, durationTotal, perServerCores, "+sum(resources)+", "+sum(operators)+" FROM profiling.query_profiles WHERE endTime IS NOT NULL")
	if err != nil {
		t.Fatal(err)
	}
	type profile struct {
		id                                        int64
		duration, cores, byResource, byOperator   float64
		cells, cellsInOperators, nodes, nodeShare float64
	}
	var profiles []profile
	for rows.Next() {
		var p profile
		if err := rows.Scan(&p.id, &p.duration, &p.cores, &p.byResource, &p.byOperator); err != nil {
			t.Fatal(err)
		}
		profiles = append(profiles, p)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	if len(profiles) < len(queries) {
		t.Fatalf("%d profiles of %d queries", len(profiles), len(queries))
	}
	seen := 0
	for _, p := range profiles {
		scan := func(query string, into ...any) {
			t.Helper()
			if err := db.QueryRowContext(ctx, fmt.Sprintf(query, p.id)).Scan(into...); err != nil && err != sql.ErrNoRows {
				t.Fatal(err)
			}
		}
		scan("SELECT COALESCE(SUM(TIME),0), COALESCE(SUM(IF(OPERATOR IS NULL,0,TIME)),0) FROM profiling.query_resources_by_operator WHERE QUERY_ID = %d", &p.cells, &p.cellsInOperators)
		scan("SELECT COALESCE(SUM(SELF_TIME),0), COALESCE(SUM(SHARE),0) FROM profiling.query_operators WHERE QUERY_ID = %d", &p.nodes, &p.nodeShare)
		if p.cells > 0 {
			seen++
		}
		// A column is rounded to whole milliseconds.
		if off := p.byResource - p.cells; off > 11 || off < -11 {
			t.Errorf("query %d: the columns of resources are %v ms, query_resources_by_operator says %v", p.id, p.byResource, p.cells)
		}
		if off := p.byOperator - p.cellsInOperators; off > 8 || off < -8 {
			t.Errorf("query %d: the columns of operators are %v ms, query_resources_by_operator says %v", p.id, p.byOperator, p.cellsInOperators)
		}
		if off := p.nodes - p.cellsInOperators; off > 0.001 || off < -0.001 {
			t.Errorf("query %d: the nodes' times are %v ms, query_resources_by_operator says %v", p.id, p.nodes, p.cellsInOperators)
		}
		if p.cells > 0 && (p.nodeShare < p.nodes/p.cells-0.001 || p.nodeShare > p.nodes/p.cells+0.001) {
			t.Errorf("query %d: the nodes' shares are %v, want %v", p.id, p.nodeShare, p.nodes/p.cells)
		}
		// The cores may grow while it runs: there was one at least all the time.
		// A sample is taken at a random moment of each interval, so that a statement is seen in
		// each interval that it touches, or in none but those that it fills.
		tick := 2*interval + late + 1
		if p.cells < p.duration-tick || p.cells > p.cores*(p.duration+tick) {
			t.Errorf("query %d: resources are %v ms of %v ms on %v cores, with ticks of %v ms", p.id, p.cells, p.duration, p.cores, tick)
		}
	}
	var memory, high int64
	if err := db.QueryRowContext(ctx, "SELECT MAX(memoryUsed), MAX(MEMORY_HIGH) FROM profiling.query_profiles JOIN profiling.query_operators ON queryId = QUERY_ID WHERE producedRows = 3000 AND OPERATOR = 'Sort'").Scan(&memory, &high); err != nil || high < 3000*10 || memory < high {
		t.Errorf("a sort of 3000 rows held %d bytes, the query %d: %v", high, memory, err)
	}
	if seen < 3 {
		t.Errorf("the profiler saw %d queries", seen)
	}
}

// With the profiler off the tables are there and empty.
func TestProfilerOff(t *testing.T) {
	s, err := server.Start(context.Background(), server.Config{
		Listen: "127.0.0.1:0", DataDir: filepath.Join(t.TempDir(), "data"), Profiler: sampler.Options{Off: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	db, err := dial(s)("root", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, table := range []string{"query_profiles", "query_operators", "query_resources_by_operator", "query_profiles_summary_by_digest", "query_resources_summary_by_digest", "worker_threads", "profiler_status"} {
		var n int
		if err := db.QueryRow("SELECT COUNT(*) FROM profiling." + table).Scan(&n); err != nil || n != 0 {
			t.Errorf("%s: %d rows, %v", table, n, err)
		}
	}
	if _, err := db.Exec("TRUNCATE TABLE profiling.query_profiles"); err != nil {
		t.Error(err)
	}
	var on string
	if err := db.QueryRow("SELECT @@profiling_sampler").Scan(&on); err != nil || on != "0" {
		t.Errorf("@@profiling_sampler is %s, %v", on, err)
	}
}
