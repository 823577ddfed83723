package gms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// A join of many tables by one column gives its rows, by indexes, in the order in which
// it is written; also where rows are changed by it.
func TestJoinsWithManyOrders(t *testing.T) {
	for name, cfg := range map[string]perfschema.Config{"on": {}, "off": {Off: true}} {
		t.Run(name, func(t *testing.T) {
			s := startServer(t, cfg)
			c := s.connect(t, "root", "shop")
			mustExec(t, c, "CREATE TABLE k (id INT PRIMARY KEY, v INT, KEY (v))")
			mustExec(t, c, "INSERT INTO k VALUES (1, 10), (2, 20), (3, 30)")
			join := "k t0"
			for i := 1; i < 15; i++ {
				join += fmt.Sprintf(" JOIN k t%d ON t%d.id = t%d.id", i, i, i-1)
			}
			for query, want := range map[string]string{
				"SELECT COUNT(*), MAX(t14.v), SUM(t7.id) FROM " + join:                                             "3 30 6",
				"SELECT t3.v, t14.* FROM " + join + " WHERE t9.v = 20":                                             "20 2 20",
				"SELECT COUNT(*) FROM " + join + " WHERE EXISTS (SELECT 1 FROM k e WHERE e.id = t5.id AND e.v>10)": "2",
				"SELECT COUNT(*) FROM (SELECT t1.id FROM " + join + ") d JOIN k ON d.id = k.id":                    "3",
			} {
				if got := rows(t, c, query); len(got) != 1 || strings.Join(got[0], " ") != want {
					t.Errorf("%s: %v", query, got)
				}
			}
			text := fmt.Sprint(rows(t, c, "EXPLAIN PLAN SELECT COUNT(*) FROM "+join))
			if n := strings.Count(text, "LookupJoin") + strings.Count(text, "MergeJoin"); n != 14 || strings.Contains(text, "Cross") {
				t.Error(text)
			}
			mustExec(t, c, "UPDATE "+join+" SET t0.v = t0.v + 1 WHERE t9.id = 3")
			mustExec(t, c, "DELETE t2 FROM "+join+" WHERE t9.id = 1")
			if got := fmt.Sprint(rows(t, c, "SELECT * FROM k ORDER BY id")); got != "[[2 20] [3 31]]" {
				t.Error(got)
			}
		})
	}
}
