package sqltest_test

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
)

// answer is what the OK packet of a statement says: rows, id, warnings and text.
func (c *rawClient) answer(p []byte) string {
	c.t.Helper()
	if p[0] != 0 {
		c.t.Fatalf("%q is no OK packet", p)
	}
	rest := p[1:]
	number := func() uint64 { // small ones
		n := uint64(rest[0])
		rest = rest[1:]
		return n
	}
	rows, id := number(), number()
	warnings := binary.LittleEndian.Uint16(rest[2:])
	rest = rest[4:]
	text := ""
	if len(rest) > 0 {
		if n := int(rest[0]); n != len(rest)-1 {
			c.t.Fatalf("the text %q is said to have %d bytes", rest[1:], n)
		}
		text = " " + string(rest[1:])
	}
	return fmt.Sprintf("%d %d %d%s", rows, id, warnings, text)
}

// A client is told of a statement's rows in MySQL's words, and of warnings, be it prepared or
// not.
func TestAnswerTexts(t *testing.T) {
	racetest.SkipAlone(t)
	s := start(t)
	setup := open(t, dial(s))
	mustExec(t, setup, "CREATE DATABASE shop")
	for _, prepared := range []bool{false, true} {
		t.Run(fmt.Sprintf("prepared=%v", prepared), func(t *testing.T) {
			mustExec(t, setup, "DROP TABLE IF EXISTS shop.t, shop.u")
			mustExec(t, setup, "CREATE TABLE shop.t (id INT PRIMARY KEY AUTO_INCREMENT, a INT UNIQUE)")
			mustExec(t, setup, "CREATE TABLE shop.u (id INT PRIMARY KEY, a INT)")
			c := rawConnect(t, s.Addr().String(), false)
			for _, q := range []struct{ text, want string }{
				{"INSERT INTO shop.t (a) VALUES (1)", "1 1 0"},
				{"INSERT INTO shop.t (a) VALUES (2), (3)", "2 2 0 Records: 2  Duplicates: 0  Warnings: 0"},
				{"INSERT INTO shop.u SELECT * FROM shop.t", "3 0 0 Records: 3  Duplicates: 0  Warnings: 0"},
				{"INSERT IGNORE INTO shop.t (a) VALUES (3), (4)", "1 5 1 Records: 2  Duplicates: 1  Warnings: 1"},
				{"INSERT INTO shop.t VALUES (9, 1), (8, 10) ON DUPLICATE KEY UPDATE a = 11", "3 8 0 Records: 2  Duplicates: 1  Warnings: 0"},
				{"REPLACE INTO shop.u VALUES (1, 7), (5, 8)", "3 0 0 Records: 2  Duplicates: 1  Warnings: 0"},
				{"REPLACE INTO shop.u VALUES (1, 7)", "1 0 0"},
				{"UPDATE shop.u SET a = 7", "3 0 0 Rows matched: 4  Changed: 3  Warnings: 0"},
				{"CREATE TABLE shop.v SELECT * FROM shop.u", "4 0 0 Records: 4  Duplicates: 0  Warnings: 0"},
				{"DROP TABLE shop.v", "0 0 0"},
				{"DELETE FROM shop.u WHERE id = 1", "1 0 0"},
				{"TRUNCATE shop.u", "0 0 0"},
				{"DROP TABLE IF EXISTS shop.nosuch", "0 0 1"},
			} {
				if prepared {
					c.command(0x16, []byte(q.text)...)
					id := c.read()[1:5]
					c.command(0x17, append(append([]byte{}, id...), 0, 1, 0, 0, 0)...)
				} else {
					c.command(0x03, []byte(q.text)...)
				}
				if got := c.answer(c.read()); got != q.want {
					t.Errorf("%s: %s, want %s", q.text, got, q.want)
				}
			}
		})
	}
}
