package top

import (
	"context"
	"database/sql"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestMySQL tries a server of MySQL 8 or later that PERFSCHEMA_MYSQL names, as
// root@tcp(127.0.0.1:3306)/ with all rights: Debian has none to install.
func TestMySQL(t *testing.T) {
	dsn := os.Getenv("PERFSCHEMA_MYSQL")
	if dsn == "" {
		t.Skip("PERFSCHEMA_MYSQL names no server")
	}
	tryServer(t, dsn, map[string]string{})
}

// statement is the row of a statement by its digest's text.
func (w written) statement(t *testing.T, text string) map[string]any {
	t.Helper()
	for _, r := range w.Rows {
		if s, _ := r["statement"].(string); strings.TrimSpace(s) == text {
			return r
		}
	}
	t.Fatalf("%s is not among %v", text, w.Rows)
	return nil
}

// tryServer compares the pages of a server with what was done on it. notes are what pages
// are to say that they lack, by page; such a page need not have figures.
func tryServer(t *testing.T, dsn string, notes map[string]string) {
	db, err := sql.Open("mysql", dsn+"?interpolateParams=true")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() }) // behind the others
	ctx := context.Background()
	run := func(c *sql.Conn, statements ...string) {
		t.Helper()
		for _, q := range statements {
			if _, err := c.ExecContext(ctx, q); err != nil {
				t.Fatalf("%s: %v", q, err)
			}
		}
	}
	// newServer lets its pool have two connections: who works has one of another pool.
	other := func() *sql.Conn {
		t.Helper()
		pool, err := sql.Open("mysql", dsn)
		if err != nil {
			t.Fatal(err)
		}
		c, err := pool.Conn(ctx)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close(); pool.Close() })
		return c
	}
	worker := other()
	run(worker, "DROP DATABASE IF EXISTS top_test", "CREATE DATABASE top_test", "USE top_test", "CREATE TABLE t (a INT PRIMARY KEY, b INT) ENGINE=InnoDB", "INSERT INTO t VALUES (1, 1), (2, 2), (3, 3)")
	t.Cleanup(func() { _, _ = db.Exec("DROP DATABASE top_test") })
	work := func() {
		run(worker, "SELECT b FROM t WHERE b > 1", "SELECT b FROM t WHERE b > 2", "UPDATE t SET b = b + 1", "DO 1") // a server counts a statement after its answer, and before the next
	}

	statements := pageOf(t, db, "statements", work)
	row := statements.statement(t, "SELECT `b` FROM `t` WHERE `b` > ?")
	if row["executions"] != 2.0 || row["rows_examined"] != 6.0 || row["schema"] != "top_test" || row["p95_seconds"] != nil && notes["statements"] != "" || row["time_seconds"].(float64) <= 0 {
		t.Errorf("the row is %v", row)
	}
	known := func(r map[string]any) bool { return r["p95_seconds"] != nil } // of those that took the most time
	if slices.ContainsFunc(statements.Rows, known) != (notes["statements"] == "") {
		t.Errorf("p95 is known, or is not: %v", statements.Rows)
	}
	if row := pageOf(t, db, "tables", work).find(t, "table", "top_test.t"); row["rows_updated"] != 3.0 {
		t.Errorf("the row is %v", row)
	}
	pageOf(t, db, "files", work)
	pageOf(t, db, "waits", work)
	if w := pageOf(t, db, "memory", work); len(w.Rows) < 10 {
		t.Errorf("memory is %v", w.Rows)
	}
	if notes["errors"] == "" {
		row := pageOf(t, db, "errors", func() { _, _ = worker.ExecContext(ctx, "SELECT * FROM nosuch") }).find(t, "number", "1146")
		if row["raised"] != 1.0 || row["error"] != "ER_NO_SUCH_TABLE" {
			t.Errorf("the row is %v", row)
		}
	}
	w := pageOf(t, db, "instruments", work)
	if row := w.find(t, "instrument", "statement/sql/update"); row["events_per_second"].(float64)*(*w.Span) < 0.99 || row["enabled"] != "YES" || row["share_of_a_core"] != nil || len(w.Rows) < 100 {
		t.Errorf("of %d instruments one is %v", len(w.Rows), row)
	}
	for name, note := range map[string]string{"memory": "no profiling.memory_reconciliation", "time": "no profiling.query_resources_summary_by_digest", "instruments": "has no profiling.overhead", "history": "has no history.events_statements"} {
		notes[name] = note
	}
	for name, note := range notes {
		if w := pageOf(t, db, name, work); !strings.Contains(strings.Join(w.Notes, " "), note) {
			t.Errorf("%s has the notes %q, not %q", name, w.Notes, note)
		}
	}

	// Who waits for a row, and who holds it; its statement is ended.
	holder, waiter := other(), other()
	run(holder, "USE top_test", "BEGIN", "UPDATE t SET b = 0 WHERE a = 1")
	run(waiter, "USE top_test")
	var holderID, waiterID float64
	for c, id := range map[*sql.Conn]*float64{holder: &holderID, waiter: &waiterID} {
		if err := c.QueryRowContext(ctx, "SELECT CONNECTION_ID()").Scan(id); err != nil {
			t.Fatal(err)
		}
	}
	done := make(chan error, 1)
	go func() {
		_, err := waiter.ExecContext(ctx, "UPDATE t SET b = 9 WHERE a = 1")
		done <- err
	}()
	for {
		w := pageOf(t, db, "sessions", func() {})
		if row := w.find(t, "connection", waiterID); row["held_by"] != "" {
			if row["held_by"] != showCount(holderID) || row["waits_for"] != "lock on a row" || !strings.HasPrefix(row["statement"].(string), "UPDATE t SET b = 9") {
				t.Errorf("the session is %v, held by %v", row, holderID)
			}
			break
		}
	}
	s := newServer(db)
	if err := s.kill(ctx, uint64(waiterID), true); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err == nil || !strings.Contains(err.Error(), "1317") {
		t.Errorf("the statement ended with %v", err)
	}

	// From a digest to its executions, and to what is known of one.
	if err := s.connect(ctx); err != nil {
		t.Fatal(err)
	}
	schema, digest := "top_test", row["digest"].(string)
	d, err := s.executions(ctx, &digestKey{schema: &schema, digest: &digest})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(d.parts[0].rows); n < 2 {
		t.Fatalf("%d executions are listed", n)
	}
	if _, err := s.execution(ctx, d.parts[0].rows[0].run); err != nil {
		t.Fatal(err)
	}
}
