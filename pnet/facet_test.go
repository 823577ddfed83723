package pnet_test

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pnet"
	"github.com/perfschema/perfschema/record"
)

// A stand-in has every method of its twin. AcceptTCP and AcceptUnix return
// stand-ins, the rest has the twin's signature.
func TestHasEveryMethod(t *testing.T) {
	for ours, twin := range map[reflect.Type]reflect.Type{
		reflect.TypeFor[*pnet.TCPConn]():      reflect.TypeFor[*net.TCPConn](),
		reflect.TypeFor[*pnet.UnixConn]():     reflect.TypeFor[*net.UnixConn](),
		reflect.TypeFor[*pnet.UDPConn]():      reflect.TypeFor[*net.UDPConn](),
		reflect.TypeFor[*pnet.TCPListener]():  reflect.TypeFor[*net.TCPListener](),
		reflect.TypeFor[*pnet.UnixListener](): reflect.TypeFor[*net.UnixListener](),
		reflect.TypeFor[*pnet.Conn]():         reflect.TypeFor[net.Conn](),
		reflect.TypeFor[*pnet.PacketConn]():   reflect.TypeFor[net.PacketConn](),
		reflect.TypeFor[*pnet.Listener]():     reflect.TypeFor[net.Listener](),
	} {
		for i := range twin.NumMethod() {
			m := twin.Method(i)
			o, ok := ours.MethodByName(m.Name)
			if !ok {
				t.Errorf("%s has no %s", ours, m.Name)
				continue
			}
			in := 0
			if twin.Kind() == reflect.Interface {
				in = 1 // no receiver among the parameters
			}
			for j := 1; j < o.Type.NumIn(); j++ {
				if o.Type.In(j) != m.Type.In(j-in) {
					t.Errorf("%s.%s takes %s, want %s", ours, m.Name, o.Type.In(j), m.Type.In(j-in))
				}
			}
			for j := range o.Type.NumOut() {
				if o.Type.Out(j) != m.Type.Out(j) && !strings.HasPrefix(m.Name, "Accept") {
					t.Errorf("%s.%s returns %s, want %s", ours, m.Name, o.Type.Out(j), m.Type.Out(j))
				}
			}
		}
		if !ours.Implements(reflect.TypeFor[pnet.Socket]()) {
			t.Errorf("%s is no Socket", ours)
		}
	}
}

