package pnet

import (
	"io"
	"syscall"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/move"
)

// ReadFrom is [net.TCPConn.ReadFrom]. Where the kernel can copy, from a file or
// another socket, it is one send of all bytes, and one read or recv of the
// other if that is a stand-in too. Else every Write is one, and reading r is no
// part of it.
func (c *TCPConn) ReadFrom(r io.Reader) (n int64, err error) {
	src, end, ok := move.From(r)
	if !ok && !inKernel(r) {
		return io.Copy(writer{&c.Conn}, r)
	}
	if ok {
		r = src
		defer func() { end(n) }()
	}
	in, t := c.enter()
	w := in.StartWait(t, perfschema.OpSend) // within the read, if there is one
	defer func() {                          // r may panic
		w.EndBytes(n)
		c.leave(in)
	}()
	return c.tcp.ReadFrom(r)
}

// WriteTo is [net.TCPConn.WriteTo]. Where the kernel can copy, to a file or
// another socket, it is one recv of all bytes, and one write or send of the
// other if that is a stand-in too. Else every Read is one, and writing to w is
// no part of it.
func (c *TCPConn) WriteTo(w io.Writer) (n int64, err error) {
	if sink, ok := w.(move.Sink); ok {
		twin, end := sink.MoveTo(move.Key{})
		defer func() { end(n) }()
		w = twin
	} else if _, ok := w.(syscall.Conn); !ok {
		return io.Copy(w, tcpReader{c})
	}
	in, t := c.enter()
	recv := in.StartWait(t, perfschema.OpRecv) // within the write, if there is one
	defer func() {                             // w may panic
		recv.EndBytes(n)
		c.leave(in)
	}()
	return c.tcp.WriteTo(w)
}

// inKernel says whether the kernel may know r, or what r limits.
func inKernel(r io.Reader) bool {
	if l, ok := r.(*io.LimitedReader); ok {
		r = l.R
	}
	_, ok := r.(syscall.Conn)
	return ok
}

// MoveFrom is for this module's stand-ins.
func (c *TCPConn) MoveFrom(move.Key) (twin io.Reader, end func(n int64)) {
	return c.tcp, c.moved(perfschema.OpRecv)
}

// MoveTo is for this module's stand-ins.
func (c *TCPConn) MoveTo(move.Key) (twin io.Writer, end func(n int64)) {
	return c.tcp, c.moved(perfschema.OpSend)
}

// MoveFrom is for this module's stand-ins.
func (c *UnixConn) MoveFrom(move.Key) (twin io.Reader, end func(n int64)) {
	return c.unix, c.moved(perfschema.OpRecv)
}

// MoveTo is for this module's stand-ins.
func (c *UnixConn) MoveTo(move.Key) (twin io.Writer, end func(n int64)) {
	return c.unix, c.moved(perfschema.OpSend)
}

// moved begins an operation that the function it returns ends.
func (s *socket) moved(op perfschema.Operation) (end func(n int64)) {
	in, t := s.enter()
	w := in.StartWait(t, op)
	return func(n int64) {
		w.EndBytes(n)
		s.leave(in)
	}
}

// writer is a connection for io.Copy to write to and tcpReader one to read
// from: without the methods that would lead back here.
type (
	writer    struct{ c *Conn }
	tcpReader struct{ c *TCPConn }
)

func (w writer) Write(b []byte) (int, error) { return w.c.Write(b) }

func (r tcpReader) Read(b []byte) (int, error)                   { return r.c.Read(b) }
func (r tcpReader) SyscallConn() (syscall.RawConn, error)        { return r.c.SyscallConn() }
func (r tcpReader) MoveFrom(k move.Key) (io.Reader, func(int64)) { return r.c.MoveFrom(k) }
