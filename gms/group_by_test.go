package gms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// TestSubqueriesBesideAggregates tries what stands beside an aggregate and has no
// column of the query, and aggregates of subqueries that read as those around them.
func TestSubqueriesBesideAggregates(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE t (a INT, d BIGINT)")
	mustExec(t, c, "INSERT INTO t VALUES (1,1),(1,2),(2,5)")
	for _, test := range []struct{ query, want string }{
		{"SELECT a, SUM(d) / (SELECT SUM(d) FROM t) p FROM t GROUP BY a ORDER BY a", "[[1 0.3750] [2 0.6250]]"},
		{"SELECT a, SUM(d), (SELECT SUM(d) FROM t) FROM t GROUP BY a ORDER BY a", "[[1 3 8] [2 5 8]]"},
		{"SELECT a, MAX(d), (SELECT MAX(d) - (SELECT MAX(d) FROM t WHERE a = 1) FROM t) FROM t GROUP BY a ORDER BY a", "[[1 2 3] [2 5 3]]"},
		{"SELECT a, SUM(d) FROM t GROUP BY a HAVING SUM(d) > (SELECT SUM(d) FROM t) / 2", "[[2 5]]"},
		{"SELECT a, SUM(d) FROM t GROUP BY a ORDER BY SUM(d) / (SELECT SUM(d) FROM t) DESC", "[[2 5] [1 3]]"},
		{"SELECT a, COUNT(*) + (SELECT COUNT(*) FROM t) FROM t GROUP BY a ORDER BY a", "[[1 5] [2 4]]"},
		{"SELECT a, GROUP_CONCAT(d ORDER BY d), (SELECT GROUP_CONCAT(d ORDER BY d) FROM t) FROM t GROUP BY a ORDER BY a", "[[1 1,2 1,2,5] [2 5 1,2,5]]"},
		{"SELECT a, (SELECT SUM(u.d) FROM t u WHERE u.a = t.a) FROM t GROUP BY a ORDER BY a", "[[1 3] [2 5]]"},
		{"SELECT VERSION() <> '', @@version_comment IS NOT NULL, COUNT(*) FROM t", "[[1 1 3]]"},
		{"SELECT (SELECT COUNT(*) FROM t), COUNT(*) FROM t", "[[3 3]]"},
	} {
		if got := fmt.Sprint(rows(t, c, test.query)); got != test.want {
			t.Errorf("%s gives %s, want %s", test.query, got, test.want)
		}
		mustExec(t, c, "CREATE OR REPLACE VIEW v AS "+test.query)
		if got := fmt.Sprint(rows(t, c, "SELECT * FROM v")); got != test.want {
			t.Errorf("a view of %s gives %s, want %s", test.query, got, test.want)
		}
	}
	if got := rows(t, c, "SELECT VIEW_DEFINITION FROM information_schema.views WHERE TABLE_NAME = 'v'"); got[0][0] != "SELECT (SELECT COUNT(*) FROM t), COUNT(*) FROM t" {
		t.Errorf("the view is defined as %q", got)
	}
	mustExec(t, c, "CREATE TABLE made AS SELECT a, SUM(d) / (SELECT SUM(d) FROM t) p FROM t GROUP BY a")
	if got := fmt.Sprint(rows(t, c, "SELECT * FROM made ORDER BY a")); got != "[[1 0.3750] [2 0.6250]]" {
		t.Errorf("a table made of a query has %s", got)
	}
	for _, query := range []string{
		"SELECT a, d, COUNT(*) FROM t GROUP BY a",
		"SELECT a, COUNT(*), (SELECT MAX(u.d) FROM t u WHERE u.d = t.d) FROM t GROUP BY a",
	} {
		if number, _, _ := errorOf(t, c, query); number == 0 {
			t.Errorf("%s is not refused", query)
		}
	}
}

