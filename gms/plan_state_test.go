package gms_test

import (
	"fmt"
	"strings"
	"testing"
)

// saying is what the threads of running statements say.
func (s *sampled) saying() string {
	var b strings.Builder
	for _, o := range s.view.Observe(nil) {
		fmt.Fprintf(&b, "%s/%s ", o.Resource().Column(), o.Operator().Column())
	}
	return b.String()
}

// A client that does not read holds up who sends, and that one who reads the
// rows.
func TestSlowClient(t *testing.T) {
	s := startSampled(t)
	query := "SELECT REPEAT('x', 1000) FROM line a, line b, line c, line d, line e, line f, line g, line h"
	r, err := s.c.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	said := ""
	await(t, "a full exchange", func() bool {
		said = s.saying()
		return strings.Contains(said, "profDataExchangeMsg/profResRso") && strings.Contains(said, "profResWriteS3/profResRso")
	})
	n := 0
	for r.Next() {
		n++
	}
	if err := r.Err(); err != nil || n != 1<<16 {
		t.Errorf("%d rows, %v", n, err)
	}
}

// A thread in an operator says so: here one that waits for a lock in a filter.
func TestOperatorOfAThread(t *testing.T) {
	s := startSampled(t)
	root := s.connectWith(t, nil)
	mustExec(t, root, "USE shop")
	mustExec(t, root, "CREATE PROCEDURE move_one(i INT) UPDATE line SET n = GET_LOCK('held', 30 + 0 * id) WHERE id = i")
	lock := "GET_LOCK('held', 30 + 0 * %s)" // of a column, so that it is no constant
	for _, test := range []struct{ sql, want string }{
		{"SELECT id FROM line WHERE LOCK(id) = 1 LIMIT 1", "profFilterRso"},
		{"SELECT LOCK(id) FROM line LIMIT 1", "profProjRso"},
		{"SELECT COUNT(*) FROM line GROUP BY LOCK(id)", "profAggRso"},
		{"SELECT MAX(LOCK(id)) FROM line", "profAggRso"},
		{"SELECT id FROM line ORDER BY LOCK(id)", "profSortRso"},
		{"INSERT INTO line SELECT id + 100, LOCK(id), 1 FROM line WHERE id = 1", "profProjRso"},
		{"UPDATE line SET n = LOCK(id) WHERE id = 1", "profDmlRso"},
		{"SELECT (SELECT LOCK(p.id) FROM product p WHERE p.id = l.id) FROM line l LIMIT 1", "profProjRso"},
		{"CALL move_one(1)", "profDmlRso"},
		{"SELECT l.id FROM line l JOIN product p ON LOCK(l.id) = p.id", "profHjRso"},
	} {
		query, want := test.sql, test.want
		if before, after, ok := strings.Cut(query, "LOCK("); ok {
			column, rest, _ := strings.Cut(after, ")")
			query = before + fmt.Sprintf(lock, column) + rest
		}
		mustExec(t, root, "SELECT GET_LOCK('held', 10)")
		done := s.start(t.Context(), s.c, query)
		said := ""
		defer func() {
			if t.Failed() {
				t.Logf("%s: %s", query, said)
			}
		}()
		await(t, query, func() bool {
			said = s.saying()
			return strings.Contains(said, "profMutex/"+want)
		})
		mustExec(t, root, "SELECT RELEASE_LOCK('held')")
		if r := <-done; r.err != nil {
			t.Errorf("%s: %v", query, r.err)
		}
		mustExec(t, s.c, "SELECT RELEASE_ALL_LOCKS()")
	}
}
