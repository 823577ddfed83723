package gms_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/racetest"
)

// quietQueries are queries of every way in which rows are read, sorted, joined and grouped.
var quietQueries = []string{
	"SELECT * FROM t WHERE i = 2", "SELECT j FROM t WHERE i = 200", "SELECT * FROM t WHERE i = 2 AND j > 1",
	"SELECT i + 1, (SELECT MAX(j) FROM u) FROM t WHERE i = 3", "SELECT * FROM t",
	"SELECT i, (SELECT COUNT(j) FROM u WHERE u.i > 2) FROM t WHERE i = 3", "SELECT i, (SELECT MAX(j) FROM u WHERE u.i > t.i) FROM t WHERE i = 3", "SELECT * FROM t WHERE i > 2 AND i < 6",
	"SELECT * FROM t WHERE i IN (1, 3, 5)", "SELECT * FROM t ORDER BY j", "SELECT * FROM t ORDER BY j LIMIT 2", "SELECT * FROM t ORDER BY i DESC",
	"SELECT * FROM t JOIN u ON t.i = u.i", "SELECT * FROM t JOIN u ON t.j = u.j", "SELECT * FROM t LEFT JOIN u ON t.i = u.i WHERE t.j > 1",
	"SELECT COUNT(*) FROM t", "SELECT SUM(j) FROM t WHERE i < 4", "SELECT j, COUNT(*) FROM t GROUP BY j", "SELECT DISTINCT j FROM t",
	"SELECT * FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.j = t.j)", "SELECT * FROM t UNION SELECT * FROM u ORDER BY 1",
	"SELECT * FROM (SELECT j, MAX(i) m FROM t GROUP BY j) d WHERE m > 2", "SELECT 1", "SELECT * FROM t WHERE i = (SELECT MIN(i) FROM u)",
	"SELECT i INTO @i FROM t WHERE i = 4", "SELECT SLEEP(0) FROM t WHERE i = 1", "SELECT nothing FROM t", "SELECT FROM",
	"SELECT * FROM information_schema.schemata WHERE schema_name = 'shop'", "SELECT ROW_NUMBER() OVER (ORDER BY j) FROM t",
	"WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT n FROM r",
}

// What depends on no instrument is the same whether or not one is enabled: answers, and
// what status variables count.
func TestQuietStatementsCountAsOthers(t *testing.T) {
	racetest.SkipAlone(t)
	off := perfschema.Config{Instruments: []perfschema.InstrumentRule{{Pattern: "%"}}}
	var counts [2]map[string]map[string]string
	for i, cfg := range []perfschema.Config{{}, off} {
		c := startServer(t, cfg).connect(t, "root", "shop")
		for _, query := range []string{
			"CREATE TABLE t (i INT PRIMARY KEY, j INT)", "CREATE TABLE u (i INT PRIMARY KEY, j INT)",
			"INSERT INTO t VALUES (1,1),(2,1),(3,2),(4,2),(5,3),(6,3)", "INSERT INTO u VALUES (2,1),(4,3),(7,3)",
		} {
			mustExec(t, c, query)
		}
		counts[i] = make(map[string]map[string]string)
		for _, query := range quietQueries {
			for _, way := range []string{"text", "prepared", "transaction"} {
				if way == "transaction" {
					mustExec(t, c, "BEGIN")
				}
				mustExec(t, c, "FLUSH STATUS")
				answer := "an error"
				if way == "prepared" {
					if p, err := c.PrepareContext(t.Context(), query); err == nil {
						if r, err := p.QueryContext(t.Context()); err == nil {
							n := 0
							for r.Next() {
								n++
							}
							answer = strings.Repeat("row ", n)
							_ = r.Close()
						}
						_ = p.Close()
					}
				} else if r, err := c.QueryContext(t.Context(), query); err == nil {
					n := 0
					for r.Next() {
						n++
					}
					answer = strings.Repeat("row ", n)
					_ = r.Close()
				}
				if way == "transaction" {
					mustExec(t, c, "COMMIT")
				}
				got := statusOf(t, c, "SHOW SESSION STATUS")
				maps.DeleteFunc(got, func(name, value string) bool {
					for _, counted := range []string{"Handler_", "Select_", "Sort_", "Com_", "Created_", "Questions", "Queries"} {
						if strings.HasPrefix(name, counted) {
							return value == "0"
						}
					}
					return true
				})
				got["answer"] = answer
				counts[i][query+" by "+way] = got
			}
		}
	}
	for query, want := range counts[0] {
		if got := counts[1][query]; !maps.Equal(got, want) {
			t.Errorf("%s:\n%v while nothing is enabled, otherwise\n%v", query, got, want)
		}
	}
}

// The process list shows a quiet statement, as does EXPLAIN ANALYZE FOR CONNECTION, and nothing of
// it when it has ended.
func TestQuietStatementIsShown(t *testing.T) {
	s := startServer(t, perfschema.Config{Instruments: []perfschema.InstrumentRule{{Pattern: "%"}}})
	c, other := s.connect(t, "root", "shop"), s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE t (i INT PRIMARY KEY)")
	mustExec(t, c, "INSERT INTO t VALUES (1)")
	mustExec(t, c, "SELECT GET_LOCK('l', 0)")
	id := rows(t, other, "SELECT CONNECTION_ID()")[0][0]
	const query = "SELECT GET_LOCK('l', 100) FROM t WHERE i = 1"
	done := make(chan error, 1)
	go func() {
		_, err := other.ExecContext(t.Context(), query)
		done <- err
	}()
	const processes = "SELECT PROCESSLIST_COMMAND, PROCESSLIST_STATE, PROCESSLIST_INFO, PROCESSLIST_DB FROM performance_schema.threads WHERE PROCESSLIST_ID = "
	want := []string{"Query", "User lock", query, "shop"}
	var got []string
	for len(got) < 2 || got[1] != want[1] {
		select {
		case err := <-done:
			t.Fatalf("it has ended: %v", err)
		default:
		}
		got = rows(t, c, processes+id)[0]
	}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("while it runs: %q", got)
	}
	if plan := rows(t, c, "EXPLAIN ANALYZE FOR CONNECTION "+id); len(plan) == 0 {
		t.Error("no plan while it runs")
	}
	mustExec(t, c, "DO RELEASE_LOCK('l')")
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if got := rows(t, c, processes+id)[0]; got[0] != "Sleep" || got[1] != "NULL" || got[2] != "NULL" {
		t.Errorf("when it has ended: %q", got)
	}
}
