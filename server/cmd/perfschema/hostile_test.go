package main

import (
	"database/sql"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/server/top"
)

// hostile is what a terminal would obey: clearing the screen, writing the clipboard, the
// controls of eight bits, the other direction, a line of its own.
const hostile = "\x1b]52;c;QUJD\x07\x1b[2J\u009b31m\u202eevil\u202c\r\nperfschema: all is well\b\x7f"

// unprintable says what of an output a terminal would obey.
func unprintable(out string) string {
	if !utf8.ValidString(out) {
		return "bytes that are no UTF-8"
	}
	for _, r := range out {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r)) {
			return fmt.Sprintf("%U", r)
		}
	}
	for l := range strings.SplitSeq(out, "\n") {
		if strings.HasPrefix(l, "perfschema: all is well") {
			return "a line of the text's own"
		}
	}
	return ""
}

// shown is what a terminal is written.
type shown struct{ strings.Builder }

// IsTerminal has a command take it for one.
func (*shown) IsTerminal() bool { return true }

// vandal works as an account, in a schema, by a program and with statements whose names and
// texts are hostile. It gives the connection, which waits inside a statement of such a text.
func vandal(t *testing.T, c *child) *sql.DB {
	t.Helper()
	root := asRoot(t, c)
	name := "v\x1b[2J\u009b\u202e"
	schema := strings.ReplaceAll("s"+hostile, "\r\n", "")
	quote := func(s string) string { return "`" + strings.ReplaceAll(s, "`", "``") + "`" }
	exec := func(db *sql.DB, q string) {
		t.Helper()
		if _, err := db.Exec(q); err != nil {
			t.Fatalf("%q: %v", q, err)
		}
	}
	exec(root, "CREATE USER '"+name+"'@'%' IDENTIFIED BY ''")
	exec(root, "GRANT ALL ON *.* TO '"+name+"'@'%'")
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User = "tcp", c.addr, name
	cfg.ConnectionAttributes = "program_name:p\x1b[2J\u009b31m"
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(2)
	t.Cleanup(func() { db.Close() })
	work, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := root.Exec("CREATE DATABASE " + quote(schema)); err != nil {
		t.Logf("the schema is refused: %q", err) // a directory has its name
		schema = "s\u009b\u202e"
		exec(root, "CREATE DATABASE "+quote(schema))
	}
	for _, q := range []string{
		"USE " + quote(schema), "CREATE TABLE " + quote("t"+strings.ReplaceAll(hostile, "\r\n", "")) + " (a INT PRIMARY KEY, b INT)",
		"INSERT INTO " + quote("t"+strings.ReplaceAll(hostile, "\r\n", "")) + " VALUES (1, 1), (2, 2)",
	} {
		if _, err := work.ExecContext(t.Context(), q); err != nil {
			t.Fatalf("%q: %v", q, err)
		}
	}
	for range 3 {
		q := "SELECT b AS " + quote("c"+hostile) + " FROM " + quote("t"+strings.ReplaceAll(hostile, "\r\n", "")) + " WHERE b = '" + hostile + "' /* " + hostile + " */"
		if _, err := work.ExecContext(t.Context(), q); err != nil {
			t.Fatalf("%q: %v", q, err)
		}
		_, _ = work.ExecContext(t.Context(), "SELECT "+quote("no"+hostile)+" FROM nothing")
	}
	waiting, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := waiting.ExecContext(t.Context(), "USE "+quote(schema)); err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = waiting.ExecContext(t.Context(), "SELECT SLEEP(600) /* "+hostile+" */, '"+hostile+"'") }()
	for n := 0; n == 0; {
		if err := root.QueryRow("SELECT COUNT(*) FROM performance_schema.threads WHERE PROCESSLIST_INFO LIKE 'SELECT SLEEP(600)%'").Scan(&n); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// Nothing of a statement, a name, an account, a program or an error reaches the terminal but
// what can be printed, by whatever command and page. What is new in the list of commands is
// new here.
func TestNothingHostileReachesTheTerminal(t *testing.T) {
	racetest.SkipAlone(t)
	dir := t.TempDir()
	c := serveChild(t, "--history", "--history-event-every=1", "--history-event-time=0", "--data-dir="+dir)
	root := vandal(t, c)
	to := []string{"--host=" + c.addr, "--user=root"}
	said := map[string]int{}
	try := func(args ...string) {
		t.Helper()
		t.Setenv("HOME", "/nonexistent")
		var screen, errs shown
		status := run(args, &screen, &errs)
		stdout := screen.String()
		for _, out := range []string{stdout, errs.String()} {
			if what := unprintable(out); what != "" {
				t.Errorf("perfschema %q writes %s: %q", args, what, out)
			}
		}
		if status == exitOK && (strings.Contains(stdout, "\uFFFD") || strings.Contains(stdout, `\u009b`)) {
			said[args[0]]++
		}
	}
	var digest string
	if err := root.QueryRow("SELECT DIGEST FROM performance_schema.events_statements_summary_by_digest WHERE DIGEST_TEXT LIKE 'SELECT `b` AS%'").Scan(&digest); err != nil {
		t.Fatal(err)
	}
	live := map[string]func(){
		"top": func() {
			for _, page := range top.Pages() {
				try(append([]string{"top", "--once", "--interval=100ms", "--page=" + page}, to...)...)
				try(append([]string{"top", "--once", "--json", "--interval=100ms", "--page=" + page}, to...)...)
			}
		},
		"report":  func() { try(append([]string{"report"}, to...)...) },
		"export":  func() { try(append([]string{"export"}, to...)...) },
		"version": func() { try("version") },
		"help":    func() { try("help"); try("help" + hostile) },
		"history": func() { try(append([]string{"history", "top", hostile}, to...)...) },
		"attach": func() {
			program := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, hostile, http.StatusTeapot) }))
			defer program.Close()
			try("attach", program.Listener.Addr().String())
			try("attach", hostile)
			try("attach", program.Listener.Addr().String(), "--listen="+hostile, "--interval="+hostile)
		},
		"serve": func() { try("serve", "--"+hostile); try("serve", "--listen="+hostile, "--data-dir="+t.TempDir()) },
	}
	for _, name := range commands {
		if live[name] == nil {
			t.Errorf("%s is not tried", name)
			continue
		}
		live[name]()
	}
	try(append([]string{"history", "top", "--from=" + hostile}, to...)...)
	try("top", "--once", "--host=127.0.0.1:1", "--user="+hostile)
	try(append([]string{"report", "--user=" + hostile}, to[:1]...)...)
	if status, _ := c.stop(t, os.Interrupt); status != 0 {
		t.Error(c.stderr.String())
	}
	if what := unprintable(c.stderr.String()); what != "" {
		t.Errorf("the log has %s: %q", what, c.stderr.String())
	}
	again := serveChild(t, "--history", "--data-dir="+dir)
	for _, from := range [][]string{{"--data-dir=" + dir}, {"--host=" + again.addr, "--user=root"}} {
		for _, args := range [][]string{{"history", "top", "--limit=100"}, {"history", "show", digest}, {"history", "diff", "1h..now", "2h..now", "--limit=100"}} {
			try(append(slices.Clone(args), from...)...)
		}
	}
	for name, least := range map[string]int{"top": 2, "history": 6, "report": 1, "export": 1} {
		if said[name] < least {
			t.Errorf("%s tells of hostile texts %d times only", name, said[name])
		}
	}
}
