package gms_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/sampler"
)

// tree is the result of an EXPLAIN ANALYZE: operators, rows and loops.
func tree(got [][]string) string {
	var b strings.Builder
	for _, r := range got {
		fmt.Fprintf(&b, "%s %s %s\n", r[0], r[1], r[2])
	}
	return b.String()
}

// Any running statement's tree is shown, as far as it is known.
func TestExplainAnalyzeForAnyConnection(t *testing.T) {
	// The second row of the first table waits for the lock.
	const gated = "SELECT /*+ LOOKUP_JOIN(l,p) JOIN_ORDER(l,p) */ l.id + 1 FROM line l JOIN product p ON p.id = l.product WHERE l.id < 2 OR GET_LOCK('gate', 30 + 0 * l.id) = 1"
	s := startServer(t, perfschema.Config{})
	c, root := s.connectWith(t, nil), s.connectWith(t, nil)
	shopTables(t, c)
	mustExec(t, c, "SET @a = 1")
	var id string
	if err := c.QueryRowContext(t.Context(), "SELECT CONNECTION_ID()").Scan(&id); err != nil {
		t.Fatal(err)
	}
	query := "EXPLAIN ANALYZE FOR CONNECTION " + id
	run := func(check func(got [][]string) bool) {
		t.Helper()
		mustExec(t, root, "SELECT GET_LOCK('gate', 10)")
		done := s.start(t.Context(), c, gated)
		var got [][]string
		defer func() {
			if t.Failed() {
				t.Log(tree(got))
			}
		}()
		await(t, "the tree", func() bool {
			var err error
			got, err = tryRows(t.Context(), root, query)
			return err == nil && check(got)
		})
		mustExec(t, root, "SELECT RELEASE_LOCK('gate')")
		if r := <-done; r.err != nil {
			t.Error(r.err)
		}
		mustExec(t, c, "SELECT RELEASE_ALL_LOCKS()")
		if got := rows(t, root, query); len(got) != 0 {
			t.Errorf("of a connection that is done: %v", got)
		}
	}

	// Without a profiler only tables are counted.
	const want = "Project NULL NULL\n  LookupJoin NULL NULL\n    Filter NULL NULL\n      TableAlias(l) NULL NULL\n        Table(line) 2 1\n" +
		"    TableAlias(p) NULL NULL\n      IndexedTableAccess(product) 1 1\n"
	run(func(got [][]string) bool {
		for _, r := range got {
			if r[3] != "NULL" || r[4] != "NULL" {
				t.Errorf("a time without a clock: %v", r)
			}
		}
		return tree(got) == want
	})

	if err := s.adapter.StartProfiler(sampler.Options{}); err != nil {
		t.Fatal(err)
	}
	run(func(got [][]string) bool {
		text := tree(got)
		if !strings.Contains(text, "Table(line) 2 1") || strings.Contains(text, "NULL NULL\n") {
			return false
		}
		// The time it waits in the filter is the profiler's to see.
		for _, r := range got {
			if strings.TrimSpace(r[0]) == "Filter" {
				self, err := strconv.ParseFloat(r[3], 64)
				return err == nil && self > 0
			}
		}
		return false
	})
}

func TestExplainAnalyzeNamesTables(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, nil)
	shopTables(t, c)
	got := tree(rows(t, c, "EXPLAIN ANALYZE SELECT l.id FROM line l JOIN product p ON p.id = l.product WHERE p.price > (SELECT MIN(price) FROM product)"))
	for _, want := range []string{"Table(line) ", "IndexedTableAccess(product) ", "GroupBy "} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
