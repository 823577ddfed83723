package pnet_test

import (
	"net"
	"net/netip"
	"path/filepath"
	"testing"
	"time"

	"github.com/perfschema/perfschema/pnet"
)

func TestPackets(t *testing.T) {
	f := newFixture(t)
	th := f.bind(t)
	lc := &pnet.ListenConfig{Schema: f.Schema, Keys: f.keys}
	for network, address := range map[string]func() string{
		"udp":      func() string { return "127.0.0.1:0" },
		"unixgram": func() string { return filepath.Join(t.TempDir(), "s") },
	} {
		forget(th)
		a, err := pnet.ListenPacket(f.Schema, f.keys.Conn, network, address())
		must(t, err)
		b, err := lc.ListenPacket(t.Context(), network, address())
		must(t, err)
		if n, err := a.WriteTo([]byte("hello"), b.LocalAddr()); n != 5 || err != nil {
			t.Error(n, err)
		}
		buf := make([]byte, 100)
		n, from, err := b.ReadFrom(buf)
		if n != 5 || err != nil || from.String() != a.LocalAddr().String() {
			t.Error(n, from, err)
		}
		must(t, b.SetReadDeadline(past))
		if _, _, err := b.ReadFrom(buf); !isTimeout(err) {
			t.Error(err)
		}
		r := f.find("client")[0]
		if want := "127.0.0.1"; network == "udp" && (r.IP != want || r.Port != uint16(a.LocalAddr().(*net.UDPAddr).Port)) {
			t.Errorf("%+v, want %s", r, a.LocalAddr())
		}
		must(t, a.Close())
		must(t, b.Close())
		if got, want := ops(th), "bind bind sendto recvfrom recvfrom close close"; got != want {
			t.Errorf("%s: %s, want %s", network, got, want)
		}
		if h := th.WaitsHistory(); h[2].Bytes != 5 || h[3].Bytes != 5 || h[4].Bytes != 0 {
			t.Errorf("%s: %+v", network, h)
		}
	}
}

// Every way to send and to receive a packet is one operation.
func TestUDPConn(t *testing.T) {
	f := newFixture(t)
	p, err := pnet.ListenPacket(f.Schema, f.keys.Conn, "udp", "127.0.0.1:0")
	must(t, err)
	c := p.(*pnet.UDPConn)
	defer c.Close()
	self := c.LocalAddr().(*net.UDPAddr)
	port := self.AddrPort()
	b, msg := make([]byte, 10), []byte("abc")
	for i, send := range []func() (int, error){
		func() (int, error) { return c.WriteTo(msg, self) },
		func() (int, error) { return c.WriteToUDP(msg, self) },
		func() (int, error) { return c.WriteToUDPAddrPort(msg, port) },
		func() (int, error) { n, _, err := c.WriteMsgUDP(msg, nil, self); return n, err },
		func() (int, error) { n, _, err := c.WriteMsgUDPAddrPort(msg, nil, port); return n, err },
	} {
		if n, err := send(); n != 3 || err != nil {
			t.Error(i, n, err)
		}
	}
	must(t, c.SetReadDeadline(time.Now().Add(5*time.Minute)))
	for i, receive := range []func() (int, error){
		func() (int, error) { n, _, err := c.ReadFrom(b); return n, err },
		func() (int, error) { n, _, err := c.ReadFromUDP(b); return n, err },
		func() (int, error) { n, _, err := c.ReadFromUDPAddrPort(b); return n, err },
		func() (int, error) { n, _, _, _, err := c.ReadMsgUDP(b, nil); return n, err },
		func() (int, error) { n, _, _, _, err := c.ReadMsgUDPAddrPort(b, nil); return n, err },
	} {
		if n, err := receive(); n != 3 || err != nil {
			t.Error(i, n, err)
		}
	}
	sum := f.Read().SocketSummary()[f.keys.Conn-1]
	if sum.Read.Count != 5 || sum.Write.Count != 5 || sum.BytesRead != 15 || sum.BytesWritten != 15 {
		t.Errorf("%+v", sum)
	}
	dialed, err := pnet.Dial(f.Schema, f.keys.Conn, "udp", self.String())
	must(t, err)
	defer dialed.Close()
	if _, ok := dialed.(net.PacketConn); !ok {
		t.Error("a UDP connection is no PacketConn")
	}
}

func TestUnixConn(t *testing.T) {
	f := newFixture(t)
	name := filepath.Join(t.TempDir(), "s")
	p, err := pnet.ListenPacket(f.Schema, f.keys.Conn, "unixgram", name)
	must(t, err)
	c := p.(*pnet.UnixConn)
	defer c.Close()
	self := c.LocalAddr().(*net.UnixAddr)
	b, msg := make([]byte, 10), []byte("abc")
	_, err = c.WriteToUnix(msg, self)
	must(t, err)
	_, _, err = c.WriteMsgUnix(msg, nil, self)
	must(t, err)
	if n, from, err := c.ReadFromUnix(b); n != 3 || err != nil || from.Name != name {
		t.Error(n, from, err)
	}
	if n, _, _, _, err := c.ReadMsgUnix(b, nil); n != 3 || err != nil {
		t.Error(n, err)
	}
	sum := f.Read().SocketSummary()[f.keys.Conn-1]
	if sum.Read.Count != 2 || sum.Write.Count != 2 || sum.BytesRead != 6 || sum.BytesWritten != 6 {
		t.Errorf("%+v", sum)
	}
}

// One that is none of net's.
func TestPacketConn(t *testing.T) {
	f := newFixture(t)
	th := f.bind(t)
	twin, err := net.ListenPacket("udp", "127.0.0.1:0")
	must(t, err)
	p := pnet.NewPacketConn(struct{ net.PacketConn }{twin}, f.Schema, f.keys.Conn)
	must(t, p.SetDeadline(time.Now().Add(5*time.Minute)))
	_, err = p.WriteTo([]byte("abc"), p.LocalAddr())
	must(t, err)
	if n, _, err := p.ReadFrom(make([]byte, 5)); n != 3 || err != nil {
		t.Error(n, err)
	}
	must(t, p.SetReadDeadline(past))
	must(t, p.SetWriteDeadline(past))
	must(t, p.Close())
	if got, want := ops(th), "sendto recvfrom close"; got != want || len(f.Read().SocketInstances()) != 0 {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestAllocatesNothing(t *testing.T) {
	f := newFixture(t)
	f.bind(t)
	a, b := f.pair(t, "tcp")
	p, err := pnet.ListenPacket(f.Schema, f.keys.Conn, "udp", "127.0.0.1:0")
	must(t, err)
	defer p.Close()
	u := p.(*pnet.UDPConn)
	self := netip.MustParseAddrPort(u.LocalAddr().String())
	buf := make([]byte, 10)
	run := func() {
		_, _ = a.Write(buf)
		_, _ = b.Read(buf)
		_, _ = u.WriteToUDPAddrPort(buf, self)
		_, _, _ = u.ReadFromUDPAddrPort(buf)
	}
	for _, on := range []bool{true, false} {
		f.enable(on)
		run()
		if n := testing.AllocsPerRun(200, run); n != 0 {
			t.Errorf("%v allocations, enabled: %v", n, on)
		}
	}
}
