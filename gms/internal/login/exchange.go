package login

import (
	"bytes"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/account"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/hostcache"
	"github.com/perfschema/perfschema/gms/internal/transport"
	"github.com/perfschema/perfschema/gms/internal/wire"
)

// Login stands between a client and vitess until the client is let in. It
// speaks the protocol's first part itself: it offers TLS and ends it here, so
// that what reads along sees plain packets; it refuses what is no handshake; and
// it authenticates ([Server]). What vitess reads and writes meanwhile is a
// handshake of one packet each way, in which the numbers of packets are vitess's
// own.
//
// It is used by the one goroutine that serves the connection.
type Login struct {
	wire     Wire
	hosts    *hostcache.Cache
	secured  *transport.Security
	terms    transport.Terms
	Sequence byte // of the next packet, as the client counts
	engine   byte // the same as vitess counts

	Host    string // as the cache of hosts has it; "" for one that it has not
	Blocked bool

	in       []byte // what vitess reads next
	out      []byte // what vitess has written of a packet
	greeted  bool
	answered bool
	Response wire.HandshakeResponse
}

// Wire is the connection of a login.
type Wire interface {
	// Stream is where packets come from and go to, through TLS once it has begun.
	Stream() io.ReadWriter
	// Encrypt begins TLS.
	Encrypt(cfg *tls.Config) error
	// TLS is nil for a connection without.
	TLS() *tls.Conn
	// Secure reports whether nobody can listen: TLS, or a socket of this machine.
	Secure() bool
	// Handshaking reports whether the client has not been let in yet.
	Handshaking() bool
	// RaiseError counts an error of the client's.
	RaiseError(number int)
	// Refused writes to the log that the client is not let in.
	Refused(l *Login, message string)
	// Serves reports whether there is a session to put under the restrictions of an account.
	Serves() bool
	// Admit puts the session under these. address is the client's, as accounts are found by it.
	Admit(usage *account.Usage, expired bool, address string)
	// LoggedIn notes how the client was let in.
	LoggedIn(p Proof)
}

// New begins the login of a client whose address is host, "" for one that the cache of
// hosts has not.
func New(w Wire, hosts *hostcache.Cache, secured *transport.Security, host string) *Login {
	return &Login{wire: w, hosts: hosts, secured: secured, terms: *secured.Terms.Load(), Host: host}
}

// protocolVersion is what a greeting begins with.
const protocolVersion = 10

// errTLS is that the client and the server do not agree about TLS.
var errTLS = errors.New("TLS")

// errHandshake is what a client is told that does not speak the protocol.
func errHandshake() *mysql.SQLError {
	return mysql.NewSQLError(sqlerr.ERBadHandshake, "08S01", "Bad handshake")
}

// Read gives vitess the client's answer to the greeting.
func (l *Login) Read(b []byte) (int, error) {
	if len(l.in) == 0 {
		if l.answered {
			return 0, errors.New("the engine reads on before the client is let in")
		}
		l.answered = true
		if err := l.answer(); err != nil {
			var e *mysql.SQLError
			switch {
			case errors.As(err, &e):
				l.Refuse(e)
			case errors.Is(err, errTLS):
				l.hosts.FailedTLS(l.Host)
			default: // it has left, or sent half a packet
				l.hosts.Failed(l.Host, 0)
			}
			return 0, err
		}
	}
	n := copy(b, l.in)
	l.in = l.in[n:]
	return n, nil
}

// answer reads the client's answer, through TLS if it asks for it.
func (l *Login) answer() error {
	data, err := l.receive()
	if err != nil {
		return err
	}
	r, ok := wire.ParseHandshakeResponse(data)
	if ok && r.TLS {
		if l.terms.TLS == nil {
			return errHandshake()
		}
		l.secured.Accepts.Add(1)
		if err := l.wire.Encrypt(l.terms.TLS); err != nil {
			return fmt.Errorf("%w: %w", errTLS, err)
		}
		l.secured.Finished.Add(1)
		if data, err = l.receive(); err != nil {
			return err
		}
		if r, ok = wire.ParseHandshakeResponse(data); r.TLS {
			return errHandshake()
		}
	} else if r.Flags&mysql.CapabilityClientSSL != 0 && l.terms.TLS != nil {
		return errHandshake() // it asks for TLS and does not wait for it
	}
	switch {
	case !ok:
		return errHandshake()
	case l.terms.Required && !l.wire.Secure():
		return mysql.NewSQLError(sqlerr.ERSecureTransport, "HY000",
			"Connections using insecure transport are prohibited while --require_secure_transport=ON.")
	}
	l.Response = r
	l.in = framed(l.engine, r.ForEngine(loginPlugin))
	l.engine++
	return nil
}

