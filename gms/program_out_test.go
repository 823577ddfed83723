package gms_test

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
)

// outClient speaks the protocol by itself.
type outClient struct {
	t *testing.T
	net.Conn
}

// outConnect logs in as root, who has no password.
func (s *testServer) outConnect(t *testing.T, flags uint32) outClient {
	t.Helper()
	c, err := net.Dial("tcp", s.addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	r := outClient{t, c}
	r.read() // the greeting
	r.write(1, rawAnswer(flags|1<<9|1<<15|1<<16|1<<19, "root", "", "caching_sha2_password"))
	for p := r.read(); p[0] != 0; p = r.read() {
		if p[0] == 0xff {
			t.Fatalf("logging in: %q", p)
		}
		if p[0] == 0xfe {
			r.write(3, nil)
		}
	}
	return r
}

func (r outClient) write(sequence byte, payload []byte) {
	r.t.Helper()
	if _, err := r.Conn.Write(wirePacket(sequence, payload)); err != nil {
		r.t.Fatal(err)
	}
}

func (r outClient) read() []byte {
	r.t.Helper()
	_ = r.SetReadDeadline(time.Now().Add(time.Minute))
	var head [4]byte
	if _, err := io.ReadFull(r.Conn, head[:]); err != nil {
		r.t.Fatal(err)
	}
	p := make([]byte, int(head[0])|int(head[1])<<8|int(head[2])<<16)
	if _, err := io.ReadFull(r.Conn, p); err != nil {
		r.t.Fatal(err)
	}
	return p
}

// prepare prepares a statement with parameters and no columns.
func (r outClient) prepare(text string) (id uint32) {
	r.t.Helper()
	r.write(0, append([]byte{0x16}, text...))
	p := r.read()
	if p[0] != 0 {
		r.t.Fatalf("%s: %q", text, p)
	}
	if n := binary.LittleEndian.Uint16(p[7:]); n > 0 {
		for range n + 1 {
			r.read()
		}
	}
	return binary.LittleEndian.Uint32(p[1:])
}

// execute executes it with integers and gives what comes back: of each result the flags
// of the packet that ends its columns, its rows and the flags of the one that ends it,
// then "ok" or the error's number.
func (r outClient) execute(id uint32, values ...int32) string {
	r.t.Helper()
	b := binary.LittleEndian.AppendUint32([]byte{0x17}, id)
	b = append(b, 0, 1, 0, 0, 0)
	if len(values) > 0 {
		b = append(append(b, make([]byte, (len(values)+7)/8)...), 1)
		for range values {
			b = append(b, 3, 0)
		}
		for _, v := range values {
			b = binary.LittleEndian.AppendUint32(b, uint32(v))
		}
	}
	r.write(0, b)
	const parameters, more = 0x1000, 8
	flags := func(p []byte) uint16 { return binary.LittleEndian.Uint16(p[3:]) & (parameters | more) }
	var out []string
	for {
		p := r.read()
		switch p[0] {
		case 0:
			return strings.Join(append(out, "ok"), "; ")
		case 0xff:
			return strings.Join(append(out, fmt.Sprint(binary.LittleEndian.Uint16(p[1:]))), "; ")
		}
		for range p[0] {
			r.read()
		}
		result := fmt.Sprintf("%#x", flags(r.read())&parameters)
		for p = r.read(); p[0] != 0xfe; p = r.read() {
			result += fmt.Sprintf(" %q", p[1:])
		}
		out = append(out, result+fmt.Sprintf(" %#x", flags(p)))
	}
}

// The parameters of a prepared CALL that the procedure sets come as a result of their
// own, for clients that know such results.
func TestOutParameters(t *testing.T) {
	const psMultiResults, multiResults = 1 << 18, 1 << 17
	for _, cfg := range []perfschema.Config{{}, {Off: true}} {
		s := startServer(t, cfg)
		c := s.connect(t, "root", "shop")
		mustExec(t, c, "CREATE PROCEDURE doubles(IN a INT, OUT b INT, INOUT c INT) BEGIN SELECT a; SET b = 2 * a, c = c + 1; END")
		mustExec(t, c, "CREATE PROCEDURE maybe(IN a INT, OUT b VARCHAR(9)) BEGIN IF a THEN SET b = CONCAT('is ', a); END IF; END")
		mustExec(t, c, "CREATE PROCEDURE fails(OUT b INT) BEGIN SET b = 1; SIGNAL SQLSTATE '45000'; END")
		for _, test := range []struct {
			call      string
			values    []int32
			with      string
			without   string
			variables string
		}{
			{"doubles(?, ?, ?)", []int32{7, 1, 2}, `0x0 "\x00\a" 0x8; 0x1000 "\x00\x0e\x00\x00\x00\x03\x00\x00\x00" 0x1008; ok`, `0x0 "\x00\a" 0x8; ok`, "NULL NULL"},
			{"maybe(?, ?)", []int32{7, 1}, `0x1000 "\x00\x04is 7" 0x1008; ok`, `ok`, "NULL NULL"},
			{"maybe(?, ?)", []int32{0, 1}, `0x1000 "\x04" 0x1008; ok`, `ok`, "NULL NULL"},
			{"doubles(?, @b, ?)", []int32{7, 2}, `0x0 "\x00\a" 0x8; 0x1000 "\x00\x03\x00\x00\x00" 0x1008; ok`, `0x0 "\x00\a" 0x8; ok`, "14 NULL"},
			{"doubles(7, @b, @c)", nil, `0x0 "\x00\a" 0x8; ok`, `0x0 "\x00\a" 0x8; ok`, "14 NULL"},
			{"fails(?)", []int32{1}, "1644", "1644", "NULL NULL"},
		} {
			for flags, want := range map[uint32]string{multiResults | psMultiResults: test.with, multiResults: test.without} {
				r := s.outConnect(t, flags)
				id := r.prepare("CALL shop." + test.call)
				for range 2 {
					if got := r.execute(id, test.values...); got != want {
						t.Errorf("%s, %#x: %s, not %s", test.call, flags, got, want)
					}
				}
				r.write(0, []byte("\x03SELECT @b, @c"))
				for range 4 {
					r.read()
				}
				row := r.read()
				if got := rowText(row); got != test.variables {
					t.Errorf("%s, %#x, leaves %s, not %s", test.call, flags, got, test.variables)
				}
			}
		}
		if cfg.Off {
			continue
		}
		r := s.outConnect(t, multiResults|psMultiResults)
		if got := r.execute(r.prepare("CALL shop.doubles(?, 5, @c)"), 7); got != "1414" {
			t.Errorf("a number for a variable: %s", got)
		}
	}
}

// rowText is a row of texts.
func rowText(p []byte) string {
	var out []string
	for len(p) > 0 {
		if p[0] == 0xfb {
			out, p = append(out, "NULL"), p[1:]
			continue
		}
		n := int(p[0])
		out, p = append(out, string(p[1:1+n])), p[1+n:]
	}
	return strings.Join(out, " ")
}

// OUT and INOUT arguments are variables, and OUT parameters NULL when the procedure
// begins.
func TestOutArguments(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE PROCEDURE shows(OUT b INT, IN a INT) BEGIN SET @seen = b; IF a THEN SET b = a; END IF; END")
	mustExec(t, c, "CREATE PROCEDURE calls(OUT d INT) BEGIN DECLARE x INT DEFAULT 3; CALL shows(x, 8); SET d = x; END")
	for _, call := range []string{"shows(7, 0)", "shows(1 + 1, 0)", "shows(NULL, 0)", "shows(@@max_join_size, 0)", "shows('@b', 0)"} {
		if _, err := c.ExecContext(t.Context(), "CALL "+call); numberOf(err) != 1414 {
			t.Errorf("%s: %v", call, err)
		}
	}
	for _, test := range []struct{ call, left string }{
		{"shows(@b, 4)", "NULL 4"}, {"shows(@b, 0)", "NULL NULL"}, {"calls(@b)", "NULL 8"},
	} {
		mustExec(t, c, "SET @b = 5, @seen = 6")
		mustExec(t, c, "CALL "+test.call)
		if got := rows(t, c, "SELECT @seen, @b")[0]; strings.Join(got, " ") != test.left {
			t.Errorf("%s leaves %v, not %s", test.call, got, test.left)
		}
	}
}

// EXECUTE ... USING sets the variables that stand for parameters the procedure sets.
func TestExecuteSetsVariables(t *testing.T) {
	for _, cfg := range []perfschema.Config{{}, {Off: true}} {
		s := startServer(t, cfg)
		c := s.connect(t, "root", "shop")
		for _, query := range []string{
			"CREATE PROCEDURE sums(IN a INT, OUT b INT, INOUT c INT) BEGIN SET b = a * 2; SET c = c + a; END",
			"CREATE PROCEDURE nothing(OUT b INT) BEGIN END",
		} {
			mustExec(t, c, query)
		}
		for _, test := range []struct{ prepare, using, left string }{
			{"CALL sums(?, ?, ?)", "@a, @b, @c", "7 14 12"},
			{"CALL sums(3, ?, @c)", "@b", "7 6 8"},
			{"CALL sums(?, @b, ?)", "@a, @c", "7 14 12"},
			{"CALL sums(2, @b, ?)", "@c", "7 4 7"},
			{"CALL sums(?, ?, ?)", "@c, @a, @b", "10 6 5"},
			{"CALL sums(2, @b, @c)", "", "7 4 7"},
			{"CALL nothing(?)", "@a", "<nil> 1 5"},
		} {
			mustExec(t, c, "SET @a = 7, @b = 1, @c = 5")
			mustExec(t, c, "PREPARE s FROM '"+test.prepare+"'")
			for range 2 {
				mustExec(t, c, "SET @a = 7, @b = 1, @c = 5")
				if test.using == "" {
					mustExec(t, c, "EXECUTE s")
				} else {
					mustExec(t, c, "EXECUTE s USING "+test.using)
				}
				got := rows(t, c, "SELECT IFNULL(@a, '<nil>'), @b, @c")[0]
				if left := strings.Join(got, " "); left != test.left {
					t.Errorf("%s USING %s leaves %s, not %s", test.prepare, test.using, left, test.left)
				}
			}
		}
	}
}
