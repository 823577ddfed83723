package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

// The answers are MySQL's by its manual; MariaDB 10.11 gives the same, but for what stands
// beside those of which it does not.
func TestAnswersAreMySQLs(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	for _, text := range []string{
		"CREATE TABLE a (id INT PRIMARY KEY, n INT, m INT, d DATE, dt DATETIME, v VARCHAR(10))",
		"INSERT INTO a VALUES (1,1,1,'2024-01-01','2024-01-01 10:00:00','x'), (2,2,2,'2024-01-02','2024-01-02 10:00:00','y'), (3,2,NULL,NULL,NULL,NULL), (4,NULL,4,NULL,NULL,'z')",
	} {
		mustExec(t, c, text)
	}
	for _, test := range []struct{ query, want string }{
		// NOT IN and <> of NULL keep no row, whatever join there could be.
		{"SELECT id FROM a WHERE n NOT IN (SELECT m FROM a WHERE id = 3)", "[]"},
		{"SELECT id FROM a WHERE n NOT IN (SELECT m FROM a)", "[]"},
		{"SELECT id FROM a WHERE n NOT IN (SELECT m FROM a WHERE id IN (1, 4)) ORDER BY id", "[[2] [3]]"},
		{"SELECT id FROM a WHERE n NOT IN (SELECT m FROM a WHERE FALSE) ORDER BY id", "[[1] [2] [3] [4]]"},
		{"SELECT id FROM a WHERE id NOT IN (SELECT id FROM a WHERE id > 2) ORDER BY id", "[[1] [2]]"},
		{"SELECT id FROM a WHERE NOT (n IN (SELECT m FROM a WHERE id = 3))", "[]"},
		{"SELECT id FROM a WHERE n <> (SELECT n FROM a WHERE id = 99)", "[]"},
		{"SELECT id FROM a WHERE NOT (n = (SELECT m FROM a WHERE id = 3))", "[]"},
		{"SELECT id FROM a WHERE n <> (SELECT n FROM a WHERE id = 1) ORDER BY id", "[[2] [3]]"},
		{"SELECT id FROM a WHERE n > 1 AND m NOT IN (SELECT n FROM a WHERE n = 1)", "[[2]]"},
		{"SELECT x.id FROM a x JOIN a y ON x.id = y.id WHERE x.n NOT IN (SELECT m FROM a WHERE id = 3)", "[]"},

		// A window that is ordered ends with the rows that are equal to the current one.
		{"SELECT id, SUM(n) OVER (ORDER BY n) FROM a ORDER BY id", "[[1 1] [2 5] [3 5] [4 NULL]]"},
		{"SELECT id, MAX(n) OVER (ORDER BY n), LAST_VALUE(id) OVER (ORDER BY n DESC) IN (2, 3) FROM a ORDER BY id", "[[1 1 0] [2 2 1] [3 2 1] [4 NULL 0]]"},
		{"SELECT id, COUNT(*) OVER (ORDER BY n, id) FROM a ORDER BY id", "[[1 2] [2 3] [3 4] [4 1]]"},
		{"SELECT id, COUNT(*) OVER (ORDER BY n DESC, id) FROM a ORDER BY id", "[[1 3] [2 1] [3 2] [4 4]]"},
		{"SELECT id, SUM(id) OVER (ORDER BY n RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING), COUNT(*) OVER (ORDER BY n RANGE BETWEEN CURRENT ROW AND CURRENT ROW) FROM a ORDER BY id", "[[1 6 1] [2 5 2] [3 5 2] [4 10 1]]"},
		{"SELECT id, SUM(id) OVER (ORDER BY n, id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW), SUM(id) OVER (), ROW_NUMBER() OVER (ORDER BY id DESC) FROM a ORDER BY id", "[[1 5 10 4] [2 3 10 3] [3 5 10 2] [4 4 10 1]]"},
		{"SELECT id, SUM(id) OVER (PARTITION BY n > 1 ORDER BY n) FROM a ORDER BY id", "[[1 1] [2 5] [3 5] [4 4]]"},
		{"SELECT id, SUM(id) OVER w, RANK() OVER w, SUM(id) OVER (w ROWS CURRENT ROW) FROM a WINDOW w AS (ORDER BY n) ORDER BY id", "[[1 5 2 1] [2 10 3 2] [3 10 3 3] [4 4 1 4]]"},
		{"SELECT id, SUM(id) OVER w FROM a WINDOW w AS (v ORDER BY n ROWS CURRENT ROW), v AS (PARTITION BY n) ORDER BY id", "[[1 1] [2 2] [3 3] [4 4]]"},

		// UNION sorts by a literal of its first SELECT as by any other column.
		{"SELECT 1 UNION SELECT 2 ORDER BY 1 DESC", "[[2] [1]]"},
		{"SELECT 1 UNION SELECT 2 ORDER BY 1 DESC LIMIT 1", "[[2]]"},
		{"SELECT 'b' UNION ALL SELECT 'a' ORDER BY 1", "[[a] [b]]"},
		{"SELECT NULL UNION SELECT 1 ORDER BY 1 DESC", "[[1] [NULL]]"},
		{"(SELECT 1, 'p' LIMIT 1) UNION SELECT 2, 'q' UNION SELECT 3, 'o' ORDER BY 2", "[[3 o] [1 p] [2 q]]"},

		// Deviations of integers are doubles.
		{"SELECT STD(n), VAR_POP(n), ROUND(STDDEV_SAMP(n), 4), ROUND(VARIANCE(n), 4), ROUND(VAR_SAMP(n), 4) FROM a WHERE id < 3", "[[0.5 0.25 0.7071 0.25 0.5]]"},
		{"SELECT STD(n) OVER (), STD(m) OVER (ORDER BY id) FROM a WHERE id < 3", "[[0.5 0] [0.5 0.5]]"},

		// The text of a DATE has no time.
		{"SELECT CONCAT(d, '!'), CAST(d AS CHAR), LENGTH(d), LOWER(d), CONCAT_WS('/', d, dt), REPLACE(d, '-', '') FROM a WHERE id = 1", "[[2024-01-01! 2024-01-01 10 2024-01-01 2024-01-01/2024-01-01 10:00:00 20240101]]"},
		{"SELECT IFNULL(d, 'none'), COALESCE(NULL, d, 'none'), IF(id = 1, d, 'none') FROM a WHERE id IN (1, 3) ORDER BY id", "[[2024-01-01 2024-01-01 2024-01-01] [none none none]]"},
		{"SELECT CONCAT(DATE '2024-01-02'), LENGTH(DATE '2024-01-02')", "[[2024-01-02 10]]"},

		{"SELECT GROUP_CONCAT(d ORDER BY d DESC), GROUP_CONCAT(id, d ORDER BY id) FROM a", "[[2024-01-02,2024-01-01 12024-01-01,22024-01-02]]"},
		{"SELECT CASE WHEN d IS NULL THEN 'none' ELSE d END, CASE id WHEN 1 THEN d END FROM a WHERE id IN (1, 3) ORDER BY id", "[[2024-01-01 2024-01-01] [none NULL]]"},

		// GROUP BY of a literal is one group, but for a number, which is a position.
		{"SELECT COUNT(*) FROM a GROUP BY 'a'", "[[4]]"},
		{"SELECT COUNT(*) FROM a GROUP BY 1.0, -1, NULL", "[[4]]"},
		{"SELECT n, COUNT(*) FROM a GROUP BY (1) ORDER BY n", "[[NULL 1] [1 1] [2 2]]"},
		{"SELECT COUNT(*), n FROM a GROUP BY 'x', ((2)) ORDER BY n", "[[1 NULL] [1 1] [2 2]]"},

		// A number beside a date is a date.
		{"SELECT id FROM a WHERE d = 20240101", "[[1]]"},
		{"SELECT id FROM a WHERE d >= 20240102", "[[2]]"},
		{"SELECT id FROM a WHERE d IN (20240101, 20240102) ORDER BY id", "[[1] [2]]"},
		{"SELECT id FROM a WHERE dt = 20240102100000", "[[2]]"},
		{"SELECT id FROM a WHERE dt BETWEEN 20240101 AND 20240102", "[[1]]"},

		// Functions.
		{"SELECT LOWER(12), UPPER(-1.50), REVERSE(123), REVERSE(-5)", "[[12 -1.50 321 5-]]"},
		{"SELECT ROUND(25e-1), ROUND(-2.5e0), ROUND(3.5e0), ROUND('0.5'), ROUND(2.25e0, 1), ROUND(25e0, -1), ROUND(2.5), ROUND(1.005e0, 2), ROUND(1e300, 5)", "[[2 -2 4 0 2.2 20 3 1 1e+300]]"},
		{"SELECT WEEK('2000-01-01', 0), WEEK('2000-01-01', 2), WEEK('2000-01-01', 3), WEEK('2024-12-31', 6), WEEK('2024-12-31', 5)", "[[0 52 52 1 53]]"},
		{"SELECT TIME('25:00:00'), TIME('-838:59:59'), TIME('2024-01-01 10:11:12')", "[[25:00:00 -838:59:59 10:11:12]]"},
		{"SELECT STR_TO_DATE('2024-02-30', '%Y-%m-%d'), STR_TO_DATE('20240431', '%Y%m%d'), STR_TO_DATE('31 April 2024', '%e %M %Y'), STR_TO_DATE(NULL, '%Y')", "[[NULL NULL NULL NULL]]"},
		{"SELECT STR_TO_DATE('2024-02-29', '%Y-%m-%d'), STR_TO_DATE('1 Mar 2024', '%e %b %Y')", "[[2024-02-29 2024-03-01]]"},
		{"SELECT QUOTE(NULL), QUOTE('a'), CONCAT(QUOTE(v), '!') FROM a WHERE id = 3", "[[NULL 'a' NULL!]]"},
		{"SELECT FROM_BASE64('!!'), FROM_BASE64('YWJj\\nYWJj '), FROM_BASE64(NULL)", "[[NULL abcabc NULL]]"},
	} {
		got, err := tryRows(t.Context(), c, test.query)
		if err != nil {
			t.Errorf("%s: %v", test.query, err)
		} else if text := fmt.Sprint(got); text != test.want {
			t.Errorf("%s\ngives %s\nwant  %s", test.query, text, test.want)
		}
	}
}

