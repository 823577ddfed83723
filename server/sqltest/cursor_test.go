package sqltest_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
)

// Between two fetches of a cursor's rows a client sends whatever it likes: Java's
// drivers do, with useCursorFetch. Every row arrives as it was when the cursor was
// opened, and the other statements are served and recorded as any.
func TestStatementsBesideCursor(t *testing.T) {
	racetest.SkipAlone(t)
	s := start(t)
	setup := open(t, dial(s))
	const rows = 1500
	for _, q := range []string{
		"CREATE DATABASE shop", "CREATE DATABASE other",
		"CREATE TABLE shop.n (id INT PRIMARY KEY)",
		"CREATE TABLE shop.t (id INT PRIMARY KEY, body LONGTEXT)",
		"SET SESSION cte_max_recursion_depth = 10000",
		fmt.Sprintf("INSERT INTO shop.t WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < %d) SELECT n, CONCAT(REPEAT(CHAR(97 + n %% 26), n %% 3 * 9000), n) FROM c", rows),
	} {
		mustExec(t, setup, q)
	}
	between := []struct {
		text, want string
	}{
		{"SELECT 1", "end 0x2"},
		{"BEGIN", "ok 0x3"},
		{"INSERT INTO shop.n VALUES (%d)", "ok 0x3"},
		{"SELECT nosuch FROM shop.t", "error 1054"},
		{"ROLLBACK", "ok 0x2"},
		{"INSERT INTO shop.n VALUES (%d)", "ok 0x2"},
		{"DELETE FROM shop.n", "ok 0x22"},
		{"SET @a = 1; SELECT @a", "ok 0xa, end 0x2"},
	}
	for _, size := range []byte{1, 100, 120} {
		for begin := range 3 { // as many fetches come before the first statement
			t.Run(fmt.Sprintf("%d rows at a time, after %d fetches", size, begin), func(t *testing.T) {
				c := rawConnect(t, s.Addr().String(), false)
				c.command(0x02, []byte("shop")...)
				c.read()
				c.take()
				id, _ := c.prepare("SELECT id, body FROM t WHERE id > ? ORDER BY id")
				c.execute(id, 1, 0)
				c.result(true)
				c.take()
				read := 0
				for fetches := 0; ; fetches++ {
					if fetches >= begin && fetches-begin < len(between) {
						b := between[fetches-begin]
						text := strings.ReplaceAll(b.text, "%d", fmt.Sprint(fetches))
						if got := c.query(text); got != b.want {
							t.Errorf("%s: %s, want %s", text, got, b.want)
						}
						c.command(0x02, []byte("other")...) // COM_INIT_DB
						c.ok(c.read())
						c.take()
					}
					c.command(0x1c, append(append([]byte{}, id...), size, 0, 0, 0)...)
					p := c.read()
					for ; !c.isEnd(p); p = c.read() {
						read++
						want := strings.Repeat(string(rune('a'+read%26)), read%3*9000) + fmt.Sprint(read)
						if n := binary.LittleEndian.Uint32(p[2:]); int(n) != read || !strings.HasSuffix(string(p), want) {
							t.Fatalf("row %d is %d with %.40q", read, n, p[6:])
						}
					}
					if c.ok(p)&statusLastRow != 0 || p[0] == 0xff {
						break
					}
					if c.take(); size == 1 && read == 40 { // it is closed amid its rows
						c.command(0x1a, id...)
						c.ok(c.read())
						if got := c.take(); got != "ok 0x2" {
							t.Errorf("reset: %s", got)
						}
						read = rows
						break
					}
				}
				if read != rows {
					t.Errorf("%d rows of %d: %s", read, rows, c.take())
				}
				if got := c.query("SELECT 1"); !strings.HasSuffix(got, "end 0x2") {
					t.Errorf("after the cursor: %s", got)
				}
			})
		}
	}
	var seen int
	if err := setup.QueryRowContext(t.Context(), `SELECT COUNT_STAR FROM performance_schema.events_statements_summary_by_digest
		WHERE SCHEMA_NAME = 'other' AND DIGEST_TEXT = 'DELETE FROM `+"`shop` . `n`"+`'`).Scan(&seen); err != nil || seen != 9 {
		t.Errorf("%d statements beside cursors are recorded, %v; want 9", seen, err)
	}
}

// The statement of a cursor ends while its client is told of what it has opened, where the
// rows are a few more than the engine hands on at a time. The race detector sees what the
// two have in common.
func TestCursorEndsWhileItOpens(t *testing.T) {
	s := start(t)
	c := rawConnect(t, s.Addr().String(), false)
	c.take()
	id, _ := c.prepare("WITH RECURSIVE n (n) AS (SELECT ? UNION ALL SELECT n + 1 FROM n WHERE n < 200) SELECT n FROM n")
	for range 50 {
		c.execute(id, 1, 1)
		c.result(true)
		if opened := c.take(); !strings.HasSuffix(opened, "0x42") {
			t.Fatalf("opened with %s", opened)
		}
		c.command(0x1c, append(append([]byte{}, id...), 255, 0, 0, 0)...)
		read, p := 0, c.read()
		for ; !c.isEnd(p); p = c.read() {
			read++
		}
		if flags := c.ok(p); read != 200 || flags != statusLastRow|0x2 {
			t.Fatalf("%d rows, ended with %#x", read, flags)
		}
		c.take()
	}
}
