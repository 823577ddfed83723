package client

import (
	"errors"
	"net"
	"runtime"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/dolthub/vitess/go/mysql"
)

// Clients that say nothing keep nobody out.
func TestSilentClientsGiveWay(t *testing.T) {
	settings := generous()
	settings.MaxConnections = 5
	s := serve(t, settings, nil)
	silent := make([]rawClient, 40)
	for i := range silent {
		silent[i] = s.dial(t)
		if _, p := silent[i].packet(); errorNumber(p) != 0 { // the greeting
			t.Fatalf("silent client %d: %q", i, p)
		}
	}
	c := s.dial(t)
	if n := c.login("ann", 0); n != 0 {
		t.Fatalf("error %d", n)
	}
	if n := c.query("hello"); n != 5 {
		t.Errorf("answer %d", n)
	}
	for _, c := range silent[:35] {
		c.ends("an old silent client")
	}
}

// Places beyond max_connections: none, and one for an administrator.
func TestPlaces(t *testing.T) {
	settings := generous()
	settings.MaxConnections = 3
	s := serve(t, settings, nil)
	in := make([]rawClient, 3)
	for i := range in {
		in[i] = s.dial(t)
		if n := in[i].login("ann", 0); n != 0 {
			t.Fatalf("client %d: error %d", i, n)
		}
	}
	before := status("Connection_errors_max_connections")
	c := s.dial(t)
	if n := c.login("ann", 0); n != 1040 {
		t.Errorf("one too many: error %d", n)
	}
	admin := s.dial(t)
	if n := admin.login("admin", 0); n != 0 {
		t.Errorf("the administrator: error %d", n)
	}
	if n := s.dial(t).login("admin", 0); n != 1040 {
		t.Errorf("another administrator: error %d", n)
	}
	if n := status("Connection_errors_max_connections") - before; n != 2 {
		t.Errorf("%d counted, want 2", n)
	}
	<-s.closed // the one too many
	admin.send(framed(0, []byte{comQuit}))
	in[0].send(framed(0, []byte{comQuit}))
	<-s.closed
	<-s.closed
	for s.free() != 1 { // the handler's end comes a moment before the place is free
		runtime.Gosched()
	}
	if n := s.dial(t).login("ann", 0); n != 0 {
		t.Errorf("a place is free, and: error %d", n)
	}
}

// free is how many places there are.
func (s *service) free() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.options.Settings().MaxConnections - s.admitted
}

// A client is open from when it is accepted, before the server has heard of it, until
// the server is done with it; that its connection is closed is not enough.
func TestOpen(t *testing.T) {
	settings := generous()
	settings.MaxConnections = 1
	r := NewRegistry(Options{Settings: func() Settings { return settings }})
	accept := func() *Conn {
		_, theirs := net.Pipe()
		return r.enter(theirs)
	}
	expect := func(want int, when string) {
		t.Helper()
		if n := r.Open(); n != want {
			t.Errorf("%s: %d open, want %d", when, n, want)
		}
	}
	closing := make(chan struct{})
	h := r.Handler(&closes{closing: closing})
	first, second := accept(), accept() // the second takes the first one's place
	expect(2, "accepted")
	client := &mysql.Conn{Conn: first}
	h.NewConnection(client)
	_ = first.Close()
	expect(2, "closed, and not ended")
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer func() { _ = recover() }()
		h.ConnectionClosed(client)
	}()
	closing <- struct{}{}
	expect(2, "ending")
	first.Leave()
	expect(2, "counted no more, and ending")
	close(closing) // and the handler panics
	<-ended
	expect(1, "ended")
	_ = second.Close() // the server never had it
	expect(0, "refused")
	_ = second.Close()
	expect(0, "closed twice")
}

// closes is a handler whose ConnectionClosed waits, and panics.
type closes struct {
	mysql.Handler
	closing chan struct{}
}

func (*closes) NewConnection(*mysql.Conn)                   {}
func (*closes) ConnectionAborted(*mysql.Conn, string) error { return nil }
func (h *closes) ConnectionClosed(*mysql.Conn) {
	<-h.closing
	<-h.closing
	panic("closed")
}

