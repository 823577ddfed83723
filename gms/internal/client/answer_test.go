package client

import (
	"bytes"
	"net"
	"testing"

	"github.com/dolthub/vitess/go/mysql"
)

// The packet that ends a result is exchanged for an error, however what is written is
// cut, and nothing else is.
func TestAnswerFault(t *testing.T) {
	rows := bytes.Repeat([]byte{3, 0, 0, 7, 2, 'a', 'b'}, 40)
	for _, c := range []struct {
		name    string
		part    part
		end     []byte
		changed bool
	}{
		{"EOF", end, []byte{5, 0, 0, 9, 0xfe, 0, 0, 2, 0}, true},
		{"OK", end, []byte{7, 0, 0, 9, 0xfe, 0, 0, 2, 0, 0, 0}, true},
		{"a cursor's last rows", cursorEnd, []byte{5, 0, 0, 9, 0xfe, 0, 0, 0x82, 0}, true},
		{"a cursor's other rows", cursorEnd, []byte{5, 0, 0, 9, 0xfe, 0, 0, 0x42, 0}, false},
		{"rows alone", end, []byte{3, 0, 0, 9, 2, 'a', 'b'}, false},
		{"no rows", whole, nil, true},
	} {
		for _, size := range []int{1, 2, 5, 11, 64, 1000} {
			here, there := net.Pipe()
			conn := &Conn{Conn: here, registry: NewRegistry(Options{}), live: true, limits: Settings{NetWrite: 1 << 40}}
			got := make(chan []byte)
			go func() {
				var all []byte
				b := make([]byte, 100)
				for n, err := there.Read(b); err == nil; n, err = there.Read(b) {
					all = append(all, b[:n]...)
				}
				got <- all
			}()
			conn.answer.Store(&answerFault{err: mysql.NewSQLError(3024, "HY000", "over"), part: c.part})
			answer := append(append([]byte(nil), rows...), c.end...)
			if c.part == whole {
				answer = []byte{9, 0, 0, 1, 0xff, 1, 2, '#', 'H', 'Y', '0', '0', '0'}
			}
			for rest := answer; len(rest) > 0; {
				n := min(size, len(rest))
				if _, err := conn.Write(rest[:n]); err != nil {
					t.Fatal(err)
				}
				rest = rest[n:]
			}
			if err := conn.settleAnswer(); err != nil {
				t.Fatal(err)
			}
			here.Close()
			want := answer
			switch {
			case c.part == whole:
				want = errorPacket(1, 3024, "HY000", "over")
			case c.changed:
				want = append(append([]byte(nil), rows...), errorPacket(9, 3024, "HY000", "over")...)
			}
			if b := <-got; !bytes.Equal(b, want) {
				t.Errorf("%s, by %d: %q", c.name, size, b[max(0, len(b)-40):])
			}
			if (conn.answer.Load() == nil) != c.changed {
				t.Errorf("%s: the fault stays", c.name)
			}
		}
	}
}
