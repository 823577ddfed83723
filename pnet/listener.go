package pnet

import (
	"net"
	"os"
	"syscall"
	"time"

	"github.com/perfschema/perfschema"
)

// Keys are the instruments of a listener and of the connections it accepts.
// Either may be 0: that is not recorded.
type Keys struct {
	Listener, Conn perfschema.SocketKey
}

// Listener is a [net.Listener] that records Accept and Close, and whose
// connections are stand-ins.
type Listener struct {
	socket
	l      net.Listener
	schema *perfschema.Schema
	conn   perfschema.SocketKey
}

// NewListener returns a stand-in for l, which the caller uses in its place: a
// [*TCPListener] or [*UnixListener] for one of net's, else a [*Listener]. It
// is a [Socket]. An l that is a stand-in already is returned as it is.
func NewListener(l net.Listener, s *perfschema.Schema, k Keys) net.Listener {
	if _, ok := l.(standIn); ok {
		return l
	}
	return newListener(l, s, k.Conn, instance(s, k.Listener, perfschema.Bound(), l, l.Addr()))
}

func newListener(l net.Listener, s *perfschema.Schema, conn perfschema.SocketKey, in *perfschema.SocketInstance) net.Listener {
	switch twin := l.(type) {
	case *net.TCPListener:
		out := &TCPListener{tcp: twin}
		out.init(l, s, conn, in)
		return out
	case *net.UnixListener:
		out := &UnixListener{unix: twin}
		out.init(l, s, conn, in)
		return out
	}
	out := &Listener{}
	out.init(l, s, conn, in)
	return out
}

func (l *Listener) init(twin net.Listener, s *perfschema.Schema, conn perfschema.SocketKey, in *perfschema.SocketInstance) {
	l.l, l.schema, l.conn = twin, s, conn
	open(&l.socket, l, in)
}

// NetListener is the listener itself. What is done with it is not recorded.
func (l *Listener) NetListener() net.Listener { return l.l }

// Accept is [net.Listener]'s: operation accept. The connection is a [Socket]
// that belongs to no Thread yet.
func (l *Listener) Accept() (net.Conn, error) {
	in, t := l.enter()
	w := in.StartWait(t, perfschema.OpAccept)
	c, err := l.l.Accept()
	w.End()
	l.leave(in)
	if err != nil {
		return c, err
	}
	return newConn(c, instance(l.schema, l.conn, nil, c, c.RemoteAddr())), nil
}

// Close is [net.Listener]'s.
func (l *Listener) Close() error {
	in, t := l.enterClosing()
	w := in.StartWait(t, perfschema.OpSocketClose)
	err := l.end(in, &w, l.l.Close())
	l.shut()
	return err
}

// Addr is [net.Listener]'s.
func (l *Listener) Addr() net.Addr { return l.l.Addr() }

// TCPListener is [net.TCPListener] that records its operations.
type TCPListener struct {
	Listener
	tcp *net.TCPListener
}

// AcceptTCP is Accept with the connection's type.
func (l *TCPListener) AcceptTCP() (*TCPConn, error) {
	in, t := l.enter()
	w := in.StartWait(t, perfschema.OpAccept)
	c, err := l.tcp.AcceptTCP()
	w.End()
	l.leave(in)
	if err != nil {
		return nil, err
	}
	return newTCPConn(c, instance(l.schema, l.conn, nil, c, c.RemoteAddr())), nil
}

// File is [net.TCPListener.File]. What is done with the file is not recorded.
func (l *TCPListener) File() (*os.File, error) { return l.tcp.File() }

// SetDeadline is [net.TCPListener.SetDeadline].
func (l *TCPListener) SetDeadline(t time.Time) error { return l.tcp.SetDeadline(t) }

// SyscallConn is [net.TCPListener.SyscallConn].
func (l *TCPListener) SyscallConn() (syscall.RawConn, error) { return l.tcp.SyscallConn() }

// UnixListener is [net.UnixListener] that records its operations.
type UnixListener struct {
	Listener
	unix *net.UnixListener
}

// AcceptUnix is Accept with the connection's type.
func (l *UnixListener) AcceptUnix() (*UnixConn, error) {
	in, t := l.enter()
	w := in.StartWait(t, perfschema.OpAccept)
	c, err := l.unix.AcceptUnix()
	w.End()
	l.leave(in)
	if err != nil {
		return nil, err
	}
	return newUnixConn(c, instance(l.schema, l.conn, nil, c, c.RemoteAddr())), nil
}

// File is [net.UnixListener.File]. What is done with the file is not recorded.
func (l *UnixListener) File() (*os.File, error) { return l.unix.File() }

// SetDeadline is [net.UnixListener.SetDeadline].
func (l *UnixListener) SetDeadline(t time.Time) error { return l.unix.SetDeadline(t) }

// SetUnlinkOnClose is [net.UnixListener.SetUnlinkOnClose].
func (l *UnixListener) SetUnlinkOnClose(unlink bool) { l.unix.SetUnlinkOnClose(unlink) }

// SyscallConn is [net.UnixListener.SyscallConn].
func (l *UnixListener) SyscallConn() (syscall.RawConn, error) { return l.unix.SyscallConn() }
