package sqltest_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
)

// columns are the descriptions of the first result of a query: name, type, collation,
// length, flags and digits behind the point.
func (c *rawClient) columns(code byte, arguments ...byte) (descriptions []string) {
	c.t.Helper()
	c.command(code, arguments...)
	p := c.read()
	if p[0] == 0 || p[0] == 0xff {
		c.t.Fatalf("no result: %q", p)
	}
	for range p[0] {
		d := c.read()
		var name string
		for i := range 6 { // catalog, database, table, its own name, name, its own name
			n := int(d[0])
			if i == 4 {
				name = string(d[1 : 1+n])
			}
			d = d[1+n:]
		}
		d = d[1:] // the length of the rest
		descriptions = append(descriptions, fmt.Sprintf("%s type %d collation %d length %d flags %d decimals %d", name, d[6],
			binary.LittleEndian.Uint16(d), int32(binary.LittleEndian.Uint32(d[2:])), binary.LittleEndian.Uint16(d[7:]), d[9]))
	}
	for p = c.read(); !c.isEnd(p); p = c.read() {
	}
	return descriptions
}

// Columns are described as MySQL 9.7.4 does it: clients take bytes for text by the
// collation, and digits behind the point by how many there are said to be.
func TestResultFields(t *testing.T) {
	racetest.SkipAlone(t)
	s := start(t)
	c := rawConnect(t, s.Addr().String(), false)
	c.take()
	const create = `CREATE TABLE app.t (id INT UNSIGNED PRIMARY KEY, d DECIMAL(10,2), f DOUBLE, fl FLOAT, dt DATETIME(6), d0 DATETIME,
		ts TIMESTAMP(3) NULL, da DATE, ti TIME(6), y YEAR, b LONGBLOB, e ENUM('a','b') NOT NULL, st SET('x'), bt BIT(10), vb VARBINARY(20),
		c CHAR(5) NOT NULL, bo BOOLEAN, bin3 BINARY(3))`
	for _, q := range []string{"CREATE DATABASE app", create, "INSERT INTO app.t (id, e, c, bt) VALUES (1, 'a', 'a', 5)"} {
		if got := c.query(q); !strings.HasPrefix(got, "ok") {
			t.Fatalf("%s: %s", q, got)
		}
	}
	const query = "SELECT id, d, f, fl, dt, d0, ts, da, ti, y, b, e, st, bt, vb, c, bo, bin3, bt AS other, bo AS truth, fl * 2 AS twice FROM app.t"
	want := []string{
		"d type 246 collation 63 length 12 flags 0 decimals 2",
		"f type 5 collation 63 length 22 flags 0 decimals 31",
		"fl type 4 collation 63 length 12 flags 0 decimals 31",
		"dt type 12 collation 63 length 26 flags 128 decimals 6",
		"d0 type 12 collation 63 length 19 flags 128 decimals 0",
		"ts type 7 collation 63 length 23 flags 128 decimals 3",
		"da type 10 collation 63 length 10 flags 128 decimals 0",
		"ti type 11 collation 63 length 17 flags 128 decimals 6",
		"y type 13 collation 63 length 4 flags 96 decimals 0",
		"b type 252 collation 63 length -1 flags 144 decimals 0",
		"e type 254 collation 255 length 4 flags 257 decimals 0",
		"st type 254 collation 255 length 4 flags 2048 decimals 0",
		"bt type 16 collation 63 length 10 flags 32 decimals 0",
		"vb type 253 collation 63 length 20 flags 128 decimals 0",
		"c type 254 collation 255 length 20 flags 1 decimals 0",
		"bo type 1 collation 63 length 1 flags 0 decimals 0",
		"bin3 type 254 collation 63 length 3 flags 128 decimals 0",
		"other type 16 collation 63 length 10 flags 32 decimals 0",
	}
	check := func(how string, got []string, want ...string) {
		told := strings.Join(got, "\n")
		for _, w := range want {
			if !strings.Contains("\n"+told+"\n", "\n"+w+"\n") {
				t.Errorf("%s: no %q in\n%s", how, w, told)
			}
		}
	}
	const truth = "truth type 1 collation 63 length 1 flags 0 decimals 0"
	check("a query", c.columns(0x03, []byte(query)...), append(want, truth)...)
	id, _ := c.prepare(query)
	c.take()
	check("a prepared statement", c.columns(0x17, append(append([]byte{}, id...), 0, 1, 0, 0, 0)...), append(want, truth)...)
	if got := c.query("CREATE PROCEDURE app.p() " + query); !strings.HasPrefix(got, "ok") {
		t.Fatalf("the procedure: %s", got)
	}
	for i, w := range want { // of a procedure's columns none is flagged NOT NULL
		want[i] = strings.NewReplacer("flags 257 ", "flags 256 ", "flags 1 ", "flags 0 ").Replace(w)
	}
	check("a procedure", c.columns(0x03, []byte("CALL app.p()")...), want...)
}

// A date or time that is sent as one is what it is to the microsecond.
func TestMomentParameters(t *testing.T) {
	racetest.SkipAlone(t)
	s := start(t)
	c := rawConnect(t, s.Addr().String(), false)
	c.take()
	for _, q := range []string{"CREATE DATABASE app", "CREATE TABLE app.t (id INT PRIMARY KEY AUTO_INCREMENT, d DATETIME(6), t TIME(6), x VARCHAR(40), y VARCHAR(40))"} {
		if got := c.query(q); !strings.HasPrefix(got, "ok") {
			t.Fatalf("%s: %s", q, got)
		}
	}
	id, told := c.prepare("INSERT INTO app.t (d, t, x, y) VALUES (?, ?, ?, ?)")
	if strings.Contains(told, "error") {
		t.Fatal(told)
	}
	c.take()
	const (
		micros  = "\x0b\xe8\x07\x02\x09\x03\x04\x05\x05\x00\x00\x00"     // 2024-02-09 03:04:05.000005
		seconds = "\x07\xe8\x07\x02\x09\x03\x04\x05"                     // without .000005
		elapsed = "\x0c\x01\x01\x00\x00\x00\x02\x03\x04\x2a\x00\x00\x00" // -26:03:04.000042
	)
	for _, values := range []string{micros + elapsed + micros + elapsed, seconds + elapsed + seconds + elapsed} {
		c.command(0x17, append(append([]byte{}, id...), "\x00\x01\x00\x00\x00\x00\x01\x0c\x00\x0b\x00\x07\x00\x0b\x00"+values...)...)
		if c.result(false); c.take() != "ok 0x2" {
			t.Error("not inserted")
		}
	}
	db, err := dial(s)("root", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for n, want := range []string{
		"2024-02-09 03:04:05.000005|-26:03:04.000042|2024-02-09 03:04:05.000005|-26:03:04.000042",
		"2024-02-09 03:04:05.000000|-26:03:04.000042|2024-02-09 03:04:05|-26:03:04.000042",
	} {
		var d, ti, x, y string
		if err := db.QueryRow("SELECT d, t, x, y FROM app.t WHERE id = ?", n+1).Scan(&d, &ti, &x, &y); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join([]string{d, ti, x, y}, "|"); got != want {
			t.Errorf("got %s, not %s", got, want)
		}
	}
}