// Any other connection keeps what it can, and promises nothing else.
func TestCapabilities(t *testing.T) {
	f := newFixture(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer l.Close()
	tcp, err := net.Dial("tcp", l.Addr().String())
	must(t, err)
	defer tcp.Close()
	pipe, _ := net.Pipe()
	for name, c := range map[string]struct {
		conn        net.Conn
		closes, raw bool
	}{
		"pipe":    {pipe, false, false},
		"tls":     {tls.Client(tcp, &tls.Config{}), true, false},
		"wrapped": {struct{ *net.TCPConn }{tcp.(*net.TCPConn)}, true, true},
		"raw":     {rawOnly{tcp}, false, true},
	} {
		w := pnet.NewConn(c.conn, f.Schema, f.keys.Conn)
		_, closes := w.(interface{ CloseWrite() error })
		_, raw := w.(syscall.Conn)
		if closes != c.closes || raw != c.raw {
			t.Errorf("%s: CloseWrite %v, SyscallConn %v", name, closes, raw)
		}
		if got := w.(interface{ NetConn() net.Conn }).NetConn(); got != c.conn {
			t.Errorf("%s: NetConn is a %T", name, got)
		}
		if rows := f.find("client"); name != "pipe" && rows[len(rows)-1].FD != fd(t, tcp) {
			t.Errorf("%s: descriptor %d", name, rows[len(rows)-1].FD)
		}
		if closes && name == "wrapped" {
			th := f.bind(t)
			must(t, w.(interface{ CloseWrite() error }).CloseWrite())
			if ops(th) != "shutdown" {
				t.Error(ops(th))
			}
			th.Unbind()
		}
	}
}

// rawOnly can do no more than a net.Conn but for SyscallConn.
type rawOnly struct{ net.Conn }

func (c rawOnly) SyscallConn() (syscall.RawConn, error) { return c.Conn.(syscall.Conn).SyscallConn() }

func TestShutdown(t *testing.T) {
	f := newFixture(t)
	for _, network := range []string{"tcp", "unix"} {
		a, b := f.pair(t, network)
		th := f.bind(t)
		forget(th)
		half := a.(interface{ CloseRead() error })
		must(t, half.CloseRead())
		must(t, a.(interface{ CloseWrite() error }).CloseWrite())
		if n, err := b.Read(make([]byte, 1)); n != 0 || err != io.EOF {
			t.Error(n, err)
		}
		if got, want := ops(th), "shutdown shutdown recv"; got != want {
			t.Errorf("%s: %s, want %s", network, got, want)
		}
		th.Unbind()
	}
}

// Whatever fails, fails with net's error and leaves no row.
func TestErrorsAreTheTwins(t *testing.T) {
	f := newFixture(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	used, nowhere := taken.Addr().String(), filepath.Join(t.TempDir(), "no")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	lc := &pnet.ListenConfig{Schema: f.Schema, Keys: f.keys}
	d := &pnet.Dialer{Schema: f.Schema, Key: f.keys.Conn}
	second := func(_ any, err error) error { return err }
	for name, err := range map[string][2]error{
		"Listen":         {second(net.Listen("tcp", used)), second(pnet.Listen(f.Schema, f.keys, "tcp", used))},
		"ListenConfig":   {second(net.Listen("what", used)), second(lc.Listen(t.Context(), "what", used))},
		"ListenPacket":   {second(net.ListenPacket("udp", "x")), second(pnet.ListenPacket(f.Schema, f.keys.Conn, "udp", "x"))},
		"ListenPacket 2": {second(net.ListenPacket("tcp", used)), second(lc.ListenPacket(t.Context(), "tcp", used))},
		"Dial":           {second(net.Dial("unix", nowhere)), second(pnet.Dial(f.Schema, f.keys.Conn, "unix", nowhere))},
		"DialTimeout":    {second(net.DialTimeout("unix", nowhere, time.Second)), second(pnet.DialTimeout(f.Schema, f.keys.Conn, "unix", nowhere, time.Second))},
		"Dialer":         {second(new(net.Dialer).Dial("unix", nowhere)), second(d.Dial("unix", nowhere))},
		"DialContext":    {second(new(net.Dialer).DialContext(gone, "tcp", used)), second(d.DialContext(gone, "tcp", used))},
	} {
		if err[0] == nil || err[1] == nil || err[0].Error() != err[1].Error() || reflect.TypeOf(err[0]) != reflect.TypeOf(err[1]) {
			t.Errorf("%s: %v, net says %v", name, err[1], err[0])
		}
	}
	l := pnet.NewListener(taken, f.Schema, f.keys)
	must(t, l.Close())
	if _, err := l.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
	if err := l.Close(); !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
	if rows := f.Read().SocketInstances(); len(rows) != 0 {
		t.Errorf("%+v", rows)
	}
	if sum := f.Read().SocketSummary(); sum[f.keys.Conn-1].Misc.Count != 5 {
		t.Errorf("%+v, want 5 connects and binds", sum)
	}
}

// An HTTP server and client, TLS between them, all of it over stand-ins.
func TestServesHTTP(t *testing.T) {
	f := newFixture(t)
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, _ = w.Write(body)
	}))
	srv.Listener = pnet.NewListener(srv.Listener, f.Schema, f.keys)
	srv.StartTLS()
	defer srv.Close()
	tr := srv.Client().Transport.(*http.Transport)
	tr.DialContext = (&pnet.Dialer{Schema: f.Schema, Key: f.keys.Conn}).DialContext
	body := strings.Repeat("x", 100_000)
	res, err := srv.Client().Post(srv.URL, "text/plain", strings.NewReader(body))
	must(t, err)
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	if err != nil || string(got) != body {
		t.Fatalf("%d bytes, %v", len(got), err)
	}
	// What was sent last counts when it is sent, which the other end may see first.
	for limit := time.Now().Add(2 * time.Minute); ; runtime.Gosched() {
		ends := f.find("client")
		short := slices.ContainsFunc(ends, func(r record.SocketInfo) bool {
			return r.IO.BytesRead < 100_000 || r.IO.BytesWritten < 100_000
		})
		if len(ends) == 2 && !short {
			break
		}
		if time.Now().After(limit) {
			t.Fatalf("%+v", ends)
		}
	}
}

// Without a Schema or a key all works and nothing is recorded.
func TestUnwatched(t *testing.T) {
	for _, s := range []*perfschema.Schema{nil, newFixture(t).Schema} {
		l, err := pnet.Listen(s, pnet.Keys{}, "tcp", "127.0.0.1:0")
		must(t, err)
		a, err := pnet.Dial(s, 0, "tcp", l.Addr().String())
		must(t, err)
		b, err := l.Accept()
		must(t, err)
		a.(pnet.Socket).SetThread(nil)
		a.(pnet.Socket).SetIdle(true)
		_, err = b.Write([]byte("x"))
		must(t, err)
		_, err = a.Read(make([]byte, 1))
		must(t, err)
		for _, c := range []io.Closer{a, b, l} {
			must(t, c.Close())
		}
		if s != nil && (len(s.Read().SocketInstances()) != 0 || s.Read().SocketSummary()[0].Total().Count != 0) {
			t.Error("something was recorded")
		}
	}
}
