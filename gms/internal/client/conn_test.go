package client

import (
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// held is a connection on which no time passes until it is told to: how late the
// test's own side is does not matter then.
type held struct {
	net.Conn
	mu          sync.Mutex
	runs        bool
	read, write time.Time
}

// serveHeld serves on such connections, and gives each that is accepted.
func serveHeld(t *testing.T, settings Settings) (*service, <-chan *held) {
	t.Helper()
	l := &heldListener{accepted: make(chan *held, 10)}
	return serve(t, settings, func(of net.Listener) net.Listener { l.Listener = of; return l }), l.accepted
}

type heldListener struct {
	net.Listener
	accepted chan *held
}

func (l *heldListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	h := &held{Conn: c}
	l.accepted <- h
	return h, nil
}

// run has time pass from now on: a deadline that is over is over now.
func (h *held) run() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.runs = true
	_, _ = h.Conn.SetReadDeadline(h.read), h.Conn.SetWriteDeadline(h.write)
}

func (h *held) SetDeadline(at time.Time) error {
	_ = h.SetReadDeadline(at)
	return h.SetWriteDeadline(at)
}

func (h *held) SetReadDeadline(at time.Time) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.read = at; h.runs {
		return h.Conn.SetReadDeadline(at)
	}
	return nil
}

func (h *held) SetWriteDeadline(at time.Time) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.write = at; h.runs {
		return h.Conn.SetWriteDeadline(at)
	}
	return nil
}

// A client that is idle too long is told so, and its connection ends.
func TestWaitTimeout(t *testing.T) {
	settings := generous()
	settings.Wait = 30 * time.Millisecond
	s, clocks := serveHeld(t, settings)
	before := status("Aborted_clients")
	c := s.dial(t)
	clock := <-clocks
	c.login("ann", 0)
	if n := c.query("hello"); n != 5 {
		t.Errorf("answer %d", n)
	}
	clock.run()
	sequence, p := c.packet()
	if sequence != 1 || errorNumber(p) != 4031 || !strings.HasPrefix(string(p[3:]), "#HY000") {
		t.Errorf("packet %d: %q", sequence, p)
	}
	c.ends("an idle client")
	<-s.closed
	if n := status("Aborted_clients") - before; n != 1 {
		t.Errorf("%d counted", n)
	}
	if n := <-s.raised; n != 4031 {
		t.Errorf("error %d raised", n)
	}
}

// A client that a person sits at has interactive_timeout for wait_timeout.
func TestInteractiveTimeout(t *testing.T) {
	settings := generous()
	settings.Interactive = time.Second
	s, clocks := serveHeld(t, settings)
	patient, c := s.dial(t), s.dial(t)
	patient.login("ann", 0)
	c.login("ann", clientInteractive)
	(<-clocks).run()
	(<-clocks).run()
	if _, p := c.packet(); errorNumber(p) != 4031 {
		t.Errorf("%q", p)
	}
	if n := patient.query("hello"); n != 5 {
		t.Errorf("answer %d", n)
	}
}

// A packet that stops half-way has net_read_timeout.
func TestNetReadTimeout(t *testing.T) {
	settings := generous()
	settings.NetRead = 30 * time.Millisecond
	s := serve(t, settings, nil)
	before := status("Aborted_clients")
	for i, part := range [][]byte{framed(0, []byte("\x03hello"))[:3], framed(0, []byte("\x03hello"))[:6], framed(0, make([]byte, 100000))[:70000]} {
		c := s.dial(t)
		c.login("ann", 0)
		c.send(part)
		c.ends("a client that stops half-way")
		<-s.closed
		if n := <-s.raised; n != 1159 {
			t.Errorf("error %d raised", n)
		}
		if n := status("Aborted_clients") - before; n != uint64(i+1) {
			t.Errorf("%d counted", n)
		}
	}
}

// A client that does not read its result has net_write_timeout.
func TestNetWriteTimeout(t *testing.T) {
	settings := generous()
	settings.NetWrite = 50 * time.Millisecond
	s := serve(t, settings, nil)
	c := s.dial(t)
	c.login("ann", 0)
	c.send(framed(0, []byte("\x03flood")))
	if err := <-s.failed; err == nil {
		t.Error("no error")
	}
	<-s.closed
	if n := <-s.raised; n != 1161 {
		t.Errorf("error %d raised", n)
	}
}

// halting is a connection that takes a few bytes at a time, each time as long as
// may be.
type halting struct {
	net.Conn
	taken int
}

func (h *halting) SetWriteDeadline(time.Time) error { return nil }

func (h *halting) Write(b []byte) (int, error) {
	n := min(len(b), 10)
	h.taken += n
	if n < len(b) {
		return n, os.ErrDeadlineExceeded
	}
	return n, nil
}

