package sqltest_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
)

// Capabilities and status flags of the client protocol.
const (
	canProtocol41    = 1 << 9
	canSecure        = 1 << 15
	canMultiple      = 1<<16 | 1<<17
	canPluginAuth    = 1 << 19
	canDeprecateEOF  = 1 << 24
	statusMore       = 0x8
	statusCursor     = 0x40
	statusLastRow    = 0x80
	statusAutocommit = 0x2
)

// rawClient speaks the client protocol and keeps every status flag it is told.
type rawClient struct {
	t        *testing.T
	conn     net.Conn
	plainEOF bool // results have an EOF packet after the columns
	sequence byte
	told     []string
}

// rawConnect logs in as root; greeting and login are among what is told.
func rawConnect(t *testing.T, address string, plainEOF bool) *rawClient {
	t.Helper()
	return rawConnectAs(t, address, "root", plainEOF)
}

// rawConnectAs logs in as somebody who has no password.
func rawConnectAs(t *testing.T, address, user string, plainEOF bool) *rawClient {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	c := &rawClient{t: t, conn: conn, plainEOF: plainEOF}
	greeting := c.read()
	version := bytes.IndexByte(greeting, 0)
	c.tell("greeting", greeting[version+1+4+8+1+2+1:])
	flags := uint32(canProtocol41 | canSecure | canMultiple | canPluginAuth)
	if !plainEOF {
		flags |= canDeprecateEOF
	}
	answer := binary.LittleEndian.AppendUint32(nil, flags)
	answer = append(answer, make([]byte, 4+1+23)...)
	answer = append(answer, user+"\x00\x00caching_sha2_password\x00"...)
	c.write(answer)
	for {
		switch p := c.read(); p[0] {
		case 0xfe: // asked for another plugin
			c.write(nil)
		case 0x01:
		default:
			c.ok(p)
			return c
		}
	}
}

func (c *rawClient) read() []byte {
	c.t.Helper()
	head := make([]byte, 4)
	if _, err := io.ReadFull(c.conn, head); err != nil {
		c.t.Fatal(err)
	}
	if head[3] != c.sequence {
		c.t.Fatalf("packet %d where %d is due", head[3], c.sequence)
	}
	c.sequence++
	body := make([]byte, int(head[0])|int(head[1])<<8|int(head[2])<<16)
	if _, err := io.ReadFull(c.conn, body); err != nil {
		c.t.Fatal(err)
	}
	return body
}

func (c *rawClient) write(body []byte) {
	c.t.Helper()
	head := binary.LittleEndian.AppendUint32(nil, uint32(len(body)))
	head[3] = c.sequence
	c.sequence++
	if _, err := c.conn.Write(append(head, body...)); err != nil {
		c.t.Fatal(err)
	}
}

// tell keeps the flags that b begins with.
func (c *rawClient) tell(kind string, b []byte) uint16 {
	flags := binary.LittleEndian.Uint16(b)
	c.told = append(c.told, fmt.Sprintf("%s %#x", kind, flags))
	return flags
}

func (c *rawClient) ok(p []byte) uint16 {
	switch p[0] {
	case 0xff:
		c.told = append(c.told, fmt.Sprintf("error %d", binary.LittleEndian.Uint16(p[1:])))
		return 0
	case 0xfe:
		if c.plainEOF {
			return c.tell("eof", p[3:])
		}
		return c.tell("end", p[3:])
	}
	rest := p[1:]
	for range 2 { // rows and id, small in these tests
		rest = rest[1:]
	}
	return c.tell("ok", rest)
}

func (c *rawClient) isEnd(p []byte) bool { return p[0] == 0xff || p[0] == 0xfe && len(p) < 9 }

// result reads the answer to a query.
func (c *rawClient) result(cursor bool) {
	for {
		p := c.read()
		flags := uint16(0)
		if p[0] == 0 || p[0] == 0xff {
			flags = c.ok(p)
		} else {
			for range p[0] {
				c.read()
			}
			if c.plainEOF && !cursor {
				c.ok(c.read())
			}
			for p = c.read(); !c.isEnd(p); p = c.read() {
			}
			flags = c.ok(p)
		}
		if flags&statusMore == 0 {
			return
		}
	}
}

func (c *rawClient) command(code byte, arguments ...byte) {
	c.sequence = 0
	c.write(append([]byte{code}, arguments...))
}

// query is what a query's packets say.
func (c *rawClient) query(text string) string {
	c.t.Helper()
	c.command(0x03, []byte(text)...)
	c.result(false)
	return c.take()
}

func (c *rawClient) take() string {
	s := strings.Join(c.told, ", ")
	c.told = nil
	return s
}

