package sqltest_test

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"
)

var profilerLoad = flag.Duration("profilerload", 2*time.Second, "how long to run 1,000 queries a second under the profiler")

// 1,000 queries a second from four connections: each is counted in the summary
// of its digest, none is lost, and as many profiles are kept, with their plans,
// as there is room for.
func TestProfilerKeepsUp(t *testing.T) {
	const (
		connections = 4
		each        = 250 // a second
		room        = 10_000
	)
	ctx := context.Background()
	d := dial(start(t))
	db := open(t, d)
	mustExec(t, db, "CREATE DATABASE d")
	mustExec(t, db, "CREATE TABLE d.t (id INT PRIMARY KEY, b INT, c CHAR(120), KEY (b))")
	mustExec(t, db, "INSERT INTO d.t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT i, i % 100, REPEAT('x', 119) FROM n")
	mustExec(t, db, "TRUNCATE TABLE profiling.query_profiles")
	mustExec(t, db, "TRUNCATE TABLE profiling.query_profiles_summary_by_digest")
	number := func(query string) (n int) {
		t.Helper()
		if err := db.QueryRowContext(ctx, query).Scan(&n); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		return n
	}
	lost := func() (n int) {
		var name string
		if err := db.QueryRowContext(ctx, "SHOW GLOBAL STATUS LIKE 'Profiling_query_profiles_lost'").Scan(&name, &n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	lostBefore := lost()

	// The second has a plan of several nodes.
	queries := []string{"SELECT c FROM d.t WHERE id = %d", "SELECT x.b, COUNT(*) FROM d.t x JOIN d.t y ON x.id = y.id WHERE x.b = %d GROUP BY x.b"}
	n := int(profilerLoad.Seconds() * each)
	took := make([][]time.Duration, connections)
	var wg sync.WaitGroup
	begun := time.Now()
	for i := range connections {
		conn := open(t, d)
		conn.SetMaxOpenConns(1)
		wg.Go(func() {
			for k := range n {
				time.Sleep(time.Until(begun.Add(time.Duration(k) * time.Second / each))) // what is late is made up for
				from := time.Now()
				query, into := queries[0], []any{new(any)}
				if k%10 == 0 {
					query, into = queries[1], []any{new(any), new(any)}
				}
				if err := conn.QueryRowContext(ctx, fmt.Sprintf(query, 1+k%90)).Scan(into...); err != nil {
					t.Error(err)
					return
				}
				took[i] = append(took[i], time.Since(from))
			}
		})
	}
	wg.Wait()
	elapsed := time.Since(begun)

	all := slices.Concat(took...)
	slices.Sort(all)
	joins := connections * ((n + 9) / 10)
	for like, want := range map[string]int{"SELECT `c` FROM%": len(all) - joins, "%JOIN%": joins} {
		if got := number("SELECT SUM(COUNT_STAR) FROM profiling.query_profiles_summary_by_digest WHERE DIGEST_TEXT LIKE '" + like + "'"); got != want {
			t.Errorf("%d of %d queries are counted: %s", got, want, like)
		}
	}
	if got := lost() - lostBefore; got != 0 {
		t.Errorf("%d profiles are lost", got)
	}
	kept := number("SELECT COUNT(*) FROM profiling.query_profiles WHERE endTime IS NOT NULL")
	if want := min(len(all), room); kept < want || kept > room {
		t.Errorf("%d profiles are kept, want %d", kept, want)
	}
	planned := number("SELECT COUNT(DISTINCT QUERY_ID) FROM profiling.query_operators")
	if planned < min(len(all), room-10) {
		t.Errorf("%d profiles of %d have plans", planned, kept)
	}
	t.Logf("%d queries in %v, %.0f a second; half took less than %v, 99 in 100 than %v, the longest %v; %d profiles kept, %d with plans",
		len(all), elapsed.Round(time.Millisecond), float64(len(all))/elapsed.Seconds(), all[len(all)/2].Round(time.Microsecond),
		all[len(all)*99/100].Round(time.Microsecond), all[len(all)-1].Round(time.Microsecond), kept, planned)
}
