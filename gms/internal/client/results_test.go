package client

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/internal/wire"
)

// numbered makes a packet.
func numbered(sequence byte, payload ...byte) []byte {
	n := len(payload)
	return append([]byte{byte(n), byte(n >> 8), byte(n >> 16), sequence}, payload...)
}

// However what vitess writes is cut, its packets get the numbers that follow those
// written between them, and the last is exchanged.
func TestResultsAreFollowed(t *testing.T) {
	for name, end := range map[string][]byte{
		"with the deprecated EOF":    {mysql.EOFPacket, 3, 0, 0x0a, 0},
		"without the deprecated EOF": {mysql.EOFPacket, 0, 0, 0x0a, 0, 3, 0},
	} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			for range 200 {
				f := results{on: true}
				var sent, want []byte
				number := byte(0) // as the client counts
				vitess := byte(0)
				write := func(b []byte) {
					for len(b) > 0 {
						n := 1 + r.IntN(len(b))
						sent = append(sent, f.follow(append([]byte(nil), b[:n]...))...)
						b = b[n:]
					}
				}
				for range 3 {
					var b []byte
					for range 1 + r.IntN(150) {
						payload := bytes.Repeat([]byte{'r'}, r.IntN(600))
						number, vitess = number+1, vitess+1
						b = append(b, numbered(vitess, payload...)...)
						want = append(want, numbered(number, payload...)...)
					}
					write(b)
					sent = f.packet(sent, []byte("between"))
					number++
					want = append(want, numbered(number, []byte("between")...)...)
				}
				f.ok = []byte{mysql.OKPacket, 5, 0}
				write(append(numbered(vitess+1, end...), numbered(vitess+2, 'n')...))
				want = append(want, numbered(number+1, mysql.OKPacket, 5, 0, 0x0a, 0, 3, 0)...)
				want = append(want, numbered(number+2, 'n')...)
				if !bytes.Equal(sent, want) {
					t.Fatalf("sent %q, not %q", sent, want)
				}
			}
		})
	}
}

// A length takes as few bytes as the protocol has for it.
func TestLength(t *testing.T) {
	for n, want := range map[uint64]string{
		250: "\xfa", 251: "\xfc\xfb\x00", 1<<16 - 1: "\xfc\xff\xff", 1 << 16: "\xfd\x00\x00\x01", 1 << 24: "\xfe\x00\x00\x00\x01\x00\x00\x00\x00",
	} {
		if got := wire.AppendInteger(nil, n); string(got) != want {
			t.Errorf("%d: %q, not %q", n, got, want)
		}
	}
}
