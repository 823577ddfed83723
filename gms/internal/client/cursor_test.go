package client

import (
	"bytes"
	"fmt"
	"net"
	"testing"
	"time"

	"github.com/perfschema/perfschema/internal/racetest"

	"github.com/dolthub/vitess/go/mysql"
)

// written is a connection that keeps what is written.
type written struct {
	net.Conn
	bytes.Buffer
}

func (w *written) Write(b []byte) (int, error)      { return w.Buffer.Write(b) }
func (w *written) Read([]byte) (int, error)         { panic("nothing is read") }
func (w *written) SetWriteDeadline(time.Time) error { return nil }
func (w *written) Close() error                     { return nil }

// payloads are those of packets, whose numbers must be right.
func payloads(t *testing.T, b []byte) (out [][]byte) {
	t.Helper()
	var whole []byte
	for number := byte(1); len(b) > 0; number++ {
		n := payloadLength(b)
		if b[3] != number {
			t.Fatalf("packet %d where %d is due", b[3], number)
		}
		whole = append(whole, b[4:4+n]...)
		if b = b[4+n:]; n != largestPart {
			out, whole = append(out, whole), nil
		}
	}
	return out
}

// parts splits payloads into packets. A payload of 16 MiB or more takes several.
func parts(payloads ...[]byte) (b []byte) {
	number := byte(1)
	for _, p := range payloads {
		for {
			n := min(len(p), largestPart)
			b = append(append(b, byte(n), byte(n>>8), byte(n>>16), number), p[:n]...)
			number++
			if p = p[n:]; n < largestPart {
				break
			}
		}
	}
	return b
}

// The rows of an execution are kept, in whatever pieces they are written, and come with
// COM_STMT_FETCH. The columns are sent at once.
func TestKeptRows(t *testing.T) {
	racetest.SkipAlone(t)
	t.Setenv("TMPDIR", t.TempDir())
	row := func(n int) []byte { return append([]byte{0}, bytes.Repeat([]byte{byte(n)}, n)...) }
	for _, deprecated := range []bool{true, false} {
		for _, sizes := range [][]int{{}, {1}, {1, 0, 3, 4, 5, 300, 70000}, {2 << 20, 5, 9}, {7, largestPart - 2, largestPart - 1, largestPart, 2*largestPart + 5, 3}} {
			for _, piece := range []int{1, 3, 7, 4096, 1 << 30} {
				if len(sizes) > 1 && sizes[0] > 1 && piece < 4096 {
					continue // takes long
				}
				eof, end := []byte{0xfe, 0, 0, 2, 0}, []byte{0xfe, 1, 0, 2, 0}
				answer := [][]byte{{2}, []byte("first column"), []byte("second column")}
				if deprecated {
					end = []byte{0xfe, 0, 0, 2, 0, 1, 0}
				} else {
					answer = append(answer, eof)
				}
				var rows [][]byte
				for _, n := range sizes {
					rows = append(rows, row(n))
				}
				all := parts(append(append(answer, rows...), end)...)

				w := &written{}
				c := &Conn{Conn: w, live: true, limits: generous(), client: &mysql.Conn{StatusFlags: 2, PrepareData: map[uint32]*mysql.PrepareData{5: {}}}}
				c.registry = NewRegistry(Options{})
				if deprecated {
					c.client.Capabilities = mysql.CapabilityClientDeprecateEOF
				}
				c.cursors.wanted = true
				if err := c.BeginExecute(5); err != nil {
					t.Fatal(err)
				}
				for b := all; len(b) > 0; b = b[min(piece, len(b)):] {
					if _, err := c.Write(b[:min(piece, len(b))]); err != nil {
						t.Fatal(err)
					}
				}
				end[3] |= serverCursorExists
				if got, want := payloads(t, w.Bytes()), append(answer[:3:3], end); fmt.Sprint(got) != fmt.Sprint(want) {
					t.Fatalf("pieces of %d: answered with %v, want %v", piece, got, want)
				}
				if used := c.CursorMemory(); used < 0 || used > cursorRoom {
					t.Errorf("%d bytes in memory", used)
				}
				var got [][]byte
				for last := false; !last; {
					w.Reset()
					if err := c.fetch(5, 2); err != nil {
						t.Fatal(err)
					}
					p := payloads(t, w.Bytes())
					last = p[len(p)-1][3]&serverLastRowSent != 0
					got = append(got, p[:len(p)-1]...)
				}
				if len(got) != len(rows) {
					t.Fatalf("%d rows of %d", len(got), len(rows))
				}
				for i := range rows {
					if !bytes.Equal(got[i], rows[i]) {
						t.Errorf("pieces of %d: row %d of %d bytes has %d", piece, i, len(rows[i]), len(got[i]))
					}
				}
				if err := c.fetch(5, 1); err == nil || c.CursorMemory() != 0 {
					t.Errorf("after the last row: %v, %d bytes are held", err, c.CursorMemory())
				}
			}
		}
	}
}
