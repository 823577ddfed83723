package pnet_test

import (
	"net"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pnet"
)

// fixture is a Schema with two socket instruments, all consumers on.
type fixture struct {
	*perfschema.Schema
	keys pnet.Keys
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	return fixtureOf(t, perfschema.Config{})
}

func fixtureOf(t testing.TB, cfg perfschema.Config) *fixture {
	t.Helper()
	s, err := perfschema.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{Schema: s}
	f.keys.Listener = s.RegisterSocket("app", perfschema.Info{Name: "listener"})
	f.keys.Conn = s.RegisterSocket("app", perfschema.Info{Name: "client"})
	for _, c := range perfschema.Consumers() {
		f.SetConsumer(c, true)
	}
	f.enable(true)
	return f
}

// enable switches the instruments, which start disabled as in MySQL.
func (f *fixture) enable(on bool) {
	for _, c := range f.Read().ClassesOf(perfschema.KindSocket) {
		c.SetEnabled(on)
		c.SetTimed(on)
	}
}

// bind makes the test's goroutine work for a new Thread until the test ends.
func (f *fixture) bind(t testing.TB) *perfschema.Thread {
	th := f.NewThread(0, perfschema.ThreadOptions{})
	th.Bind()
	t.Cleanup(th.Unbind)
	return th
}

// listen makes a listener of a stream network.
func (f *fixture) listen(t testing.TB, network string) net.Listener {
	t.Helper()
	address := "127.0.0.1:0"
	if strings.HasPrefix(network, "unix") {
		address = filepath.Join(t.TempDir(), "s")
	}
	l, err := pnet.Listen(f.Schema, f.keys, network, address)
	must(t, err)
	t.Cleanup(func() { _ = l.Close() })
	return l
}

// pair makes two connected stand-ins.
func (f *fixture) pair(t testing.TB, network string) (dialed, accepted net.Conn) {
	t.Helper()
	if network == "pipe" {
		a, b := net.Pipe()
		dialed, accepted = pnet.NewConn(a, f.Schema, f.keys.Conn), pnet.NewConn(b, f.Schema, f.keys.Conn)
	} else {
		l := f.listen(t, network)
		var err error
		dialed, err = pnet.Dial(f.Schema, f.keys.Conn, network, l.Addr().String())
		must(t, err)
		accepted, err = l.Accept()
		must(t, err)
	}
	t.Cleanup(func() { _ = dialed.Close(); _ = accepted.Close() })
	return dialed, accepted
}

var networks = []string{"tcp", "unix", "pipe"}

// ops are the operations of the Thread's history.
func ops(th *perfschema.Thread) string {
	var out []string
	for _, e := range th.WaitsHistory() {
		out = append(out, e.Operation)
	}
	return strings.Join(out, " ")
}

// forget empties the Thread's history.
func forget(th *perfschema.Thread) {
	_ = th.Schema().Read().Truncate("events_waits_history")
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		_, file, line, _ := runtime.Caller(1)
		t.Fatalf("%s:%d: %v", filepath.Base(file), line, err)
	}
}

// within fails the test if something takes longer than it ever should.
func within(t *testing.T, what string, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(2 * time.Minute):
		t.Fatalf("%s does not come to an end", what)
	}
}
