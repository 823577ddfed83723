package pnet_test

import (
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/perfschema/perfschema/pnet"
)

// Whatever listens accepts stand-ins of the right kind.
func TestListeners(t *testing.T) {
	f := newFixture(t)
	th := f.bind(t)
	tcp := f.listen(t, "tcp").(*pnet.TCPListener)
	unix := f.listen(t, "unix").(*pnet.UnixListener)
	twin, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	other := pnet.NewListener(struct{ net.Listener }{twin}, f.Schema, f.keys).(*pnet.Listener)
	if _, ok := other.NetListener().(struct{ net.Listener }); !ok {
		t.Errorf("NetListener is a %T", other.NetListener())
	}
	for name, c := range map[string]struct {
		addr   net.Addr
		accept func() (net.Conn, error)
		close  func() error
	}{
		"tcp":   {tcp.Addr(), func() (net.Conn, error) { return tcp.AcceptTCP() }, tcp.Close},
		"unix":  {unix.Addr(), func() (net.Conn, error) { return unix.AcceptUnix() }, unix.Close},
		"other": {other.Addr(), other.Accept, other.Close},
	} {
		forget(th)
		dialed, err := net.Dial(c.addr.Network(), c.addr.String())
		must(t, err)
		_, err = dialed.Write([]byte("x"))
		must(t, err)
		accepted, err := c.accept()
		must(t, err)
		if n, err := accepted.Read(make([]byte, 1)); n != 1 || err != nil {
			t.Errorf("%s: %d, %v", name, n, err)
		}
		rows := f.find("client")
		if len(rows) != 1 || rows[0].IO.BytesRead != 1 || rows[0].FD != fd(t, accepted) {
			t.Errorf("%s: %+v", name, rows)
		}
		must(t, accepted.Close())
		must(t, dialed.Close())
		must(t, c.close())
		if _, err := c.accept(); !errors.Is(err, net.ErrClosed) {
			t.Errorf("%s: accept after Close: %v", name, err)
		}
	}
	if rows := f.Read().SocketInstances(); len(rows) != 0 {
		t.Errorf("%+v", rows)
	}
}

// The source's bytes count where the sink asks for a part, or is not of net.
func TestCopyNFromSockets(t *testing.T) {
	f := newFixture(t)
	for _, network := range networks {
		a, src := f.pair(t, network)
		go func() { _, _ = a.Write(make([]byte, 3000)) }()
		sink, other := f.pair(t, "tcp")
		file, err := os.Create(filepath.Join(t.TempDir(), "a"))
		must(t, err)
		defer file.Close()
		before := f.Read().SocketSummary()[f.keys.Conn-1].BytesRead
		for _, dst := range []io.Writer{sink, file, io.Discard} {
			if n, err := io.CopyN(dst, src, 1000); n != 1000 || err != nil {
				t.Errorf("%s to %T: %d, %v", network, dst, n, err)
			}
		}
		must(t, a.Close())
		if _, err := io.Copy(io.Discard, src); err != nil {
			t.Error(err)
		}
		_ = sink.Close()
		_, _ = io.Copy(io.Discard, other)
		// What arrived at other was received too.
		if got := f.Read().SocketSummary()[f.keys.Conn-1].BytesRead - before; got != 4000 {
			t.Errorf("%s: %d bytes received, want 4000", network, got)
		}
	}
}
