package pnet

import (
	"context"
	"net"
	"time"

	"github.com/perfschema/perfschema"
)

// Dialer is [net.Dialer] whose connections are recorded. Those of DialTCP and
// its kin, which return net's types, are not.
type Dialer struct {
	net.Dialer
	Schema *perfschema.Schema
	Key    perfschema.SocketKey
}

// Dial is [net.Dial]: operation connect. The connection is a [Socket]; until it
// is connected its descriptor shows as -1.
func Dial(s *perfschema.Schema, key perfschema.SocketKey, network, address string) (net.Conn, error) {
	in := unconnected(s, key)
	w := in.StartWait(perfschema.Bound(), perfschema.OpConnect)
	c, err := net.Dial(network, address) //nolint:noctx // as in net
	w.End()
	return connected(c, err, in)
}

// DialTimeout is [net.DialTimeout]: operation connect.
func DialTimeout(s *perfschema.Schema, key perfschema.SocketKey, network, address string, timeout time.Duration) (net.Conn, error) {
	in := unconnected(s, key)
	w := in.StartWait(perfschema.Bound(), perfschema.OpConnect)
	c, err := net.DialTimeout(network, address, timeout) //nolint:noctx // as in net
	w.End()
	return connected(c, err, in)
}

// Dial is [net.Dialer.Dial]: operation connect.
func (d *Dialer) Dial(network, address string) (net.Conn, error) {
	in := unconnected(d.Schema, d.Key)
	w := in.StartWait(perfschema.Bound(), perfschema.OpConnect)
	c, err := d.Dialer.Dial(network, address) //nolint:noctx // as in net
	w.End()
	return connected(c, err, in)
}

// DialContext is [net.Dialer.DialContext]: operation connect.
func (d *Dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	in := unconnected(d.Schema, d.Key)
	w := in.StartWait(perfschema.Bound(), perfschema.OpConnect)
	c, err := d.Dialer.DialContext(ctx, network, address)
	w.End()
	return connected(c, err, in)
}

func connected(c net.Conn, err error, in *perfschema.SocketInstance) (net.Conn, error) {
	if err != nil {
		in.Destroy()
		return nil, err
	}
	settle(in, c, c.RemoteAddr())
	return newConn(c, in), nil
}
