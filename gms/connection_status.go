package gms

import (
	"context"
	"errors"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/client"
	"github.com/perfschema/perfschema/gms/internal/sessiontrack"
	"github.com/perfschema/perfschema/gms/internal/wire"
)

// The status flags that vitess has no names for.
const (
	statusNoGoodIndexUsed    = 0x10
	statusNoIndexUsed        = 0x20
	statusNoBackslashEscapes = 0x200  // by which clients quote their values
	statusReadOnly           = 0x2000 // the transaction is READ ONLY
)

// toldStatus are the flags that the connection keeps up to date. AUTOCOMMIT is
// the engine's, after every statement that succeeds; vitess adds MORE_RESULTS
// to the packet that ends a result.
const toldStatus = mysql.ServerInTransaction | mysql.ServerMoreResultsExists | statusReadOnly | statusNoGoodIndexUsed | statusNoIndexUsed

// beginStatus sets the flags of a session that has run nothing yet.
func beginStatus(c *mysql.Conn) {
	c.StatusFlags = escapesStatus(client.Mode(c))
	if _, v, ok := sql.SystemVariables.GetGlobal(sql.AutoCommitSessionVar); ok {
		if on, err := sql.ConvertToBool(sql.NewEmptyContext(), v); err == nil && !on {
			return
		}
	}
	c.StatusFlags |= mysql.ServerStatusAutocommit
}

// escapesStatus is the flag of a mode.
func escapesStatus(m *sql.SqlMode) uint16 {
	if m.ModeEnabled(sql.NoBackslashEscapes) {
		return statusNoBackslashEscapes
	}
	return 0
}

// tellStatus brings the flags up to date that the next packets to the client
// carry. facts are what is known of the statement they answer; nil for a command
// that is none.
func (conn *connection) tellStatus(facts *perfschema.StatementCounters) uint16 {
	if !conn.adapter.dialect {
		return conn.client.StatusFlags
	}
	flags := conn.client.StatusFlags &^ toldStatus
	if conn.inTransaction(flags&mysql.ServerStatusAutocommit != 0) {
		flags |= mysql.ServerInTransaction
		if conn.readOnly {
			flags |= statusReadOnly
		}
	}
	if facts != nil {
		if facts.NoIndexUsed > 0 {
			flags |= statusNoIndexUsed
		}
		if facts.NoGoodIndexUsed > 0 {
			flags |= statusNoGoodIndexUsed
		}
	}
	conn.client.StatusFlags = flags
	return flags
}

// inTransaction says whether a transaction is open that the client has to end.
// The engine has one for every statement; without autocommit it counts from the
// first table on.
func (conn *connection) inTransaction(autocommit bool) bool {
	s := conn.session // whose methods lie behind others: the fewest that tell are asked
	return s != nil && (s.GetIgnoreAutoCommit() || !autocommit && conn.transaction != nil) && s.GetTransaction() != nil
}

// settleStatus is tellStatus at the end of a statement.
func (x *execution) settleStatus(err error) {
	conn := x.connection
	if !conn.adapter.dialect {
		return
	}
	if s := conn.session; s != nil {
		if s.GetIgnoreAutoCommit() && s.GetTransaction() == nil {
			// A statement has committed implicitly what START TRANSACTION
			// began. The engine would never commit by itself again.
			s.SetIgnoreAutoCommit(false)
		}
		if err != nil && !x.plan.keepsSettings {
			conn.tellAutocommit()
		}
		if !x.plan.keepsSettings {
			conn.tellEscapes()
		}
	}
	if x.cursor {
		return // the connection goes on meanwhile, and its flags are in use
	}
	conn.tellStatus(&x.facts)
}

// tellCursorStatus is tellStatus for the first result of a cursor, while the connection's
// goroutine waits for it. Later the flags are in use there.
func (conn *connection) tellCursorStatus(engine *mysql.Conn, r *sqltypes.Result) {
	flags := conn.client.StatusFlags&^mysql.ServerStatusAutocommit | engine.StatusFlags&mysql.ServerStatusAutocommit
	if r != nil && len(r.Fields) > 0 {
		flags = flags&^toldStatus | conn.x.status
	}
	conn.client.StatusFlags = flags
}

