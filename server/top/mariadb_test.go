package top

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// mariaDB starts a server of MariaDB, which is found by its socket alone. Without one
// installed the test is skipped, or fails where PERFSCHEMA_REQUIRE_TOOLS is set.
func mariaDB(t *testing.T, options ...string) *sql.DB {
	t.Helper()
	for _, name := range []string{"mariadbd", "mariadb-install-db"} {
		if _, err := exec.LookPath(name); err != nil {
			if os.Getenv("PERFSCHEMA_REQUIRE_TOOLS") != "" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
	dir, err := os.MkdirTemp("", "maria") // a socket's path may have 107 bytes
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	data, socket := filepath.Join(dir, "data"), filepath.Join(dir, "s")
	install := exec.Command("mariadb-install-db", "--no-defaults", "--datadir="+data, "--auth-root-authentication-method=normal", "--skip-test-db", "--user=root")
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("mariadb-install-db: %v\n%s", err, out)
	}
	c := exec.Command("mariadbd", append([]string{"--no-defaults", "--user=root", "--datadir=" + data, "--socket=" + socket, "--pid-file=" + dir + "/pid", "--skip-networking"}, options...)...)
	log, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	var said strings.Builder
	lines := bufio.NewReader(log)
	for !strings.Contains(said.String(), "ready for connections") {
		line, err := lines.ReadString('\n')
		said.WriteString(line)
		if err != nil {
			t.Fatalf("mariadbd ended: %s", said.String())
		}
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	db, err := sql.Open("mysql", "root@unix("+socket+")/?interpolateParams=true")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// pageOf is what a page of a server is as JSON, of two readings with work in between.
func pageOf(t *testing.T, db *sql.DB, name string, between func()) written {
	t.Helper()
	a := newApp(newServer(db), Options{Page: name, Interval: time.Second})
	a.refresh()(context.Background())(a)
	between()
	a.refresh()(context.Background())(a)
	if a.failed != "" {
		t.Fatalf("%s: %s", name, a.failed)
	}
	var b bytes.Buffer
	if err := a.write(&b, Format{JSON: true}); err != nil {
		t.Fatal(err)
	}
	var out written
	if err := json.Unmarshal(b.Bytes(), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// find is the row of a page whose field is a value.
func (w written) find(t *testing.T, field string, value any) map[string]any {
	t.Helper()
	for _, r := range w.Rows {
		if r[field] == value {
			return r
		}
	}
	t.Fatalf("%s has no row with %s %v: %v", w.Page, field, value, w.Rows)
	return nil
}

// MariaDB's tables are shown as far as they go, and what it has not is said.
func TestMariaDB(t *testing.T) {
	db := mariaDB(t, "--performance-schema=ON", "--performance-schema-instrument=%=ON", "--performance-schema-consumer-events-statements-current=ON", "--performance-schema-consumer-events-statements-history-long=ON")
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
		pool, err := sql.Open("mysql", dsnOf(t, db))
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
	run(worker, "CREATE DATABASE d", "USE d", "CREATE TABLE t (a INT PRIMARY KEY, b INT) ENGINE=InnoDB", "INSERT INTO t VALUES (1, 1), (2, 2), (3, 3)")
	work := func() {
		run(worker, "SELECT b FROM t WHERE b > 1", "SELECT b FROM t WHERE b > 2", "UPDATE t SET b = b + 1")
	}

	statements := pageOf(t, db, "statements", work)
	row := statements.find(t, "statement", "SELECT `b` FROM `t` WHERE `b` > ? ")
	if row["executions"] != 2.0 || row["rows_examined"] != 6.0 || row["schema"] != "d" || row["p95_seconds"] != nil || row["time_seconds"].(float64) <= 0 {
		t.Errorf("the row is %v", row)
	}
	if !strings.Contains(strings.Join(statements.Notes, " "), "p95 is not to be had") {
		t.Errorf("the notes are %q", statements.Notes)
	}
	if row := pageOf(t, db, "tables", work).find(t, "table", "d.t"); row["rows_updated"] != 3.0 {
		t.Errorf("the row is %v", row)
	}
	if w := pageOf(t, db, "waits", work); len(w.Rows) == 0 || w.Rows[0]["time_seconds"].(float64) <= 0 {
		t.Errorf("waits are %v", w.Rows)
	}
	pageOf(t, db, "files", work)
	if w := pageOf(t, db, "memory", work); len(w.Rows) < 10 {
		t.Errorf("memory is %v", w.Rows)
	}

	// Who waits for a row, and who holds it; its statement is ended.
	holder, waiter := other(), other()
	run(holder, "USE d", "BEGIN", "UPDATE t SET b = 0 WHERE a = 1")
	run(waiter, "USE d")
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
	schema, digest := "d", row["digest"].(string)
	d, err := s.executions(ctx, &digestKey{schema: &schema, digest: &digest})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(d.parts[0].rows); n < 6 {
		t.Fatalf("%d executions are listed", n)
	}
	if _, err := s.execution(ctx, d.parts[0].rows[0].run); err != nil {
		t.Fatal(err)
	}
}

// dsnOf is where a pool of mariaDB connects to.
func dsnOf(t *testing.T, db *sql.DB) string {
	t.Helper()
	var socket string
	if err := db.QueryRow("SELECT @@socket").Scan(&socket); err != nil {
		t.Fatal(err)
	}
	return "root@unix(" + socket + ")/"
}

// Without performance_schema there are sessions, and the others say why there is nothing.
func TestMariaDBWithout(t *testing.T) {
	db := mariaDB(t, "--performance-schema=OFF")
	for _, name := range Pages() {
		w := pageOf(t, db, name, func() {})
		if !strings.Contains(strings.Join(w.Notes, " "), "performance_schema is OFF") {
			t.Errorf("%s has the notes %q", name, w.Notes)
		}
		if name != "sessions" && len(w.Rows) > 0 {
			t.Errorf("%s has rows: %v", name, w.Rows)
		}
	}
}
