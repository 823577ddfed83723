package pnet_test

import (
	"net"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pnet"
)

// instant is a connection that needs no time.
type instant struct{ net.Conn }

func (instant) Read(b []byte) (int, error) { return len(b), nil }

// BenchmarkRead is what a stand-in adds to a Read.
func BenchmarkRead(b *testing.B) {
	f := newFixture(b)
	for _, c := range perfschema.Consumers() {
		f.SetConsumer(c, c == perfschema.ConsumerGlobalInstrumentation || c == perfschema.ConsumerThreadInstrumentation)
	}
	pipe, _ := net.Pipe()
	c := pnet.NewConn(instant{pipe}, f.Schema, f.keys.Conn)
	f.bind(b)
	buf := make([]byte, 8)
	for _, on := range []bool{true, false} {
		b.Run(map[bool]string{true: "timed", false: "disabled"}[on], func(b *testing.B) {
			f.enable(on)
			b.ReportAllocs()
			for b.Loop() {
				_, _ = c.Read(buf)
			}
		})
	}
}

func TestWrapsOnce(t *testing.T) {
	f := newFixture(t)
	a, _ := f.pair(t, "tcp")
	l := f.listen(t, "unix")
	p, err := pnet.ListenPacket(f.Schema, f.keys.Conn, "udp", "127.0.0.1:0")
	must(t, err)
	defer p.Close()
	if pnet.NewConn(a, f.Schema, f.keys.Conn) != a || pnet.NewListener(l, f.Schema, f.keys) != l || pnet.NewPacketConn(p, f.Schema, 1) != p {
		t.Error("a stand-in for a stand-in")
	}
}
