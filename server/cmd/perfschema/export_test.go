package main

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema/server/export"
)

// runCommand carries out a command line in this process.
func runCommand(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	t.Setenv("HOME", "/nonexistent")
	var out, errs bytes.Buffer
	status = run(args, &out, &errs)
	return status, out.String(), errs.String()
}

// asRoot is one connection that reads times as UTC.
func asRoot(t *testing.T, c *child) *sql.DB {
	t.Helper()
	db, err := export.Connect(export.Server{Addr: c.addr, User: "root"})
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	return db
}

// profiled starts a server on which queries were run.
func profiled(t *testing.T) (host string, c *child) {
	t.Helper()
	c = serveChild(t)
	db := asRoot(t, c)
	for _, q := range []string{
		"CREATE DATABASE d", "CREATE TABLE d.t (a INT PRIMARY KEY, b VARCHAR(20))", "INSERT INTO d.t VALUES (1, 'x'), (2, 'y')",
		"USE d", "SELECT * FROM t ORDER BY b", "SELECT SLEEP(0.15)",
	} {
		if _, err := db.Exec(q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
	return "--host=" + c.addr, c
}

// What is exported is what the table has, in every format and layout; a reader
// finds the same in it.
func TestExport(t *testing.T) {
	host, c := profiled(t)
	db := asRoot(t, c)
	dir := t.TempDir()
	until := "--until=" + time.Now().UTC().Add(time.Second).Format(time.RFC3339Nano)
	for _, args := range [][]string{{"--format=csv"}, {"--format=parquet"}, {"--layout=published"}, {"--layout=published", "--format=parquet"}} {
		path := filepath.Join(dir, strings.Join(args, "")+".file")
		status, stdout, stderr := runCommand(t, append([]string{"export", host, until, "--output=" + path}, args...)...)
		if status != 0 || stdout != "" || !strings.Contains(stderr, "exported") {
			t.Fatalf("%v: status %d, %s%s", args, status, stdout, stderr)
		}
		s, err := export.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		p, slept := export.NewProfile(), false
		id, _ := export.FieldOf("queryId")
		total, _ := export.FieldOf("durationTotal")
		database, _ := export.FieldOf("databaseId")
		for {
			err := s.Next(p)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			number, _ := p.Int(id)
			ms, _ := p.Int(total)
			from, to, _ := p.Span()
			var want int64
			var begin, end time.Time
			if err := db.QueryRow("SELECT durationTotal, createdTime, endTime FROM profiling.query_profiles WHERE queryId = ?", number).Scan(&want, &begin, &end); err != nil {
				t.Fatalf("query %d: %v", number, err)
			}
			// The wall clock's time of an event is worked out anew at each reading.
			if ms != want || from.Sub(begin).Abs() > time.Millisecond || to.Sub(end).Abs() > time.Millisecond {
				t.Errorf("query %d took %d ms from %v to %v; the table has %d, %v, %v", number, ms, from, to, want, begin, end)
			}
			if in, _ := p.Text(database); ms >= 150 && in == "d" {
				slept = true
			}
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if !slept {
			t.Errorf("%v: the query that slept is missing", args)
		}
	}
}

func TestExportTo(t *testing.T) {
	host, _ := profiled(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "x.csv.gz")
	activity := filepath.Join(dir, "ts.csv")
	command := []string{"export", host, "--output=" + path, "--ts-explosion=" + activity}
	if status, _, stderr := runCommand(t, command...); status != 0 {
		t.Fatal(stderr)
	}
	if b, err := os.ReadFile(activity); err != nil || !strings.HasPrefix(string(b), "timestamp,queryId\n20") {
		t.Errorf("%.80s, %v", b, err)
	}
	if status, _, stderr := runCommand(t, command...); status != 1 || !strings.Contains(stderr, "--force") {
		t.Errorf("written over: status %d, %s", status, stderr)
	}
	if status, _, stderr := runCommand(t, append(command, "--force")...); status != 0 {
		t.Error(stderr)
	}
	status, stdout, stderr := runCommand(t, "export", host, "--limit=2")
	if lines := strings.Count(stdout, "\n"); status != 0 || lines != 3 || stderr != "" {
		t.Errorf("status %d, %d lines, %s", status, lines, stderr)
	}
	for option, want := range map[string]string{"--since=2999-01-01": "no profile matches the options: the server has", "--database=none": "no profile matches"} {
		status, stdout, stderr := runCommand(t, "export", host, option)
		if status != 1 || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, %q, %s", option, status, stdout, stderr)
		}
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 2 {
		t.Errorf("left behind: %v", entries)
	}
}

// Who may not read the profiles, or is not let in, is told what to do.
func TestExportDenied(t *testing.T) {
	host, c := profiled(t)
	db := asRoot(t, c)
	for _, q := range []string{"CREATE USER joe IDENTIFIED BY 'secret'", "CREATE USER ann IDENTIFIED BY 'secret'", "GRANT PROCESS ON *.* TO ann"} {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("MYSQL_PWD", "secret")
	if status, _, stderr := runCommand(t, "export", host, "--user=joe"); status != 1 || !strings.Contains(stderr, "GRANT PROCESS") {
		t.Errorf("status %d, %s", status, stderr)
	}
	if status, stdout, stderr := runCommand(t, "export", host, "--user=ann"); status != 0 || stdout == "" {
		t.Errorf("status %d, %s", status, stderr)
	}
	if status, _, stderr := runCommand(t, "export", host, "--user=ann", "--password=wrong"); status != 1 || !strings.Contains(stderr, "check --user and --password") {
		t.Errorf("status %d, %s", status, stderr)
	}
	file := filepath.Join(t.TempDir(), "my.cnf")
	if err := os.WriteFile(file, []byte("[client]\nuser=ann\npassword=\"secret\"\nsocket=/x\n[mysqld]\nuser=mysql\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("MYSQL_PWD", "")
	if status, _, stderr := runCommand(t, "report", host, "--defaults-file="+file); status != 0 {
		t.Error(stderr)
	}
	plain := "--host=" + serveChild(t, "--skip-ssl").addr
	if status, _, stderr := runCommand(t, "export", plain, "--ssl-mode=REQUIRED"); status != 1 || !strings.Contains(stderr, "has no TLS") {
		t.Errorf("status %d, %s", status, stderr)
	}
}

func TestExportWithoutProfiles(t *testing.T) {
	c := serveChild(t, "--profiling-sampler=OFF")
	if status, _, stderr := runCommand(t, "export", "--host="+c.addr); status != 1 || !strings.Contains(stderr, "profiling_sampler=OFF; start it with") {
		t.Errorf("status %d, %s", status, stderr)
	}
	c = serveChild(t, "--performance-schema=OFF")
	if status, _, stderr := runCommand(t, "report", "--host="+c.addr); status != 1 || !strings.Contains(stderr, "performance_schema=OFF; start it with") {
		t.Errorf("status %d, %s", status, stderr)
	}
	// A port nobody listens on, nor can: it is that of a client who stays.
	client, err := net.Dial("tcp", c.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	free := client.LocalAddr().String()
	if status, _, stderr := runCommand(t, "export", "--host="+free); status != 1 || !strings.Contains(stderr, "cannot reach a server on "+free+"; start one with perfschema serve") {
		t.Errorf("status %d, %s", status, stderr)
	}
}

// A report of a running server, and of what was exported of it.
func TestReport(t *testing.T) {
	host, _ := profiled(t)
	dir := t.TempDir()
	status, stdout, stderr := runCommand(t, "report", host)
	if status != 0 || stderr != "" {
		t.Fatalf("status %d, %s", status, stderr)
	}
	for _, want := range []string{"WHERE THE TIME WENT", "RESOURCES × OPERATORS", "SELECT `SLEEP`", "SELECT SLEEP(0.15)", "THE SLOWEST QUERY OF EACH", "CONCURRENCY"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("does not say %q:\n%s", want, stdout)
		}
	}
	file := filepath.Join(dir, "x.parquet")
	if status, _, stderr := runCommand(t, "export", host, "--output="+file); status != 0 {
		t.Fatal(stderr)
	}
	page := filepath.Join(dir, "x.html")
	if status, stdout, stderr := runCommand(t, "report", "--from="+file, "--html="+page); status != 0 || stdout != "" {
		t.Fatalf("%s%s", stdout, stderr)
	}
	if b, err := os.ReadFile(page); err != nil || !bytes.Contains(b, []byte("<h2")) {
		t.Errorf("%v, %.100s", err, b)
	}
	if status, _, stderr := runCommand(t, "report", "--from="+file, "--html="+page); status != 1 || !strings.Contains(stderr, "--force") {
		t.Errorf("status %d, %s", status, stderr)
	}
	if status, _, stderr := runCommand(t, "report", "--from="+file, "--database=none"); status != 1 || !strings.Contains(stderr, "matches the options") {
		t.Errorf("status %d, %s", status, stderr)
	}
}

// A report's totals are those of all queries, and the slow ones have their profiles,
// however many short ones have come since.
func TestReportOfEvictedProfiles(t *testing.T) {
	c := serveChild(t, "--profiling-max-query-profiles=20", "--profiling-slow-query-time=150")
	db := asRoot(t, c)
	if _, err := db.Exec("SELECT SLEEP(0.2)"); err != nil {
		t.Fatal(err)
	}
	for range 200 {
		if _, err := db.Exec("SET @x = 1"); err != nil {
			t.Fatal(err)
		}
	}
	status, stdout, stderr := runCommand(t, "report", "--host="+c.addr)
	if status != 0 {
		t.Fatal(stderr)
	}
	said := strings.Join(strings.Fields(stdout), " ")
	var queries int
	if _, err := fmt.Sscanf(said[strings.Index(said, "Queries ")+len("Queries "):], "%d", &queries); err != nil || queries < 201 || queries > 230 {
		t.Errorf("%d queries, %v", queries, err)
	}
	for _, want := range []string{"SELECT SLEEP(0.2)", "made room for newer ones, 0 of them of slow queries (from 150 ms on)", "Of the 20 queries alone whose profiles the server still has"} {
		if !strings.Contains(said, want) {
			t.Errorf("does not say %q:\n%s", want, stdout)
		}
	}
	// Of queries chosen by time there are no totals.
	if status, stdout, stderr := runCommand(t, "report", "--host="+c.addr, "--since=1h"); status != 0 || strings.Contains(stdout, "THE SLOWEST") || !strings.Contains(stdout, "Evicted ") {
		t.Errorf("status %d, %s%s", status, stdout, stderr)
	}
}

// What is wrong with a command line is one line that says what to do.
func TestExportCommandLine(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ args, want string }{
		{"export --format=xml", "neither csv nor parquet"},
		{"export --layout=x", "want described or published"},
		{"export --port=70000", "is no port"},
		{"export --since=yesterday", "neither a time"},
		{"export --limit=0", "want 1 or more"},
		{"export --ssl-mode=x", "is none of DISABLED"},
		{"export --outptu=x", "did you mean --output?"},
		{"export -h x", "export --help lists"},
		{"export --password", "no terminal to ask on"},
		{"export --ts-explosion=-", "a file of its own"},
		{"export --output=" + dir, "is a directory"},
		{"export --output=", "--output: the value is empty"},
		{"export --output=/nonexistent/x.csv", "cannot write /nonexistent/x.csv: directory /nonexistent: no such file"},
		{"export --output=" + dir + "/x.parquet.gz", "a name without .gz"},
		{"export --format=parquet --output=" + dir + "/x --ts-explosion=" + dir + "/t.gz", "a name without .gz"},
		{"report --html=", "--html: the value is empty"},
		{"report --from=/nonexistent", "cannot read /nonexistent: no such file"},
		{"report --from=" + dir, "holds no file"},
		{"reprot", `did you mean "report"?`},
		{"dump", `unknown command "dump"; run perfschema serve, or perfschema help`},
	} {
		args := strings.Fields(c.args)
		if c.args == "export -h x" {
			args = []string{"export", "-x"}
		}
		status, stdout, stderr := runCommand(t, args...)
		if status != 1 || stdout != "" || !strings.Contains(stderr, c.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: status %d, %q, %q", c.args, status, stdout, stderr)
		}
	}
	for _, command := range []string{"export", "report"} {
		status, stdout, stderr := runCommand(t, command, "--help")
		if status != 0 || stderr != "" || !strings.Contains(stdout, "--host=HOST") {
			t.Errorf("status %d, %s%s", status, stdout, stderr)
		}
		for _, line := range strings.Split(stdout, "\n") {
			if len(line) > helpWidth+12 {
				t.Errorf("a line of help is %d columns wide: %s", len(line), line)
			}
		}
	}
}

func TestMoment(t *testing.T) {
	now := time.Date(2018, 3, 2, 12, 0, 0, 0, time.UTC)
	for v, want := range map[string]time.Time{
		"90m": now.Add(-90 * time.Minute), "2018-03-02 10:30:00": now.Add(-90 * time.Minute), "2018-03-02": now.Add(-12 * time.Hour), "2018-03-02T12:00:00+02:00": now.Add(-2 * time.Hour),
	} {
		if got, err := parseMoment(v, now); err != nil || !got.Equal(want) {
			t.Errorf("%s is %v, %v", v, got, err)
		}
	}
}
