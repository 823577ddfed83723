package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

// TestLargeLimits sorts rows for limits of which no room can be made: it would end the
// process. Each of them gives what it gives without a limit.
func TestLargeLimits(t *testing.T) {
	for _, cfg := range []perfschema.Config{{}, {Off: true}} {
		s := startServer(t, cfg)
		c := s.connect(t, "root", "shop")
		mustExec(t, c, "CREATE TABLE ranked (a INT PRIMARY KEY, b INT)")
		mustExec(t, c, "INSERT INTO ranked VALUES (1, 9), (2, 8), (3, 7)")
		mustExec(t, c, "CREATE PROCEDURE first_of(n BIGINT) SELECT a FROM ranked ORDER BY b LIMIT n")
		for _, limit := range []string{"65536", "65537", "2147483646", "9223372036854775807", "18446744073709551615"} {
			mustExec(t, c, "SET @n = "+limit)
			for prepared, want := range map[string]string{
				"SELECT a FROM ranked ORDER BY b LIMIT ?":       "[[3] [2] [1]]",
				"SELECT a, b FROM ranked ORDER BY b LIMIT 1, ?": "[[2 8] [1 9]]",
			} {
				mustExec(t, c, "PREPARE p FROM '"+prepared+"'")
				if got := fmt.Sprint(rows(t, c, "EXECUTE p USING @n")); got != want {
					t.Errorf("%s with %s gives %s", prepared, limit, got)
				}
			}
			for query, want := range map[string]string{
				"SELECT a FROM ranked ORDER BY b LIMIT " + limit:                                                   "[[3] [2] [1]]",
				"SELECT a + 1 FROM ranked ORDER BY b LIMIT " + limit + " OFFSET 1":                                 "[[3] [2]]",
				"SELECT * FROM (SELECT a FROM ranked ORDER BY b LIMIT " + limit + ") x":                            "[[3] [2] [1]]",
				"SELECT (SELECT COUNT(*) FROM (SELECT a FROM ranked ORDER BY b LIMIT " + limit + ") q)":            "[[3]]",
				"(SELECT a FROM ranked) UNION (SELECT 7) ORDER BY 1 DESC LIMIT " + limit:                           "[[7] [3] [2] [1]]",
				"(SELECT a FROM ranked) UNION ALL (SELECT 7) ORDER BY 1 DESC LIMIT " + limit + " OFFSET 2":         "[[2] [1]]",
				"SELECT b DIV 9, COUNT(*) FROM ranked GROUP BY 1 ORDER BY 2 LIMIT " + limit:                        "[[1 1] [0 2]]",
				"SELECT a FROM ranked r WHERE a IN (SELECT a FROM ranked WHERE b < 9) ORDER BY r.b LIMIT " + limit: "[[3] [2]]",
			} {
				if got := fmt.Sprint(rows(t, c, query)); got != want {
					t.Errorf("%s gives %s, want %s", query, got, want)
				}
			}
			rows(t, c, "SELECT SQL_CALC_FOUND_ROWS a FROM ranked ORDER BY b LIMIT "+limit+" OFFSET 2")
			if got := fmt.Sprint(rows(t, c, "SELECT FOUND_ROWS()")); got != "[[3]]" {
				t.Errorf("of a limit of %s there are %s rows found", limit, got)
			}
			mustExec(t, c, "UPDATE ranked SET b = b + 0 ORDER BY b LIMIT "+limit)
		}
		for _, n := range []string{"2", "2147483646"} {
			if got := fmt.Sprint(rows(t, c, "CALL first_of("+n+")")); got != map[string]string{"2": "[[3] [2]]", "2147483646": "[[3] [2] [1]]"}[n] {
				t.Errorf("a procedure with %s gives %s", n, got)
			}
		}
		number, _, message := errorOf(t, c, "WITH RECURSIVE n AS (SELECT 1 n UNION ALL SELECT n + 1 FROM n WHERE n < 3 ORDER BY 1 LIMIT 2147483646) SELECT * FROM n")
		if number != 1235 {
			t.Errorf("a recursion in order: %d %s", number, message)
		}
	}
}
