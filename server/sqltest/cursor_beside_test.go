package sqltest_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
)

// fetch reads up to n rows of a cursor; told is what its last packet says.
func (c *rawClient) fetch(id []byte, n byte) (rows int, told string) {
	c.t.Helper()
	c.command(0x1c, append(append([]byte{}, id...), n, 0, 0, 0)...)
	p := c.read()
	for ; !c.isEnd(p); p = c.read() {
		rows++
	}
	c.ok(p)
	return rows, c.take()
}

// one is the answer to a command of one packet.
func (c *rawClient) one(code byte, arguments ...byte) string {
	c.t.Helper()
	c.command(code, arguments...)
	c.ok(c.read())
	return c.take()
}

// Whatever a client sends while it has cursors open is answered as without, and the
// cursors go on with the rows of when they were opened, as in MySQL.
func TestCommandsBesideCursor(t *testing.T) {
	racetest.SkipAlone(t)
	t.Setenv("TMPDIR", t.TempDir())
	s := start(t)
	setup := open(t, dial(s))
	mustExec(t, setup, "CREATE DATABASE shop")
	mustExec(t, setup, "SET SESSION cte_max_recursion_depth = 10000")
	const rows = 40
	for _, plainEOF := range []bool{true, false} {
		end := "end"
		if plainEOF {
			end = "eof"
		}
		for _, body := range []int{1, 100 << 10} { // in memory, and for the most part in files
			t.Run(fmt.Sprintf("plainEOF=%v, %d bytes", plainEOF, body), func(t *testing.T) {
				mustExec(t, setup, "DROP TABLE IF EXISTS shop.t")
				mustExec(t, setup, "CREATE TABLE shop.t (id INT PRIMARY KEY, body LONGTEXT)")
				mustExec(t, setup, fmt.Sprintf("INSERT INTO shop.t WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < %d) SELECT n, REPEAT('x', %d) FROM c", rows, body))
				c := rawConnect(t, s.Addr().String(), plainEOF)
				c.command(0x02, []byte("shop")...)
				c.ok(c.read())
				c.take()
				var ids [][]byte
				for range 4 {
					id, _ := c.prepare("SELECT id, body FROM t WHERE id > ? ORDER BY id")
					ids = append(ids, id)
				}
				openCursor := func(id []byte, above byte) string {
					c.execute(id, 1, above)
					c.result(true)
					return c.take()
				}
				for i, id := range ids[:3] {
					if got := openCursor(id, 0); got != end+" 0x42" {
						t.Fatalf("cursor %d opens with %s", i, got)
					}
				}
				var left [3]int
				for i := range left {
					left[i] = rows
				}
				takes := func(i int, what string) {
					t.Helper()
					n, told := c.fetch(ids[i], 1)
					if left[i] -= n; n != 1 || !strings.Contains(told, " 0x4") {
						t.Errorf("after %s: %d rows of cursor %d, %s", what, n, i, told)
					}
				}
				steps := []struct {
					name, want string
					do         func() string
				}{
					{"query", end + " 0x2", func() string { return lastOf(c.query("SELECT 1")) }},
					{"prepare", "", func() string { c.prepare("SELECT 1"); return "" }},
					{"execute", end + " 0x2", func() string { c.execute(ids[3], 0, rows-1); c.result(false); return lastOf(c.take()) }},
					{"a fourth cursor", end + " 0x42", func() string { return openCursor(ids[3], 0) }},
					{"that again", end + " 0x42", func() string { return openCursor(ids[3], rows-2) }},
					{"its last rows", "2, " + end + " 0x82", func() string { n, told := c.fetch(ids[3], 9); return fmt.Sprintf("%d, %s", n, told) }},
					{"its rows after the last", "error 1421", func() string { _, told := c.fetch(ids[3], 9); return told }},
					{"its rows after a reset", "error 1421", func() string {
						openCursor(ids[3], 0)
						c.one(0x1a, ids[3]...)
						_, told := c.fetch(ids[3], 9)
						return told
					}},
					{"a statement that is closed with a cursor", "error 1243", func() string {
						id, _ := c.prepare("SELECT 1 FROM t WHERE id > ?")
						openCursor(id, 0)
						c.command(0x19, id...)
						_, told := c.fetch(id, 9)
						return told
					}},
					{"a cursor of no rows", "0, " + end + " 0x82", func() string {
						openCursor(ids[3], rows)
						n, told := c.fetch(ids[3], 1)
						return fmt.Sprintf("%d, %s", n, told)
					}},
					{"ping", "ok 0x2", func() string { return c.one(0x0e) }},
					{"init db", "ok 0x2", func() string { return c.one(0x02, []byte("shop")...) }},
					{"set option", "eof 0x2", func() string { return strings.Replace(c.one(0x1b, 0, 0), "end", "eof", 1) }},
					{"a statement that fails", "error 1146", func() string { return c.query("SELECT * FROM nosuch") }},
					{"begin", "ok 0x3", func() string { return c.query("BEGIN") }},
					{"a cursor that fails", "error 1242", func() string {
						id, _ := c.prepare("SELECT (SELECT id FROM t) FROM t WHERE id > ?")
						return openCursor(id, 0)
					}},
					{"update", "ok 0x23", func() string { return c.query("UPDATE t SET body = ''") }},
					{"rollback", "ok 0x2", func() string { return c.query("ROLLBACK") }},
					{"delete", "ok 0x2", func() string { return c.query("DELETE FROM t") }},
					{"set", "ok 0x2", func() string { return c.query("SET @a = 1") }},
					{"kill query", "", func() string {
						mustExec(t, setup, "KILL QUERY "+c.number())
						return ""
					}},
					{"ddl", "ok 0x2", func() string { return c.query("ALTER TABLE t ADD COLUMN c INT") }},
					{"a statement of another session", "", func() string { mustExec(t, setup, "DROP TABLE shop.t"); return "" }},
				}
				for i, step := range steps {
					if got := step.do(); got != step.want {
						t.Errorf("%s: %s, want %s", step.name, got, step.want)
					}
					for _, cursor := range []int{0, i % 3} {
						if left[cursor] > 0 {
							takes(cursor, step.name)
						}
					}
				}
				for i := range left {
					read := 0
					for told := ""; !strings.HasSuffix(told, " 0x82"); {
						var n int
						if n, told = c.fetch(ids[i], 7); n == 0 && !strings.HasSuffix(told, " 0x82") {
							t.Fatalf("cursor %d: %s", i, told)
						}
						read += n
					}
					if read != left[i] {
						t.Errorf("%d rows are left of cursor %d, of %d", read, i, left[i])
					}
				}
				mustExec(t, setup, "CREATE TABLE shop.t (id INT PRIMARY KEY, body LONGTEXT)")
				openCursor(ids[0], 0)
				if got := c.one(0x1f); got != "ok 0x2" {
					t.Errorf("reset connection: %s", got)
				}
				if _, told := c.fetch(ids[0], 1); told != "error 1243" {
					t.Errorf("after it: %s", told)
				}
			})
		}
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil {
		t.Error(err)
	} else {
		for _, f := range left {
			if strings.HasPrefix(f.Name(), "cursor-") {
				t.Errorf("%s is left", f.Name())
			}
		}
	}
}

func lastOf(told string) string { return told[strings.LastIndex(told, " ")-3:] }

// number is the connection's, as KILL takes it.
func (c *rawClient) number() string {
	c.t.Helper()
	c.command(0x03, []byte("SELECT CONNECTION_ID()")...)
	c.read()
	c.read()
	if c.plainEOF {
		c.read()
	}
	p := c.read()
	c.read()
	return string(p[1 : 1+p[0]])
}

// The rows of a cursor for which there is no place are an error of the statement, and
// the session goes on.
func TestCursorWithoutRoom(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s := start(t)
	c := rawConnect(t, s.Addr().String(), true)
	c.take()
	id, _ := c.prepare("WITH RECURSIVE n (n) AS (SELECT ? UNION ALL SELECT n + 1 FROM n WHERE n < 900) SELECT n, REPEAT('x', 9000) FROM n")
	t.Setenv("TMPDIR", t.TempDir()+"/missing")
	c.execute(id, 1, 1)
	c.result(true)
	if got := c.take(); got != "error 1021" {
		t.Errorf("%s", got)
	}
	if got := c.query("SELECT 1"); lastOf(got) != "eof 0x2" {
		t.Errorf("after it: %s", got)
	}
	var errors int
	if err := open(t, dial(s)).QueryRowContext(t.Context(), `SELECT SUM_ERRORS FROM performance_schema.events_statements_summary_global_by_event_name
		WHERE EVENT_NAME = 'statement/com/Execute'`).Scan(&errors); err != nil || errors != 1 {
		t.Errorf("%d errors are counted, %v", errors, err)
	}
}

// The event of an execution with a cursor has sent no row, that of each fetch its own.
func TestCursorEvents(t *testing.T) {
	s := start(t)
	c := rawConnect(t, s.Addr().String(), true)
	id, _ := c.prepare("WITH RECURSIVE n (n) AS (SELECT ? UNION ALL SELECT n + 1 FROM n WHERE n < 9) SELECT n FROM n")
	c.execute(id, 1, 1)
	c.result(true)
	c.fetch(id, 4)
	c.fetch(id, 9)
	var got string
	if err := open(t, dial(s)).QueryRowContext(t.Context(), `SELECT GROUP_CONCAT(CONCAT(EVENT_NAME, ' ', COUNT_STAR, ' ', SUM_ROWS_SENT) ORDER BY EVENT_NAME)
		FROM performance_schema.events_statements_summary_by_thread_by_event_name JOIN performance_schema.threads USING (THREAD_ID)
		WHERE PROCESSLIST_ID = ? AND COUNT_STAR > 0 AND EVENT_NAME REGEXP 'Execute|Fetch'`, c.number()).Scan(&got); err != nil || got != "statement/com/Execute 1 0,statement/com/Fetch 2 9" {
		t.Errorf("%s, %v", got, err)
	}
}
