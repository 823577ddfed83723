package wire

import (
	"net"
	"sync/atomic"
	"syscall"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pnet"
	"github.com/perfschema/perfschema/snowset"
)

// socketKeys are MySQL's socket instruments. Like MySQL's they start disabled.
type socketKeys struct{ tcp, unix, client perfschema.SocketKey }

func registerSockets(s *perfschema.Schema) (k socketKeys) {
	k.tcp = s.RegisterSocket("sql", perfschema.Info{
		Name: "server_tcpip_socket", Flags: perfschema.FlagSingleton, Volatility: perfschema.VolatilityPermanent,
		Documentation: "The socket that TCP clients connect to. accept lasts from when the server is ready for a client until there is one.",
	})
	k.unix = s.RegisterSocket("sql", perfschema.Info{
		Name: "server_unix_socket", Flags: perfschema.FlagSingleton, Volatility: perfschema.VolatilityPermanent,
		Documentation: "The socket that clients of the same machine connect to. accept lasts from when the server is ready for a client until there is one.",
	})
	k.client = s.RegisterSocket("sql", perfschema.Info{
		Name: "client_connection", Flags: perfschema.FlagUser, Volatility: perfschema.VolatilitySession,
		Resource:      snowset.ResourceResWriteS3, // handing over the result; what is read is most often idle's
		Documentation: "A client's connection. Bytes are those on the wire, encrypted if the connection is. The wait for a command is idle, not recv.",
	})
	return k
}

// SocketListener is a listener that is a socket instance. Its row belongs to the
// Thread that was bound where it was made.
type SocketListener struct {
	net.Listener
	keys   socketKeys
	schema *perfschema.Schema
}

func ListenSocket(l net.Listener, s *perfschema.Schema) *SocketListener {
	keys := registerSockets(s)
	key := keys.tcp
	if a := l.Addr(); a != nil && a.Network() == "unix" {
		key = keys.unix
	}
	return &SocketListener{Listener: pnet.NewListener(l, s, pnet.Keys{Listener: key}), keys: keys, schema: s}
}

// AcceptSocket waits for a client. Its connection is not one of package pnet's, which
// have no place for what ends idle time.
func (l *SocketListener) AcceptSocket() (*Socket, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	if twin, ok := c.(interface {
		pnet.Socket
		NetConn() net.Conn
	}); ok {
		c = twin.NetConn()
	}
	s := &Socket{Conn: c, instance: l.schema.NewSocketInstance(l.keys.client, socketOptions(c, c.RemoteAddr()))}
	s.raw, _ = rawConn(c)
	s.readable = s.isReadable
	return s, nil
}

// rawConn gives access to the file descriptor of a listener or connection, if
// it has one.
func rawConn(s any) (syscall.RawConn, error) {
	if c, ok := s.(syscall.Conn); ok {
		return c.SyscallConn()
	}
	return nil, syscall.ENOTSUP
}

func socketOptions(s any, a net.Addr) perfschema.SocketOptions {
	var o perfschema.SocketOptions
	if a, ok := a.(*net.TCPAddr); ok {
		o.IP, o.Port = a.IP.String(), uint16(a.Port)
	}
	if raw, err := rawConn(s); err == nil {
		_ = raw.Control(func(fd uintptr) { o.FD = int(fd) })
	}
	return o
}

// Socket is a client's connection that is a socket instance. A wait counts for
// the Thread bound to the goroutine that reads or writes, and never for the
// owner's: results are sent, and connections closed, by other goroutines than
// the connection's.
type Socket struct {
	net.Conn
	instance *perfschema.SocketInstance
	owned    atomic.Bool // the instance stays until its owner is done
	closed   atomic.Bool
	raw      syscall.RawConn // nil if it has no file descriptor
	readable func(fd uintptr) bool
	poll     pollState
}

// Watched says whether anybody wants to know of what goes over the socket: who reads and
// writes may use its Conn directly while nobody does.
func (s *Socket) Watched() bool { return s.instance.Watched() }

// Read implements net.Conn.
func (s *Socket) Read(b []byte) (int, error) {
	if !s.instance.Watched() {
		return s.Conn.Read(b)
	}
	w := s.instance.StartWait(perfschema.Bound(), perfschema.OpRecv)
	n, err := s.Conn.Read(b)
	w.EndBytes(int64(n))
	return n, err
}

// Write implements net.Conn.
func (s *Socket) Write(b []byte) (int, error) {
	if !s.instance.Watched() {
		return s.Conn.Write(b)
	}
	w := s.instance.StartWait(perfschema.Bound(), perfschema.OpSend)
	n, err := s.Conn.Write(b)
	w.EndBytes(int64(n))
	return n, err
}

// Close implements net.Conn. Any goroutine may call it, to end the connection.
func (s *Socket) Close() error {
	if !s.closed.CompareAndSwap(false, true) {
		return s.Conn.Close()
	}
	w := s.instance.StartWait(perfschema.Bound(), perfschema.OpSocketClose)
	err := s.Conn.Close()
	w.End()
	if !s.owned.Load() {
		s.instance.Destroy()
	}
	return err
}

// Own makes a Thread the owner of the socket.
func (s *Socket) Own(t *perfschema.Thread) {
	s.instance.SetThread(t)
	s.owned.Store(true)
}

// Disown is the end of what the owner does: nothing is read or written any
// more that would not be counted.
func (s *Socket) Disown() {
	s.owned.Store(false)
	if s.closed.Load() {
		s.instance.Destroy()
	}
}
