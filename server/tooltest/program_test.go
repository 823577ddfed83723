package tooltest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A program is a tool that is run against the server.
type program struct {
	name, version string
	statements    string // about how many it sends
	empty         string // what it has nothing to show of, and why
	run           func(t *testing.T, host, port string) (output string)
	wants         []string  // regular expressions that its output matches
	expected      []refused // what it asks for that MySQL 9.7 refuses as well
}

// refused is a statement that fails on MySQL 9.7 too.
type refused struct {
	errno int
	like  string // what its text begins with
	why   string
}

var programs = []program{
	{
		name: "pt-show-grants", version: "percona-toolkit 3.2.1", statements: "16",
		run: toolkit("pt-show-grants"), wants: []string{"GRANT .*SELECT.* TO `root`@`localhost`"},
	},
	{
		name: "pt-duplicate-key-checker", version: "percona-toolkit 3.2.1", statements: "100",
		run: toolkit("pt-duplicate-key-checker"), wants: []string{`Total Indexes +\d+`},
	},
	{
		name: "pt-index-usage", version: "percona-toolkit 3.2.1", statements: "110",
		run: toolkit("pt-index-usage", os.DevNull),
	},
	{
		name: "pt-find", version: "percona-toolkit 3.2.1", statements: "16",
		run: toolkit("pt-find", "shop"), wants: []string{"`shop`.`orders`"},
	},
	{
		name: "pt-variable-advisor", version: "percona-toolkit 3.2.1", statements: "13",
		run: dsn("pt-variable-advisor"), wants: []string{"# (WARN|NOTE)"},
	},
	{
		name: "pt-config-diff", version: "percona-toolkit 3.2.1", statements: "22",
		run: func(t *testing.T, host, port string) string {
			d := "h=" + host + ",P=" + port + ",u=root"
			return output(t, "pt-config-diff", d, d)
		},
	},
	{
		name: "pt-deadlock-logger", version: "percona-toolkit 3.2.1", statements: "11", empty: "no row locks, so no deadlocks",
		run: dsn("pt-deadlock-logger", "--iterations=1", "--interval=1"),
	},
	{
		name: "pt-fk-error-logger", version: "percona-toolkit 3.2.1", statements: "11", empty: "SHOW ENGINE INNODB STATUS keeps no foreign key errors",
		run: dsn("pt-fk-error-logger", "--iterations=1", "--interval=1"),
	},
	{
		name: "pt-kill", version: "percona-toolkit 3.2.1", statements: "11",
		run: dsn("pt-kill", "--run-time=1", "--interval=1", "--print", "--match-info=GET_LOCK"), wants: []string{`KILL \d+ .*GET_LOCK`},
	},
	{
		name: "mariadb-show", version: "MariaDB 10.11", statements: "4",
		run: client("mariadb-show", "--count", "shop", "orders"), wants: []string{"decimal\\(10,2\\)"},
	},
	{
		name: "mariadb-admin", version: "MariaDB 10.11", statements: "10",
		run:   client("mariadb-admin", "status", "extended-status", "variables", "processlist", "ping", "version", "flush-logs", "flush-status", "flush-hosts", "flush-tables", "flush-privileges"),
		wants: []string{`Uptime: \d+  Threads: \d+  Questions: [1-9]`, "mysqld is alive", "User lock"},
	},
	{
		name: "mariadb-slap", version: "MariaDB 10.11", statements: "125",
		run: client("mariadb-slap", "--auto-generate-sql", "--concurrency=2", "--number-of-queries=20"), wants: []string{"Number of clients running queries: 2"},
	},
	{
		name: "mytop", version: "MariaDB 10.11", statements: "13",
		run: func(t *testing.T, host, port string) string {
			return output(t, "mytop", "--batchmode", "--host="+host, "--port="+port, "--user=root", "--db=shop", "--nocolor")
		},
		wants: []string{"User l SELECT GET_L"},
	},
	{
		name: "mydumper", version: "0.10.1", statements: "42",
		run: func(t *testing.T, host, port string) string {
			dir := t.TempDir()
			output(t, "mydumper", "--host="+host, "--port="+port, "--user=root", "--database=shop", "--outputdir="+dir)
			dumped, err := os.ReadFile(filepath.Join(dir, "shop.orders.sql"))
			if err != nil {
				t.Fatal(err)
			}
			return string(dumped)
		},
		wants: []string{`\(1,"apple",1\.50,"2026-01-01 10:00:00"\)`},
		expected: []refused{
			{1193, "SELECT @@tokudb_version", "asked to find TokuDB out"},
			{1193, "SELECT @@default_master_connection", "asked to find MariaDB out"},
		},
	},
}

