package gms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/racetest"
)

// rollups are queries WITH ROLLUP on sales, and what MySQL answers.
var rollups = []struct{ query, want string }{
	{"SELECT year, SUM(profit) FROM sales GROUP BY year WITH ROLLUP", "[[2000 18] [2001 14] [NULL 32]]"},
	{"SELECT year, SUM(profit) FROM sales GROUP BY ROLLUP(year)", "[[2000 18] [2001 14] [NULL 32]]"},
	{"SELECT year, country, SUM(profit) FROM sales GROUP BY year, country WITH ROLLUP",
		"[[2000 fi 10] [2000 us 8] [2000 NULL 18] [2001 fi 4] [2001 us 10] [2001 NULL 14] [NULL NULL 32]]"},
	{"select s.YEAR, count(*) from sales s group by `year` with rollup", "[[2000 2] [2001 3] [NULL 5]]"},
	{"SELECT year AS y, COUNT(*) FROM sales GROUP BY y WITH ROLLUP", "[[2000 2] [2001 3] [NULL 5]]"},
	{"SELECT year + 1 AS after, COUNT(*) FROM sales GROUP BY after WITH ROLLUP", "[[2001 2] [2002 3] [NULL 5]]"},
	{"SELECT year, COUNT(*) FROM sales GROUP BY 1 WITH ROLLUP", "[[2000 2] [2001 3] [NULL 5]]"},
	{"SELECT year DIV 10, COALESCE(year DIV 10, 'all'), COUNT(*) FROM sales GROUP BY year DIV 10 WITH ROLLUP", "[[200 200 5] [NULL all 5]]"},
	{"SELECT IF(GROUPING(year), 'all', year) y, GROUPING(year) g, MAX(year) m FROM sales GROUP BY year WITH ROLLUP", "[[2000 0 2000] [2001 0 2001] [all 1 2001]]"},
	{"SELECT year, country, GROUPING(year, country), COUNT(*) FROM sales WHERE year = 2000 GROUP BY year, country WITH ROLLUP",
		"[[2000 fi 0 1] [2000 us 0 1] [2000 NULL 1 2] [NULL NULL 3 2]]"},
	{"SELECT GROUPING(country, year) FROM sales WHERE year = 2000 AND country = 'fi' GROUP BY year, country WITH ROLLUP", "[[0] [2] [3]]"},
	{"SELECT year, SUM(profit) FROM sales GROUP BY year WITH ROLLUP HAVING year IS NULL", "[[NULL 32]]"},
	{"SELECT year, SUM(profit) FROM sales GROUP BY year WITH ROLLUP HAVING GROUPING(year) = 0 AND SUM(profit) > 14", "[[2000 18]]"},
	{"SELECT SUM(profit) FROM sales GROUP BY year WITH ROLLUP HAVING year = 2000", "[[18]]"},
	{"SELECT year, SUM(profit) s FROM sales GROUP BY year WITH ROLLUP ORDER BY s DESC", "[[NULL 32] [2000 18] [2001 14]]"},
	{"SELECT year, SUM(profit) s FROM sales GROUP BY year WITH ROLLUP ORDER BY year", "[[NULL 32] [2000 18] [2001 14]]"},
	{"SELECT SUM(profit) s FROM sales GROUP BY year WITH ROLLUP ORDER BY GROUPING(year) DESC, year DESC", "[[32] [14] [18]]"},
	{"SELECT year, SUM(profit) FROM sales GROUP BY year WITH ROLLUP LIMIT 1, 5", "[[2001 14] [NULL 32]]"},
	{"SELECT DISTINCT COUNT(*) > 0 FROM sales GROUP BY year WITH ROLLUP", "[[1]]"},
	{"SELECT year, COUNT(DISTINCT country), AVG(profit), GROUP_CONCAT(country ORDER BY country DESC), MIN(profit) FROM sales GROUP BY year WITH ROLLUP",
		"[[2000 2 9.0000 us,fi 8] [2001 2 4.6667 us,fi,fi 1] [NULL 2 6.4000 us,us,fi,fi,fi 1]]"},
	{"SELECT GROUP_CONCAT(profit + 0 ORDER BY 1) FROM sales GROUP BY year WITH ROLLUP", "[[8,10] [1,3,10] [1,3,8,10,10]]"},
	{"SELECT year, COUNT(*), SUM(profit) FROM sales WHERE year > 3000 GROUP BY year WITH ROLLUP", "[[NULL 0 NULL]]"},
	{"SELECT year, GROUPING(year), ANY_VALUE(country) FROM sales WHERE year > 3000 GROUP BY year WITH ROLLUP", "[[NULL 1 NULL]]"},
	{"SELECT maybe, COUNT(*), GROUPING(maybe) FROM sales GROUP BY maybe WITH ROLLUP", "[[NULL 4 0] [7 1 0] [NULL 5 1]]"},
	{"SELECT kind, COUNT(*) FROM sales GROUP BY kind WITH ROLLUP", "[[b 2] [a 3] [NULL 5]]"},
	{"SELECT CONCAT(country, 'X'), CONCAT(country, 'x') = 'fix', COUNT(*) FROM sales GROUP BY CONCAT(country, 'X'), CONCAT(country, 'x') WITH ROLLUP HAVING GROUPING(CONCAT(country, 'x')) = 1",
		"[[fiX NULL 3] [usX NULL 2] [NULL NULL 5]]"},
	{"SELECT a.year, COUNT(*) FROM sales a JOIN sales b ON a.year = b.year WHERE b.profit > 3 GROUP BY a.year WITH ROLLUP", "[[2000 4] [2001 3] [NULL 7]]"},
	{"SELECT * FROM (SELECT year, SUM(profit) s FROM sales GROUP BY year WITH ROLLUP) x WHERE year IS NULL", "[[NULL 32]]"},
	{"WITH x AS (SELECT year, SUM(profit) s FROM sales GROUP BY year WITH ROLLUP) SELECT COUNT(*), SUM(s) FROM x", "[[3 64]]"},
	{"SELECT (SELECT COUNT(*) FROM (SELECT year FROM sales GROUP BY year WITH ROLLUP) x), 1 IN (SELECT COUNT(*) FROM sales GROUP BY year WITH ROLLUP)", "[[3 0]]"},
	{"SELECT year FROM sales GROUP BY year WITH ROLLUP UNION ALL SELECT 1 ORDER BY 1", "[[NULL] [1] [2000] [2001]]"},
	{"SELECT (SELECT MAX(n) FROM (SELECT COUNT(*) n FROM sales i WHERE i.year = o.year GROUP BY i.country WITH ROLLUP) x) m FROM sales o ORDER BY m", "[[2] [2] [3] [3] [3]]"},
	{"SELECT year, (SELECT COUNT(*) FROM sales) FROM sales GROUP BY year WITH ROLLUP", "[[2000 5] [2001 5] [NULL 5]]"},
	{"SELECT COUNT(*) c FROM sales GROUP BY year, country, profit WITH ROLLUP HAVING c = 5", "[[5]]"},
	{"SELECT COUNT(*) c FROM sales GROUP BY ROLLUP (year, country, profit) HAVING c = 5", "[[5]]"},
	{"SELECT year, COUNT(*) FROM sales group  by rollup(1)", "[[2000 2] [2001 3] [NULL 5]]"},
}

