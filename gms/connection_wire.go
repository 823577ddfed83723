package gms

import (
	"crypto/tls"
	"net"
	"sync/atomic"

	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/netutil"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/client"
)

// Listener wraps the listener a server accepts connections from. With it the
// attributes a client sends of itself are known, and the commands that no
// engine sees: ping, quit, close of a prepared statement and their like.
//
// On a connection with TLS both are known where the server was made with
// [Adapter.ProtocolListener]. Where the engine does the TLS neither is: they are
// encrypted before they pass here.
//
// The listener and the connections are rows of socket_instances. Until its
// client sends the next command a connection is idle, as are its Thread's waits.
//
// A server that finds clients gone by the type of their connections does not
// find these; on Linux the Adapter looks itself, every five seconds, and ends
// the statements they left.
//
// What clients may take is limited: see docs/limits.md. Accepting goes on after
// errors until the listener is closed.
func (a *Adapter) Listener(l net.Listener) net.Listener {
	return a.clients.Listener(wireListener{newSocketListener(l, a.schema), a, newConnectionWatch(a.schema, a.endStatement)})
}

type wireListener struct {
	*socketListener
	adapter *Adapter
	watch   *connectionWatch
}

// Accept implements net.Listener.
func (l wireListener) Accept() (net.Conn, error) {
	s, err := l.accept()
	if err != nil {
		return nil, err
	}
	w := &wireConn{socket: s, watch: l.watch}
	l.adapter.bytes.begin(w)
	if t := l.adapter.transport.Load(); t != nil && l.adapter.logsIn.Load() {
		w.login = &login{wire: w, terms: *t, adapter: l.adapter}
	}
	return w, nil
}

// wireState is what the bytes a client sends are part of.
type wireState uint8

const (
	wireHandshake wireState = iota
	wireCommands
	wireEncrypted
	wireOpaque // not understood
)

// maxHandshake is how much of a handshake is kept: attributes may take 64 KiB,
// the rest of the packet and what follows it far less.
const maxHandshake = 80 << 10

// wireConn reads along with what a client sends. Reads come from the one
// goroutine that serves the connection.
type wireConn struct {
	*socket
	tls        *tls.Conn // over the socket; nil without TLS
	login      *login    // until the first command
	watch      *connectionWatch
	connection *connection // nil until the handler has it
	reads      uint64
	state      wireState
	handshake  []byte
	packets    packetScanner
	refusal    refusalScanner
	records    recordScanner
	held       heldCommand
	command    byte
	ansiQuotes func() bool // of the session's SQL mode
	// reset is set while the answer to COM_RESET_CONNECTION is to be given
	// these flags.
	reset       bool
	resetStatus uint16
	idle        bool        // what TLS reads next from the socket ends idle time
	quit        atomic.Bool // the client has said that it leaves
	// What went either way since the client was let in, before TLS encrypts it.
	bytes          *byteCount
	received, sent atomic.Uint64
}

// wireOf finds the wireConn under a connection, or nil.
func wireOf(c net.Conn) *wireConn {
	switch c := c.(type) {
	case *wireConn:
		return c
	case *client.Conn:
		return wireOf(c.NetConn())
	case netutil.ConnWithTimeouts:
		return wireOf(c.Conn)
	}
	return nil
}

// Read implements net.Conn.
func (w *wireConn) Read(b []byte) (n int, err error) {
	if w.held.rest != nil {
		return w.held.take(b), nil
	}
	if w.login != nil {
		if w.state == wireHandshake {
			w.reads++
			return w.login.Read(b)
		}
		w.login = nil
	}
	switch {
	case w.awaitsCommand():
		c := w.connection
		c.closeCommand() // answered, or the server would not read on
		c.drive()
		if w.tls == nil {
			n, err = w.readIdle(c.thread, b)
			break
		}
		w.idle = true // until its socket is read; what it has read already is there
		n, err = w.tls.Read(b)
		w.idle = false
	case w.tls != nil:
		n, err = w.tls.Read(b)
	default:
		n, err = w.socket.Read(b)
	}
	w.reads++
	if n > 0 {
		w.received.Add(uint64(n))
	}
	switch w.state {
	case wireHandshake:
		if room := maxHandshake - len(w.handshake); n <= room {
			w.handshake = append(w.handshake, b[:n]...)
		} else {
			w.state, w.handshake = wireOpaque, nil
		}
	case wireCommands:
		if w.packets.whole(b[:n]) && b[4] != mysql.ComPrepare {
			w.see(b[4:n])
		} else if n = w.packets.scan(b[:n], w.see); n == 0 && w.held.rest != nil {
			n = w.held.take(b)
		}
	case wireEncrypted:
		w.records.scan(b[:n])
	case wireOpaque:
	}
	return n, err
}

// awaitsCommand says whether the connection has nothing to do until the client
// sends its next command. What a client sends encrypted is taken for a command
// if no statement runs and no part of it has come yet: one of several records
// is short idle times, one after the other.
func (w *wireConn) awaitsCommand() bool {
	if w.connection == nil || w.connection.thread == nil || w.connection.busy.Load() {
		return false
	}
	switch w.state {
	case wireCommands:
		return w.packets.between()
	case wireEncrypted:
		return w.connection.authenticated && w.records.between()
	default:
		return false
	}
}

