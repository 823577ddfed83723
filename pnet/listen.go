package pnet

import (
	"context"
	"net"

	"github.com/perfschema/perfschema"
)

// ListenConfig is [net.ListenConfig] whose listeners and connections are
// recorded.
type ListenConfig struct {
	net.ListenConfig
	Schema *perfschema.Schema
	// Keys are the instruments. That of the listener is also the one of packet
	// connections.
	Keys Keys
}

// Listen is [net.Listen]: operation listen. The listener is a [Socket], and so
// are the connections it accepts.
func Listen(s *perfschema.Schema, k Keys, network, address string) (net.Listener, error) {
	in := unconnected(s, k.Listener)
	w := in.StartWait(perfschema.Bound(), perfschema.OpListen)
	l, err := net.Listen(network, address) //nolint:noctx // as in net
	w.End()
	return listening(l, err, s, k, in)
}

// Listen is [net.ListenConfig.Listen]: operation listen. The listener is a
// [Socket], and so are the connections it accepts.
func (c *ListenConfig) Listen(ctx context.Context, network, address string) (net.Listener, error) {
	in := unconnected(c.Schema, c.Keys.Listener)
	w := in.StartWait(perfschema.Bound(), perfschema.OpListen)
	l, err := c.ListenConfig.Listen(ctx, network, address)
	w.End()
	return listening(l, err, c.Schema, c.Keys, in)
}

// ListenPacket is [net.ListenPacket]: operation bind. The connection is a
// [Socket].
func ListenPacket(s *perfschema.Schema, key perfschema.SocketKey, network, address string) (net.PacketConn, error) {
	in := unconnected(s, key)
	w := in.StartWait(perfschema.Bound(), perfschema.OpBind)
	p, err := net.ListenPacket(network, address) //nolint:noctx // as in net
	w.End()
	return bound(p, err, in)
}

// ListenPacket is [net.ListenConfig.ListenPacket]: operation bind. The
// connection is a [Socket].
func (c *ListenConfig) ListenPacket(ctx context.Context, network, address string) (net.PacketConn, error) {
	in := unconnected(c.Schema, c.Keys.Listener)
	w := in.StartWait(perfschema.Bound(), perfschema.OpBind)
	p, err := c.ListenConfig.ListenPacket(ctx, network, address)
	w.End()
	return bound(p, err, in)
}

// unconnected is the instance of a socket that has no descriptor yet.
func unconnected(s *perfschema.Schema, key perfschema.SocketKey) *perfschema.SocketInstance {
	if key == 0 || !s.Enabled() {
		return nil
	}
	return s.NewSocketInstance(key, perfschema.SocketOptions{Thread: perfschema.Bound(), FD: -1})
}

// settle gives an instance the descriptor and address of its socket.
func settle(in *perfschema.SocketInstance, sock any, addr net.Addr) {
	if in != nil {
		ip, port := endpoint(addr)
		in.SetEndpoint(descriptor(sock), ip, port)
	}
}

func listening(l net.Listener, err error, s *perfschema.Schema, k Keys, in *perfschema.SocketInstance) (net.Listener, error) {
	if err != nil {
		in.Destroy()
		return nil, err
	}
	settle(in, l, l.Addr())
	return newListener(l, s, k.Conn, in), nil
}

func bound(p net.PacketConn, err error, in *perfschema.SocketInstance) (net.PacketConn, error) {
	if err != nil {
		in.Destroy()
		return nil, err
	}
	settle(in, p, p.LocalAddr())
	return newPacketConn(p, in), nil
}