// TestRollups tries GROUP BY ... WITH ROLLUP as a statement, a view, a part of others, and
// the Schema on and off.
func TestRollups(t *testing.T) {
	racetest.SkipAlone(t)
	for _, cfg := range []perfschema.Config{{}, {Off: true}} {
		s := startServer(t, cfg)
		c := s.connect(t, "root", "shop")
		mustExec(t, c, "CREATE TABLE sales (year INT NOT NULL, country CHAR(2), profit INT, maybe INT, kind ENUM('b', 'a'))")
		mustExec(t, c, "INSERT INTO sales VALUES (2000,'fi',10,NULL,'a'),(2000,'us',8,NULL,'b'),(2001,'fi',3,NULL,'a'),(2001,'fi',1,7,'a'),(2001,'us',10,NULL,'b')")
		for i, test := range rollups {
			if got := fmt.Sprint(rows(t, c, test.query)); got != test.want {
				t.Errorf("%s gives %s, want %s", test.query, got, test.want)
			}
			mustExec(t, c, "PREPARE p FROM \""+test.query+"\"")
			for range 2 {
				if got := fmt.Sprint(rows(t, c, "EXECUTE p")); got != test.want {
					t.Errorf("%s gives %s when it is prepared, want %s", test.query, got, test.want)
				}
			}
			rows(t, c, "EXPLAIN "+test.query)
			rows(t, c, "EXPLAIN FORMAT=JSON "+test.query)
			rows(t, c, "EXPLAIN ANALYZE "+test.query)
			if strings.Contains(test.query, "ORDER BY") || i > 9 {
				continue
			}
			mustExec(t, c, "CREATE OR REPLACE VIEW v AS "+test.query)
			if got := fmt.Sprint(rows(t, c, "SELECT * FROM v")); got != test.want {
				t.Errorf("a view of %s gives %s, want %s", test.query, got, test.want)
			}
			mustExec(t, c, "CREATE TABLE made AS "+test.query)
			if got, want := rows(t, c, "SELECT COUNT(*) FROM made")[0][0], strings.Count(test.want, "["); got != fmt.Sprint(want-1) {
				t.Errorf("a table made of %s has %s rows of %d", test.query, got, want-1)
			}
			mustExec(t, c, "DROP TABLE made")
		}
		mustExec(t, c, "CREATE TABLE kept (y INT, s INT)")
		mustExec(t, c, "INSERT INTO kept SELECT year, SUM(profit) FROM sales GROUP BY year WITH ROLLUP")
		mustExec(t, c, "CREATE PROCEDURE p() BEGIN DECLARE n INT; SELECT COUNT(*) INTO n FROM (SELECT year FROM sales GROUP BY year WITH ROLLUP) x; SELECT n, year FROM sales GROUP BY year WITH ROLLUP; END")
		if got := rows(t, c, "SELECT COUNT(*) FROM sales GROUP BY "+strings.Repeat("year, ", 126)+"year WITH ROLLUP"); len(got) != 2*127+1 {
			t.Errorf("127 expressions WITH ROLLUP give %d rows", len(got))
		}
		for query, want := range map[string]string{"SELECT * FROM kept ORDER BY y": "[[NULL 32] [2000 18] [2001 14]]", "CALL p()": "[[3 2000] [3 2001] [3 NULL]]"} {
			if got := fmt.Sprint(rows(t, c, query)); got != want {
				t.Errorf("%s gives %s, want %s", query, got, want)
			}
		}
		wantErrors(t, c, map[string]uint16{
			"SELECT 1 FROM sales GROUP BY " + strings.Repeat("year + 1, ", 127) + "year WITH ROLLUP": 6034,
			"SELECT 1 WITH ROLLUP": 1064, "SELECT year FROM sales WITH ROLLUP": 1064, "SELECT year FROM sales GROUP BY WITH ROLLUP": 1064,
			"SELECT year FROM sales GROUP BY year WITH ROLLUP, country":             1064,
			"SELECT year FROM sales GROUP BY year WITH ROLLUP WITH ROLLUP":          1064,
			"SELECT year FROM sales ORDER BY year WITH ROLLUP":                      1064,
			"SELECT country, COUNT(*) FROM sales GROUP BY year WITH ROLLUP":         1055,
			"SELECT GROUPING(country) FROM sales GROUP BY year WITH ROLLUP":         3602,
			"SELECT GROUPING(year) FROM sales GROUP BY year":                        1111,
			"SELECT nothing FROM sales GROUP BY year WITH ROLLUP":                   1054,
			"SELECT year FROM sales GROUP BY nothing WITH ROLLUP":                   1054,
			"SELECT year FROM sales GROUP BY 2 WITH ROLLUP":                         1054,
			"SELECT country AS year, COUNT(*) FROM sales GROUP BY year WITH ROLLUP": 1052,
			"SELECT * FROM sales GROUP BY year WITH ROLLUP":                         1235,
			"SELECT (SELECT year) FROM sales GROUP BY year WITH ROLLUP":             1235,
			"SELECT year, RANK() OVER () FROM sales GROUP BY year WITH ROLLUP":      1235,
			"SELECT `rollup level`() FROM sales":                                    1235,
			"SELECT COUNT(*) FROM sales GROUP BY COUNT(*) WITH ROLLUP":              1056, "SELECT COUNT(*) c FROM sales GROUP BY c WITH ROLLUP": 1056,
		})
	}
}

// TestLongRollups has what is looked for among long and deep expressions.
func TestLongRollups(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE sales (year INT NOT NULL, profit INT)")
	mustExec(t, c, "INSERT INTO sales VALUES (2000, 1), (2001, 2)")
	for _, n := range []int{10, 500} {
		long := "profit" + strings.Repeat(" + profit", n)
		if got := rows(t, c, "SELECT SUM("+long+"), MAX(year) - MIN(year)"+strings.Repeat(" + 1", n)+" FROM sales GROUP BY year + 1 WITH ROLLUP"); len(got) != 3 {
			t.Errorf("a sum of %d gives %v", n, got)
		}
	}
}
