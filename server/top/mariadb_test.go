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
	tryServer(t, dsnOf(t, db), map[string]string{"statements": "p95 is not to be had", "errors": "has no performance_schema.events_errors_summary_global_by_error"})
	if w := pageOf(t, db, "waits", func() {}); len(w.Rows) == 0 || w.Rows[0]["time_seconds"].(float64) <= 0 {
		t.Errorf("waits are %v", w.Rows)
	}
	db.SetMaxOpenConns(1) // for its variables
	tryHistory(t, db)
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