// Every packet with status flags says what is: in results the packet after the
// columns as well as the one at the end.
func TestStatusFlags(t *testing.T) {
	racetest.SkipAlone(t)
	s := start(t)
	setup := open(t, dial(s))
	mustExec(t, setup, "CREATE DATABASE shop")
	mustExec(t, setup, "CREATE DATABASE gone")
	mustExec(t, setup, "CREATE TABLE shop.t (a INT PRIMARY KEY, b INT)")
	mustExec(t, setup, "INSERT INTO shop.t VALUES (1, 1), (2, 2), (3, 3)")
	for _, plainEOF := range []bool{true, false} {
		t.Run(fmt.Sprintf("plainEOF=%v", plainEOF), func(t *testing.T) {
			c := rawConnect(t, s.Addr().String(), plainEOF)
			check := func(what, got, want string) {
				t.Helper()
				if !plainEOF {
					// One packet ends a result, and none the columns.
					var ends []string
					for _, w := range strings.Split(want, ", ") {
						if rest, ok := strings.CutPrefix(w, "columns "); ok && rest != "" {
							continue
						}
						ends = append(ends, strings.Replace(w, "eof", "end", 1))
					}
					want = strings.Join(ends, ", ")
				}
				want = strings.ReplaceAll(want, "columns", "eof")
				if got != want {
					t.Errorf("%s: %s, want %s", what, got, want)
				}
			}
			check("login", c.take(), "greeting 0x2, ok 0x2")
			for _, q := range []struct{ text, want string }{
				{"SELECT 1", "columns 0x2, eof 0x2"},
				{"SELECT * FROM shop.t", "columns 0x22, eof 0x22"}, // no index
				{"SELECT b FROM shop.t WHERE a = 1", "columns 0x2, eof 0x2"},
				{"UPDATE shop.t SET b = 5 WHERE b = 3", "ok 0x22"},
				{"SET @a = 1", "ok 0x2"},
				{"SELECT nosuch FROM shop.t", "error 1054"},
				{"SET @a = 1", "ok 0x2"},
				{"SET @a = 1; SELECT 1; SET @a = 2", "ok 0xa, columns 0xa, eof 0xa, ok 0x2"},
				{"SET @a = 1; SELECT nosuch; SET @a = 2", "ok 0xa, error 1054"},
				{"SELECT 1; nonsense; SELECT 2", "columns 0xa, eof 0xa, error 1064"},
				{"SET @a = 1", "ok 0x2"},

				{"BEGIN", "ok 0x3"},
				{"SELECT 1", "columns 0x3, eof 0x3"},
				{"SELECT nosuch", "error 1054"},
				{"SET @a = 1", "ok 0x3"},
				{"INSERT INTO shop.t VALUES (1, 1)", "error 1062"},
				{"SET @a = 1", "ok 0x3"},
				{"ROLLBACK", "ok 0x2"},
				{"START TRANSACTION READ ONLY", "ok 0x2003"},
				{"SELECT b FROM shop.t WHERE a = 1", "columns 0x2003, eof 0x2003"},
				{"INSERT INTO shop.t VALUES (9, 9)", "error 1792"},
				{"SET @a = 1", "ok 0x2003"},
				{"COMMIT", "ok 0x2"},
				{"BEGIN", "ok 0x3"},
				{"COMMIT", "ok 0x2"},

				{"SET autocommit = 0", "ok 0x0"},
				{"SELECT 1", "columns 0x0, eof 0x0"},
				{"SELECT b FROM shop.t WHERE a = 1", "columns 0x1, eof 0x1"},
				{"SET @a = 1", "ok 0x1"},
				{"COMMIT", "ok 0x0"},
				{"INSERT INTO shop.t VALUES (4, 4)", "ok 0x1"},
				{"ROLLBACK", "ok 0x0"},
				{"SET autocommit = 7", "error 1231"},
				{"SET @a = 1", "ok 0x0"},
				{"SET autocommit = 1", "ok 0x2"},

				{"BEGIN", "ok 0x3"},
				{"CREATE TABLE shop.u (a INT)", "ok 0x2"}, // commits
				{"DROP TABLE shop.u", "ok 0x2"},
			} {
				check(q.text, c.query(q.text), q.want)
			}

			one := func() string { c.ok(c.read()); return c.take() }
			for _, open := range []bool{false, true} {
				flags := "0x2"
				if open {
					c.query("BEGIN")
					flags = "0x3"
				}
				c.query("SELECT * FROM shop.t") // whose flags are its own
				c.command(0x0e)
				check("ping", one(), "ok "+flags)
				c.command(0x02, []byte("shop")...)
				check("init db", one(), "ok "+flags)
				c.command(0x1b, 0, 0)
				check("set option", one(), "eof "+flags)
				c.command(0x04, []byte("t\x00")...)
				for p := c.read(); ; p = c.read() {
					if c.isEnd(p) {
						c.ok(p)
						break
					}
				}
				check("field list", c.take(), "eof "+map[string]string{"0x2": "0x22", "0x3": "0x23"}[flags])

				id, told := c.prepare("SELECT b FROM t WHERE a > ?")
				check("prepare", told, "columns "+flags+", columns "+flags)
				c.execute(id, 0, 1)
				c.result(false)
				check("execute", c.take(), "columns "+flags+", eof "+flags)
				c.execute(id, 1, 1)
				c.result(true)
				opened := c.take()
				if want := map[string]string{"0x2": "0x42", "0x3": "0x43"}[flags]; !strings.HasSuffix(opened, want) {
					t.Errorf("a cursor opens with %s, want %s", opened, want)
				}
				c.command(0x1c, append(id, 100, 0, 0, 0)...)
				for p := c.read(); ; p = c.read() {
					if c.isEnd(p) {
						if flags := c.ok(p); flags&statusLastRow == 0 {
							t.Errorf("the last row of a cursor is sent with %#x", flags)
						}
						break
					}
				}
				c.take()
				c.command(0x1a, id...)
				check("reset statement", one(), "ok "+flags)
				id, _ = c.prepare("UPDATE t SET b = 7 WHERE b = ?")
				c.execute(id, 0, 7)
				c.result(false)
				check("execute a change", c.take(), "ok "+map[string]string{"0x2": "0x22", "0x3": "0x23"}[flags])
			}
			c.command(0x1f)
			check("reset of an open transaction", one(), "ok 0x2")
			check("after it", c.query("SELECT 1"), "columns 0x2, eof 0x2")
			c.query("SET autocommit = 0")
			c.command(0x1f)
			check("reset of a session without autocommit", one(), "ok 0x2")
			check("after it", c.query("SET @a = 1"), "ok 0x2")
			c.command(0x1f)
			check("a second reset", one(), "ok 0x2")
			c.query("CREATE DATABASE IF NOT EXISTS gone")
			c.query("USE gone")
			c.query("DROP DATABASE gone")
			c.command(0x1f)
			check("reset without the database", one(), "ok 0x2")
			check("after it", c.query("SELECT DATABASE()"), "columns 0x2, eof 0x2")
		})
	}
	t.Run("global", func(t *testing.T) {
		mustExec(t, setup, "SET GLOBAL autocommit = 0")
		defer mustExec(t, setup, "SET GLOBAL autocommit = 1")
		c := rawConnect(t, s.Addr().String(), false)
		if got := c.take(); got != "greeting 0x0, ok 0x0" {
			t.Errorf("without autocommit for new sessions: %s", got)
		}
		if got := c.query("SET @a = 1"); got != "ok 0x0" {
			t.Errorf("its first statement: %s", got)
		}
	})
}

