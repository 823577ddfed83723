package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

// A number that is compared with a text which is none is compared with the number that it
// begins with: one warning says so, by an index or without one, of no rows and of many, and
// whatever is read of them.
func TestTextThatIsNoNumber(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE pair (a BIGINT UNSIGNED, b BIGINT UNSIGNED, KEY (a))")
	for _, found := range []string{"[]", "[[1 1]]"} {
		for _, column := range []string{"a", "b"} {
			for text, want := range map[string]string{"foo": "[]", "1foo": found} {
				query := fmt.Sprintf("SELECT * FROM pair WHERE %s = '%s'", column, text)
				if got := fmt.Sprint(rows(t, c, query)); got != want {
					t.Errorf("%s: %s, want %s", query, got, want)
				}
				warning := fmt.Sprintf("[[Warning 1292 Truncated incorrect DOUBLE value: '%s']]", text)
				if got := fmt.Sprint(rows(t, c, "SHOW WARNINGS")); got != warning {
					t.Errorf("%s: %s, want %s", query, got, warning)
				}
			}
			if got := rows(t, c, fmt.Sprintf("SELECT * FROM pair WHERE %s = '1'", column)); fmt.Sprint(got) != found {
				t.Errorf("%s = '1': %s, want %s", column, got, found)
			}
			if got := rows(t, c, "SHOW WARNINGS"); len(got) > 0 {
				t.Errorf("%s = '1': %s", column, got)
			}
		}
		mustExec(t, c, "INSERT INTO pair VALUES (1, 1), (2, 2), (3, 3)")
	}
	if got := rows(t, c, "SELECT ENGINE FROM performance_schema.data_lock_waits WHERE BLOCKING_THREAD_ID = 'foo'"); len(got) > 0 {
		t.Errorf("a table without rows: %s", got)
	}
	if got := fmt.Sprint(rows(t, c, "SHOW WARNINGS")); got != "[[Warning 1292 Truncated incorrect DOUBLE value: 'foo']]" {
		t.Errorf("a table without rows: %s", got)
	}
}
