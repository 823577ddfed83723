package main

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/history/trend"
)

// remembered is a server with the history of one before it, below the same directory.
func remembered(t *testing.T) (dir string, c *child) {
	t.Helper()
	dir = t.TempDir()
	c = serveChild(t, "--history", "--history-event-every=1", "--data-dir="+dir)
	db := asRoot(t, c)
	for _, q := range []string{"CREATE DATABASE d", "CREATE TABLE d.t (a INT PRIMARY KEY)", "INSERT INTO d.t VALUES (1), (2), (3)"} {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 40 {
		if _, err := db.Exec(fmt.Sprintf("SELECT * FROM d.t WHERE a = %d", i)); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("SELECT nothing FROM d.t"); err == nil {
			t.Fatal("no error")
		}
	}
	if status, _ := c.stop(t, os.Interrupt); status != 0 {
		t.Fatal(c.stderr.String())
	}
	return dir, serveChild(t, "--history", "--data-dir="+dir)
}

// Files, server and the SQL that is printed say the same, of the last server too.
func TestHistoryCommands(t *testing.T) {
	dir, c := remembered(t)
	db := asRoot(t, c)
	directory, err := history.OpenDirectory(filepath.Join(dir, ".history"), nil)
	if err != nil {
		t.Fatal(err)
	}
	// What the second server keeps begins later.
	var until time.Time
	if err := db.QueryRow("SELECT MAX(WINDOW_END) FROM history.events_statements_summary_by_digest").Scan(&until); err != nil {
		t.Fatal(err)
	}
	from := until.Add(-time.Hour)
	span := history.Span{From: from, To: until}
	byFiles, err := trend.Sum(t.Context(), trend.Files{Directory: directory}, span)
	if err != nil {
		t.Fatal(err)
	}
	byServer, err := trend.Sum(t.Context(), trend.Server{DB: db}, span)
	if err != nil {
		t.Fatal(err)
	}
	if len(byFiles.Statements) < 5 || len(byFiles.Statements) != len(byServer.Statements) || byFiles.Figures != byServer.Figures || byFiles.Errors[1054] == nil || *byFiles.Errors[1054] != *byServer.Errors[1054] {
		t.Fatalf("by files %+v, by the server %+v", byFiles, byServer)
	}
	var selected *trend.Statement
	for key, s := range byFiles.Statements {
		if o := byServer.Statements[key]; o == nil || !reflect.DeepEqual(o, s) {
			t.Errorf("%v: %+v, %+v", key, s, o)
		}
		if strings.HasSuffix(s.Text, "WHERE `a` = ?") {
			selected = s
		}
	}
	if selected == nil || selected.Count != 40 {
		t.Fatalf("%+v", selected)
	}
	times := []string{"--from=" + from.Format(time.RFC3339Nano), "--to=" + until.Format(time.RFC3339Nano)}
	for _, args := range [][]string{
		append([]string{"history", "top", "--limit=100"}, times...),
		append([]string{"history", "show", selected.Digest[:12]}, times...),
		{"history", "diff", from.Format(time.RFC3339Nano) + ".." + until.Format(time.RFC3339Nano), from.Add(-time.Hour).Format(time.RFC3339Nano) + ".." + until.Format(time.RFC3339Nano)},
	} {
		_, files, errs := runCommand(t, append(args, "--data-dir="+dir)...)
		status, server, more := runCommand(t, append(args, "--host="+c.addr, "--user=root")...)
		if _, a, _ := strings.Cut(files, "\n\n"); status != 0 || errs+more != "" || a == "" || !strings.HasSuffix(server, a) {
			t.Errorf("%v: files %s%s, server %s%s", args, files, errs, server, more)
		}
		if !strings.Contains(files, selected.Digest[:12]) {
			t.Errorf("%v does not tell of %s: %s", args, selected.Digest, files)
		}
		if args[1] == "show" {
			checkExecutions(t, files)
		}
		rows := askPrinted(t, db, append(args, "--sql"))
		if args[1] == "top" && len(rows) != len(byFiles.Statements) {
			t.Errorf("%d rows of %d statements", len(rows), len(byFiles.Statements))
		}
		for _, r := range rows {
			switch {
			case args[1] == "show":
				if len(rows) == 1 && r["runs"] != "40" {
					t.Errorf("%v", rows)
				}
			case !strings.HasPrefix(selected.Digest, r["digest"]):
			case args[1] == "top":
				compareFigures(t, r, "", selected)
			default:
				compareFigures(t, r, "a_", selected)
				compareFigures(t, r, "b_", selected)
			}
		}
		if len(rows) == 0 {
			t.Errorf("%v: no rows", args)
		}
	}
	page := filepath.Join(t.TempDir(), "diff.html")
	if status, _, stderr := runCommand(t, "history", "diff", "1h..now", "1h..", "--data-dir="+dir, "--html="+page); status != 0 {
		t.Error(stderr)
	}
	if b, err := os.ReadFile(page); err != nil || !strings.Contains(string(b), "What has changed") {
		t.Errorf("%v", err)
	}
}

// checkExecutions wants the text and the plan of each execution that is told.
func checkExecutions(t *testing.T, told string) {
	t.Helper()
	_, executions, ok := strings.Cut(told, "THE SLOWEST EXECUTIONS")
	if !ok || strings.Count(executions, "queryId") != 3 || strings.Count(executions, "WHERE a = ") != 3 || !strings.Contains(executions, "IndexedTableAccess") {
		t.Errorf("no three executions with texts and plans in %s", told)
	}
}

// Who may read sums alone is told that there are executions he may not see; how many are
// told can be chosen.
func TestHistoryExecutions(t *testing.T) {
	_, c := remembered(t)
	db := asRoot(t, c)
	for _, q := range []string{"CREATE USER sums IDENTIFIED BY 'x'", "GRANT SELECT ON history.events_statements_summary_by_digest TO sums"} {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	var digest string
	if err := db.QueryRow("SELECT DIGEST FROM history.events_statements_summary_by_digest WHERE DIGEST_TEXT LIKE '%WHERE `a` = ?' LIMIT 1").Scan(&digest); err != nil {
		t.Fatal(err)
	}
	show := []string{"history", "show", digest, "--host=" + c.addr}
	status, stdout, stderr := runCommand(t, append(show, "--user=sums", "--password=x")...)
	if status != 0 || !strings.Contains(stdout, "They are not to be had") || strings.Contains(stdout, "queryId") {
		t.Errorf("%d: %s%s", status, stdout, stderr)
	}
	for n, want := range map[string]int{"0": 0, "1": 1, "1000": 40} {
		if status, stdout, stderr := runCommand(t, append(show, "--user=root", "--executions="+n)...); status != 0 || strings.Count(stdout, "queryId") != want {
			t.Errorf("--executions=%s: %d, %d of them: %s", n, status, strings.Count(stdout, "queryId"), stderr)
		}
	}
	if status, _, stderr := runCommand(t, append(show, "--user=root", "--executions=1001")...); status == 0 || !strings.Contains(stderr, "1001 is out of range") {
		t.Errorf("%d: %s", status, stderr)
	}
	if status, stdout, stderr := runCommand(t, append(show, "--user=root", "--executions=5", "--html=-")...); status != 0 || strings.Count(stdout, "queryId") != 5 || !strings.Contains(stdout, "IndexedTableAccess") {
		t.Errorf("%d: %s", status, stderr)
	}
}

func compareFigures(t *testing.T, r map[string]string, side string, s *trend.Statement) {
	t.Helper()
	for name, want := range map[string]uint64{"runs": s.Count, "mean": s.Time / s.Count, "p50": s.Quantile(500), "p95": s.Quantile(950), "p99": s.Quantile(990), "errors": s.Errors} {
		if got := r[side+name]; got != fmt.Sprint(want) {
			t.Errorf("%s%s is %s in SQL, want %d", side, name, got, want)
		}
	}
}

// askPrinted runs the SQL that a command line prints.
func askPrinted(t *testing.T, db *sql.DB, args []string) (out []map[string]string) {
	t.Helper()
	status, printed, stderr := runCommand(t, args...)
	if status != 0 {
		t.Fatal(stderr)
	}
	set, query, ok := strings.Cut(strings.TrimSuffix(printed, ";\n"), ";\n")
	if !ok {
		t.Fatal(printed)
	}
	if _, err := db.Exec(set); err != nil {
		t.Fatal(err)
	}
	query, more, _ := strings.Cut(query, ";\n") // more are executions
	if _, more, _ = strings.Cut(more, ";\n"); more != "" {
		if _, err := db.Exec(more); err != nil {
			t.Fatalf("%s: %v", more, err)
		}
	}
	rows, err := db.Query(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		values, into := make([]sql.NullString, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		row := map[string]string{}
		for i, c := range columns {
			row[c] = values[i].String
		}
		out = append(out, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// Who may not read the history, and what is not there, is told of in one line.
func TestHistoryRefusals(t *testing.T) {
	_, c := remembered(t)
	db := asRoot(t, c)
	for _, q := range []string{"CREATE USER joe IDENTIFIED BY 'secret'", "GRANT SELECT ON performance_schema.* TO joe", "GRANT PROCESS ON *.* TO joe"} {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("MYSQL_PWD", "secret")
	without := serveChild(t, "--skip-ssl")
	for _, refused := range []struct {
		want string
		args []string
	}{
		{"GRANT SELECT ON history.*", []string{"top", "--host=" + c.addr, "--user=joe"}},
		{"check --user and --password", []string{"top", "--host=" + c.addr, "--user=nobody"}},
		{"keeps no history; start it with --history", []string{"top", "--host=" + without.addr, "--user=root", "--password="}},
		{"there is no history in", []string{"top", "--data-dir=" + t.TempDir()}},
		{"nothing was kept between 1990-01-01 00:00:00", []string{"top", "--from=1990-01-01", "--to=1990-01-02", "--host=" + c.addr, "--user=root", "--password="}},
		{"no statement whose digest begins with ffffffffffff", []string{"show", "ffffffffffff", "--host=" + c.addr, "--user=root", "--password="}},
		{"is no digest", []string{"show", "x' OR 1=1 --"}},
		{"is no span of time", []string{"diff", "yesterday", "today"}},
		{"ends before it begins", []string{"diff", "now..1 hour ago", "1h.."}},
		{"want perfschema history diff A B", []string{"diff", "1h.."}},
		{"want perfschema history show DIGEST", []string{"show"}},
		{"unexpected argument", []string{"top", "x"}},
		{`did you mean "top"`, []string{"tpo"}},
		{"neither a time", []string{"top", "--from=soon"}},
		{"neither a time", []string{"top", "--from=99999999999 weeks ago"}},
		{"out of range", []string{"top", "--limit=0"}},
	} {
		status, stdout, stderr := runCommand(t, append([]string{"history"}, refused.args...)...)
		if status != 1 || stdout != "" || !strings.Contains(stderr, refused.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: status %d, %s%s", refused.args, status, stdout, stderr)
		}
	}
	for _, args := range [][]string{{"history"}, {"history", "help"}, {"history", "diff", "--help"}} {
		if status, stdout, stderr := runCommand(t, args...); status != 0 || !strings.Contains(stdout, "perfschema history show DIGEST") || stderr != "" {
			t.Errorf("%v: status %d, %s%s", args, status, stdout, stderr)
		}
	}
}

// Times and spans are read as they are written.
func TestMoments(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Time{
		"now": now, "NOW": now, "1 hour ago": now.Add(-time.Hour), "2 Days ago": now.Add(-48 * time.Hour), "90m": now.Add(-90 * time.Minute), "1 week ago": now.Add(-168 * time.Hour),
		"2026-03-01 11:05": now.Add(-55 * time.Minute), "2026-03-01": now.Add(-12 * time.Hour), "2026-03-01T11:00:00Z": now.Add(-time.Hour),
	} {
		if got, err := parseMoment(text, now); err != nil || !got.Equal(want) {
			t.Errorf("%q is %v, %v; want %v", text, got, err, want)
		}
	}
	s, err := parseSpan(" 2 hours ago .. 1 hour ago ", now)
	if err != nil || !s.From.Equal(now.Add(-2*time.Hour)) || !s.To.Equal(now.Add(-time.Hour)) {
		t.Errorf("%v, %v", s, err)
	}
}
