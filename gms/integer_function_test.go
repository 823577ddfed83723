package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

// What functions and DIV make of integers and decimals is exact, and what has no room is
// an error. The answers are MariaDB 10.11's but for ROUND() and TRUNCATE() of what has no
// room afterwards, which it turns into a decimal.
func TestIntegerFunctionsDoNotWrapAround(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE o (id INT PRIMARY KEY, b BIGINT, u BIGINT UNSIGNED, i INT, t TINYINT, d DECIMAL(65,0), n DECIMAL(20,2), f DOUBLE)")
	mustExec(t, c, "INSERT INTO o VALUES (1,-9223372036854775808,18446744073709551615,-2147483648,-128,99999999999999999999999999999999999999999999999999999999999999999,-123456789012345678.99,1e300), (2,9223372036854775807,0,155,-5,0,1.5,-2.5), (3,NULL,NULL,NULL,NULL,NULL,NULL,NULL)")
	for _, test := range []struct{ query, want string }{
		{"SELECT ABS(b) FROM o", "1690 22003 BIGINT value is out of range in 'abs(`shop`.`o`.`b`)'"},
		{"SELECT ABS(-9223372036854775808)", "1690 22003 BIGINT value is out of range in 'abs(-9223372036854775808)'"},
		{"SELECT b DIV -1 FROM o", "1690 22003 BIGINT value is out of range in '(`shop`.`o`.`b` DIV -1)'"},
		{"SELECT u DIV -1 FROM o", "1690 22003 BIGINT UNSIGNED value is out of range in '(`shop`.`o`.`u` DIV -1)'"},
		{"SELECT u DIV 0.5 FROM o", "1690 22003 BIGINT UNSIGNED value is out of range in '(`shop`.`o`.`u` DIV 0.5)'"},
		{"SELECT d DIV 1 FROM o", "1690 22003 BIGINT value is out of range in '(`shop`.`o`.`d` DIV 1)'"},
		{"SELECT f DIV 1 FROM o", "1690 22003 BIGINT value is out of range in '(`shop`.`o`.`f` DIV 1)'"},
		{"SELECT ROUND(b, -1) FROM o", "1690 22003 BIGINT value is out of range in 'round(`shop`.`o`.`b`,-1)'"},
		{"SELECT ROUND(u, -19) FROM o", "1690 22003 BIGINT UNSIGNED value is out of range in 'round(`shop`.`o`.`u`,-19)'"},
		{"UPDATE o SET b = ABS(b)", "1690 22003 BIGINT value is out of range in 'abs(`shop`.`o`.`b`)'"},
		{"UPDATE o SET i = b DIV -1", "1690 22003 BIGINT value is out of range in '(`shop`.`o`.`b` DIV -1)'"},
	} {
		number, state, message := errorOf(t, c, test.query)
		if got := fmt.Sprint(number, " ", state, " ", message); got != test.want {
			t.Errorf("%s\ngives %s\nwant  %s", test.query, got, test.want)
		}
	}
	for _, test := range []struct{ query, want string }{
		{"SELECT ABS(t), ABS(i), ABS(u), ABS(-2.5), ABS(-2.5e0), ABS('-3') FROM o WHERE id = 1", "[[128 2147483648 18446744073709551615 2.5 2.5 3]]"},
		{"SELECT u DIV 1, -1 DIV u, b DIV 2, u DIV u, u DIV 3 FROM o WHERE id = 1", "[[18446744073709551615 0 -4611686018427387904 1 6148914691236517205]]"},
		{"SELECT 0.999 DIV 1, -7.5 DIV 2, -7.5e0 DIV 2, 7 DIV 0, 7.5 DIV 0, -7 DIV 2, 7 DIV -2, 1e0 DIV 0.3, NULL DIV 1", "[[0 -3 -3 NULL NULL -3 -3 3 NULL]]"},
		{"SELECT -(9223372036854775809), -(9223372036854775808), -9223372036854775809", "[[-9223372036854775809 -9223372036854775808 -9223372036854775809]]"},
		{"SELECT TRUNCATE(b,-1), TRUNCATE(b,-18), TRUNCATE(b,-19), TRUNCATE(u,-19), TRUNCATE(u,-20), ROUND(b,-18), ROUND(b,0) FROM o WHERE id = 1", "[[-9223372036854775800 -9000000000000000000 0 10000000000000000000 0 -9000000000000000000 -9223372036854775808]]"},
		{"SELECT ROUND(i,-1), ROUND(-i,-1), ROUND(t,-1), ROUND(i,-2), ROUND(i,2), TRUNCATE(i,-1), ROUND(i), ROUND(i,NULL) FROM o WHERE id = 2", "[[160 -160 -10 200 155 150 155 NULL]]"},
		{"SELECT TRUNCATE(n,1) = -123456789012345678.9, TRUNCATE(n,-3) = -123456789012345000, TRUNCATE(n,5) = n, ROUND(n,1) = -123456789012345679 FROM o WHERE id = 1", "[[1 1 1 1]]"},
		{"SELECT TRUNCATE(d, 0), CEIL(d), FLOOR(d) FROM o WHERE id = 1", "[[99999999999999999999999999999999999999999999999999999999999999999 99999999999999999999999999999999999999999999999999999999999999999 99999999999999999999999999999999999999999999999999999999999999999]]"},
		{"SELECT CEIL(18446744073709551615.5), FLOOR(-9223372036854775808.5), CEIL(1.5), FLOOR(-1.5), CEILING(f), FLOOR(f) FROM o WHERE id = 2", "[[18446744073709551616 -9223372036854775809 2 -2 -2 -3]]"},
		{"SELECT CEIL(f) = f, FLOOR(f) = f FROM o WHERE id = 1", "[[1 1]]"},
		{"SELECT CEIL(u), FLOOR(u), CEIL(b), FLOOR('1.5'), CEIL('1.5') FROM o WHERE id = 1", "[[18446744073709551615 18446744073709551615 -9223372036854775808 1 2]]"},
		{"SELECT BIT_COUNT(u), BIT_COUNT(b), BIT_COUNT(t), BIT_COUNT('7'), BIT_COUNT(NULL) FROM o WHERE id = 1", "[[64 1 57 3 NULL]]"},
		{"SELECT ABS(b), ROUND(b,-1), TRUNCATE(n,1), CEIL(d), b DIV 2, CEIL(f) FROM o WHERE id = 3", "[[NULL NULL NULL NULL NULL NULL]]"},
		{"SELECT x, SUM(x) FROM (SELECT ABS(t) AS x FROM o WHERE id < 3) q GROUP BY x ORDER BY x", "[[5 5] [128 128]]"},
		{"SELECT id FROM o WHERE ABS(t) = 128 OR id DIV 2 = 1 ORDER BY ABS(t) DESC", "[[1] [2] [3]]"},
	} {
		got, err := tryRows(t.Context(), c, test.query)
		if err != nil {
			t.Errorf("%s: %v", test.query, err)
		} else if text := fmt.Sprint(got); text != test.want {
			t.Errorf("%s\ngives %s\nwant  %s", test.query, text, test.want)
		}
	}
}
