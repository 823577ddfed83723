package pnet

import (
	"net"
	"os"
	"syscall"

	"github.com/perfschema/perfschema"
)

// UnixConn is [net.UnixConn] that records its operations.
type UnixConn struct {
	Conn
	unix *net.UnixConn
}

func newUnixConn(c *net.UnixConn, in *perfschema.SocketInstance) *UnixConn {
	out := &UnixConn{unix: c}
	out.init(c, in)
	return out
}

// ReadFrom is [net.UnixConn.ReadFrom]: operation recvfrom.
func (c *UnixConn) ReadFrom(b []byte) (int, net.Addr, error) {
	in, t := c.enter()
	w := in.StartWait(t, perfschema.OpRecvFrom)
	n, addr, err := c.unix.ReadFrom(b)
	w.EndBytes(int64(n))
	c.leave(in)
	return n, addr, err
}

// ReadFromUnix is [net.UnixConn.ReadFromUnix]: operation recvfrom.
func (c *UnixConn) ReadFromUnix(b []byte) (int, *net.UnixAddr, error) {
	in, t := c.enter()
	w := in.StartWait(t, perfschema.OpRecvFrom)
	n, addr, err := c.unix.ReadFromUnix(b)
	w.EndBytes(int64(n))
	c.leave(in)
	return n, addr, err
}

// ReadMsgUnix is [net.UnixConn.ReadMsgUnix]: operation recvfrom, the bytes of b.
func (c *UnixConn) ReadMsgUnix(b, oob []byte) (n, oobn, flags int, addr *net.UnixAddr, err error) {
	in, t := c.enter()
	w := in.StartWait(t, perfschema.OpRecvFrom)
	n, oobn, flags, addr, err = c.unix.ReadMsgUnix(b, oob)
	w.EndBytes(int64(n))
	c.leave(in)
	return
}

// WriteTo is [net.UnixConn.WriteTo]: operation sendto.
func (c *UnixConn) WriteTo(b []byte, addr net.Addr) (int, error) {
	in, t := c.enter()
	w := in.StartWait(t, perfschema.OpSendTo)
	n, err := c.unix.WriteTo(b, addr)
	w.EndBytes(int64(n))
	c.leave(in)
	return n, err
}

// WriteToUnix is [net.UnixConn.WriteToUnix]: operation sendto.
func (c *UnixConn) WriteToUnix(b []byte, addr *net.UnixAddr) (int, error) {
	in, t := c.enter()
	w := in.StartWait(t, perfschema.OpSendTo)
	n, err := c.unix.WriteToUnix(b, addr)
	w.EndBytes(int64(n))
	c.leave(in)
	return n, err
}

// WriteMsgUnix is [net.UnixConn.WriteMsgUnix]: operation sendto, the bytes of b.
func (c *UnixConn) WriteMsgUnix(b, oob []byte, addr *net.UnixAddr) (n, oobn int, err error) {
	in, t := c.enter()
	w := in.StartWait(t, perfschema.OpSendTo)
	n, oobn, err = c.unix.WriteMsgUnix(b, oob, addr)
	w.EndBytes(int64(n))
	c.leave(in)
	return
}

// CloseRead is [net.UnixConn.CloseRead]: operation shutdown.
func (c *UnixConn) CloseRead() error {
	in, t := c.enterClosing()
	w := in.StartWait(t, perfschema.OpShutdown)
	return c.end(in, &w, c.unix.CloseRead())
}

// CloseWrite is [net.UnixConn.CloseWrite]: operation shutdown.
func (c *UnixConn) CloseWrite() error {
	in, t := c.enterClosing()
	w := in.StartWait(t, perfschema.OpShutdown)
	return c.end(in, &w, c.unix.CloseWrite())
}

// File is [net.UnixConn.File]. What is done with the file is not recorded.
func (c *UnixConn) File() (*os.File, error) { return c.unix.File() }

// SetReadBuffer is [net.UnixConn.SetReadBuffer].
func (c *UnixConn) SetReadBuffer(bytes int) error { return c.unix.SetReadBuffer(bytes) }

// SetWriteBuffer is [net.UnixConn.SetWriteBuffer].
func (c *UnixConn) SetWriteBuffer(bytes int) error { return c.unix.SetWriteBuffer(bytes) }

// SyscallConn is [net.UnixConn.SyscallConn]. What is done through it is not
// recorded.
func (c *UnixConn) SyscallConn() (syscall.RawConn, error) { return raw(c.unix) }
