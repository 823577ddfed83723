package pnet

import (
	"net"
	"net/netip"
	"os"
	"syscall"

	"github.com/perfschema/perfschema"
)

// UDPConn is [net.UDPConn] that records its operations. It is a net.Conn and a
// net.PacketConn.
type UDPConn struct {
	Conn
	udp *net.UDPConn
}

func newUDPConn(c *net.UDPConn, in *perfschema.SocketInstance) *UDPConn {
	out := &UDPConn{udp: c}
	out.init(c, in)
	return out
}

// ReadFrom is [net.UDPConn.ReadFrom]: operation recvfrom.
func (c *UDPConn) ReadFrom(b []byte) (int, net.Addr, error) {
	in, t := c.enter()
	w := in.StartWait(t, perfschema.OpRecvFrom)
	n, addr, err := c.udp.ReadFrom(b)
	w.EndBytes(int64(n))
	c.leave(in)
	return n, addr, err
}

// ReadFromUDP is [net.UDPConn.ReadFromUDP]: operation recvfrom.
func (c *UDPConn) ReadFromUDP(b []byte) (int, *net.UDPAddr, error) {
	in, t := c.enter()
	w := in.StartWait(t, perfschema.OpRecvFrom)
	n, addr, err := c.udp.ReadFromUDP(b)
	w.EndBytes(int64(n))
	c.leave(in)
	return n, addr, err
}

// ReadFromUDPAddrPort is [net.UDPConn.ReadFromUDPAddrPort]: operation recvfrom.
// It allocates nothing.
func (c *UDPConn) ReadFromUDPAddrPort(b []byte) (int, netip.AddrPort, error) {
	in, t := c.enter()
	w := in.StartWait(t, perfschema.OpRecvFrom)
	n, addr, err := c.udp.ReadFromUDPAddrPort(b)
	w.EndBytes(int64(n))
	c.leave(in)
	return n, addr, err
}

// ReadMsgUDP is [net.UDPConn.ReadMsgUDP]: operation recvfrom, the bytes of b.
func (c *UDPConn) ReadMsgUDP(b, oob []byte) (n, oobn, flags int, addr *net.UDPAddr, err error) {
	in, t := c.enter()
	w := in.StartWait(t, perfschema.OpRecvFrom)
	n, oobn, flags, addr, err = c.udp.ReadMsgUDP(b, oob)
	w.EndBytes(int64(n))
	c.leave(in)
	return
}

// ReadMsgUDPAddrPort is [net.UDPConn.ReadMsgUDPAddrPort]: operation recvfrom,
// the bytes of b.
func (c *UDPConn) ReadMsgUDPAddrPort(b, oob []byte) (n, oobn, flags int, addr netip.AddrPort, err error) {
	in, t := c.enter()
	w := in.StartWait(t, perfschema.OpRecvFrom)
	n, oobn, flags, addr, err = c.udp.ReadMsgUDPAddrPort(b, oob)
	w.EndBytes(int64(n))
	c.leave(in)
	return
}

// WriteTo is [net.UDPConn.WriteTo]: operation sendto.
func (c *UDPConn) WriteTo(b []byte, addr net.Addr) (int, error) {
	in, t := c.enter()
	w := in.StartWait(t, perfschema.OpSendTo)
	n, err := c.udp.WriteTo(b, addr)
	w.EndBytes(int64(n))
	c.leave(in)
	return n, err
}

// WriteToUDP is [net.UDPConn.WriteToUDP]: operation sendto.
func (c *UDPConn) WriteToUDP(b []byte, addr *net.UDPAddr) (int, error) {
	in, t := c.enter()
	w := in.StartWait(t, perfschema.OpSendTo)
	n, err := c.udp.WriteToUDP(b, addr)
	w.EndBytes(int64(n))
	c.leave(in)
	return n, err
}

// WriteToUDPAddrPort is [net.UDPConn.WriteToUDPAddrPort]: operation sendto. It
// allocates nothing.
func (c *UDPConn) WriteToUDPAddrPort(b []byte, addr netip.AddrPort) (int, error) {
	in, t := c.enter()
	w := in.StartWait(t, perfschema.OpSendTo)
	n, err := c.udp.WriteToUDPAddrPort(b, addr)
	w.EndBytes(int64(n))
	c.leave(in)
	return n, err
}

// WriteMsgUDP is [net.UDPConn.WriteMsgUDP]: operation sendto, the bytes of b.
func (c *UDPConn) WriteMsgUDP(b, oob []byte, addr *net.UDPAddr) (n, oobn int, err error) {
	in, t := c.enter()
	w := in.StartWait(t, perfschema.OpSendTo)
	n, oobn, err = c.udp.WriteMsgUDP(b, oob, addr)
	w.EndBytes(int64(n))
	c.leave(in)
	return
}

// WriteMsgUDPAddrPort is [net.UDPConn.WriteMsgUDPAddrPort]: operation sendto,
// the bytes of b.
func (c *UDPConn) WriteMsgUDPAddrPort(b, oob []byte, addr netip.AddrPort) (n, oobn int, err error) {
	in, t := c.enter()
	w := in.StartWait(t, perfschema.OpSendTo)
	n, oobn, err = c.udp.WriteMsgUDPAddrPort(b, oob, addr)
	w.EndBytes(int64(n))
	c.leave(in)
	return
}

// File is [net.UDPConn.File]. What is done with the file is not recorded.
func (c *UDPConn) File() (*os.File, error) { return c.udp.File() }

// SetReadBuffer is [net.UDPConn.SetReadBuffer].
func (c *UDPConn) SetReadBuffer(bytes int) error { return c.udp.SetReadBuffer(bytes) }

// SetWriteBuffer is [net.UDPConn.SetWriteBuffer].
func (c *UDPConn) SetWriteBuffer(bytes int) error { return c.udp.SetWriteBuffer(bytes) }

// SyscallConn is [net.UDPConn.SyscallConn]. What is done through it is not
// recorded.
func (c *UDPConn) SyscallConn() (syscall.RawConn, error) { return raw(c.udp) }