// finishHandshake reads what the client said before it was let in, and turns
// to commands.
func (w *wireConn) finishHandshake() []perfschema.ConnectAttr {
	if w.state != wireHandshake {
		return nil
	}
	if w.login != nil {
		w.state = wireCommands
		return w.login.response.attributes
	}
	data := w.handshake
	w.handshake = nil
	first := firstPacket(data)
	response, ok := parseHandshakeResponse(first)
	switch {
	case !ok:
		w.state = wireOpaque
	case response.tls:
		w.state = wireEncrypted
		w.records.scan(data[4+len(first):])
	default:
		w.state = wireCommands
	}
	return response.attributes
}

// see is called with what has come of every command. It says whether the
// command is held, to be passed on by later reads.
func (w *wireConn) see(b []byte) (held bool) {
	w.command = b[0]
	if w.command == comQuit {
		w.quit.Store(true)
	}
	w.held.refused = false
	if w.command == mysql.ComPrepare && w.held.hold(b, &w.packets, w.stream(), w.ansiQuotes) {
		return true
	}
	if w.connection == nil || w.connection.thread == nil || w.connection.busy.Load() {
		return false
	}
	if name := wireCommandNames[w.command]; name != "" {
		w.connection.openCommand(name)
	}
	return false
}

// Command bytes of the client protocol.
const (
	comQuit       = 0x01
	comFieldList  = 0x04
	comStatistics = 0x09
	comPing       = 0x0e
	comChangeUser = 0x11
	comLongData   = 0x18
	comCloseStmt  = 0x19
	comResetStmt  = 0x1a
	comSetOption  = 0x1b
	comFetch      = 0x1c
)

// wireCommandNames are the commands that reach no handler, by MySQL's names.
var wireCommandNames = [256]string{
	comQuit:       "Quit",
	comStatistics: "Statistics",
	comPing:       "Ping",
	comChangeUser: "Change user",
	comLongData:   "Long Data",
	comCloseStmt:  "Close stmt",
	comResetStmt:  "Reset stmt",
	comSetOption:  "Set option",
	comFetch:      "Fetch",
}

// openCommand starts the event of a command that reaches no handler.
func (conn *connection) openCommand(name string) {
	conn.closeCommand()
	conn.counts.command(name)
	conn.tellStatus(nil)
	in := conn.adapter.instruments
	st := conn.thread.BeginStatement(conn.adapter.schema.AbstractPacket())
	conn.thread.SetCommand(name, "")
	st.Refine(in.com[name])
	conn.command = true
}

// closeCommand ends it.
func (conn *connection) closeCommand() {
	if !conn.command {
		return
	}
	conn.command = false
	conn.prepared.settle(conn.client)
	conn.thread.CurrentStatement().End()
	conn.thread.SetCommand("Sleep", "")
}

// packetScanner finds the packets in a client's bytes.
type packetScanner struct {
	header [4]byte
	have   int  // bytes of the header
	left   int  // bytes of the payload still to come
	first  bool // the next payload byte is a command
	more   bool // the packet is full, so another follows
}

// between is true where a command has ended, or none begun.
func (p *packetScanner) between() bool { return p.have == 0 && p.left == 0 && !p.more }

// fullPacket is the length of a packet's payload that another packet continues.
const fullPacket = 1<<24 - 1

// whole says whether b is one command from beginning to end. Nothing changes for what
// comes after it.
func (p *packetScanner) whole(b []byte) bool {
	return p.between() && len(b) > 4 && b[3] == 0 && packetLength(b) == len(b)-4 && len(b)-4 < fullPacket
}

// scan calls see with what is in b of every command, and stops where it returns
// true. It returns how much of b it has passed over.
func (p *packetScanner) scan(b []byte, see func(b []byte) bool) int {
	all := len(b)
	for len(b) > 0 {
		if p.left > 0 {
			if p.first {
				p.first = false
				if see(b) {
					break
				}
			}
			n := min(p.left, len(b))
			p.left -= n
			b = b[n:]
			continue
		}
		n := copy(p.header[p.have:], b)
		p.have += n
		b = b[n:]
		if p.have == len(p.header) {
			p.have = 0
			p.left = int(p.header[0]) | int(p.header[1])<<8 | int(p.header[2])<<16
			p.first = p.header[3] == 0 // a command begins a sequence
			p.more = p.left == fullPacket
		}
	}
	return all - len(b)
}

// recordScanner finds the records in what a client sends by TLS: five bytes,
// the last two of which are the length of what follows.
type recordScanner struct {
	header [5]byte
	have   int
	left   int
}

// between is true where a record has ended, or none begun.
func (r *recordScanner) between() bool { return r.have == 0 && r.left == 0 }

func (r *recordScanner) scan(b []byte) {
	for len(b) > 0 {
		if r.left > 0 {
			n := min(r.left, len(b))
			r.left -= n
			b = b[n:]
			continue
		}
		n := copy(r.header[r.have:], b)
		r.have += n
		b = b[n:]
		if r.have == len(r.header) {
			r.have, r.left = 0, int(r.header[3])<<8|int(r.header[4])
		}
	}
}