// tellAutocommit asks the session itself, after a statement that may have
// changed it before it failed.
func (conn *connection) tellAutocommit() {
	if conn.x.cursor {
		return
	}
	ctx := sql.NewContext(context.Background(), sql.WithSession(conn.session))
	conn.client.StatusFlags &^= mysql.ServerStatusAutocommit
	if conn.transactionSettings(ctx).autoCommit {
		conn.client.StatusFlags |= mysql.ServerStatusAutocommit
	}
}

// tellEscapes tells how values are to be quoted, after a statement that may have changed
// it.
func (conn *connection) tellEscapes() {
	if conn.session == nil || conn.x.cursor {
		return
	}
	mode := sql.LoadSqlMode(sql.NewContext(context.Background(), sql.WithSession(conn.session)))
	conn.client.StatusFlags = conn.client.StatusFlags&^statusNoBackslashEscapes | escapesStatus(mode)
}

// NewConnection implements mysql.Handler: the greeting says whether
// autocommit is on.
func (h errorHandler) NewConnection(c *mysql.Conn) {
	beginStatus(c)
	if w := wireOf(c.Conn); w != nil {
		w.ansiQuotes = func() bool {
			options, err := h.Handler.ParserOptionsForConnection(c)
			return err == nil && options.AnsiQuotes
		}
	}
	h.Handler.NewConnection(c)
}

// ConnectionAuthenticated implements mysql.Handler.
func (h errorHandler) ConnectionAuthenticated(c *mysql.Conn) error {
	if w := wireOf(c.Conn); w != nil {
		w.finishHandshake()
	}
	return h.Handler.ConnectionAuthenticated(c)
}

// ComResetConnection implements mysql.Handler. The session begins anew, and so
// do its flags. A reset that fails leaves none to go on with: the connection
// ends.
func (h errorHandler) ComResetConnection(c *mysql.Conn) error {
	err := sqlerr.Numbered(h.Handler.ComResetConnection(c))
	var e *mysql.SQLError
	if errors.As(err, &e) && e.Num == mysql.ERBadDb {
		err = nil // the database in use has been dropped: there is none now
	}
	beginStatus(c)
	if err != nil {
		c.Close()
		return err
	}
	if w := wireOf(c.Conn); w != nil {
		w.amend = wire.Amendment{On: true, Status: c.StatusFlags} // vitess writes none
	}
	return nil
}

// trackSession begins to follow a session in a database, if the client wants that.
func (conn *connection) trackSession(schema string) {
	conn.track = nil
	if w := conn.wire; w != nil && w.flags&wire.ClientSessionTrack != 0 {
		conn.track = sessiontrack.New(schema)
	}
}

// trackAnew follows a session that begins anew in the database in which it was.
func (conn *connection) trackAnew() {
	if t := conn.track; t != nil {
		conn.trackSession(t.Schema)
	}
}

// tellSession has the client told of changes by the OK packet that vitess writes next.
// more is what else the packet says, and vitess does not. rows says that it ends rows.
func (conn *connection) tellSession(more wire.Amendment, rows bool) error {
	t := conn.track
	if conn.x.cursor || rows && conn.client.Capabilities&mysql.CapabilityClientDeprecateEOF == 0 {
		return nil
	}
	says := more.Text != "" || more.Warnings != 0
	if t == nil && !says {
		return nil
	}
	if conn.wire.amend.On { // of the statement before, in one text with this one
		if err := conn.client.FlushBuffer(); err != nil {
			return err
		}
	}
	if t != nil {
		now := t.Schema
		if conn.session != nil && conn.lent.Session == nil {
			now = conn.session.GetCurrentDatabase()
		}
		t.Settle(conn.wire.amend.Told(), now)
		more.Session = t.List(conn.session)
	}
	if !says && more.Session == nil {
		return nil
	}
	// What vitess has written comes before that packet.
	if err := conn.client.FlushBuffer(); err != nil {
		return err
	}
	more.On = true
	conn.wire.amend = more
	return nil
}

// endTelling is called at the end of a statement that has not failed. One without rows
// was told of before its OK packet was written.
func (conn *connection) endTelling() error {
	if s := &conn.x.spool; conn.track == nil || !s.began || s.closed {
		return nil
	}
	return conn.tellSession(wire.Amendment{}, true)
}
