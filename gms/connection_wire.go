package gms

import (
	"crypto/tls"
	"encoding/binary"
	"io"
	"net"
	"sync/atomic"

	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/netutil"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/client"
	"github.com/perfschema/perfschema/gms/internal/hostcache"
	"github.com/perfschema/perfschema/gms/internal/login"
	"github.com/perfschema/perfschema/gms/internal/wire"
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
// find these; on Linux the Adapter looks itself, and ends the statements they left: with
// [Options.Dialect] within half a second, without it after five to ten, as the engine finishes what
// takes less.
//
// With the dialect what clients may take is limited: see docs/limits.md. Accepting goes on after
// errors until the listener is closed.
func (a *Adapter) Listener(l net.Listener) net.Listener {
	w := wireListener{wire.ListenSocket(l, a.schema), a, newConnectionWatch(a.schema, a.endStatement, !a.options.Dialect)}
	if !a.options.Dialect {
		return w
	}
	return a.clients.Listener(w)
}

type wireListener struct {
	*wire.SocketListener
	adapter *Adapter
	watch   *connectionWatch
}

// Accept implements net.Listener.
func (l wireListener) Accept() (net.Conn, error) {
	s, err := l.AcceptSocket()
	if err != nil {
		return nil, err
	}
	w := &wireConn{Socket: s, watch: l.watch}
	l.adapter.bytes.Begin(&w.bytes)
	if t := l.adapter.secured.Terms.Load(); t != nil && l.adapter.logsIn.Load() {
		w.login = login.New(w, l.adapter.hosts, &l.adapter.secured, hostcache.Address(s.RemoteAddr()))
		w.login.Blocked = l.adapter.hosts.Seen(w.login.Host)
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

// wireConn reads along with what a client sends. Reads come from the one
// goroutine that serves the connection.
type wireConn struct {
	*wire.Socket
	tls        *tls.Conn    // over the socket; nil without TLS
	login      *login.Login // until the first command
	watch      *connectionWatch
	connection *connection // nil until the handler has it
	reads      uint64
	state      wireState
	handshake  []byte
	packets    wire.PacketScanner
	refusal    wire.RefusalScanner
	records    wire.RecordScanner
	held       wire.HeldCommand
	command    byte
	proof      login.Proof    // by which the client was let in; zero where the engine has let it in
	change     *userChange    // until the session begins anew
	read       int            // how much is being looked at
	ended      bool           // the client has been told why
	flags      uint32         // what the client has said that it knows; 0 without a login
	ansiQuotes func() bool    // of the session's SQL mode
	amend      wire.Amendment // of what is written next
	idle       bool           // what TLS reads next from the socket ends idle time
	quit       atomic.Bool    // the client has said that it leaves
	answered   atomic.Pointer[func()]
	bytes      wire.Bytes // what went either way
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
	if w.answered.Load() != nil {
		w.settleAnswered()
	}
	if w.held.Rest != nil {
		return w.held.Take(b), nil
	}
	if w.held.Texts != nil && w.packets.Between() {
		w.held.Texts = nil // more is asked for, so all that came has been answered
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
		c.countCursors()
		if w.tls == nil && c.thread.Quiet() {
			n, err = w.Socket.Read(b)
			break
		}
		c.drive()
		if w.tls == nil {
			n, err = w.ReadIdle(c.thread, b)
			break
		}
		w.idle = true // until its socket is read; what it has read already is there
		n, err = w.tls.Read(b)
		w.idle = false
	case w.tls != nil:
		n, err = w.tls.Read(b)
	case w.Socket.Watched():
		n, err = w.Socket.Read(b)
	default:
		n, err = w.Socket.Conn.Read(b)
	}
	w.reads++
	if n > 0 {
		w.bytes.Count(n, 0)
	}
	switch w.state {
	case wireHandshake:
		if room := login.MaxHandshake - len(w.handshake); n <= room {
			w.handshake = append(w.handshake, b[:n]...)
		} else {
			w.state, w.handshake = wireOpaque, nil
		}
	case wireCommands:
		w.read = n
		if w.packets.Whole(b[:n]) && b[4] != mysql.ComPrepare && b[4] != wire.ComChangeUser {
			w.see(b[4:n])
		} else if n = w.packets.Scan(b[:n], w.see); n == 0 && w.held.Rest != nil {
			n = w.held.Take(b)
		}
		if w.ended {
			return 0, errUserNotChanged
		}
	case wireEncrypted:
		w.records.Scan(b[:n])
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
		return w.packets.Between()
	case wireEncrypted:
		return w.connection.authenticated && w.records.Between()
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
		w.state, w.flags = wireCommands, w.login.Response.Flags
		return w.login.Response.Attributes
	}
	data := w.handshake
	w.handshake = nil
	first := wire.FirstPacket(data)
	response, ok := wire.ParseHandshakeResponse(first)
	switch {
	case !ok:
		w.state = wireOpaque
	case response.TLS:
		w.state = wireEncrypted
		w.records.Scan(data[4+len(first):])
	default:
		w.state = wireCommands
	}
	return response.Attributes
}

// see is called with what has come of every command. It says whether the
// command is held, to be passed on by later reads.
func (w *wireConn) see(b []byte) (held bool) {
	w.command = b[0]
	if w.command == wire.ComQuit {
		w.quit.Store(true)
	}
	dialect := w.connection == nil || w.connection.adapter.dialect
	if dialect && w.command == mysql.ComPrepare && w.held.Hold(b, &w.packets, w.Stream()) {
		return true
	}
	if dialect && w.changesUser(b, w.read) {
		rest, err := w.changeUser(b, &w.packets)
		w.held.Rest, w.ended = rest, err != nil
		return rest != nil || err != nil
	}
	if c := w.connection; c != nil && c.adapter.general.on.Load() {
		c.logCommand(b, w.packets.Left)
	}
	if w.connection == nil || w.connection.thread == nil || w.connection.busy.Load() {
		return false
	}
	if name := wireCommandNames[w.command]; name != "" {
		w.connection.openCommand(name)
		if w.command == wire.ComCloseStmt {
			w.connection.closes(b)
		}
	}
	return false
}

// wireCommandNames are the commands that reach no handler, by MySQL's names.
var wireCommandNames = [256]string{
	wire.ComQuit:       "Quit",
	wire.ComStatistics: "Statistics",
	wire.ComPing:       "Ping",
	wire.ComChangeUser: "Change user",
	wire.ComLongData:   "Long Data",
	wire.ComCloseStmt:  "Close stmt",
	wire.ComResetStmt:  "Reset stmt",
	wire.ComSetOption:  "Set option",
	wire.ComFetch:      "Fetch",
}

// openCommand starts the event of a command that reaches no handler.
func (conn *connection) openCommand(name string) {
	conn.closeCommand()
	conn.counts.Command(name)
	if conn.adapter.dialect {
		conn.tellStatus(nil)
	}
	in := conn.adapter.instruments
	st := conn.thread.BeginStatement(conn.adapter.schema.AbstractPacket())
	conn.thread.SetCommand(name, "")
	st.Refine(in.Command[name])
	if conn.thread.StagesRecorded() {
		st.StartStage(in.Stages.Starting)
	}
	conn.command = true
}

// closes gives the event of a Close stmt the text of the statement that it closes, and the
// digest of that text behind the word DEALLOCATE, as MySQL does. command is the part of the
// command that has come, nearly always all of it.
func (conn *connection) closes(command []byte) {
	const id = 1
	if len(command) < id+4 || conn.client == nil {
		return
	}
	if data := conn.client.PrepareData[binary.LittleEndian.Uint32(command[id:])]; data != nil {
		st := conn.thread.CurrentStatement()
		st.SetText(conn.shown(data.PrepareStmt))
		st.ComputeDeallocateDigest()
	}
}

// closeCommand ends it.
func (conn *connection) closeCommand() {
	if !conn.command {
		return
	}
	conn.command = false
	conn.prepared.settle(conn.client)
	t := conn.thread
	staged := t.Stage() != 0
	if staged {
		t.SetStage(conn.adapter.instruments.Stages.CleaningUp)
	}
	t.CurrentStatement().End()
	if staged {
		t.EndStage()
	}
	conn.thread.SetCommand("Sleep", "")
}

// Secure reports whether the connection is private: it has TLS, or is a socket of this machine.
func (w *wireConn) Secure() bool {
	a := w.LocalAddr()
	return w.tls != nil || a != nil && a.Network() == "unix"
}

// Stream is where packets come from and go to.
func (w *wireConn) Stream() io.ReadWriter { return (*wireStream)(w) }

// wireStream is what lies below a wireConn, or below its TLS, with its bytes counted.
type wireStream wireConn

func (s *wireStream) below() net.Conn {
	if s.tls != nil {
		return s.tls
	}
	return s.Socket
}

// Read implements io.Reader.
func (s *wireStream) Read(b []byte) (n int, err error) {
	n, err = s.below().Read(b)
	s.bytes.Count(n, 0)
	return n, err
}

// Write implements io.Writer.
func (s *wireStream) Write(b []byte) (n int, err error) {
	w := (*wireConn)(s)
	w.bytes.Count(0, len(b))
	n, err = s.below().Write(b)
	w.bytes.Count(0, n-len(b))
	return n, err
}