// One that reads slowly, but reads, is served on.
func TestSlowReader(t *testing.T) {
	h := &halting{}
	c := &Conn{Conn: h, live: true, limits: Settings{NetWrite: time.Nanosecond}}
	if n, err := c.Write(make([]byte, 1005)); n != 1005 || err != nil || h.taken != n {
		t.Errorf("%d of %d, %v", n, h.taken, err)
	}
}

// ended is TLS that ends below: a write that is late spoils it.
type ended struct {
	net.Conn
	deadlines, writes int
	largest           int
	late              int // the write that is
	spoilt            bool
}

func (e *ended) Encrypted() bool { return true }

func (e *ended) SetWriteDeadline(time.Time) error {
	e.deadlines++
	return nil
}

func (e *ended) Write(b []byte) (int, error) {
	e.writes++
	e.largest = max(e.largest, len(b))
	if e.spoilt = e.spoilt || e.writes == e.late; e.spoilt {
		return 0, os.ErrDeadlineExceeded
	}
	return len(b), nil
}

// Over TLS each record has its own limit, and none is written after a late one.
func TestWriteRecords(t *testing.T) {
	e := &ended{}
	c := &Conn{Conn: e, live: true, records: true, limits: Settings{NetWrite: time.Hour}}
	for _, size := range []int{0, 1, 100000} {
		if n, err := c.Write(make([]byte, size)); n != size || err != nil {
			t.Errorf("%d of %d, %v", n, size, err)
		}
	}
	if e.deadlines != e.writes || e.largest > 16<<10 {
		t.Errorf("%d writes of %d bytes at most with %d limits", e.writes, e.largest, e.deadlines)
	}
	late := &ended{late: 3}
	before := status("Aborted_clients")
	c = &Conn{Conn: late, live: true, records: true, limits: Settings{NetWrite: time.Hour}}
	if n, err := c.Write(make([]byte, 100000)); n != 32<<10 || err == nil || late.writes != 3 {
		t.Errorf("%d bytes in %d writes, %v", n, late.writes, err)
	}
	if n := status("Aborted_clients") - before; n != 1 {
		t.Errorf("%d counted", n)
	}
}

// A client that leaves without a word is counted, one that quits is not.
func TestAbortedClients(t *testing.T) {
	s := serve(t, generous(), nil)
	before := status("Aborted_clients")
	c := s.dial(t)
	c.login("ann", 0)
	c.query("hello")
	c.send(framed(0, []byte{comQuit}))
	<-s.closed
	if n := status("Aborted_clients") - before; n != 0 {
		t.Errorf("%d counted", n)
	}
	c = s.dial(t)
	c.login("ann", 0)
	c.query("hello")
	c.Close()
	<-s.closed
	if n := status("Aborted_clients") - before; n != 1 {
		t.Errorf("%d counted", n)
	}
}

// A packet larger than max_allowed_packet gets an error that the client can
// read, however large it is, and in however many parts.
func TestPacketTooLarge(t *testing.T) {
	for _, most := range []int{1 << 20, 20 << 20} {
		settings := generous()
		settings.MaxPacket = int64(most)
		s := serve(t, settings, nil)
		c := s.dial(t)
		c.login("ann", 0)
		if n := c.query(strings.Repeat("x", most-1)); n != uint64(most-1) {
			t.Errorf("the largest: %d bytes of %d", n, most-1)
		}
		for _, size := range []int{most, most + 1, 17 << 20, 34 << 20} {
			if size < most {
				continue
			}
			c := s.dial(t)
			c.login("ann", 0)
			c.query("before")
			last := byte(0)
			for rest := make([]byte, size+1); ; last++ {
				n := min(len(rest), largestPart)
				c.send(framed(last, rest[:n]))
				if rest = rest[n:]; n < largestPart {
					break
				}
			}
			sequence, p := c.packet()
			if sequence != last+1 || errorNumber(p) != 1153 || !strings.HasPrefix(string(p[3:]), "#08S01") {
				t.Errorf("%d bytes, limit %d: packet %d after %d: %q", size, most, sequence, last, text(p))
			}
			c.ends("a client that sends too much")
			if n := <-s.raised; n != 1153 {
				t.Errorf("error %d raised", n)
			}
		}
	}
}

// Before it has logged in a client may send little.
func TestHandshakeTooLarge(t *testing.T) {
	s := serve(t, generous(), nil)
	c := s.dial(t)
	c.packet()
	c.send(framed(1, make([]byte, maxHandshake+1)))
	_, p := c.packet()
	if errorNumber(p) != 1153 {
		t.Errorf("%q", text(p))
	}
	c.ends("a large handshake")
}

