package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

// The answers are MariaDB 10.11's, whose rules are MySQL's.
func TestIntegersDoNotWrapAround(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE o (id INT PRIMARY KEY, b BIGINT, u BIGINT UNSIGNED, i INT, t TINYINT UNSIGNED)")
	mustExec(t, c, "INSERT INTO o VALUES (1,9223372036854775807,18446744073709551615,2147483647,200), (2,-9223372036854775808,0,-2147483648,0), (3,NULL,NULL,NULL,NULL)")
	for _, test := range []struct{ query, want string }{
		{"SELECT b + 1 FROM o WHERE id = 1", "1690 22003 BIGINT value is out of range in '(`shop`.`o`.`b` + 1)'"},
		{"SELECT b - 1 FROM o", "1690 22003 BIGINT value is out of range in '(`shop`.`o`.`b` - 1)'"},
		{"SELECT x.b * 2 FROM o x", "1690 22003 BIGINT value is out of range in '(`shop`.`x`.`b` * 2)'"},
		{"SELECT b * -1 FROM o WHERE id = 2", "1690 22003 BIGINT value is out of range in '(`shop`.`o`.`b` * -1)'"},
		{"SELECT u + 1 FROM o", "1690 22003 BIGINT UNSIGNED value is out of range in '(`shop`.`o`.`u` + 1)'"},
		{"SELECT u - 1 FROM o WHERE id = 2", "1690 22003 BIGINT UNSIGNED value is out of range in '(`shop`.`o`.`u` - 1)'"},
		{"SELECT id FROM o WHERE u - 1 > 0", "1690 22003 BIGINT UNSIGNED value is out of range in '(`shop`.`o`.`u` - 1)'"},
		{"SELECT -u FROM o", "1690 22003 BIGINT value is out of range in '-(`shop`.`o`.`u`)'"},
		{"SELECT (i + 1) * b FROM o", "1690 22003 BIGINT value is out of range in '((`shop`.`o`.`i` + 1) * `shop`.`o`.`b`)'"},
		{"SELECT 9223372036854775807 + 1", "1690 22003 BIGINT value is out of range in '(9223372036854775807 + 1)'"},
		{"SELECT 18446744073709551615 + 1", "1690 22003 BIGINT UNSIGNED value is out of range in '(18446744073709551615 + 1)'"},
		{"SELECT 18446744073709551615 * 18446744073709551615", "1690 22003 BIGINT UNSIGNED value is out of range in '(18446744073709551615 * 18446744073709551615)'"},
		{"SELECT EXP(1000)", "1690 22003 DOUBLE value is out of range in 'exp(1000)'"},
		{"SELECT EXP(b) FROM o", "1690 22003 DOUBLE value is out of range in 'exp(`shop`.`o`.`b`)'"},
		{"SELECT POW(10, 400)", "1690 22003 DOUBLE value is out of range in 'pow(10,400)'"},
		{"SELECT POWER(0, -1)", "1690 22003 DOUBLE value is out of range in 'pow(0,-1)'"},
		{"SELECT DEGREES(1e308)", "1690 22003 DOUBLE value is out of range in 'degrees(1e308)'"},
		{"SELECT 1e308 * 10", "1690 22003 DOUBLE value is out of range in '(1e308 * 10)'"},
		{"SELECT (1e308 * 10) DIV 2", "1690 22003 DOUBLE value is out of range in '(1e308 * 10)'"},
		{"SELECT CAST(1e308 * 10 AS DATETIME)", "1690 22003 DOUBLE value is out of range in '(1e308 * 10)'"},
		{"SELECT id FROM o WHERE b + 1e308 * 10 > 0", "1690 22003 DOUBLE value is out of range in '(1e308 * 10)'"},
		{"SELECT SUM(x) > 1 FROM (SELECT 1e308 AS x UNION ALL SELECT 1.1e308) q", "1690 22003 DOUBLE value is out of range in 'sum(`q`.`x`)'"},
		{"SELECT CAST(AVG(x) AS TIME) FROM (SELECT 1e308 AS x UNION ALL SELECT 1.1e308) q", "1690 22003 DOUBLE value is out of range in 'avg(`q`.`x`)'"},
		{"UPDATE o SET b = b + 1 WHERE id = 1", "1690 22003 BIGINT value is out of range in '(`shop`.`o`.`b` + 1)'"},
		{"INSERT INTO o (id, b) SELECT 9, b + id FROM o WHERE id = 1", "1690 22003 BIGINT value is out of range in '(`shop`.`o`.`b` + `shop`.`o`.`id`)'"},
	} {
		number, state, message := errorOf(t, c, test.query)
		if got := fmt.Sprint(number, " ", state, " ", message); got != test.want {
			t.Errorf("%s\ngives %s\nwant  %s", test.query, got, test.want)
		}
	}
	for _, test := range []struct{ query, want string }{
		{"SELECT b - 1, b + -1, b - u FROM o WHERE id = 1 AND b < 0", "[]"},
		{"SELECT b - 1, u - 1, u + 0, u * 1, i + i, i * i, t + t, -t FROM o WHERE id = 1", "[[9223372036854775806 18446744073709551614 18446744073709551615 18446744073709551615 4294967294 4611686014132420609 400 -200]]"},
		{"SELECT b + 1, u + id, i - i, i + i, -u, t * i FROM o WHERE id = 2", "[[-9223372036854775807 2 0 -4294967296 0 0]]"},
		{"SELECT b + 1, u - 1, -u, i * NULL FROM o WHERE id = 3", "[[NULL NULL NULL NULL]]"},
		{"SELECT 1 + 1, 2 - 3, 3 * -4, 1 + TRUE, 7 - 10 + 5", "[[2 -1 -12 2 2]]"},
		{"SELECT x, x - 1, MAX(x) FROM (SELECT u - 5 AS x FROM o WHERE id = 1) q GROUP BY x", "[[18446744073709551610 18446744073709551609 18446744073709551610]]"},
		{"SELECT u - 5 AS x FROM o WHERE id = 1 ORDER BY x DESC", "[[18446744073709551610]]"},
		{"SELECT SUM(u - 5), SUM(i + 1) FROM o WHERE id = 1", "[[18446744073709551610 2147483648]]"},
		{"SELECT id, COUNT(*) FROM o GROUP BY id + 1, id ORDER BY id + 1 DESC", "[[3 1] [2 1] [1 1]]"},
		{"SELECT id + 1 AS n, COUNT(*) FROM o GROUP BY id + 1 HAVING n > 2 ORDER BY 1", "[[3 1] [4 1]]"},
		{"SELECT (id + 1) / 3, (id + 1) * 1.5, (id + 1) DIV 2, (id + 1) % 2 FROM o WHERE id = 1", "[[0.6667 3.0 1 0]]"},
		{"WITH RECURSIVE n AS (SELECT 1 AS x UNION ALL SELECT x * 2 FROM n WHERE x < 20) SELECT * FROM n", "[[1] [2] [4] [8] [16] [32]]"},
		{"SELECT a.id FROM o a JOIN o b ON a.id = b.id + 1 ORDER BY a.id", "[[2] [3]]"},
		{"SELECT id FROM o WHERE id IN (1 + 1, 5 - 2) ORDER BY id", "[[2] [3]]"},
		{"SELECT id FROM o WHERE id = 1 + 1", "[[2]]"},
		{"SELECT DATE_ADD('2020-01-31', INTERVAL 1 + 1 DAY)", "[[2020-02-02]]"},
		{"SELECT 0 - INTERVAL 1 DAY", "[[NULL]]"},
		{"SELECT EXP(NULL), POW(NULL, 2), POW(2, 10), ROUND(EXP(1), 6), ROUND(DEGREES(PI())), POW('a', 2)", "[[NULL NULL 1024 2.718282 180 0]]"},
		{"SELECT CAST(STD(x) AS DECIMAL(4,2)), CAST(STD(x) AS DATETIME), CAST(STD(x) AS TIME), STD(x) DIV 2 IS NULL FROM (SELECT 1e308 AS x UNION ALL SELECT -1.1e308) q", "[[0.00 NULL 00:00:00 0]]"},
		{"SELECT id FROM o ORDER BY id LIMIT 1", "[[1]]"},
	} {
		got, err := tryRows(t.Context(), c, test.query)
		if err != nil {
			t.Errorf("%s: %v", test.query, err)
		} else if text := fmt.Sprint(got); text != test.want {
			t.Errorf("%s\ngives %s\nwant  %s", test.query, text, test.want)
		}
	}
	mustExec(t, c, "SET sql_mode = CONCAT(@@sql_mode, ',NO_UNSIGNED_SUBTRACTION')")
	if got := fmt.Sprint(rows(t, c, "SELECT u - 1 FROM o WHERE id = 2")); got != "[[-1]]" {
		t.Errorf("with NO_UNSIGNED_SUBTRACTION: %s", got)
	}
	var v string
	if err := c.QueryRowContext(t.Context(), "SELECT b - ? FROM o WHERE id = ?", 7, 1).Scan(&v); err != nil || v != "9223372036854775800" {
		t.Errorf("prepared: %s, %v", v, err)
	}
}
