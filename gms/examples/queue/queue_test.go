package main

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"flag"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	_ "github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
)

const page = "../../../docs/library.md"

// readPage gives the page from where it is about this program; what stands before it is
// another, which release tests.
func readPage(t *testing.T) (before string, text []byte) {
	t.Helper()
	all, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const first = "The rest of this page"
	before, after, ok := strings.Cut(string(all), first)
	if !ok {
		t.Fatalf("the page does not say %q", first)
	}
	return before + first, []byte(after)
}

var rewrite = flag.Bool("rewrite", false, "write the results in the page anew")

// TestPage runs the program as docs/library.md does: what clients say, the report and
// the SELECTs there are answered as the page has it.
func TestPage(t *testing.T) {
	before, text := readPage(t)
	ps, err := newSchema()
	if err != nil {
		t.Fatal(err)
	}
	s, err := newService(ps, "127.0.0.1:0", filepath.Join(t.TempDir(), "queue.journal"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	mysql, err := serveSQL(ps, l)
	if err != nil {
		t.Fatal(err)
	}
	defer mysql.Shutdown(context.Background())

	clients := map[string]*client{}
	for _, line := range strings.Split(block(t, text, "session"), "\n") {
		who, line, ok := strings.Cut(line, "> ")
		if !ok {
			continue
		}
		if clients[who] == nil {
			clients[who] = dial(t, s)
		}
		said, want, _ := strings.Cut(line, "  -> ")
		if got := clients[who].say(t, strings.TrimSpace(said)); got != want {
			t.Errorf("%s is answered by %q, the page says %q", said, got, want)
		}
	}

	var out bytes.Buffer
	if err := report(&out, ps, s.in); err != nil {
		t.Fatal(err)
	}
	written := string(text)
	compare := func(what, got, before, was string) {
		if got != was {
			t.Errorf("%s is\n%s\nthe page says\n%s", what, got, was)
		}
		written = strings.Replace(written, before+was+"```", before+got+"```", 1)
	}
	compare("the report", out.String(), "<!-- report -->\n```\n", block(t, text, "report"))

	db, err := sql.Open("mysql", "root@tcp("+l.Addr().String()+")/performance_schema")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	asked := regexp.MustCompile("(?s)```sql\n(.*?)```\n\n```\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	if len(asked) < 5 {
		t.Fatalf("only %d SELECTs found in the page", len(asked))
	}
	for _, m := range asked {
		compare(m[1], table(t, db, m[1]), m[1]+"```\n\n```\n", m[2])
	}
	if *rewrite {
		if err := os.WriteFile(page, []byte(before+written), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCode: the Go code of the page is the program's.
func TestCode(t *testing.T) {
	_, text := readPage(t)
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var sources []byte
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, source...)
	}
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllSubmatch(text, -1)
	if len(blocks) < 5 {
		t.Fatalf("only %d blocks of Go found in the page", len(blocks))
	}
	for _, m := range blocks {
		if !bytes.Contains(sources, m[1]) {
			t.Errorf("no file has\n%s", m[1])
		}
	}
}

// TestUnwatched: with a Schema that is off, and with none at all, the program works.
func TestUnwatched(t *testing.T) {
	off, err := perfschema.New(perfschema.Config{Off: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, ps := range []*perfschema.Schema{off, nil} {
		s, err := newService(ps, "127.0.0.1:0", filepath.Join(t.TempDir(), "queue.journal"))
		if err != nil {
			t.Fatal(err)
		}
		a, b := dial(t, s), dial(t, s)
		for _, step := range []struct {
			by         *client
			said, want string
		}{
			{a, "LOGIN 'joe'", "ok"}, {a, "PUSH mail 'to ann'", "ok"}, {b, "FIND 'ann'", "ok 1"}, {b, "POP mail", "ok to ann"},
		} {
			if got := step.by.say(t, step.said); got != step.want {
				t.Errorf("%s is answered by %q, want %q", step.said, got, step.want)
			}
		}
		s.close()
	}
}

// block is what stands in the page's block of a name.
func block(t *testing.T, text []byte, name string) string {
	t.Helper()
	m := regexp.MustCompile("(?s)<!-- " + name + " -->\n```\n(.*?)```").FindSubmatch(text)
	if m == nil {
		t.Fatalf("the page has no block %s", name)
	}
	return string(m[1])
}

type client struct {
	conn  net.Conn
	lines *bufio.Scanner
}

func dial(t *testing.T, s *service) *client {
	t.Helper()
	c, err := net.Dial("tcp", s.listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return &client{c, bufio.NewScanner(c)}
}

// say sends a line and gives the answer.
func (c *client) say(t *testing.T, line string) string {
	t.Helper()
	if _, err := fmt.Fprintln(c.conn, line); err != nil {
		t.Fatal(err)
	}
	if !c.lines.Scan() {
		t.Fatalf("%s is not answered: %v", line, c.lines.Err())
	}
	return c.lines.Text()
}

// table is the answer to a query as the clients of MySQL draw it, text to the left and
// numbers to the right.
func table(t *testing.T, db *sql.DB, query string) string {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	lines := [][]string{names}
	for rows.Next() {
		values, into := make([]sql.NullString, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		line := make([]string, len(names))
		for i, v := range values {
			if line[i] = v.String; !v.Valid {
				line[i] = "NULL"
			}
		}
		lines = append(lines, line)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return draw(lines)
}

var number = regexp.MustCompile(`^-?[0-9]+$`)

func draw(lines [][]string) string {
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, v := range line {
			widths[i] = max(widths[i], len(v))
		}
	}
	var rule, out strings.Builder
	for _, w := range widths {
		rule.WriteString("+" + strings.Repeat("-", w+2))
	}
	rule.WriteString("+\n")
	out.WriteString(rule.String())
	for n, line := range lines {
		for i, v := range line {
			w := -widths[i]
			if n > 0 && number.MatchString(v) {
				w = widths[i]
			}
			fmt.Fprintf(&out, "| %*s ", w, v)
		}
		out.WriteString("|\n")
		if n == 0 {
			out.WriteString(rule.String())
		}
	}
	out.WriteString(rule.String())
	return out.String()
}
