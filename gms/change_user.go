package gms

import (
	"errors"
	"io"
	"time"

	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/internal/client"
	"github.com/perfschema/perfschema/gms/internal/hostcache"
	"github.com/perfschema/perfschema/gms/internal/login"
	"github.com/perfschema/perfschema/gms/internal/wire"
)

// vitess does not know COM_CHANGE_USER. The client is authenticated beneath it, as when it
// logged in, and COM_RESET_CONNECTION stands in the place of the command: the session
// ends, and that of the other user begins. Who is not let in, or may not use the database,
// is told so and has the connection ended.

// userChange is what the client is to be once its session begins anew.
type userChange struct {
	wire.ChangeUser
	user  mysql.Getter
	login *login.Login // which knows the number of the next packet
}

// errUserNotChanged ends a connection whose client has been told why.
var errUserNotChanged = io.EOF

// changesUser says whether a command, which lies at the beginning of what was read, can
// be carried out here. There is no answer yet to one that others come before.
func (w *wireConn) changesUser(b []byte, read int) bool {
	return b[0] == wire.ComChangeUser && w.proof.Server != nil && w.connection != nil && read-len(b) <= headerLength
}

// MySQL's errors for a command that cannot be read.
const (
	errUnknownCommand  = 1047
	errMalformedPacket = 1835
)

// headerLength is what lies before the payload of a packet.
const headerLength = 4

// changeUser authenticates the client of a command of which b is what has been read, and
// writes what takes its place in it. It returns all of it if not all had come; p is then
// at the command's end.
func (w *wireConn) changeUser(b []byte, p *wire.PacketScanner) (rest []byte, err error) {
	a := w.connection.adapter.rights
	l := login.New(w, a.hosts, &a.secured, hostcache.Address(w.RemoteAddr()))
	l.Sequence = 1
	_ = w.SetReadDeadline(time.Now().Add(time.Duration(sysvar.GlobalNumber("connect_timeout", 10)) * time.Second)) // who reads next sets its own
	defer func() {
		var e *mysql.SQLError
		if errors.As(err, &e) {
			w.Refused(l, e.Message)
			l.Refuse(e)
		}
		if err != nil {
			err = errUserNotChanged
		}
	}()
	length, more := p.Left, p.More
	switch {
	case more || length > login.MaxHandshake || len(b) > length:
		return nil, mysql.NewSQLError(errMalformedPacket, sqlerr.StateGeneral, "Malformed communication packet.")
	case len(b) < length:
		if b, err = wire.ReadTo(append([]byte(nil), b...), length, w.Stream()); err != nil {
			return nil, err
		}
		rest = b
		*p = wire.PacketScanner{}
	}
	r, ok := wire.ParseChangeUser(b[1:], w.flags)
	if !ok {
		return nil, mysql.NewSQLError(errUnknownCommand, "08S01", "Unknown command")
	}
	l.Response = wire.HandshakeResponse{Flags: w.flags}
	c := w.connection.client
	user, err := w.proof.Again(l, c, &r)
	if err != nil {
		return nil, err
	}
	w.change = &userChange{ChangeUser: r, user: user, login: l}
	clear(b)
	b[0] = mysql.ComResetConnection
	return rest, nil
}

// takeChange is the user that the session is to become another's, nil for none.
func (conn *connection) takeChange() (u *userChange) {
	if conn == nil || conn.wire == nil {
		return nil
	}
	u, conn.wire.change = conn.wire.change, nil
	return u
}

// begin has the session that begins be the user's, and of no database yet.
func (u *userChange) begin(c *mysql.Conn) {
	if s := client.Of(c.Conn).Session(); s != nil {
		s.SetCurrentDatabase("") // which the engine would take over
	}
	c.User, c.UserData = u.User, u.user
}

// end gives the new session its database, and shows whose it is.
func (u *userChange) end(h *handler, c *mysql.Conn, conn *connection, err error) error {
	if err == nil && u.Database != "" {
		u.Database, err = h.initDB(c, conn, u.Database)
	}
	if err != nil {
		var e *mysql.SQLError
		if !errors.As(err, &e) {
			e = mysql.NewSQLError(mysql.ERUnknownError, sqlerr.StateGeneral, "%s", err)
		}
		u.login.Refuse(e)
		c.Close()
		return err
	}
	conn.authenticate(c)
	conn.logConnect("Change user", u.User, u.Database)
	conn.thread.SetConnectAttrs(u.Attributes)
	conn.thread.SetDatabase(u.Database)
	conn.trackSession(u.Database)
	conn.wire.amend.Sequence = u.login.Sequence
	return nil
}
