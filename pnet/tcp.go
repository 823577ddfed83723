package pnet

import (
	"net"
	"os"
	"syscall"
	"time"

	"github.com/perfschema/perfschema"
)

// TCPConn is [net.TCPConn] that records its operations.
type TCPConn struct {
	Conn
	tcp *net.TCPConn
}

func newTCPConn(c *net.TCPConn, in *perfschema.SocketInstance) *TCPConn {
	out := &TCPConn{tcp: c}
	out.init(c, in)
	return out
}

// CloseRead is [net.TCPConn.CloseRead]: operation shutdown.
func (c *TCPConn) CloseRead() error {
	in, t := c.enterClosing()
	w := in.StartWait(t, perfschema.OpShutdown)
	return c.end(in, &w, c.tcp.CloseRead())
}

// CloseWrite is [net.TCPConn.CloseWrite]: operation shutdown.
func (c *TCPConn) CloseWrite() error {
	in, t := c.enterClosing()
	w := in.StartWait(t, perfschema.OpShutdown)
	return c.end(in, &w, c.tcp.CloseWrite())
}

// File is [net.TCPConn.File]. What is done with the file is not recorded.
func (c *TCPConn) File() (*os.File, error) { return c.tcp.File() }

// MultipathTCP is [net.TCPConn.MultipathTCP].
func (c *TCPConn) MultipathTCP() (bool, error) { return c.tcp.MultipathTCP() }

// SetKeepAlive is [net.TCPConn.SetKeepAlive].
func (c *TCPConn) SetKeepAlive(on bool) error { return c.tcp.SetKeepAlive(on) }

// SetKeepAliveConfig is [net.TCPConn.SetKeepAliveConfig].
func (c *TCPConn) SetKeepAliveConfig(k net.KeepAliveConfig) error {
	return c.tcp.SetKeepAliveConfig(k)
}

// SetKeepAlivePeriod is [net.TCPConn.SetKeepAlivePeriod].
func (c *TCPConn) SetKeepAlivePeriod(d time.Duration) error { return c.tcp.SetKeepAlivePeriod(d) }

// SetLinger is [net.TCPConn.SetLinger].
func (c *TCPConn) SetLinger(sec int) error { return c.tcp.SetLinger(sec) }

// SetNoDelay is [net.TCPConn.SetNoDelay].
func (c *TCPConn) SetNoDelay(on bool) error { return c.tcp.SetNoDelay(on) }

// SetReadBuffer is [net.TCPConn.SetReadBuffer].
func (c *TCPConn) SetReadBuffer(bytes int) error { return c.tcp.SetReadBuffer(bytes) }

// SetWriteBuffer is [net.TCPConn.SetWriteBuffer].
func (c *TCPConn) SetWriteBuffer(bytes int) error { return c.tcp.SetWriteBuffer(bytes) }

// SyscallConn is [net.TCPConn.SyscallConn]. What is done through it is not
// recorded.
func (c *TCPConn) SyscallConn() (syscall.RawConn, error) { return raw(c.tcp) }
