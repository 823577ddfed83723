package gms_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/racetest"
)

// A statement of four times as many terms takes about four times as much to plan and to
// run: no rule walks through what is below each of the terms. Sixteen times would be the
// square. What is measured is allocations, which no other load changes.
func TestWorkGrowsWithTheStatement(t *testing.T) {
	racetest.SkipAlone(t)
	terms := func(n int, sep string, format func(i int) string) string {
		list := make([]string, n)
		for i := range list {
			list[i] = format(i)
		}
		return strings.Join(list, sep)
	}
	for name, shape := range map[string]struct {
		terms int
		query func(n int) string
	}{
		"OR": {250, func(n int) string {
			return "SELECT a FROM t WHERE " + terms(n, " OR ", func(i int) string { return fmt.Sprintf("a = %d AND b = 'x%d'", i, i) })
		}},
		"OR of one": {250, func(n int) string {
			return "SELECT a FROM t WHERE " + terms(n, " OR ", func(i int) string { return fmt.Sprintf("c = %d", i) })
		}},
		"AND": {250, func(n int) string {
			return "SELECT a FROM t WHERE " + terms(n, " AND ", func(i int) string { return fmt.Sprintf("c <> %d", i) })
		}},
		"arithmetic": {250, func(n int) string {
			return "SELECT " + terms(n, " + ", func(i int) string { return fmt.Sprintf("c * %d", i) }) + " FROM t"
		}},
		"texts": {250, func(n int) string {
			return "SELECT " + terms(n, " + ", func(i int) string { return fmt.Sprintf("'%d'", i) }) + " FROM t"
		}},
		"NOT":    {250, func(n int) string { return "SELECT " + strings.Repeat("NOT ", n) + "c FROM t" }},
		"BINARY": {250, func(n int) string { return "SELECT " + strings.Repeat("BINARY ", n) + "b FROM t" }},
		"LIKE": {250, func(n int) string {
			return "SELECT a FROM t WHERE " + terms(n, " OR ", func(i int) string { return fmt.Sprintf("b LIKE 'x%d%%'", i) })
		}},
		"IN": {500, func(n int) string {
			return "SELECT a FROM t WHERE c IN (" + terms(n, ", ", func(i int) string { return fmt.Sprint(i) }) + ")"
		}},
		"IN of texts": {500, func(n int) string {
			return "SELECT a FROM t WHERE b IN (" + terms(n, ", ", func(i int) string { return fmt.Sprintf("'%d'", i) }) + ")"
		}},
		"IN of rows": {500, func(n int) string {
			return "SELECT a FROM t WHERE (a, c) IN (" + terms(n, ", ", func(i int) string { return fmt.Sprintf("(%d, 1)", i) }) + ")"
		}},
		"CASE": {250, func(n int) string {
			return "SELECT CASE c " + terms(n, " ", func(i int) string { return fmt.Sprintf("WHEN %d THEN 'x%d'", i, i) }) + " END FROM t"
		}},
		"CASE of sets": {250, func(n int) string {
			return "UPDATE t SET b = CASE c " + terms(n, " ", func(i int) string { return fmt.Sprintf("WHEN %d THEN 'x%d'", i, i) }) + " ELSE b END"
		}},
		"columns": {250, func(n int) string {
			return "SELECT " + terms(n, ", ", func(i int) string { return fmt.Sprintf("c + %d AS c%d", i, i) }) + " FROM t"
		}},
		"aggregates": {250, func(n int) string {
			return "SELECT " + terms(n, ", ", func(i int) string { return fmt.Sprintf("SUM(c + %d)", i) }) + " FROM t GROUP BY b"
		}},
		"CONCAT": {500, func(n int) string {
			return "SELECT CONCAT(" + terms(n, ", ", func(i int) string { return "b" }) + ") FROM t"
		}},
		"COALESCE": {500, func(n int) string {
			return "SELECT COALESCE(" + terms(n, ", ", func(i int) string { return "c" }) + ") FROM t"
		}},
		"INSERT": {500, func(n int) string {
			return "REPLACE INTO t VALUES " + terms(n, ", ", func(i int) string { return fmt.Sprintf("(1, 'x%d', %d)", i, i) })
		}},
		"VALUES": {500, func(n int) string {
			return "SELECT COUNT(*) FROM (VALUES " + terms(n, ", ", func(i int) string { return fmt.Sprintf("ROW(%d)", i) }) + ") v"
		}},
		"UNION ALL": {30, func(n int) string {
			return terms(n, " UNION ALL ", func(i int) string { return fmt.Sprintf("SELECT %d", i) })
		}},
		"UNION": {30, func(n int) string {
			return terms(n, " UNION ", func(i int) string { return fmt.Sprintf("SELECT %d", i) })
		}},
		"subqueries": {20, func(n int) string {
			return "SELECT " + terms(n, ", ", func(i int) string { return fmt.Sprintf("(SELECT MAX(a) FROM t WHERE a < %d)", i) })
		}},
		"EXISTS": {20, func(n int) string {
			return "SELECT COUNT(*) FROM t WHERE " + terms(n, " OR ", func(i int) string { return fmt.Sprintf("EXISTS (SELECT 1 FROM t x WHERE x.a = t.a + %d)", i) })
		}},
		"windows": {50, func(n int) string {
			return "SELECT " + terms(n, ", ", func(i int) string { return fmt.Sprintf("SUM(c + %d) OVER (ORDER BY a)", i) }) + " FROM t"
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s := startServer(t, perfschema.Config{})
			c := s.connect(t, "root", "shop")
			mustExec(t, c, "CREATE TABLE t (a INT PRIMARY KEY, b VARCHAR(20), c INT)")
			mustExec(t, c, "INSERT INTO t VALUES (1, 'x', 1), (2, 'y', 2)")
			allocations := func(n int) uint64 {
				query := shape.query(n)
				least := ^uint64(0)
				for range 3 {
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					if _, err := tryRows(t.Context(), c, query); err != nil {
						t.Fatal(err)
					}
					runtime.ReadMemStats(&after)
					least = min(least, after.Mallocs-before.Mallocs)
				}
				return least
			}
			one := allocations(1)
			some, many := allocations(shape.terms)-one, allocations(4*shape.terms)-one
			t.Logf("%-14s %d terms take %d allocations, %d take %d: %.1f", name, shape.terms, some, 4*shape.terms, many, float64(many)/float64(some))
			if most := 8 * some; many > most {
				t.Errorf("%d terms take %d allocations, %d take %d: %.1f times as many", shape.terms, some, 4*shape.terms, many, float64(many)/float64(some))
			}
		})
	}
}
