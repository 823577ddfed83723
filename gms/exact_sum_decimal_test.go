package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

// The answers are MariaDB 10.11's, whose rules are MySQL's.
func TestSumsOfDecimalsAreExact(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE d (id INT PRIMARY KEY, g INT, x DECIMAL(20,2), y DECIMAL(30,10))")
	mustExec(t, c, `INSERT INTO d VALUES (1,1,123456789012345678.11,0.0000000001),
		(2,1,123456789012345678.22,0.0000000002),(3,2,0.10,3)`)
	for _, test := range []struct{ query, want string }{
		{"SELECT SUM(x), AVG(x), SUM(y), AVG(y) FROM d", "[[246913578024691356.43 82304526008230452.143333 3.0000000003 1.00000000010000]]"},
		{"SELECT g, SUM(x), AVG(x) FROM d GROUP BY g ORDER BY g", "[[1 246913578024691356.33 123456789012345678.165000] [2 0.10 0.100000]]"},
		{"SELECT g FROM d GROUP BY g HAVING SUM(x) = 246913578024691356.33", "[[1]]"},
		{"SELECT g, SUM(x) s FROM d GROUP BY g ORDER BY s DESC", "[[1 246913578024691356.33] [2 0.10]]"},
		{"SELECT SUM(DISTINCT x) FROM d", "[[246913578024691356.43]]"},
		{"SELECT SUM(x) FROM d WHERE 1 = 0", "[[NULL]]"},
		{"WITH q AS (SELECT g, SUM(x) s FROM d GROUP BY g) SELECT a.s, b.s FROM q a JOIN q b ON a.g = b.g WHERE a.g = 1", "[[246913578024691356.33 246913578024691356.33]]"},
		{"SELECT (SELECT SUM(x) FROM d), IFNULL(SUM(x),0) FROM d", "[[246913578024691356.43 246913578024691356.43]]"},
	} {
		got, err := tryRows(t.Context(), c, test.query)
		if err != nil {
			t.Errorf("%s: %v", test.query, err)
		} else if text := fmt.Sprint(got); text != test.want {
			t.Errorf("%s gives %s, want %s", test.query, text, test.want)
		}
	}
}
