package gms

import (
	"net"

	"github.com/dolthub/vitess/go/netutil"

	"github.com/perfschema/perfschema"
)

// Listener wraps the listener a server accepts connections from. With it the
// attributes a client sends of itself are known, and the commands that no
// engine sees: ping, quit, close of a prepared statement and their like.
//
// On a connection with TLS neither is known: they are encrypted before they
// pass here.
func (a *Adapter) Listener(l net.Listener) net.Listener {
	if a.lifecycle == nil {
		return l
	}
	return wireListener{l}
}

type wireListener struct{ net.Listener }

// Accept implements net.Listener.
func (l wireListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &wireConn{Conn: c}, nil
}

// wireState is what the bytes a client sends are part of.
type wireState uint8

const (
	wireHandshake wireState = iota
	wireCommands
	wireOpaque // encrypted, or not understood
)

// maxHandshake is how much of a handshake is kept: attributes may take 64 KiB,
// the rest of the packet and what follows it far less.
const maxHandshake = 80 << 10

// wireConn reads along with what a client sends. Reads come from the one
// goroutine that serves the connection.
type wireConn struct {
	net.Conn
	connection *connection // nil until the handler has it
	reads      uint64
	state      wireState
	handshake  []byte
	packets    packetScanner
	refusal    refusalScanner
	command    byte
}

// wireOf finds the wireConn under a connection, or nil.
func wireOf(c net.Conn) *wireConn {
	switch c := c.(type) {
	case *wireConn:
		return c
	case netutil.ConnWithTimeouts:
		return wireOf(c.Conn)
	}
	return nil
}

// unwrapped is a connection without its wireConn.
func (w *wireConn) unwrapped(c net.Conn) net.Conn {
	switch c := c.(type) {
	case *wireConn:
		return c.Conn
	case netutil.ConnWithTimeouts:
		c.Conn = w.unwrapped(c.Conn)
		return c
	}
	return c
}

// Read implements net.Conn.
func (w *wireConn) Read(b []byte) (int, error) {
	if c := w.connection; c != nil && w.state == wireCommands && !c.busy.Load() {
		c.closeCommand() // answered, or the server would not read on
	}
	n, err := w.Conn.Read(b)
	w.reads++
	switch w.state {
	case wireHandshake:
		if room := maxHandshake - len(w.handshake); n <= room {
			w.handshake = append(w.handshake, b[:n]...)
		} else {
			w.state, w.handshake = wireOpaque, nil
		}
	case wireCommands:
		w.packets.scan(b[:n], w.see)
	}
	return n, err
}

// finishHandshake reads what the client said before it was let in, and turns
// to commands.
func (w *wireConn) finishHandshake() []perfschema.ConnectAttr {
	if w.state != wireHandshake {
		return nil
	}
	data := w.handshake
	w.handshake = nil
	response, ok := parseHandshakeResponse(firstPacket(data))
	if !ok || response.tls {
		w.state = wireOpaque
		return nil
	}
	w.state = wireCommands
	return response.attributes
}

// see is called with the first byte of every command.
func (w *wireConn) see(command byte) {
	w.command = command
	if w.connection == nil || w.connection.busy.Load() {
		return
	}
	if name := wireCommandNames[command]; name != "" {
		w.connection.openCommand(name)
	}
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
}

// scan calls see with the first byte of every command in b.
func (p *packetScanner) scan(b []byte, see func(command byte)) {
	for len(b) > 0 {
		if p.left > 0 {
			if p.first {
				p.first = false
				see(b[0])
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
		}
	}
}
