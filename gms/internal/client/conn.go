package client

import (
	"container/list"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
	"sync/atomic"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/netutil"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

// MySQL's errors for a client that the server gives up.
const (
	errPacketTooLarge     = 1153
	errReadInterrupted    = 1159
	errWriteInterrupted   = 1161
	errInteractionTimeout = 4031

	stateNetwork = "08S01"
	stateGeneral = "HY000"
)

// maxHandshake is how large a packet of a handshake may be: attributes take
// 64 KiB, the rest far less.
const maxHandshake = 80 << 10

// maxSkipped is how much of a packet that is too large is read, so that the
// client gets to read the error: the most that MySQL's protocol allows.
const maxSkipped = 1 << 30

// Conn is the connection of one client. The goroutine that serves it reads.
type Conn struct {
	net.Conn
	registry *Registry

	// Of the registry.
	place    *list.Element // among those not logged in
	admitted bool
	open     atomic.Bool // counted as such
	leaving  atomic.Bool // counted as that

	client      *mysql.Conn // nil until the server has it
	session     sql.Session
	context     *sql.Context // of session
	limits      Settings
	live        bool  // logged in
	aborted     bool  // counted as such
	interactive bool  // a person sits at it
	inQuery     bool  // a query runs, which may read a file from the client
	encrypted   bool  // above: what passes here cannot be read
	records     bool  // encrypted below, once logged in
	changed     bool  // the session may have changed its limits
	large       bool  // a packet is too large, and passed over
	fault       error // of the command that is being run in the place of another
	fieldList   fieldListAnswer
	stream      stream
	many        bool // the client takes several results for a statement
	parameters  bool // and that of the parameters of a prepared one
	results     results
	answer      atomic.Pointer[answerFault]
	held        []byte  // the end of an answer, while there is a fault
	ends        *ending // nil: nobody wants it to
	long        longData
	cursors     cursors
	texts       words.Batch
	pending     []byte    // read, and to be given to the server later
	readBy      time.Time // the deadlines that are set
	writeBy     time.Time
}

func newConn(conn net.Conn, r *Registry, limits Settings) *Conn {
	_ = conn.SetDeadline(time.Now().Add(limits.Connect)) // of the whole handshake
	return &Conn{Conn: conn, registry: r, limits: limits}
}

// Of finds the Conn of a server's connection, nil if it has none.
func Of(c net.Conn) *Conn {
	switch c := c.(type) {
	case *Conn:
		return c
	case *tls.Conn:
		return Of(c.NetConn())
	case netutil.ConnWithTimeouts:
		return Of(c.Conn)
	}
	return nil
}

// NetConn is the connection below.
func (c *Conn) NetConn() net.Conn { return c.Conn }

// Close implements net.Conn. A server that never took the connection, for which there
// was no room, leaves no other sign that it has ended.
func (c *Conn) Close() error {
	if c.client == nil {
		c.registry.leave(c)
	}
	return c.Conn.Close()
}

// begin ends the handshake's limit.
func (c *Conn) begin() {
	c.many, c.parameters = c.flags()&clientMultiResults != 0, c.flags()&clientPSMultiResults != 0
	c.live, c.stream.commands, c.stream.known = true, true, 0
	c.readBy, c.writeBy = time.Time{}, time.Time{}
	if e, ok := c.Conn.(interface{ Encrypted() bool }); ok {
		c.records = e.Encrypted()
	}
	_ = c.Conn.SetDeadline(time.Time{})
}

// Read implements net.Conn.
func (c *Conn) Read(b []byte) (int, error) {
	if c.held != nil {
		if err := c.settleAnswer(); err != nil {
			return 0, err
		}
	}
	if c.results.on {
		c.results = results{}
	}
	if c.large {
		return 0, c.refuseLarge()
	}
	n, err := c.next(b)
	if n == 0 || c.encrypted {
		return n, err
	}
	limit := int64(maxHandshake)
	if c.live {
		limit = c.limits.MaxPacket
	}
	c.stream.file = c.inQuery
	if c.knows(b[:n]) && c.stream.whole(b[:n], limit) {
		return n, err
	}
	if c.stream.atCommand() && c.stream.isChecked(b[0]) {
		c.checkCommand(b[:n])
	}
	seen, large := c.stream.scan(b[:n], limit)
	if c.stream.empty {
		if c.stream.empty = false; seen == 0 {
			return 0, c.refuseEmpty()
		}
	}
	if !c.live && c.stream.between() && c.asksForTLS() {
		c.encrypted = true
	}
	if !large {
		c.pending = append(c.pending, b[seen:n]...)
		return seen, err
	}
	c.large = true
	c.stream.skip(b[seen:n])
	if whole := seen - len(c.stream.header); whole > 0 {
		return whole, nil // of packets before
	}
	return 0, c.refuseLarge()
}

// next reads what comes, within the time that it may take.
func (c *Conn) next(b []byte) (int, error) {
	if !c.live {
		return c.Conn.Read(b)
	}
	idle := !c.inQuery && (c.encrypted || c.stream.between())
	limit := c.limits.NetRead
	if idle && c.ends != nil {
		if !c.ends.answered {
			c.say(1, uint16(c.ends.number), stateGeneral, c.ends.message)
		}
		return 0, io.EOF
	}
	if idle {
		c.cursors.settle()
		c.long.settle(c)
		if c.changed {
			c.readSettings()
		}
		limit = c.limits.Wait
	}
	if len(c.pending) > 0 {
		n := copy(b, c.pending)
		c.pending = append(c.pending[:0], c.pending[n:]...)
		return n, nil
	}
	n, err := c.readWithin(b, limit)
	if n == 0 && isTimeout(err) {
		if idle {
			c.abort(errInteractionTimeout)
			c.say(1, errInteractionTimeout, stateGeneral, "The client was idle for longer than wait_timeout, or interactive_timeout, allows; the server closed the connection")
			return 0, io.EOF
		}
		c.abort(errReadInterrupted)
	}
	return n, err
}

// readWithin reads with a limit. A deadline that is set and not too late stays,
// and is put off when it comes: to set one at each read costs more.
func (c *Conn) readWithin(b []byte, limit time.Duration) (int, error) {
	by := time.Now().Add(limit)
	for {
		if c.readBy.IsZero() || c.readBy.After(by) {
			c.readBy = by
			if err := c.Conn.SetReadDeadline(by); err != nil {
				return 0, err
			}
		}
		n, err := c.Conn.Read(b)
		if n > 0 || !isTimeout(err) || !time.Now().Before(by) {
			return n, err
		}
		c.readBy = time.Time{}
	}
}

// Write implements net.Conn.
func (c *Conn) Write(b []byte) (written int, err error) {
	if !c.live {
		return c.Conn.Write(b)
	}
	if c.fieldList != 0 && c.fieldList.drops() {
		return len(b), nil
	}
	if c.cursors.rows != nil {
		return c.keepRows(b)
	}
	if f := c.answer.Load(); f != nil {
		return c.holdEnd(f, b)
	}
	return c.send(b)
}

// write writes. What is written in part has as long again for the rest.
func (c *Conn) write(b []byte) (written int, err error) {
	if c.records {
		return c.writeRecords(b)
	}
	by := time.Now().Add(c.limits.NetWrite)
	for {
		if c.writeBy.IsZero() || c.writeBy.After(by) {
			c.writeBy = by
			if err := c.Conn.SetWriteDeadline(by); err != nil {
				return written, err
			}
		}
		n, err := c.Conn.Write(b[written:])
		written += n
		if err == nil || !isTimeout(err) {
			return written, err
		}
		now := time.Now()
		if n > 0 {
			by = now.Add(c.limits.NetWrite)
		}
		if !now.Before(by) {
			c.abort(errWriteInterrupted)
			return written, err
		}
		c.writeBy = time.Time{}
	}
}

// writeRecords writes what TLS, which ends below, makes a record of piece by
// piece. A write of it that has been late once is late for ever, so that each
// has its own limit.
func (c *Conn) writeRecords(b []byte) (written int, err error) {
	const record = 16 << 10
	for {
		if err := c.Conn.SetWriteDeadline(time.Now().Add(c.limits.NetWrite)); err != nil {
			return written, err
		}
		n, err := c.Conn.Write(b[written:min(written+record, len(b))])
		written += n
		switch {
		case isTimeout(err):
			c.abort(errWriteInterrupted)
			return written, err
		case err != nil || written == len(b):
			return written, err
		}
	}
}

// refuseLarge passes over the rest of a packet that is too large, and says so.
func (c *Conn) refuseLarge() error {
	buffer := make([]byte, 64<<10)
	for done := c.stream.skip(nil); !done; {
		if c.stream.total > c.limits.MaxPacket+maxSkipped {
			break
		}
		n, err := c.skipped(buffer)
		if n == 0 && err != nil {
			break
		}
		done = c.stream.skip(buffer[:n])
	}
	c.abort(errPacketTooLarge)
	c.say(c.stream.sequence+1, errPacketTooLarge, stateNetwork, "Got a packet bigger than 'max_allowed_packet' bytes")
	return io.EOF
}

func (c *Conn) skipped(b []byte) (int, error) {
	if !c.live {
		return c.Conn.Read(b)
	}
	return c.readWithin(b, c.limits.NetRead)
}

// say sends an error past the server, which waits for the client here.
func (c *Conn) say(sequence byte, number uint16, state, message string) {
	if c.encrypted {
		return
	}
	_ = c.Conn.SetWriteDeadline(time.Now().Add(time.Second))
	_, _ = c.Conn.Write(errorPacket(sequence, number, state, message))
}

// ending is why the server ends a connection after the command that runs.
type ending struct {
	number   int
	message  string
	answered bool // the command has been answered with it
}

// End ends the connection once the command that runs is answered: with this
// error, or before the client's next command. The goroutine that serves the
// connection calls it.
func (c *Conn) End(number int, message string, answered bool) {
	if c.ends == nil {
		c.ends = &ending{number, message, answered}
		if !c.aborted {
			c.aborted = true
			count("Aborted_clients")
		}
	}
}

// abort counts a client that is given up, once.
func (c *Conn) abort(number int) {
	if c.aborted || !c.live {
		return
	}
	c.aborted = true
	count("Aborted_clients")
	if c.client != nil {
		c.registry.options.Raise(c.client, number)
	}
}

// flags are the capabilities that the client's first packet asks for.
func (c *Conn) flags() uint32 { return binary.LittleEndian.Uint32(c.stream.command[:]) }

// asksForTLS is true of a first packet that ends before the name of a user.
func (c *Conn) asksForTLS() bool {
	const size = 4 + 4 + 1 + 23
	return c.stream.total == size && c.flags()&mysql.CapabilityClientSSL != 0
}

// clientInteractive is a client that a person sits at.
const clientInteractive = 1 << 10

// Session is the client's, or nil. Call it on the goroutine that serves the
// client.
func (c *Conn) Session() sql.Session {
	if c == nil {
		return nil
	}
	return c.session
}

// use makes s the session of the client. One of an interactive client begins
// with another wait_timeout.
func (c *Conn) use(s sql.Session) error {
	first := c.session == nil
	c.session, c.context, c.changed = s, newContext(s), true
	if first {
		c.interactive = c.flags()&clientInteractive != 0
	}
	if !c.interactive {
		return nil
	}
	seconds := int64(c.registry.options.Settings().Interactive / time.Second)
	return s.SetSessionVariable(c.context, "wait_timeout", seconds)
}

// SettingsChanged says that a statement may have changed the session's variables. The
// goroutine that serves the connection calls it.
func (c *Conn) SettingsChanged() {
	if c != nil {
		c.changed = true
	}
}

// readSettings looks at the session's limits, which it may have changed.
func (c *Conn) readSettings() {
	c.changed = false
	if c.session == nil {
		return
	}
	read := func(name string, to *time.Duration) {
		if v, err := c.session.GetSessionVariable(c.context, name); err == nil {
			if n := integer(v, 0); n > 0 {
				*to = seconds(n)
			}
		}
	}
	read("wait_timeout", &c.limits.Wait)
	read("net_read_timeout", &c.limits.NetRead)
	read("net_write_timeout", &c.limits.NetWrite)
}

func isTimeout(err error) bool { return err != nil && errors.Is(err, os.ErrDeadlineExceeded) }
