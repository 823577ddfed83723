package gms

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"

	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/hostcache"
	"github.com/perfschema/perfschema/gms/internal/wire"
)

// A login stands between a client and vitess until the client is let in. It
// speaks the protocol's first part itself: it offers TLS and ends it here, so
// that what reads along sees plain packets; it refuses what is no handshake; and
// it authenticates ([loginServer]). What vitess reads and writes meanwhile is a
// handshake of one packet each way, in which the numbers of packets are vitess's
// own.
//
// It is used by the one goroutine that serves the connection.
type login struct {
	wire     *wireConn
	adapter  *Adapter
	terms    Transport
	sequence byte // of the next packet, as the client counts
	engine   byte // the same as vitess counts

	host    string // as the cache of hosts has it; "" for one that it has not
	blocked bool

	in       []byte // what vitess reads next
	out      []byte // what vitess has written of a packet
	greeted  bool
	answered bool
	response wire.HandshakeResponse
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
func (l *login) Read(b []byte) (int, error) {
	if len(l.in) == 0 {
		if l.answered {
			return 0, errors.New("the engine reads on before the client is let in")
		}
		l.answered = true
		if err := l.answer(); err != nil {
			var e *mysql.SQLError
			switch {
			case errors.As(err, &e):
				l.refuse(e)
			case errors.Is(err, errTLS):
				l.adapter.hosts.FailedTLS(l.host)
			default: // it has left, or sent half a packet
				l.adapter.hosts.Failed(l.host, 0)
			}
			return 0, err
		}
	}
	n := copy(b, l.in)
	l.in = l.in[n:]
	return n, nil
}

// answer reads the client's answer, through TLS if it asks for it.
func (l *login) answer() error {
	data, err := l.receive()
	if err != nil {
		return err
	}
	r, ok := wire.ParseHandshakeResponse(data)
	if ok && r.TLS {
		if l.terms.TLS == nil {
			return errHandshake()
		}
		l.adapter.secured.Accepts.Add(1)
		if err := l.wire.encrypt(l.terms.TLS); err != nil {
			return fmt.Errorf("%w: %w", errTLS, err)
		}
		l.adapter.secured.Finished.Add(1)
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
	case l.terms.Required && !l.wire.secure():
		return mysql.NewSQLError(sqlerr.ERSecureTransport, "HY000",
			"Connections using insecure transport are prohibited while --require_secure_transport=ON.")
	}
	l.response = r
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
func (l *login) receive() ([]byte, error) {
	var header [4]byte
	c := l.wire.stream()
	if _, err := io.ReadFull(c, header[:]); err != nil {
		return nil, err
	}
	n := int(header[0]) | int(header[1])<<8 | int(header[2])<<16
	switch {
	case header[3] != l.sequence:
		return nil, mysql.NewSQLError(sqlerr.ERPacketOrder, "08S01", "Got packets out of order")
	case n > maxHandshake:
		return nil, errHandshake()
	}
	l.sequence++
	payload := make([]byte, n)
	if _, err := io.ReadFull(c, payload); err != nil {
		return nil, fmt.Errorf("a packet is cut short: %w", err)
	}
	return payload, nil
}

// send writes a packet to the client.
func (l *login) send(payload []byte) error {
	_, err := l.wire.stream().Write(framed(l.sequence, payload))
	l.sequence++
	return err
}

// refuse tells the client why it is not let in.
func (l *login) refuse(e *mysql.SQLError) {
	b := binary.LittleEndian.AppendUint16([]byte{mysql.ErrPacket}, uint16(e.Num))
	b = append(append(append(b, '#'), e.State...), e.Message...)
	_ = l.send(b) // the connection ends anyway
	l.adapter.hosts.Failed(l.host, e.Num)
	if c := l.wire.connection; c != nil {
		c.thread.RaiseError(e.Num)
	}
}

// Write passes on what vitess writes, packet by packet.
func (l *login) Write(b []byte) (int, error) {
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
			if l.blocked {
				return 0, l.refuseHost()
			}
			offer(payload, l.terms)
		case len(payload) >= 3 && payload[0] == mysql.ErrPacket && l.wire.state == wireHandshake:
			number := int(binary.LittleEndian.Uint16(payload[1:]))
			l.adapter.hosts.Failed(l.host, number)
			if c := l.wire.connection; c != nil {
				c.thread.RaiseError(number)
			}
			l.logRefused(messageOf(payload))
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
func (l *login) refuseHost() error {
	text := fmt.Sprintf("Host '%s' is blocked because of many connection errors; unblock with 'mysqladmin flush-hosts'", l.host)
	b := binary.LittleEndian.AppendUint16([]byte{mysql.ErrPacket}, hostcache.ErrHostBlocked)
	if err := l.send(append(b, text...)); err != nil {
		return err
	}
	if c := l.wire.connection; c != nil {
		c.thread.RaiseError(hostcache.ErrHostBlocked)
	}
	return errors.New(text)
}

// offer puts what vitess does not know of among the capabilities of a greeting.
func offer(greeting []byte, t Transport) {
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

// secure says whether nobody can listen: TLS, or a socket of this machine.
func (w *wireConn) secure() bool {
	a := w.LocalAddr()
	return w.tls != nil || a != nil && a.Network() == "unix"
}

// stream is where packets come from and go to.
func (w *wireConn) stream() *wireStream { return (*wireStream)(w) }

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
	(*wireConn)(s).countBytes(n, 0)
	return n, err
}

// Write implements io.Writer.
func (s *wireStream) Write(b []byte) (n int, err error) {
	w := (*wireConn)(s)
	w.countBytes(0, len(b))
	n, err = s.below().Write(b)
	w.countBytes(0, n-len(b))
	return n, err
}