// What a client sends of parameters is limited, one by one and all together.
func TestLongData(t *testing.T) {
	settings := generous()
	settings.MaxPacket, settings.MaxLongData = 1000, 2500
	s := serve(t, settings, nil)
	c := s.dial(t)
	c.login("ann", 0)
	prepare := func() byte {
		c.send(framed(0, []byte("\x16SELECT ?, ?, ?")))
		_, p := c.packet()
		for range 4 { // three parameters, and their end
			c.packet()
		}
		return p[1]
	}
	long := func(id byte, parameter byte, n int) {
		c.send(framed(0, append([]byte{comLongData, id, 0, 0, 0, parameter, 0}, make([]byte, n)...)))
	}
	execute := func(id byte) (number int, bytes uint64) {
		c.send(framed(0, append([]byte{comExecute, id, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, 0xfc, 0, 0xfc, 0, 0xfc, 0)))
		_, p := c.packet()
		return errorNumber(p), affected(p)
	}
	first, second := prepare(), prepare()
	for round := range 3 {
		for p := range byte(3) {
			long(first, p, 400)
			long(first, p, 400)
		}
		if number, n := execute(first); number != 0 || n != 2400 {
			t.Errorf("round %d: error %d, %d bytes", round, number, n)
		}
		for p := range byte(3) {
			long(first, p, 900)
		}
		if number, _ := execute(first); number != 1105 {
			t.Errorf("round %d: all together too much: error %d", round, number)
		}
		for range 50 {
			long(second, 1, 900)
		}
		long(second, 0, 1)
		long(second, 2, 1)
		if number, _ := execute(second); number != 1105 {
			t.Errorf("round %d: one too long: error %d", round, number)
		}
		long(second, 0, 900)
		c.send(framed(0, []byte{comResetStmt, second, 0, 0, 0}))
		c.packet()
		for p := range byte(3) {
			long(second, p, 800)
		}
		if number, n := execute(second); number != 0 || n != 2400 {
			t.Errorf("round %d: after a reset: error %d, %d bytes", round, number, n)
		}
	}
	long(first, 0, 800)
	c.send(framed(0, []byte{comCloseStmt, first, 0, 0, 0}))
	for p := range byte(3) {
		long(second, p, 800)
	}
	if number, n := execute(second); number != 0 || n != 2400 {
		t.Errorf("after a close: error %d, %d bytes", number, n)
	}
}

// However the bytes are cut, the scanner finds the same.
func TestStreamCuts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var all []byte
		var ends []int
		for range 1 + r.IntN(6) {
			all = append(all, framed(byte(r.IntN(2)), make([]byte, r.IntN(40)))...)
			ends = append(ends, len(all))
		}
		limit := int64(5 + r.IntN(40))
		want := len(all)
		for i, at := 0, 0; at < len(all); i++ {
			if n := ends[i] - at - 4; int64(n) > limit {
				want = at + 4
				break
			}
			at = ends[i]
		}
		var s stream
		seen, large := 0, false
		for seen < len(all) && !large {
			var n int
			n, large = s.scan(all[seen:min(len(all), seen+1+r.IntN(9))], limit)
			seen += n
			if !large && s.between() != slices.Contains(ends, seen) {
				t.Fatalf("after %d of %v: between %v", seen, ends, s.between())
			}
		}
		if seen != want || large != (want != len(all)) {
			t.Fatalf("%d of %d bytes, want %d; large %v", seen, len(all), want, large)
		}
	}
}

func FuzzStream(f *testing.F) {
	f.Add(framed(0, []byte("\x03SELECT 1")), int64(1<<20))
	f.Add(append(framed(0, []byte("\x18abcdef0123")), framed(0, []byte{comQuit})...), int64(4))
	f.Fuzz(func(t *testing.T, b []byte, limit int64) {
		var s stream
		n, large := s.scan(b, limit)
		if n > len(b) || n == 0 && len(b) > 0 || !large && n != len(b) && !s.settles() {
			t.Errorf("%d of %d, %v", n, len(b), large)
		}
		s.skip(b[n:])
	})
}

// A connection that is to end does so after the answer, with the error if the
// answer was not that.
func TestEnd(t *testing.T) {
	for _, answered := range []bool{false, true} {
		s := serve(t, generous(), nil)
		c := s.dial(t)
		c.login("ann", 0)
		before := status("Aborted_clients")
		s.ending <- func(conn *Conn) { conn.End(4082, "too much", answered) }
		if n := c.query("hello"); n != 5 {
			t.Errorf("answer %d", n)
		}
		_, p := c.packet()
		if got := errorNumber(p); !answered && got != 4082 || answered && p != nil {
			t.Errorf("answered %v: %q", answered, p)
		}
		c.ends("a client that is to end")
		<-s.closed
		if n := status("Aborted_clients") - before; n != 1 {
			t.Errorf("%d counted", n)
		}
	}
}
