package main

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// digestOf runs pt-query-digest over a slow log. Without it the test is skipped, or fails
// if PERFSCHEMA_REQUIRE_TOOLS is set.
func digestOf(t *testing.T, path string, args ...string) string {
	t.Helper()
	tool, err := exec.LookPath("pt-query-digest")
	if err != nil {
		if os.Getenv("PERFSCHEMA_REQUIRE_TOOLS") != "" {
			t.Fatal("pt-query-digest is not installed")
		}
		t.Skip("pt-query-digest is not installed")
	}
	out, err := exec.CommandContext(t.Context(), tool, append(args, "--no-version-check", path)...).Output()
	if err != nil {
		t.Fatalf("pt-query-digest: %v\n%s", err, out)
	}
	return string(out)
}

// TestRefusedCommandsAreNotLogged: what a client asks for and does not get it is told, and
// neither the log nor error_log has it.
func TestRefusedCommandsAreNotLogged(t *testing.T) {
	c := serveChild(t)
	db := asRoot(t, c)
	for range 3 {
		lost, err := sql.Open("mysql", "root@tcp("+c.addr+")/nosuch_database")
		if err != nil {
			t.Fatal(err)
		}
		if err := lost.Ping(); err == nil || !strings.Contains(err.Error(), "1049") {
			t.Errorf("it connected with %v", err)
		}
		lost.Close()
		for _, q := range []string{"USE nosuch_database", "SELECT nosuch_database", "SELECT nosuch_database FROM"} {
			if _, err := db.Exec(q); err == nil {
				t.Errorf("%s succeeded", q)
			}
			if st, err := db.Prepare(q); err == nil {
				if _, err = st.Exec(); err == nil {
					t.Errorf("%s, prepared, succeeded", q)
				}
				st.Close()
			}
		}
	}
	var told int
	if err := db.QueryRow("SELECT COUNT(*) FROM performance_schema.error_log WHERE DATA LIKE '%nosuch%'").Scan(&told); err != nil || told != 0 {
		t.Errorf("error_log has %d of them, %v", told, err)
	}
	if status, _ := c.stop(t, os.Interrupt); status != 0 || strings.Contains(c.stderr.String(), "nosuch") {
		t.Errorf("it ended with %d, and has logged\n%s", status, c.stderr.String())
	}
}

// TestSlowStatementsAreLogged: each slow statement is a line of the log, once, with what
// leads to it in the tables, and without passwords; error_log has none of them.
func TestSlowStatementsAreLogged(t *testing.T) {
	c := serveChild(t, "--log-format=json", "--performance-schema-max-sql-text-length=40")
	db := asRoot(t, c)
	run := func(statements ...string) {
		t.Helper()
		for _, q := range statements {
			if _, err := db.Exec(q); err != nil {
				t.Fatalf("%s: %v", q, err)
			}
		}
	}
	run("CREATE DATABASE shop", "USE shop", "CREATE TABLE orders (a INT PRIMARY KEY, b VARCHAR(100))", "INSERT INTO orders VALUES (1, 'x'), (2, 'y'), (3, 'z')")
	run("SET SESSION long_query_time = 0", "SELECT 'while it is off'", "SET GLOBAL slow_query_log = ON")
	run("SELECT b\nFROM orders WHERE b = 'x'", "CREATE USER someone IDENTIFIED BY 'not-for-logs'", "SELECT 'a text that has no room among forty bytes'")
	run("SET GLOBAL log_output = 'NONE'", "SELECT 'to nowhere'", "SET GLOBAL log_output = 'FILE'", "SET SESSION long_query_time = 1000", "SELECT 'fast enough'")
	var digest string
	if err := db.QueryRow("SELECT DIGEST FROM performance_schema.events_statements_summary_by_digest WHERE DIGEST_TEXT = 'SELECT `b` FROM `orders` WHERE `b` = ?'").Scan(&digest); err != nil {
		t.Fatal(err)
	}
	var told int
	if err := db.QueryRow("SELECT COUNT(*) FROM performance_schema.error_log WHERE DATA LIKE '%slow%' OR DATA LIKE '%orders%'").Scan(&told); err != nil || told != 0 {
		t.Errorf("error_log has %d of them, %v", told, err)
	}
	if status, _ := c.stop(t, os.Interrupt); status != 0 {
		t.Errorf("it ended with %d", status)
	}
	type line struct {
		Level, Msg, User, Host, Database, Digest, Statement string
		Seconds                                             float64
		Sent                                                int `json:"rows_sent"`
		Examined                                            int `json:"rows_examined"`
		Connection                                          int
	}
	var lines []line
	for _, text := range strings.Split(strings.TrimSpace(c.stderr.String()), "\n") {
		var l line
		if !strings.HasPrefix(text, "{") {
			continue // before the log
		}
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Errorf("%q: %v", text, err)
		} else if l.Msg == "a statement was slow" {
			lines = append(lines, l)
		}
	}
	var texts []string
	for _, l := range lines {
		texts = append(texts, l.Statement)
		if l.Level != "WARN" || l.User != "root" || l.Database != "shop" || l.Seconds <= 0 || l.Connection == 0 || l.Host == "" || len(l.Digest) != 64 {
			t.Errorf("a line is %+v", l)
		}
		if strings.HasPrefix(l.Statement, "SELECT b") && (l.Digest != digest || l.Sent != 1 || l.Examined != 3) {
			t.Errorf("the line of %s is %+v", digest, l)
		}
	}
	want := []string{"SET GLOBAL slow_query_log = ON", "SELECT b\nFROM orders WHERE b = 'x'", "CREATE USER someone IDENTIFIED BY '<secr...",
		"SELECT 'a text that has no room among fo...", "SET GLOBAL log_output = 'FILE'", "SET SESSION long_query_time = 1000"}
	if !slices.Equal(texts, want) {
		t.Errorf("the log has %q, want %q", texts, want)
	}
	for _, text := range []string{"not-for-logs", "while it is off", "to nowhere", "fast enough"} {
		if strings.Contains(c.stderr.String(), text) {
			t.Errorf("%q is in the log", text)
		}
	}
}

