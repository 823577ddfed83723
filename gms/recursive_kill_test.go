package gms_test

import (
	"testing"

	"github.com/perfschema/perfschema"
)

// A recursive query whose rows double with each round ends when it is killed, whatever
// lies above the recursion.
func TestRecursionIsKilled(t *testing.T) {
	for _, cfg := range []perfschema.Config{{}, {Off: true}} {
		s := startServer(t, cfg)
		killer := s.connect(t, "root", "")
		for _, query := range []string{
			"WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x, (SELECT 1 UNION SELECT 2) y) SELECT COUNT(*) FROM x",
			"WITH RECURSIVE x(n) AS (SELECT 1 UNION SELECT n * 2 + y.a FROM x, (SELECT 1 a UNION SELECT 2) y) SELECT COUNT(*) FROM x",
			"WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x, (SELECT 1 UNION SELECT 2) y ORDER BY 1) SELECT MAX(n) FROM x",
			"WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x, (SELECT 1 UNION SELECT 2) y) SELECT * FROM x ORDER BY n",
		} {
			c := s.connect(t, "root", "")
			id := rows(t, c, "SELECT CONNECTION_ID()")[0][0]
			done := s.start(t.Context(), c, query)
			await(t, "the query", func() bool {
				return rows(t, killer, "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE ID = "+id+" AND INFO LIKE 'WITH%'")[0][0] == "1"
			})
			mustExec(t, killer, "KILL QUERY "+id)
			if got := <-done; numberOf(got.err) != 1317 {
				t.Errorf("%s: %v", query, got.err)
			}
		}
	}
}