func (c *rawClient) prepare(text string) (id []byte, told string) {
	c.t.Helper()
	c.command(0x16, []byte(text)...)
	p := c.read()
	if p[0] != 0 {
		c.t.Fatalf("%s: %q", text, p)
	}
	columns, parameters := binary.LittleEndian.Uint16(p[5:]), binary.LittleEndian.Uint16(p[7:])
	for _, n := range []uint16{parameters, columns} {
		for range n {
			c.read()
		}
		if n > 0 && c.plainEOF {
			c.ok(c.read())
		}
	}
	return p[1:5], c.take()
}

// execute runs a statement of one integer parameter.
func (c *rawClient) execute(id []byte, cursor, value byte) {
	body := append(append([]byte(nil), id...), cursor, 1, 0, 0, 0, 0, 1, 0x08, 0)
	c.command(0x17, append(body, value, 0, 0, 0, 0, 0, 0, 0)...)
}

// What follows START TRANSACTION and a statement that commits implicitly
// commits by itself again, as it says.
func TestImplicitCommitGivesAutocommitBack(t *testing.T) {
	s := start(t)
	db := open(t, dial(s))
	mustExec(t, db, "CREATE DATABASE shop")
	mustExec(t, db, "CREATE TABLE shop.t (a INT PRIMARY KEY)")
	c := rawConnect(t, s.Addr().String(), false)
	for _, q := range []string{"BEGIN", "INSERT INTO shop.t VALUES (1)", "CREATE TABLE shop.u (a INT)", "INSERT INTO shop.t VALUES (2)"} {
		c.query(q)
	}
	c.query("ROLLBACK")
	var n int
	if err := db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM shop.t").Scan(&n); err != nil || n != 2 {
		t.Errorf("%d rows, %v, want 2: the second commits by itself", n, err)
	}
}

// TestStatusFlagsOfCall has each packet of a CALL's results but the last say that another
// follows, that behind the columns too: clients that skip results go by it.
func TestStatusFlagsOfCall(t *testing.T) {
	s := start(t)
	setup := open(t, dial(s))
	mustExec(t, setup, "CREATE DATABASE shop")
	mustExec(t, setup, "CREATE PROCEDURE shop.two() BEGIN SELECT 1 a; SELECT 2 b, 'x' c; END")
	c := rawConnect(t, s.Addr().String(), true)
	c.take()
	const want = "eof 0xa, eof 0xa, eof 0xa, eof 0xa, ok 0x2"
	if got := c.query("CALL shop.two()"); got != want {
		t.Errorf("a query: %s, want %s", got, want)
	}
	c.command(0x16, []byte("CALL shop.two()")...)
	prepared := c.read()
	for range 2 {
		c.command(0x17, append(prepared[1:5:5], 0, 1, 0, 0, 0)...)
		c.result(false)
		if got := c.take(); got != want {
			t.Errorf("a prepared statement: %s, want %s", got, want)
		}
	}
	if got := c.query("SELECT 3"); got != "eof 0x2, eof 0x2" {
		t.Errorf("the next query: %s", got)
	}
}