// A number that a column has no room for is refused, or clipped with a warning, in every
// statement that puts it there.
func TestAssignedNumbersHaveRoom(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE r (id INT PRIMARY KEY, t TINYINT, ut TINYINT UNSIGNED, sm SMALLINT, me MEDIUMINT, i INT)")
	mustExec(t, c, "INSERT INTO r VALUES (1,1,1,1,1,1), (2,127,2,2,2,2)")
	for _, set := range []struct{ set, column string }{
		{"t = t + 127", "t"}, {"t = -129", "t"}, {"ut = 256", "ut"}, {"ut = -1", "ut"}, {"sm = sm * 32768", "sm"}, {"me = 8388608", "me"},
		{"i = i + 2147483647", "i"}, {"i = -3000000000", "i"}, {"sm = 1, t = 200 + id", "t"},
	} {
		want := "1264 22003 Out of range value for column '" + set.column + "' at row 1"
		for _, text := range []string{
			"UPDATE r SET " + set.set + " WHERE id = 1",
			"UPDATE r JOIN (SELECT 1 AS o) q ON r.id = q.o SET r." + set.set,
			"INSERT INTO r (id) VALUES (1) ON DUPLICATE KEY UPDATE " + set.set,
		} {
			number, state, message := errorOf(t, c, text)
			if got := fmt.Sprint(number, " ", state, " ", message); got != want {
				t.Errorf("%s\ngives %s\nwant  %s", text, got, want)
			}
		}
	}
	if got := fmt.Sprint(rows(t, c, "SELECT * FROM r ORDER BY id")); got != "[[1 1 1 1 1 1] [2 127 2 2 2 2]]" {
		t.Errorf("a refused UPDATE left %s", got)
	}
	number, _, message := errorOf(t, c, "UPDATE r SET t = t + 1 ORDER BY id")
	if number != 1264 || message != "Out of range value for column 't' at row 2" {
		t.Errorf("of the second row: %d %s", number, message)
	}
	for _, text := range []string{"UPDATE IGNORE r SET t = 1000 WHERE id = 1", "SET sql_mode = ''", "UPDATE r SET ut = 1000 WHERE id = 1"} {
		mustExec(t, c, text)
	}
	if got := fmt.Sprint(rows(t, c, "SHOW WARNINGS")); got != "[[Warning 1264 Out of range value for column 'ut' at row 1]]" {
		t.Errorf("warnings: %s", got)
	}
	if got := fmt.Sprint(rows(t, c, "SELECT t, ut FROM r WHERE id = 1")); got != "[[127 255]]" {
		t.Errorf("clipped: %s", got)
	}
}

// The collation that SET NAMES names is that of literals.
func TestSetNamesHasItsCollation(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	for _, test := range []struct{ set, want string }{
		{"SET NAMES utf8mb4 COLLATE utf8mb4_bin", "[[0 utf8mb4_bin]]"},
		{"SET NAMES 'utf8mb4' COLLATE 'utf8mb4_general_ci';", "[[1 utf8mb4_general_ci]]"},
		{"SET NAMES utf8mb4", "[[1 utf8mb4_0900_ai_ci]]"},
	} {
		mustExec(t, c, test.set)
		if got := fmt.Sprint(rows(t, c, "SELECT 'a' = 'A', @@collation_connection")); got != test.want {
			t.Errorf("%s: %s, want %s", test.set, got, test.want)
		}
	}
	if number, _, _ := errorOf(t, c, "SET NAMES utf8mb4 COLLATE nosuch"); number != 1273 {
		t.Errorf("of no collation: %d", number)
	}
}
