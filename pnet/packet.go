package pnet

import (
	"net"
	"time"

	"github.com/perfschema/perfschema"
)

// PacketConn is a [net.PacketConn] that records its operations.
type PacketConn struct {
	socket
	p net.PacketConn
}

// NewPacketConn returns a stand-in for p, which the caller uses in its place: a
// [*UDPConn] or [*UnixConn] for one of net's, else a [*PacketConn]. It is a
// [Socket]. It shows the local address. A p that is a stand-in already is
// returned as it is.
func NewPacketConn(p net.PacketConn, s *perfschema.Schema, key perfschema.SocketKey) net.PacketConn {
	if _, ok := p.(standIn); ok {
		return p
	}
	return newPacketConn(p, instance(s, key, perfschema.Bound(), p, p.LocalAddr()))
}

func newPacketConn(p net.PacketConn, in *perfschema.SocketInstance) net.PacketConn {
	switch p := p.(type) {
	case *net.UDPConn:
		return newUDPConn(p, in)
	case *net.UnixConn:
		return newUnixConn(p, in)
	}
	out := &PacketConn{p: p}
	open(&out.socket, out, in)
	return out
}

// NetPacketConn is the connection itself. What is done with it is not recorded.
func (p *PacketConn) NetPacketConn() net.PacketConn { return p.p }

// ReadFrom is [net.PacketConn]'s: operation recvfrom.
func (p *PacketConn) ReadFrom(b []byte) (int, net.Addr, error) {
	in, t := p.enter()
	w := in.StartWait(t, perfschema.OpRecvFrom)
	n, addr, err := p.p.ReadFrom(b)
	w.EndBytes(int64(n))
	p.leave(in)
	return n, addr, err
}

// WriteTo is [net.PacketConn]'s: operation sendto.
func (p *PacketConn) WriteTo(b []byte, addr net.Addr) (int, error) {
	in, t := p.enter()
	w := in.StartWait(t, perfschema.OpSendTo)
	n, err := p.p.WriteTo(b, addr)
	w.EndBytes(int64(n))
	p.leave(in)
	return n, err
}

// Close is [net.PacketConn]'s.
func (p *PacketConn) Close() error {
	in, t := p.enterClosing()
	w := in.StartWait(t, perfschema.OpSocketClose)
	err := p.end(in, &w, p.p.Close())
	p.shut()
	return err
}

// LocalAddr is [net.PacketConn]'s.
func (p *PacketConn) LocalAddr() net.Addr { return p.p.LocalAddr() }

// SetDeadline is [net.PacketConn]'s.
func (p *PacketConn) SetDeadline(t time.Time) error { return p.p.SetDeadline(t) }

// SetReadDeadline is [net.PacketConn]'s.
func (p *PacketConn) SetReadDeadline(t time.Time) error { return p.p.SetReadDeadline(t) }

// SetWriteDeadline is [net.PacketConn]'s.
func (p *PacketConn) SetWriteDeadline(t time.Time) error { return p.p.SetWriteDeadline(t) }