// What the server logs as slow pt-query-digest reads: each statement once, by what it
// is, with its rows and times; without passwords; nothing before and after.
func TestSlowLog(t *testing.T) {
	c := serveChild(t)
	db := asRoot(t, c)
	run := func(statements ...string) {
		t.Helper()
		for _, q := range statements {
			if _, err := db.Exec(q); err != nil {
				t.Fatalf("%s: %v", q, err)
			}
		}
	}
	var dir, name string
	if err := db.QueryRow("SELECT @@datadir, @@slow_query_log_file").Scan(&dir, &name); err != nil {
		t.Fatal(err)
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	if name != host+"-slow.log" {
		t.Errorf("slow_query_log_file is %q", name)
	}
	log := func(name string) string {
		t.Helper()
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return string(b)
	}

	run("CREATE DATABASE shop", "USE shop", "CREATE TABLE orders (a INT PRIMARY KEY, b VARCHAR(100))", "INSERT INTO orders VALUES (1, 'x'), (2, 'y'), (3, 'z')")
	run("SET SESSION long_query_time = 0", "SELECT 'while it is off'")
	if got := log(name); got != "" {
		t.Fatalf("it wrote while it was off:\n%s", got)
	}
	run("SET GLOBAL slow_query_log = ON")
	for i := range 7 {
		run(fmt.Sprintf("SELECT b FROM orders\n WHERE b = '%c' -- # Time: in a comment\n", 'x'+i%3))
	}
	run("INSERT INTO orders VALUES (4, 'a;\n# Query_time: 99  Lock_time: 0 Rows_sent: 1')", "CREATE USER someone IDENTIFIED BY 'not-for-logs'", "ALTER TABLE orders ADD COLUMN c INT", "SET GLOBAL log_slow_admin_statements = ON", "ALTER TABLE orders ADD COLUMN d INT")
	run("SET GLOBAL log_output = 'NONE'", "SELECT 'to nowhere'", "SET GLOBAL log_output = 'FILE'")
	run("SET SESSION min_examined_row_limit = 4", "SELECT 'few rows'", "SELECT b, 'many rows' FROM orders WHERE b <> ''", "SET SESSION min_examined_row_limit = 0")
	run("SET SESSION long_query_time = 1000", "SELECT 'fast enough'", "SET SESSION long_query_time = 0")

	// A file that was renamed is left by FLUSH SLOW LOGS.
	if err := os.Rename(filepath.Join(dir, name), filepath.Join(dir, "old.log")); err != nil {
		t.Fatal(err)
	}
	run("FLUSH SLOW LOGS", "SELECT 'after the flush'")
	old, now := log("old.log"), log(name)
	for text, in := range map[string]bool{"while it is off": false, "not-for-logs": false, "ADD COLUMN c": false, "to nowhere": false, "few rows": false, "fast enough": false,
		"after the flush": false, "ADD COLUMN d": true, "many rows": true, "CREATE USER": true, "use shop;": true, "perfschema, Version: 9.7.4": true} {
		if strings.Contains(old, text) != in {
			t.Errorf("%q is in it: %v\n%s", text, !in, old)
		}
	}
	if !strings.Contains(now, "SELECT 'after the flush';") || strings.Contains(now, "many rows") {
		t.Errorf("after FLUSH SLOW LOGS it has\n%s", now)
	}

	out := digestOf(t, filepath.Join(dir, "old.log"), "--output=json", "--limit=100%")
	var digest struct {
		Classes []struct {
			Fingerprint string `json:"fingerprint"`
			Count       int    `json:"query_count"`
			Metrics     struct {
				DB           struct{ Value string } `json:"db"`
				RowsExamined struct{ Sum string }   `json:"Rows_examined"`
				RowsSent     struct{ Sum string }   `json:"Rows_sent"`
				QueryTime    struct{ Sum string }   `json:"Query_time"`
				User         struct{ Value string } `json:"user"`
			} `json:"metrics"`
		} `json:"classes"`
	}
	_, object, _ := strings.Cut(out, "{")
	if err := json.Unmarshal([]byte("{"+object), &digest); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	found := false
	for _, d := range digest.Classes {
		if !strings.HasPrefix(d.Fingerprint, "select b from orders") {
			continue
		}
		found = true
		m := d.Metrics
		if d.Count != 7 || m.RowsExamined.Sum != "21" || m.RowsSent.Sum != "7" || m.DB.Value != "shop" || m.User.Value != "root" || m.QueryTime.Sum == "0.000000" {
			t.Errorf("pt-query-digest reads %+v", d)
		}
	}
	if !found {
		t.Errorf("pt-query-digest does not find the statement:\n%s", out)
	}

	// A file that must not be written over is not, and statements do not fail for it.
	before, err := os.ReadFile(filepath.Join(dir, "ca.pem"))
	if err != nil {
		t.Fatal(err)
	}
	outside := filepath.Join(t.TempDir(), "outside.log")
	run("SET GLOBAL slow_query_log_file = 'ca.pem'", "SELECT 1", "SET GLOBAL slow_query_log_file = '"+outside+"'", "SELECT 2")
	after, err := os.ReadFile(filepath.Join(dir, "ca.pem"))
	if err != nil || string(before) != string(after) {
		t.Errorf("ca.pem was written over: %v", err)
	}
	if _, err := os.Stat(outside); err == nil {
		t.Error("a file outside of the data directory was written")
	}
}
