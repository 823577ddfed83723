package perfschema

import (
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/callsite"
	"github.com/perfschema/perfschema/record"
)

// SocketInstance is one instrumented socket: a row of socket_instances. A nil
// SocketInstance records nothing. It is safe for concurrent use.
type SocketInstance struct {
	instance
	position int
	options  SocketOptions
	threadID atomic.Uint64
	idle     atomic.Bool
	io       ioStat
}

// SocketOptions says what socket it is.
type SocketOptions struct {
	// Thread owns the socket; nil for none.
	Thread *Thread
	// FD is SOCKET_ID, the file descriptor; -1 if it is not known.
	FD int
	// IP is the peer's address, for a listener its own; empty for a Unix socket.
	IP   string
	Port uint16
}

// NewSocketInstance makes an instance of a class. It returns nil when the
// Schema is off, the key is 0, or performance_schema_max_socket_instances
// exist, which it counts. It takes a lock.
func (s *Schema) NewSocketInstance(key SocketKey, o SocketOptions) *SocketInstance {
	if !s.Enabled() {
		return nil
	}
	c := s.classes[KindSocket].at(uint32(key))
	if c == nil {
		return nil
	}
	k := &SocketInstance{options: o}
	k.class = c
	k.threadID.Store(c.own(o.Thread).ID())
	k.options.Thread = nil // not to be kept alive by its socket
	k.object.Store(&objectName{kind: "SOCKET", name: socketName(o)})
	if !s.sockets.list.add(k, &k.position) {
		return nil
	}
	return k
}

// Destroy takes a closed socket out of socket_instances. What it counted stays
// in socket_summary_by_event_name. It takes a lock.
func (k *SocketInstance) Destroy() {
	if k == nil {
		return
	}
	r := &k.class.schema.sockets
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forget(k)
}

// Enabled says whether a wait would be recorded: a load and a branch.
func (k *SocketInstance) Enabled() bool { return k != nil && k.class.waitMode()&waitOn != 0 }

// Watched says whether a wait would be recorded or, by a profiler, seen: whether
// StartWait does anything. A load and a branch.
func (k *SocketInstance) Watched() bool { return k != nil && k.class.mode.Load() != 0 }

// StartWait starts an operation on the socket by t. End it with
// [Wait.EndBytes] where bytes were moved.
//
//go:noinline
func (k *SocketInstance) StartWait(t *Thread, op Operation) (w Wait) {
	if !k.Watched() {
		return
	}
	m := k.class.waitMode()
	var at callsite.Site
	if m&waitShown != 0 {
		at = callsite.Pair()
	}
	w.begin(t, k.class, m, &k.instance, &k.io, op, at)
	return
}

// SetThread sets THREAD_ID: who owns the socket.
func (k *SocketInstance) SetThread(t *Thread) {
	if k != nil {
		k.threadID.Store(k.class.own(t).ID())
	}
}

// SetEndpoint sets SOCKET_ID, IP and PORT, for a socket that was not connected
// or bound yet when the instance was made. It takes a lock.
func (k *SocketInstance) SetEndpoint(fd int, ip string, port uint16) {
	if k == nil {
		return
	}
	r := &k.class.schema.sockets
	r.mu.Lock()
	defer r.mu.Unlock()
	k.options.FD, k.options.IP, k.options.Port = fd, ip, port
	k.object.Store(&objectName{kind: "SOCKET", name: socketName(k.options)})
}

// SetIdle sets STATE: IDLE while the connection waits for its client.
func (k *SocketInstance) SetIdle(idle bool) {
	if k != nil && k.idle.Load() != idle {
		k.idle.Store(idle)
	}
}

// SocketInstances returns the instrumented sockets.
func (s *Reader) SocketInstances() []record.SocketInfo {
	if !s.Schema().Enabled() {
		return nil
	}
	s.sockets.mu.Lock()
	defer s.sockets.mu.Unlock()
	all := s.sockets.list.all()
	out := make([]record.SocketInfo, len(all))
	for i, k := range all {
		idle := k.idle.Load() // first: the row of an idle one has all that was sent before
		sum := k.io.load()
		o := &k.options
		out[i] = record.SocketInfo{
			InstanceInfo: k.info(sum.total()), ThreadID: k.threadID.Load(), FD: o.FD, IP: o.IP, Port: o.Port, Idle: idle, IO: s.Schema().exportIO(&sum),
		}
	}
	return out
}

// SocketSummary returns socket_summary_by_event_name; index = key - 1. Sockets
// that are closed are included.
func (s *Reader) SocketSummary() []record.IOStat {
	if !s.Schema().Enabled() {
		return nil
	}
	return s.Schema().exportIOs(s.sockets.byClass(s.classes[KindSocket].n.Load()))
}

// truncateSocketsByInstance resets socket_summary_by_instance; what was counted
// stays in socket_summary_by_event_name.
func (s *Reader) truncateSocketsByInstance() {
	if s.Schema().Enabled() {
		s.sockets.truncate(false)
	}
}

// truncateSockets resets socket_summary_by_event_name, and
// socket_summary_by_instance with it.
func (s *Reader) truncateSockets() {
	if s.Schema().Enabled() {
		s.sockets.truncate(true)
	}
}

// truncateWaitsByInstance resets events_waits_summary_by_instance, and the
// by_instance tables of files and sockets, which show the same waits.
func (s *Reader) truncateWaitsByInstance() {
	if !s.Schema().Enabled() {
		return
	}
	for _, m := range s.mutexes.all() {
		m.truncate()
	}
	for _, r := range s.rwlocks.all() {
		r.truncate()
	}
	for _, c := range s.conds.all() {
		c.waits.take()
	}
	s.truncateFilesByInstance()
	s.truncateSocketsByInstance()
}