// A handshake has one limit for all of it, however it comes.
func TestHandshakeEnds(t *testing.T) {
	settings := generous()
	settings.Connect = 60 * time.Millisecond
	s, clocks := serveHeld(t, settings)
	before, aborted := status("Aborted_connects"), status("Aborted_clients")
	silent := s.dial(t)
	silent.packet()
	(<-clocks).run()
	silent.ends("a client that says nothing")
	slow := s.dial(t)
	slow.packet()
	(<-clocks).run()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, b := range append(handshake("ann", 0)[:36], make([]byte, 1<<20)...) {
			<-tick.C
			if _, err := slow.Write([]byte{b}); err != nil {
				return
			}
		}
		t.Error("the server reads on and on")
	}()
	<-done
	<-s.closed
	<-s.closed
	left := s.dial(t)
	left.packet()
	left.Close()
	<-s.closed
	<-clocks
	if n := status("Aborted_connects") - before; n != 3 {
		t.Errorf("%d counted, want 3", n)
	}
	c := s.dial(t)
	if n := c.login("ann", 0); n != 0 || c.query("still here") != 10 {
		t.Errorf("error %d", n)
	}
	(<-clocks).run()
	time.AfterFunc(2*settings.Connect, func() { c.send(framed(0, []byte{comQuit})) })
	<-s.closed
	if n := status("Aborted_clients") - aborted; n != 0 {
		t.Errorf("%d clients aborted: the limit goes on after the login", n)
	}
}

// failing is a listener that fails now and then.
type failing struct {
	net.Listener
	fails  []error
	failed atomic.Int32
}

func (f *failing) Accept() (net.Conn, error) {
	if n := int(f.failed.Add(1)); n <= len(f.fails) {
		return nil, f.fails[n-1]
	}
	return f.Listener.Accept()
}

// Whatever goes wrong in accepting, the server goes on.
func TestAcceptGoesOn(t *testing.T) {
	before := status("Connection_errors_accept")
	errs := []error{syscall.EMFILE, syscall.ENFILE, syscall.ECONNABORTED, syscall.ENOBUFS, syscall.ENOMEM, syscall.EPERM, errors.New("what is this?")}
	s := serve(t, generous(), func(l net.Listener) net.Listener { return &failing{Listener: l, fails: errs} })
	if n := s.dial(t).login("ann", 0); n != 0 {
		t.Errorf("error %d", n)
	}
	if n := status("Connection_errors_accept") - before; n != uint64(len(errs)) {
		t.Errorf("%d counted, want %d", n, len(errs))
	}
}

// The pause grows, has an end, and ends when the listener closes.
func TestAcceptPauses(t *testing.T) {
	var pauses []time.Duration
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var l net.Listener
	r := NewRegistry(Options{Sleep: func(d time.Duration, done <-chan struct{}) {
		if pauses = append(pauses, d); len(pauses) == 12 {
			l.Close()
			sleep(time.Hour, done)
		}
	}})
	l = r.Listener(alwaysFails{inner})
	if _, err := l.Accept(); !errors.Is(err, syscall.EMFILE) {
		t.Error(err)
	}
	for i, d := range pauses {
		if want := min(shortestPause<<i, longestPause); d != want {
			t.Errorf("pause %d is %v, want %v", i, d, want)
		}
	}
}

type alwaysFails struct{ net.Listener }

func (alwaysFails) Accept() (net.Conn, error) { return nil, syscall.EMFILE }

// Trouble is news once, until it has gone well for a while, however often a client gets
// in between.
func TestTroubleIsNewsOnce(t *testing.T) {
	var l listener
	now := time.Unix(1e9, 0)
	for i, c := range []struct {
		after time.Duration
		news  bool
	}{{0, true}, {time.Millisecond, false}, {timeOfTrouble, false}, {timeOfTrouble, false}, {timeOfTrouble + 1, true}, {0, false}} {
		now = now.Add(c.after)
		if news := l.fails(now); news != c.news {
			t.Errorf("failure %d: %v", i, news)
		}
	}
}
