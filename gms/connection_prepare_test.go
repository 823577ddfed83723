package gms

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/internal/wire"
	"github.com/perfschema/perfschema/gms/internal/words"
)

// command is a client's command in packets of at most full bytes.
func command(payload []byte) []byte {
	var out []byte
	for sequence := byte(0); ; sequence++ {
		n := min(len(payload), wire.FullPacket)
		out = append(out, byte(n), byte(n>>8), byte(n>>16), sequence)
		out = append(out, payload[:n]...)
		if payload = payload[n:]; n < wire.FullPacket {
			return out
		}
	}
}

// However a client cuts its bytes, what nests too deeply is not passed on, all
// else is, and lengths stay as they were.
func TestDeepTextsAreNotPassedOn(t *testing.T) {
	deep := append([]byte{mysql.ComPrepare}, "SELECT "+strings.Repeat("~", 3*words.Shallow)+"1"...)
	wide := append([]byte{mysql.ComPrepare}, "SELECT '"+strings.Repeat("~", 3*words.Shallow)+"'"...)
	long := append([]byte{mysql.ComPrepare}, "SELECT '"+strings.Repeat("~", wire.FullPacket)+"'"...)
	longDeep := append([]byte{mysql.ComPrepare}, "SELECT '"+strings.Repeat("~", wire.FullPacket)+"', "+strings.Repeat("~", 2*words.Shallow)+"1"...)
	short := []byte("\x03SELECT 1")
	in := bytes.Join([][]byte{command(short), command(deep), command(short), command(wide), command(deep), command(long), command(longDeep), command(short)}, nil)
	for _, size := range []int{1 << 14, 1<<14 + 1, 100_003, 1 << 20, len(in)} {
		source := bytes.NewReader(in)
		var h heldCommand
		var p wire.PacketScanner
		var out bytes.Buffer
		var refused []bool
		b := make([]byte, size)
		for {
			if h.rest != nil {
				out.Write(b[:h.take(b)])
				continue
			}
			n, err := source.Read(b)
			if err == io.EOF {
				break
			}
			n = p.Scan(b[:n], func(b []byte) bool {
				held := h.hold(b, &p, source, nil)
				refused = append(refused, h.refused)
				return held
			})
			out.Write(b[:n])
		}
		if out.Len() != len(in) {
			t.Fatalf("in pieces of %d: %d bytes of %d", size, out.Len(), len(in))
		}
		want := bytes.Join([][]byte{
			command(short), command(blank(deep)), command(short), command(wide), command(blank(deep)), command(long), command(blank(longDeep)), command(short),
		}, nil)
		if !bytes.Equal(out.Bytes(), want) {
			t.Errorf("in pieces of %d: other bytes are passed on", size)
		}
		if got := len(refused); got != 8 {
			t.Errorf("in pieces of %d: %d commands seen", size, got)
		}
	}
}

// blank is a command with the stand-in in the place of its text.
func blank(command []byte) []byte {
	out := bytes.Repeat([]byte{' '}, len(command))
	out[0] = command[0]
	copy(out[1:], standIn)
	return out
}