func framed(sequence byte, payload []byte) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(len(payload)))
	b[3] = sequence
	return append(b, payload...)
}

// receive reads a packet of the client's, and not a byte of what follows it.
func (l *Login) receive() ([]byte, error) {
	var header [4]byte
	c := l.wire.Stream()
	if _, err := io.ReadFull(c, header[:]); err != nil {
		return nil, err
	}
	n := int(header[0]) | int(header[1])<<8 | int(header[2])<<16
	switch {
	case header[3] != l.Sequence:
		return nil, mysql.NewSQLError(sqlerr.ERPacketOrder, "08S01", "Got packets out of order")
	case n > MaxHandshake:
		return nil, errHandshake()
	}
	l.Sequence++
	payload := make([]byte, n)
	if _, err := io.ReadFull(c, payload); err != nil {
		return nil, fmt.Errorf("a packet is cut short: %w", err)
	}
	return payload, nil
}

// send writes a packet to the client.
func (l *Login) send(payload []byte) error {
	_, err := l.wire.Stream().Write(framed(l.Sequence, payload))
	l.Sequence++
	return err
}

// Refuse tells the client why it is not let in.
func (l *Login) Refuse(e *mysql.SQLError) {
	b := binary.LittleEndian.AppendUint16([]byte{mysql.ErrPacket}, uint16(e.Num))
	b = append(append(append(b, '#'), e.State...), e.Message...)
	_ = l.send(b) // the connection ends anyway
	l.hosts.Failed(l.Host, e.Num)
	l.wire.RaiseError(e.Num)
}

// Write passes on what vitess writes, packet by packet.
func (l *Login) Write(b []byte) (int, error) {
	l.out = append(l.out, b...)
	for len(l.out) >= 4 {
		n := 4 + (int(l.out[0]) | int(l.out[1])<<8 | int(l.out[2])<<16)
		if len(l.out) < n {
			break
		}
		payload := l.out[4:n]
		l.engine++
		switch {
		case !l.greeted && n > 4 && payload[0] == protocolVersion:
			l.greeted = true
			if l.Blocked {
				return 0, l.refuseHost()
			}
			offer(payload, l.terms)
		case len(payload) >= 3 && payload[0] == mysql.ErrPacket && l.wire.Handshaking():
			number := int(binary.LittleEndian.Uint16(payload[1:]))
			l.hosts.Failed(l.Host, number)
			l.wire.RaiseError(number)
			l.wire.Refused(l, messageOf(payload))
		}
		if err := l.send(payload); err != nil {
			return 0, err
		}
		l.out = l.out[n:]
	}
	return len(b), nil
}

// messageOf is the message of an error's packet.
func messageOf(payload []byte) string {
	text := payload[3:]
	if len(text) > 0 && text[0] == '#' {
		text = text[min(6, len(text)):]
	}
	return string(text)
}

// refuseHost tells a client that its host has failed too often. As before any greeting,
// the error goes without its SQLSTATE.
func (l *Login) refuseHost() error {
	text := fmt.Sprintf("Host '%s' is blocked because of many connection errors; unblock with 'mysqladmin flush-hosts'", l.Host)
	b := binary.LittleEndian.AppendUint16([]byte{mysql.ErrPacket}, hostcache.ErrHostBlocked)
	if err := l.send(append(b, text...)); err != nil {
		return err
	}
	l.wire.RaiseError(hostcache.ErrHostBlocked)
	return errors.New(text)
}

// offer puts what vitess does not know of among the capabilities of a greeting.
func offer(greeting []byte, t transport.Terms) {
	version := bytes.IndexByte(greeting, 0) // the end of it
	low := version + 1 + 4 + 8 + 1
	high := low + 2 + 1 + 2
	if version <= 0 || high+2 > len(greeting) {
		return
	}
	add := func(at int, flags uint16) {
		binary.LittleEndian.PutUint16(greeting[at:], binary.LittleEndian.Uint16(greeting[at:])|flags)
	}
	if t.TLS != nil {
		add(low, mysql.CapabilityClientSSL)
	}
	add(high, (wire.ClientPSMultiResults|wire.ClientSessionTrack|clientExpiredPasswords)>>16)
}

// MaxHandshake is how much of a handshake is kept: attributes may take 64 KiB,
// the rest of the packet and what follows it far less.
const MaxHandshake = 80 << 10
