package pnet_test

import (
	"io"
	"net"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/clock"
	"github.com/perfschema/perfschema/pnet"
	"github.com/perfschema/perfschema/record"
)

// find returns the rows of a class.
func (f *fixture) find(class string) (out []record.SocketInfo) {
	for _, r := range f.Read().SocketInstances() {
		if strings.HasSuffix(r.EventName, class) {
			out = append(out, r)
		}
	}
	return out
}

func fd(t *testing.T, c any) (fd int) {
	raw, err := c.(syscall.Conn).SyscallConn()
	must(t, err)
	must(t, raw.Control(func(n uintptr) { fd = int(n) }))
	return fd
}

func TestSocketRows(t *testing.T) {
	f := newFixture(t)
	th := f.bind(t)
	l := f.listen(t, "tcp")
	dialed, err := pnet.Dial(f.Schema, f.keys.Conn, "tcp", l.Addr().String())
	must(t, err)
	accepted, err := l.Accept()
	must(t, err)
	port := func(a net.Addr) uint16 { return uint16(a.(*net.TCPAddr).Port) }

	rows := append(f.find("listener"), f.find("client")...)
	if len(rows) != 3 {
		t.Fatalf("%+v", rows)
	}
	for i, want := range []struct {
		c    any
		addr net.Addr
		id   uint64
	}{{l, l.Addr(), th.ID()}, {dialed, dialed.RemoteAddr(), th.ID()}, {accepted, accepted.RemoteAddr(), 0}} {
		r := rows[i]
		if r.FD != fd(t, want.c) || r.IP != "127.0.0.1" || r.Port != port(want.addr) || r.ThreadID != want.id || r.Idle {
			t.Errorf("%+v, want fd %d, %s, thread %d", r, fd(t, want.c), want.addr, want.id)
		}
	}
	accepted.(pnet.Socket).SetThread(th)
	accepted.(pnet.Socket).SetIdle(true)
	if r := f.find("client")[1]; r.ThreadID != th.ID() || !r.Idle {
		t.Errorf("%+v", r)
	}
	must(t, dialed.Close())
	must(t, accepted.Close())
	must(t, l.Close())
	if rows := f.Read().SocketInstances(); len(rows) != 0 {
		t.Errorf("%+v after Close", rows)
	}
	if got, want := ops(th), perfschema.OpListen.String()+" connect "+perfschema.OpAccept.String()+" close close close"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if name, want := th.WaitsHistory()[3].ObjectName, "127.0.0.1:"+strconv.Itoa(int(port(l.Addr()))); name != want {
		t.Errorf("OBJECT_NAME %s, want %s", name, want)
	}
}

func TestOneCallIsOneOperation(t *testing.T) {
	f := newFixture(t)
	for _, network := range networks {
		a, b := f.pair(t, network)
		th := f.bind(t)
		forget(th)
		var wg sync.WaitGroup
		wg.Go(func() { // bound to nothing
			_, _ = b.Write([]byte("hello"))
			_, _ = b.Read(make([]byte, 10))
			_ = b.Close()
		})
		n, err := io.ReadFull(a, make([]byte, 5))
		if n != 5 || err != nil {
			t.Fatal(n, err)
		}
		_, err = a.Write([]byte("bye"))
		must(t, err)
		wg.Wait()
		if n, err := a.Read(make([]byte, 1)); n != 0 || err != io.EOF {
			t.Error(n, err)
		}
		must(t, a.Close())
		if got, want := ops(th), "recv send recv close"; got != want {
			t.Errorf("%s: %s, want %s", network, got, want)
		}
		for i, want := range []int64{5, 3, 0} {
			if e := th.WaitsHistory()[i]; e.Bytes != want || !e.HasBytes || e.ObjectType != "SOCKET" {
				t.Errorf("%s: %+v", network, e)
			}
		}
		th.Unbind()
	}
	// Both ends are summed up, also when they are gone.
	sum := f.Read().SocketSummary()[f.keys.Conn-1]
	n := int64(len(networks))
	if sum.BytesRead != 8*n || sum.BytesWritten != 8*n || sum.Write.Count != uint64(2*n) || sum.Read.Count != uint64(3*n) {
		t.Errorf("%+v", sum)
	}
}

// The Thread is the goroutine's, else the owner's.
func TestThreads(t *testing.T) {
	f := newFixture(t)
	a, b := f.pair(t, "tcp")
	owner, bound := f.NewThread(0, perfschema.ThreadOptions{}), f.NewThread(0, perfschema.ThreadOptions{})
	a.(pnet.Socket).SetThread(owner)
	_, err := a.Write([]byte("x"))
	must(t, err)
	bound.Bind()
	_, err = a.Write([]byte("y"))
	bound.Unbind()
	must(t, err)
	a.(pnet.Socket).SetThread(nil)
	_, err = a.Write([]byte("z"))
	must(t, err)
	if ops(owner) != "send" || ops(bound) != "send" {
		t.Errorf("owner %q, bound %q", ops(owner), ops(bound))
	}
	if sum := f.Read().SocketSummary()[f.keys.Conn-1]; sum.Write.Count != 3 {
		t.Errorf("%+v", sum)
	}
	_ = b
}

