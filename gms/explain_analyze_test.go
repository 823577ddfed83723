package gms_test

import (
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// analyzed gives the operators of an EXPLAIN ANALYZE by their names.
func analyzed(t *testing.T, c *sql.Conn, query string) (operators map[string][]string, order []string) {
	t.Helper()
	operators = make(map[string][]string)
	for _, r := range rows(t, c, query) {
		name, _, _ := strings.Cut(strings.TrimSpace(r[0]), "(")
		operators[name] = r[1:]
		order = append(order, r[0])
	}
	return operators, order
}

func TestExplainAnalyze(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, nil)
	shopTables(t, c)
	for _, test := range []struct {
		query string
		want  map[string]string // rows and loops
	}{
		{"SELECT n FROM line WHERE n = 1 ORDER BY n", map[string]string{"Sort": "3 1", "Filter": "3 1", "Table": "4 1"}},
		{"SELECT n, COUNT(*) FROM line GROUP BY n", map[string]string{"GroupBy": "2 1", "Table": "4 1"}},
		{"SELECT /*+ LOOKUP_JOIN(l,p) */ * FROM line l JOIN product p ON p.id = l.product", map[string]string{"LookupJoin": "3 1", "IndexedTableAccess": "3 4"}},
	} {
		got, order := analyzed(t, c, "EXPLAIN ANALYZE "+test.query)
		for name, want := range test.want {
			if r := got[name]; r == nil || r[0]+" "+r[1] != want {
				t.Errorf("%s: %s gave %v, want %s\n%s", test.query, name, r, want, strings.Join(order, "\n"))
			}
		}
		var self, first float64
		for i, r := range rows(t, c, "EXPLAIN ANALYZE "+test.query) {
			if r[2] == "0" {
				continue
			}
			own, err1 := strconv.ParseFloat(r[3], 64)
			all, err2 := strconv.ParseFloat(r[4], 64)
			grouping := strings.Contains(r[0], "GroupBy") // beside its input
			if err1 != nil || err2 != nil || own > all && !grouping {
				t.Errorf("%v", r)
			}
			if !grouping {
				self += own
			}
			if i == 0 {
				first = all
			}
		}
		if self > first+float64(len(order))*1e-6 || first == 0 {
			t.Errorf("%s: the operators' own times add up to %v s of %v s", test.query, self, first)
		}
	}
	th := s.thread(t, c)
	if e, err := s.run(t, th, c, "EXPLAIN ANALYZE SELECT 1"); err != nil || e.EventName != "statement/sql/select" {
		t.Errorf("recorded as %s: %v", e.EventName, err)
	}
	wantErrors(t, c, map[string]uint16{
		"EXPLAIN ANALYZE DELETE FROM line": 1105, "EXPLAIN ANALYZE SELECT * FROM nowhere": 1146, "EXPLAIN ANALYZE SELEC 1": 1064,
		"EXPLAIN ANALYZE FOR CONNECTION x":           1064,
		"EXPLAIN ANALYZE FOR CONNECTION 4000000":     1094,
		"EXPLAIN ANALYZE FOR CONNECTION 99999999999": 1094,
	})
	if got := rows(t, c, "SELECT COUNT(*) FROM line"); got[0][0] != "4" {
		t.Errorf("EXPLAIN ANALYZE changed the table: %v", got)
	}
}

// A running statement's tree shows what its operators have done so far.
func TestExplainAnalyzeForConnection(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c, root := s.connectWith(t, nil), s.connectWith(t, nil)
	shopTables(t, c)
	var id string
	if err := c.QueryRowContext(t.Context(), "SELECT CONNECTION_ID()").Scan(&id); err != nil {
		t.Fatal(err)
	}
	query := "EXPLAIN ANALYZE FOR CONNECTION " + id
	if got := rows(t, root, query); len(got) != 0 {
		t.Errorf("of an idle connection: %v", got)
	}
	mustExec(t, root, "SELECT GET_LOCK('gate0', 10)")
	// The second row of four waits for the lock.
	done := s.start(t.Context(), c, "EXPLAIN ANALYZE SELECT id FROM line WHERE id < 2 OR GET_LOCK(CONCAT('gate', id * 0), 30) = 1")
	var got [][]string
	defer func() {
		if t.Failed() {
			t.Log(got)
		}
	}()
	await(t, "the first row", func() bool {
		var err error
		got, err = tryRows(t.Context(), root, query)
		return err == nil && strings.Contains(fmt.Sprint(got), "Filter 1 1")
	})
	mustExec(t, root, "SELECT RELEASE_LOCK('gate0')")
	if r := <-done; r.err != nil {
		t.Error(r.err)
	}
	if got := rows(t, root, query); len(got) != 0 {
		t.Errorf("of a connection that is done: %v", got)
	}
	mustExec(t, root, "CREATE USER plain")
	if number, _, _ := errorOf(t, s.connect(t, "plain", ""), query); number != 1227 {
		t.Errorf("without PROCESS: %d", number)
	}
}
