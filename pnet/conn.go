package pnet

import (
	"net"
	"syscall"
	"time"

	"github.com/perfschema/perfschema"
)

// Conn is a [net.Conn] that records its operations.
type Conn struct {
	socket
	c net.Conn
}

// NewConn returns a stand-in for c, which the caller uses in its place: a
// [*TCPConn], [*UnixConn] or [*UDPConn] for one of net's, else one with the
// methods of [*Conn]. It is a [Socket]. It shows the address of the other end. A
// c that is a stand-in already is returned as it is.
func NewConn(c net.Conn, s *perfschema.Schema, key perfschema.SocketKey) net.Conn {
	if _, ok := c.(standIn); ok {
		return c
	}
	return newConn(c, instance(s, key, perfschema.Bound(), c, c.RemoteAddr()))
}

func newConn(c net.Conn, in *perfschema.SocketInstance) net.Conn {
	switch c := c.(type) {
	case *net.TCPConn:
		return newTCPConn(c, in)
	case *net.UnixConn:
		return newUnixConn(c, in)
	case *net.UDPConn:
		return newUDPConn(c, in)
	}
	_, closes := c.(closeWriter)
	_, raw := c.(syscall.Conn)
	switch {
	case closes && raw:
		out := &rawHalfConn{}
		out.init(c, in)
		return out
	case closes:
		out := &halfConn{}
		out.init(c, in)
		return out
	case raw:
		out := &rawConn{}
		out.init(c, in)
		return out
	}
	out := &Conn{}
	out.init(c, in)
	return out
}

func (c *Conn) init(twin net.Conn, in *perfschema.SocketInstance) {
	c.c = twin
	open(&c.socket, c, in)
}

// NetConn is the connection itself. What is done with it is not recorded.
func (c *Conn) NetConn() net.Conn { return c.c }

// Read is [net.Conn]'s: operation recv.
func (c *Conn) Read(b []byte) (int, error) {
	if c.idle.Load() {
		n, err := c.c.Read(b)
		in, t := c.enter()
		w := in.StartWait(t, perfschema.OpRecv)
		w.EndBytes(int64(n))
		c.leave(in)
		return n, err
	}
	in, t := c.enter()
	w := in.StartWait(t, perfschema.OpRecv)
	n, err := c.c.Read(b)
	w.EndBytes(int64(n))
	c.leave(in)
	return n, err
}

// Write is [net.Conn]'s: operation send.
func (c *Conn) Write(b []byte) (int, error) {
	in, t := c.enter()
	w := in.StartWait(t, perfschema.OpSend)
	n, err := c.c.Write(b)
	w.EndBytes(int64(n))
	c.leave(in)
	return n, err
}

// Close is [net.Conn]'s.
func (c *Conn) Close() error {
	in, t := c.enterClosing()
	w := in.StartWait(t, perfschema.OpSocketClose)
	err := c.end(in, &w, c.c.Close())
	c.shut()
	return err
}

// LocalAddr is [net.Conn]'s.
func (c *Conn) LocalAddr() net.Addr { return c.c.LocalAddr() }

// RemoteAddr is [net.Conn]'s.
func (c *Conn) RemoteAddr() net.Addr { return c.c.RemoteAddr() }

// SetDeadline is [net.Conn]'s.
func (c *Conn) SetDeadline(t time.Time) error { return c.c.SetDeadline(t) }

// SetReadDeadline is [net.Conn]'s.
func (c *Conn) SetReadDeadline(t time.Time) error { return c.c.SetReadDeadline(t) }

// SetWriteDeadline is [net.Conn]'s.
func (c *Conn) SetWriteDeadline(t time.Time) error { return c.c.SetWriteDeadline(t) }

type closeWriter interface{ CloseWrite() error }

// A connection that is none of net's keeps the capabilities it has, and gets
// none that it lacks.
type (
	halfConn    struct{ Conn }
	rawConn     struct{ Conn }
	rawHalfConn struct{ Conn }
)

func (c *halfConn) CloseWrite() error {
	in, t := c.enter()
	w := in.StartWait(t, perfschema.OpShutdown)
	return c.end(in, &w, c.c.(closeWriter).CloseWrite())
}

func (c *rawHalfConn) CloseWrite() error {
	in, t := c.enter()
	w := in.StartWait(t, perfschema.OpShutdown)
	return c.end(in, &w, c.c.(closeWriter).CloseWrite())
}

func (c *rawConn) SyscallConn() (syscall.RawConn, error)     { return raw(c.c.(syscall.Conn)) }
func (c *rawHalfConn) SyscallConn() (syscall.RawConn, error) { return raw(c.c.(syscall.Conn)) }