// toolkit runs a program of percona-toolkit that takes the server by options.
func toolkit(name string, args ...string) func(*testing.T, string, string) string {
	return func(t *testing.T, host, port string) string {
		return output(t, name, append([]string{"--host=" + host, "--port=" + port, "--user=root"}, args...)...)
	}
}

// dsn runs a program of percona-toolkit that takes the server by a DSN.
func dsn(name string, args ...string) func(*testing.T, string, string) string {
	return func(t *testing.T, host, port string) string {
		return output(t, name, append([]string{"h=" + host + ",P=" + port + ",u=root"}, args...)...)
	}
}

// client runs one of MariaDB's client programs.
func client(name string, args ...string) func(*testing.T, string, string) string {
	return func(t *testing.T, host, port string) string {
		return output(t, name, append([]string{"--no-defaults", "--host=" + host, "--port=" + port, "--user=root"}, args...)...)
	}
}

// output runs a program to its end. Without it the test is skipped, or fails if
// PERFSCHEMA_REQUIRE_TOOLS is set.
func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("PERFSCHEMA_REQUIRE_TOOLS") != "" {
			t.Fatalf("%s is not installed", name)
		}
		t.Skipf("%s is not installed", name)
	}
	out, err := exec.CommandContext(t.Context(), path, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// Every program runs to its end, shows what it should, and sends no statement
// that fails here and would not on MySQL.
func TestPrograms(t *testing.T) {
	db := field(t)
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			host, port := hostPort(t)
			if _, err := db.ExecContext(t.Context(), "TRUNCATE performance_schema.events_statements_history_long"); err != nil {
				t.Fatal(err)
			}
			out := p.run(t, host, port)
			for _, want := range p.wants {
				if !regexp.MustCompile(want).MatchString(out) {
					t.Errorf("its output does not match %s:\n%.3000s", want, out)
				}
			}
			sent, failed, err := p.failed(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d statements", sent)
			for _, f := range failed {
				t.Error(f)
			}
		})
	}
}

// failed counts the statements that were sent, and lists those that failed but
// were not expected to.
func (p program) failed(ctx context.Context) (sent int, failed []string, err error) {
	rows, err := fieldDB.QueryContext(ctx, "SELECT SQL_TEXT, MYSQL_ERRNO, MESSAGE_TEXT FROM performance_schema.events_statements_history_long WHERE SQL_TEXT IS NOT NULL AND NESTING_EVENT_LEVEL = 0")
	if err != nil {
		return 0, nil, err
	}
	defer rows.Close()
rows:
	for rows.Next() {
		var text, message *string
		var errno int
		if err := rows.Scan(&text, &errno, &message); err != nil {
			return 0, nil, err
		}
		sent++
		if errno == 0 || message == nil {
			continue
		}
		for _, e := range p.expected {
			if e.errno == errno && strings.HasPrefix(strings.TrimSpace(*text), e.like) {
				continue rows
			}
		}
		failed = append(failed, fmt.Sprintf("error %d (%s): %s", errno, *message, *text))
	}
	return sent, failed, rows.Err()
}
