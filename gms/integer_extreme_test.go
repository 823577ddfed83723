package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

// The answers are MariaDB 10.11's.
func TestGreatestAndLeastAreExact(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE e (b BIGINT, u BIGINT UNSIGNED, n INT UNSIGNED)")
	mustExec(t, c, "INSERT INTO e VALUES (-9223372036854775808, 18446744073709551615, 7)")
	for _, test := range []struct{ query, want string }{
		{"GREATEST(1, u), LEAST(1, u), GREATEST(b, u), LEAST(b, u), GREATEST(u, u - 1), LEAST(n, u)", "18446744073709551615 1 18446744073709551615 -9223372036854775808 18446744073709551615 7"},
		{"GREATEST(9223372036854775807, 9223372036854775806), LEAST(9223372036854775807, 9223372036854775806), GREATEST(b, -1, 3, 2), LEAST(n, -5)", "9223372036854775807 9223372036854775806 3 -5"},
		{"GREATEST(u, NULL), LEAST(NULL, b), GREATEST(1.5e0, u) = 18446744073709551615e0, LEAST(1.5, u), LEAST('a', 'b')", "NULL NULL 1 1.5 a"},
		{"GREATEST(1.25, 2.5, 3), LEAST(1.25, 2), GREATEST(1.1, 99999999999999999999.5), GREATEST(1.5, NULL), LEAST(u, -0.5)", "3.00 1.25 99999999999999999999.5 NULL -0.5"},
		{"GREATEST(0.1, 0.3) - 0.3 = 0, GREATEST(1.5, 2e0), LEAST('1.5', 2.25)", "1 2 1.5"},
	} {
		got, err := tryRows(t.Context(), c, "SELECT "+test.query+" FROM e")
		if err != nil {
			t.Errorf("%s: %v", test.query, err)
		} else if text := fmt.Sprint(got[0]); text != "["+test.want+"]" {
			t.Errorf("%s\ngives %s\nwant  [%s]", test.query, text, test.want)
		}
	}
}
