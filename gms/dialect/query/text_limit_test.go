package query

import (
	"errors"
	"strings"
	"testing"

	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

func TestTooManyOfEach(t *testing.T) {
	for _, c := range []struct {
		begin, part, end string
		most, want       int
	}{
		{"CREATE TABLE t (a INT", ", CHECK (a <> 1)", ")", 4095, 1235},
		{"CREATE TABLE t (a INT", ", FOREIGN KEY (a) REFERENCES p (a)", ")", 4095, 1235},
		{"ALTER TABLE t ADD CHECK (a <> 1)", ", ADD CHECK (a <> 1)", "", 4094, 1235},
		{"ALTER TABLE t ADD FOREIGN KEY (a) REFERENCES p (a)", ", ADD FOREIGN KEY (a) REFERENCES p (a)", "", 4094, 1235},
		{"CREATE TABLE t (a INT) PARTITION BY RANGE (a) (PARTITION p VALUES LESS THAN (1)", ", PARTITION p VALUES LESS THAN (1)", ")", 8191, 1499},
		{"SELECT a FROM t ORDER BY a", ", a + 1", "", 4095, 1117},
		{"EXPLAIN SELECT a FROM t ORDER BY a", ", a + 1", "", 4095, 1117},
		{"SELECT a FROM t WINDOW w AS (PARTITION BY a)", ", w AS (w)", "", 999, 1235},
	} {
		for more, want := range []int{0, c.want} {
			text := c.begin + strings.Repeat(c.part, c.most+more) + c.end
			stmt, err := sqlparser.Parse(text)
			if err != nil {
				t.Errorf("%.60s: %v", text, err)
				continue
			}
			var refused *mysql.SQLError
			if number := 0; errors.As(TooMany(stmt, text), &refused) || want == 0 {
				if refused != nil {
					number = refused.Num
				}
				if number != want {
					t.Errorf("%.60s, %d more: %d, want %d", text, more, number, want)
				}
			} else {
				t.Errorf("%.60s, %d more: not refused", text, more)
			}
		}
	}
}
