package sqltest_test

import (
	"strings"
	"testing"
)

// A value that is none of its column's type ends the statement in an error, and no connection, by
// either protocol. Dates of all years are the same by both.
func TestBinaryValues(t *testing.T) {
	s := start(t)
	const numbers = "(WITH RECURSIVE c AS (SELECT 1 n UNION ALL SELECT n + 1 FROM c WHERE n < 900) SELECT n FROM c) t"
	for _, c := range []struct {
		query, fault string // fault is the error by the binary protocol
	}{
		{"SELECT FROM_DAYS(366)", ""},
		{"SELECT FROM_DAYS(1000), 1", ""},
		{"SELECT FROM_DAYS(0)", ""},
		{"SELECT CAST('0001-02-03' AS DATE)", ""},
		{"SELECT CAST('0001-02-03 01:02:03.5' AS DATETIME(6))", ""},
		{"SELECT TIMESTAMP'0099-01-01 00:00:00'", ""},
		{"SELECT DATE_ADD(DATE'0001-01-01', INTERVAL 1 DAY)", ""},
		{"SELECT LAST_DAY('0001-02-03')", ""},
		{"SELECT TIMESTAMP('0999-01-01', '10:00:00')", ""},
		{"SELECT LAG(d, 1, FROM_DAYS(400)) OVER (ORDER BY d) FROM (SELECT DATE'0010-01-01' d UNION SELECT DATE'0011-01-01') t", ""},
		{"SELECT COALESCE(CAST('2024-01-01' AS DATE), 'x')", ""},
		{"SELECT IF(1, 'x', CAST('10:00' AS TIME))", ""},
		{"SELECT LAG(n, 1, 'x') OVER (ORDER BY n) FROM (SELECT 1 n UNION SELECT 2) t", "1525 Incorrect integer value: 'x'"},
		{"SELECT LEAD(n, 1, 'x') OVER (ORDER BY n) FROM " + numbers, "1525 Incorrect integer value: 'x'"}, // rows have been sent
		{"SELECT n, LEAD(n, 700, 'x') OVER (ORDER BY n), FROM_DAYS(366) FROM " + numbers, "1525 Incorrect integer value: 'x'"},
	} {
		t.Run(c.query, func(t *testing.T) {
			conn := open(t, dial(s))
			conn.SetMaxOpenConns(1)
			var before, after int
			if err := conn.QueryRowContext(t.Context(), "SELECT CONNECTION_ID()").Scan(&before); err != nil {
				t.Fatal(err)
			}
			text := outcome(conn.QueryContext(t.Context(), c.query))
			st, err := conn.PrepareContext(t.Context(), c.query)
			if err != nil {
				t.Fatal(err)
			}
			defer st.Close()
			for range 3 {
				binary := outcome(st.QueryContext(t.Context()))
				want := c.fault
				if want == "" {
					want = text
				}
				if binary != want {
					t.Errorf("binary %s, text %s, want %s", binary, text, want)
				}
			}
			if err := conn.QueryRowContext(t.Context(), "SELECT CONNECTION_ID()").Scan(&after); err != nil || after != before {
				t.Errorf("connection %d is %d afterwards, %v", before, after, err)
			}
		})
	}
}

// TestBinaryValuesOfCursor fetches such values by cursors.
func TestBinaryValuesOfCursor(t *testing.T) {
	s := start(t)
	for _, plainEOF := range []bool{true, false} {
		c := rawConnect(t, s.Addr().String(), plainEOF)
		c.take()
		id, _ := c.prepare("SELECT LAG(n, 1, 'x') OVER (ORDER BY n) FROM (SELECT 1 n UNION SELECT ?) t")
		c.execute(id, 1, 5)
		c.result(true)
		if got := c.take(); !strings.Contains(got, "error 1525") {
			t.Errorf("plainEOF=%v: %s", plainEOF, got)
		}
		if got := c.query("SELECT 1"); strings.Contains(got, "error") {
			t.Errorf("after it: %s", got)
		}
	}
}