// Any goroutine may close a socket while its owner uses it, and writes nothing on the
// owner's Thread.
func TestClosedByAnother(t *testing.T) {
	f := newFixture(t)
	for _, network := range networks {
		a, _ := f.pair(t, network)
		owner := f.NewThread(0, perfschema.ThreadOptions{})
		a.(pnet.Socket).SetThread(owner)
		read := make(chan struct{})
		go func() {
			defer close(read)
			owner.Bind()
			defer owner.Unbind()
			var b [1]byte
			for { // until it is closed
				if _, err := a.Read(b[:]); err != nil {
					return
				}
			}
		}()
		if c, ok := a.(interface{ CloseWrite() error }); ok {
			must(t, c.CloseWrite())
		}
		must(t, a.Close())
		<-read
		if got := ops(owner); strings.Contains(got, "close") || strings.Contains(got, "shutdown") {
			t.Errorf("%s: %q on the owner's Thread", network, got)
		}
	}
	l := f.listen(t, "tcp")
	owner := f.NewThread(0, perfschema.ThreadOptions{})
	l.(pnet.Socket).SetThread(owner)
	must(t, l.Close())
	if got := ops(owner); got != "" {
		t.Errorf("a listener: %q on the owner's Thread", got)
	}
}

// While a connection is idle nobody waits for the socket: what comes counts,
// the time does not.
func TestIdle(t *testing.T) {
	var c clock.Fake
	f := fixtureOf(t, perfschema.Config{Clock: &c})
	a, b := f.pair(t, "tcp")
	th := f.bind(t)
	forget(th)
	a.(pnet.Socket).SetIdle(true)
	go func() {
		for len(th.WaitsCurrent()) == 0 || !th.WaitsCurrent()[0].Running {
			runtime.Gosched()
		}
		c.Advance(time.Second)
		_, _ = b.Write([]byte("SELECT 1"))
	}()
	idle := th.StartIdle()
	if n, err := a.Read(make([]byte, 100)); n != 8 || err != nil {
		t.Fatal(n, err)
	}
	idle.End()
	a.(pnet.Socket).SetIdle(false)
	h := th.WaitsHistory()
	if len(h) != 2 {
		t.Fatalf("%+v", h)
	}
	recv, wait := h[0], h[1]
	if wait.Operation != perfschema.OpIdle.String() || wait.TimerWait != uint64(time.Second)*1000 || recv.Operation != perfschema.OpRecv.String() || recv.Bytes != 8 || recv.TimerWait != 0 {
		t.Fatalf("%+v within %+v", recv, wait)
	}
}

// What a Read that Close wakes has counted is in all sums or, if it came after
// Close, in none.
func TestCloseLosesNoCount(t *testing.T) {
	f := newFixture(t)
	for range 50 {
		a, _ := f.pair(t, "unix")
		var wg sync.WaitGroup
		begun := make(chan bool)
		wg.Go(func() {
			begun <- true
			_, _ = a.Read(make([]byte, 1))
		})
		<-begun
		must(t, a.Close())
		wg.Wait()
	}
	if n, want := f.Read().SocketSummary()[f.keys.Conn-1].Total().Count, f.waits("client"); n != want {
		t.Errorf("%d operations, want %d", n, want)
	}
}

// waits is COUNT_STAR of a class in events_waits_summary_global_by_event_name.
func (f *fixture) waits(class string) uint64 {
	for _, stats := range f.Read().WaitSummary(record.Global, 0).All() {
		for i, c := range f.Read().WaitClasses() {
			if strings.HasSuffix(c.Name(), class) {
				return stats[i].Count
			}
		}
	}
	return 0
}

func TestForgottenSocketsAreTakenOut(t *testing.T) {
	f := newFixture(t)
	func() {
		c1, c2 := net.Pipe()
		pnet.NewConn(c1, f.Schema, f.keys.Conn)
		pnet.NewConn(c2, f.Schema, f.keys.Conn)
		p, err := net.ListenPacket("udp", "127.0.0.1:0")
		must(t, err)
		pnet.NewPacketConn(p, f.Schema, f.keys.Conn)
		l, err := net.Listen("tcp", "127.0.0.1:0")
		must(t, err)
		pnet.NewListener(l, f.Schema, f.keys)
	}()
	deadline := time.Now().Add(time.Minute)
	for len(f.Read().SocketInstances()) > 0 {
		if time.Now().After(deadline) {
			t.Fatalf("%+v", f.Read().SocketInstances())
		}
		runtime.GC()
		runtime.Gosched()
	}
}
