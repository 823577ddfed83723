package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

func TestSumsAreExact(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "performance_schema")
	mustExec(t, c, "CREATE TABLE shop.t (i BIGINT)")
	mustExec(t, c, "INSERT INTO shop.t VALUES (20000000000), (30000000001)")
	const from = " FROM (SELECT 1 AS one) x JOIN setup_consumers s ON s.NAME = 'global_instrumentation' JOIN shop.t"
	for _, test := range []struct{ query, want string }{
		{"SELECT SUM(i)" + from, "[[50000000001]]"},
		{"SELECT AVG(i)" + from, "[[25000000000.5000]]"},
		{"SELECT SUM(i) AS total" + from + " HAVING total > 5 ORDER BY total", "[[50000000001]]"},
		{"SELECT SUM(i) + 1, MAX(i), COUNT(i)" + from, "[[50000000002 30000000001 2]]"},
		{"SELECT SUM(i) / 10, ROUND(SUM(i) / 3, 2)" + from, "[[5000000000.1000 16666666667.00]]"},
		{"SELECT SUM(DISTINCT i)" + from, "[[50000000001]]"},
		{"SELECT NAME, SUM(i)" + from + " GROUP BY NAME", "[[global_instrumentation 50000000001]]"},
		{"SELECT NAME, SUM(i)" + from + " GROUP BY NAME HAVING SUM(i) > 60000000000", "[]"},
		{"SELECT NAME, SUM(i) s" + from + " GROUP BY NAME, i ORDER BY s DESC", "[[global_instrumentation 30000000001] [global_instrumentation 20000000000]]"},
		{"SELECT q.s FROM (SELECT SUM(i) AS s" + from + ") q", "[[50000000001]]"},
		{"SELECT q.s * 2 AS d FROM (SELECT SUM(i) AS s" + from + ") q ORDER BY d", "[[100000000002]]"},
		{"SELECT SUM(q.i) FROM (SELECT i" + from + ") q", "[[50000000001]]"},
		{"SELECT (SELECT SUM(i) FROM shop.t) > 5 FROM setup_consumers LIMIT 1", "[[1]]"},
		{"WITH q AS (SELECT SUM(i) AS s" + from + ") SELECT s FROM q", "[[50000000001]]"},
		{"SELECT SUM(i)" + from + " WHERE i < 0", "[[NULL]]"},
		{"SELECT SUM(i + 1) FROM shop.t, setup_consumers WHERE NAME = 'global_instrumentation'", "[[50000000003]]"},
		{"SELECT SUM(BUCKET_QUANTILE) >= 0 FROM events_statements_histogram_global", "[[1]]"},
		{"SELECT IFNULL(SUM(i), 0)" + from, "[[50000000001]]"},
		{"SELECT SUM(IF(i > 25000000000, i, 0))" + from, "[[30000000001]]"},
		{"SELECT SUM(CASE WHEN i > 25000000000 THEN i ELSE 0 END)" + from, "[[30000000001]]"},
	} {
		got, err := tryRows(t.Context(), c, test.query)
		if err != nil {
			t.Errorf("%s: %v", test.query, err)
		} else if fmt.Sprint(got) != test.want {
			t.Errorf("%s gives %v, want %s", test.query, got, test.want)
		}
	}
	var sum uint64
	if err := c.QueryRowContext(t.Context(), "SELECT SUM(SUM_TIMER_WAIT) FROM events_statements_summary_by_digest WHERE COUNT_STAR > ?", 0).Scan(&sum); err != nil || sum == 0 {
		t.Errorf("prepared: %d, %v", sum, err)
	}
	// Other statements are the engine's own affair.
	if got := rows(t, c, "SELECT SUM(i) FROM shop.t"); got[0][0] != "50000000001" && got[0][0] != "5.0000000001e+10" {
		t.Errorf("without our tables: %v", got)
	}
}