// TestSharesOfProfile runs the best-known summary of PROFILING.
func TestSharesOfProfile(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "SET profiling = 1")
	rows(t, c, "SELECT COUNT(*) FROM information_schema.TABLES")
	mustExec(t, c, "SET @q = 1")
	got := rows(t, c, `SELECT STATE, SUM(DURATION) AS Total_R,
		ROUND(100*SUM(DURATION)/(SELECT SUM(DURATION) FROM INFORMATION_SCHEMA.PROFILING WHERE QUERY_ID=@q),2) AS Pct_R,
		COUNT(*) AS Calls, SUM(DURATION)/COUNT(*) AS "R/Call"
		FROM INFORMATION_SCHEMA.PROFILING WHERE QUERY_ID=@q GROUP BY STATE ORDER BY Total_R DESC`)
	if len(got) < 5 {
		t.Fatalf("stages: %v", got)
	}
	var percent float64
	for _, r := range got {
		var p float64
		if _, err := fmt.Sscan(r[2], &p); err != nil {
			t.Errorf("a share of %q: %v", r[2], err)
		}
		percent += p
		for _, sum := range []string{r[1], r[4]} {
			_, decimals, _ := strings.Cut(sum, ".")
			if strings.ContainsAny(sum, "eE") || len(decimals) < 6 {
				t.Errorf("%s: %s is no decimal of six places", r[0], sum)
			}
		}
	}
	if percent < 99 || percent > 101 {
		t.Errorf("the shares make %g %%", percent)
	}
	if got := rows(t, c, "SELECT SUM(DURATION) = (SELECT DURATION FROM (SELECT SUM(DURATION) AS DURATION FROM INFORMATION_SCHEMA.PROFILING WHERE QUERY_ID=1) q) FROM INFORMATION_SCHEMA.PROFILING WHERE QUERY_ID=1"); got[0][0] != "1" {
		t.Errorf("one sum is another: %v", got)
	}
}

// TestGroupsInOrder orders groups of an expression by what is computed of them, under
// its alias, and has what hangs on no group refused as before.
func TestGroupsInOrder(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE t (name VARCHAR(10), d INT)")
	mustExec(t, c, "INSERT INTO t VALUES ('abc', 1), ('abd', 4), ('xbc', 3)")
	for _, test := range []struct{ query, want string }{
		{"SELECT LEFT(name, 2), SUM(d) x FROM t GROUP BY LEFT(name, 2) ORDER BY x", "[[xb 3] [ab 5]]"},
		{"SELECT LEFT(name, 2), SUM(d) + 1 AS d FROM t GROUP BY LEFT(name, 2) ORDER BY d DESC", "[[ab 6] [xb 4]]"},
		{"SELECT d % 2, COUNT(*) n FROM t GROUP BY d % 2 ORDER BY n", "[[0 1] [1 2]]"},
		{"SELECT LEFT(name, 2), d, COUNT(*) n FROM t GROUP BY LEFT(name, 2), d ORDER BY n, d", "[[ab 1 1] [xb 3 1] [ab 4 1]]"},
		{"SELECT LEFT(name, 2), SUM(d) + 1 z FROM t GROUP BY LEFT(name, 2) HAVING z > 1 ORDER BY z, LEFT(name, 2) LIMIT 1", "[[xb 4]]"},
		{"SELECT DISTINCT name LIKE 'a%', MAX(d) m FROM t GROUP BY name LIKE 'a%' ORDER BY m", "[[0 3] [1 4]]"},
		{"SELECT * FROM (SELECT LEFT(name, 2) l, SUM(d) x FROM t GROUP BY LEFT(name, 2) ORDER BY x LIMIT 1) g", "[[xb 3]]"},
	} {
		if got := fmt.Sprint(rows(t, c, test.query)); got != test.want {
			t.Errorf("%s gives %s, want %s", test.query, got, test.want)
		}
	}
	for _, test := range []struct{ query, says string }{
		{"SELECT name, SUM(d) x FROM t GROUP BY LEFT(name, 2) ORDER BY x", "Expression #1 of SELECT list"},
		{"SELECT LEFT(name, 2), SUM(d) * d x FROM t GROUP BY LEFT(name, 2) ORDER BY x", "Expression #2 of SELECT list"},
		{"SELECT LEFT(name, 2), SUM(d) x FROM t GROUP BY LEFT(name, 2) ORDER BY x, d", "Expression #2 of ORDER BY"},
		{"SELECT LEFT(name, 3), SUM(d) x FROM t GROUP BY LEFT(name, 2) HAVING x > 1 ORDER BY x", "Expression #1 of SELECT list"},
	} {
		if number, _, message := errorOf(t, c, test.query); number != 1055 || !strings.Contains(message, test.says) {
			t.Errorf("%s: %d %s", test.query, number, message)
		}
	}
}
