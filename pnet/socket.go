package pnet

import (
	"net"
	"runtime"
	"sync/atomic"
	"syscall"

	"github.com/perfschema/perfschema"
)

// socket is what every stand-in here has beside its twin.
type socket struct {
	in     *perfschema.SocketInstance // nil: nothing is recorded
	thread atomic.Pointer[perfschema.Thread]
	idle   atomic.Bool
	// users is how many operations run, and 1 while the socket is open: the
	// last to go takes the instance away, so that what a Read that Close ended
	// has counted is not lost.
	users     atomic.Int32
	closed    atomic.Bool
	forgotten runtime.Cleanup
}

// Socket is what every connection and listener of this package is beside a
// net.Conn, net.PacketConn or net.Listener.
type Socket interface {
	// SetThread makes t the owner: THREAD_ID of the socket's row. What
	// goroutines do on the socket that are bound to no Thread counts on t, so
	// only one of them may use the socket at a time; where one reads while
	// another writes, bind them to Threads of their own. Any goroutine may close
	// the socket, or a direction of it: if it is bound to no Thread that counts
	// on none.
	SetThread(t *perfschema.Thread)
	// SetIdle sets STATE: IDLE while the connection waits for its client's next
	// request. What is received then counts, with its bytes, but the time
	// waited for it does not: that is the wait "idle", see
	// [perfschema.Thread.StartIdle].
	SetIdle(idle bool)
}

// standIn is what only this package's types are.
type standIn interface{ shut() }

// open gives a socket its instance. owner is what the caller keeps.
func open[T any](s *socket, owner *T, in *perfschema.SocketInstance) {
	if in == nil {
		return
	}
	s.in = in
	s.users.Store(1)
	s.forgotten = runtime.AddCleanup(owner, (*perfschema.SocketInstance).Destroy, in)
}

// SetThread is [Socket]'s.
func (s *socket) SetThread(t *perfschema.Thread) {
	s.thread.Store(t)
	s.in.SetThread(t)
}

// SetIdle is [Socket]'s.
func (s *socket) SetIdle(idle bool) {
	s.idle.Store(idle)
	s.in.SetIdle(idle)
}

// enter begins an operation and says what to record it on; leave ends it. What
// is done to a closed socket is not recorded: it has no row any more.
func (s *socket) enter() (*perfschema.SocketInstance, *perfschema.Thread) {
	if s.in == nil {
		return nil, nil
	}
	for {
		n := s.users.Load()
		if n == 0 {
			return nil, nil
		}
		if s.users.CompareAndSwap(n, n+1) {
			break
		}
	}
	if !s.in.Watched() {
		return s.in, nil
	}
	if t := perfschema.Bound(); t != nil {
		return s.in, t
	}
	return s.in, s.thread.Load()
}

// enterClosing is enter of what a goroutine does while another one uses the socket, to end
// that: it is on the Thread that the goroutine is bound to, and not on the socket's, whose
// writer is the other one.
func (s *socket) enterClosing() (*perfschema.SocketInstance, *perfschema.Thread) {
	in, t := s.enter()
	if t != nil && t != perfschema.Bound() {
		t = nil
	}
	return in, t
}

func (s *socket) leave(in *perfschema.SocketInstance) {
	if in != nil && s.users.Add(-1) == 0 {
		in.Destroy()
	}
}

// end ends an operation that moved no bytes, and passes its error on.
func (s *socket) end(in *perfschema.SocketInstance, w *perfschema.Wait, err error) error {
	w.End()
	s.leave(in)
	return err
}

// shut is called once the twin is closed, as often as that is.
func (s *socket) shut() {
	if s.in != nil && s.closed.CompareAndSwap(false, true) {
		s.forgotten.Stop()
		s.leave(s.in)
	}
}

// instance makes a row for a socket.
func instance(s *perfschema.Schema, key perfschema.SocketKey, t *perfschema.Thread, sock any, addr net.Addr) *perfschema.SocketInstance {
	if key == 0 || !s.Enabled() {
		return nil
	}
	ip, port := endpoint(addr)
	return s.NewSocketInstance(key, perfschema.SocketOptions{Thread: t, FD: descriptor(sock), IP: ip, Port: port})
}

// descriptor is SOCKET_ID, -1 if it is not to be known.
func descriptor(sock any) int {
	fd := -1
	if c, ok := sock.(syscall.Conn); ok {
		if raw, err := c.SyscallConn(); err == nil {
			_ = raw.Control(func(n uintptr) { fd = int(n) })
		}
	} else if c, ok := sock.(interface{ NetConn() net.Conn }); ok {
		return descriptor(c.NetConn())
	}
	return fd
}

// raw is the twin's SyscallConn, without what package os would take as leave to
// send a file past the stand-in.
func raw(twin syscall.Conn) (syscall.RawConn, error) {
	c, err := twin.SyscallConn()
	if err != nil {
		return nil, err
	}
	return struct{ syscall.RawConn }{c}, nil
}

// endpoint is IP and PORT; a Unix socket has none.
func endpoint(a net.Addr) (string, uint16) {
	switch a := a.(type) {
	case *net.TCPAddr:
		return address(a.IP, a.Zone), uint16(a.Port)
	case *net.UDPAddr:
		return address(a.IP, a.Zone), uint16(a.Port)
	case *net.IPAddr:
		return address(a.IP, a.Zone), 0
	}
	return "", 0
}

func address(ip net.IP, zone string) string {
	a := net.IPAddr{IP: ip, Zone: zone}
	return a.String()
}
