package gms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// A join has no more tables than MySQL's, wherever it stands.
func TestTooManyTables(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE t (i INT PRIMARY KEY)")
	join := func(n int, between string) string {
		tables := make([]string, n)
		for i := range tables {
			tables[i] = fmt.Sprintf("t t%d", i)
		}
		return strings.Join(tables, between)
	}
	for _, from := range []string{join(62, ", "), join(62, " JOIN "), join(200, " LEFT JOIN t x ON 1 JOIN "), join(1000, ", ")} {
		from = strings.ReplaceAll(from, " LEFT JOIN t x ON 1", "")
		for _, query := range []string{
			"SELECT 1 FROM " + from,
			"SELECT * FROM (SELECT 1 FROM " + from + ") d",
			"SELECT (SELECT COUNT(*) FROM " + from + ")",
			"SELECT 1 FROM t WHERE i IN (SELECT t0.i FROM " + from + ")",
			"SELECT 1 UNION SELECT 1 FROM " + from,
			"INSERT INTO t SELECT t0.i FROM " + from,
		} {
			if number, _, message := errorOf(t, c, query); number != 1116 {
				t.Errorf("%.50s: %d %.200s", query, number, message)
			}
		}
	}
	if number, _, message := errorOf(t, c, "SELECT 1 FROM "+join(61, ", ")+" LIMIT 1"); number != 0 {
		t.Errorf("61 tables: %d %s", number, message)
	}
}
