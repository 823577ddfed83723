package gms

import (
	"context"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/client"
	"github.com/perfschema/perfschema/gms/internal/handlers"
	"github.com/perfschema/perfschema/gms/internal/hostcache"
	"github.com/perfschema/perfschema/gms/internal/resultset"
	"github.com/perfschema/perfschema/gms/internal/wire"
)

// handler records what clients ask for and passes it on. vitess calls it with
// the commands that reach an engine; the others are seen on the wire, see
// [Adapter.Listener].
type handler struct {
	mysql.Handler
	lifecycle *lifecycle
}

// wrap goes around an engine's protocol handler so that every connection has a
// Thread and every statement is recorded. The result has the optional
// interfaces of the original.
func (l *lifecycle) wrap(h mysql.Handler) mysql.Handler {
	if h == nil {
		return h
	}
	w := &handler{Handler: h, lifecycle: l}
	extended, replica := handlers.Optional(h)
	if extended != nil {
		extended = extendedHandler{handler: w, inner: extended}
	}
	return handlers.Join(w, extended, replica)
}

// connectionFor finds the connection that NewConnection made, or nil.
func connectionFor(c *mysql.Conn) *connection {
	conn, _ := c.ClientData.(*connection)
	return conn
}

// NewConnection implements mysql.Handler.
func (h *handler) NewConnection(c *mysql.Conn) {
	c.ConnectionID = h.lifecycle.nextNumber() // the protocol's knows of connections alone
	if conn := h.lifecycle.open(c); conn != nil {
		c.ClientData = conn
		conn.drive()
	}
	h.Handler.NewConnection(c)
}

// ConnectionAuthenticated implements mysql.Handler.
func (h *handler) ConnectionAuthenticated(c *mysql.Conn) error {
	if conn := connectionFor(c); conn != nil {
		conn.authenticate(c)
		if w := conn.wire; w != nil {
			h.lifecycle.rights.hosts.Admitted(hostcache.Address(w.RemoteAddr()))
		}
	}
	return h.Handler.ConnectionAuthenticated(c)
}

// ConnectionClosed implements mysql.Handler.
func (h *handler) ConnectionClosed(c *mysql.Conn) {
	h.lifecycle.releaseLocks(c.ConnectionID)
	h.Handler.ConnectionClosed(c)
	if conn := connectionFor(c); conn != nil {
		conn.close()
	}
}

// ComInitDB implements mysql.Handler.
func (h *handler) ComInitDB(c *mysql.Conn, schemaName string) error {
	if strings.EqualFold(schemaName, sql.InformationSchemaDatabaseName) {
		schemaName = sql.InformationSchemaDatabaseName // which is found in any letters, and told in these
	}
	conn := connectionFor(c)
	if conn == nil || conn.handshakeDatabase() {
		schemaName, err := h.initDB(c, conn, schemaName)
		if conn != nil && err == nil {
			conn.thread.SetDatabase(schemaName)
			conn.trackSession(schemaName)
		}
		return err
	}
	x := conn.begin("Init DB")
	err := conn.restricted.RefusesCommand()
	if err == nil {
		schemaName, err = h.initDB(c, conn, schemaName)
	}
	if err == nil {
		conn.log("Init DB", schemaName)
	}
	if x != nil && err == nil {
		conn.thread.SetDatabase(schemaName)
	}
	x.finish(err)
	if conn.track != nil && err == nil {
		conn.track.ChangeDatabase()
		err = conn.tellSession(wire.Amendment{}, false)
	}
	return err
}

// initDB has the session work in a database that its account may know of. The engine asks what
// the session has been found to hold, which has to be found first for that: a session that a client
// begins in the database, too. The session is told the name as stored, which initDB returns:
// what is recorded of one database is recorded by one name.
func (h *handler) initDB(c *mysql.Conn, conn *connection, name string) (string, error) {
	s := client.Of(c.Conn).Session()
	if s == nil && name != "" {
		if err := h.Handler.ComInitDB(c, ""); err != nil {
			return name, err //nolint:wrapcheck // it is the client's
		}
		s = client.Of(c.Conn).Session()
	}
	if s == nil || name == "" {
		return name, h.Handler.ComInitDB(c, name) //nolint:wrapcheck // it is the client's
	}
	before := s.GetCurrentDatabase()
	ctx := sql.NewContext(context.WithValue(context.Background(), connectionKey{}, conn), sql.WithSession(s))
	denied := h.lifecycle.rights.rights.RefuseDatabase(ctx, name)
	name = h.storedDatabase(ctx, name)
	err := h.Handler.ComInitDB(c, name)
	if denied != nil {
		s.SetCurrentDatabase(before)
		return name, denied
	}
	return name, err //nolint:wrapcheck // it is the client's
}

// storedDatabase returns the name of a database as stored. If there is no such database it returns
// the name itself, and the engine refuses it.
func (h *handler) storedDatabase(ctx *sql.Context, name string) string {
	catalog := h.lifecycle.rights.catalog()
	if catalog == nil {
		return name
	}
	db, err := catalog.DbProvider.Database(ctx, name)
	if err != nil || !strings.EqualFold(db.Name(), name) {
		return name
	}
	return db.Name()
}

// ComPrepare implements mysql.Handler.
func (h *handler) ComPrepare(ctx context.Context, c *mysql.Conn, query string, prepare *mysql.PrepareData) (fields []*querypb.Field, err error) {
	conn := connectionFor(c)
	var all int64
	if conn != nil {
		all = conn.prepared.preparing()
	}
	defer func() {
		if err != nil && prepare != nil {
			delete(c.PrepareData, prepare.StatementID) // the client has no number for it
			if conn != nil {
				conn.prepared.unprepared()
			}
		}
	}()
	query, fault := h.prepares(c, query, prepare)
	if fault == nil && conn != nil {
		fault = conn.restricted.RefusesCommand()
	}
	if fault == nil {
		fault = excessOf(all)
	}
	if fault != nil {
		conn.beginPrepare(query).finishPrepare(fault)
		return nil, fault
	}
	x := conn.beginPrepare(query)
	if x == nil {
		return h.Handler.ComPrepare(ctx, c, query, prepare)
	}
	ctx = x.newContext(ctx)
	fields, err = h.Handler.ComPrepare(ctx, c, query, prepare)
	if err == nil && prepare != nil {
		x.connection.prepared.prepared(x.statement, prepare, x.connection.shown(prepare.PrepareStmt))
		x.connection.memory.PreparedClient(prepare)
	}
	resultset.Describe(fields, nil, nil)
	if err == nil {
		x.describePrepared(ctx, fields, query)
		conn.logPrepared(query)
	}
	x.finishPrepare(err)
	return fields, err
}

// ComResetConnection implements mysql.Handler. It stands for COM_CHANGE_USER as well.
func (h *handler) ComResetConnection(c *mysql.Conn) error {
	conn, command := connectionFor(c), "Reset Connection"
	change := conn.takeChange()
	if change != nil {
		command = "Change user"
	}
	x := conn.begin(command)
	h.lifecycle.releaseLocks(c.ConnectionID)
	if change != nil {
		change.begin(c)
	}
	err := h.Handler.ComResetConnection(c)
	if conn != nil {
		conn.prepared.closeAll()
		conn.memory.Reset()
		conn.memory.Share()
		conn.trackAnew()
	}
	if x != nil {
		x.connection.endTransaction(false)
		x.connection.session = nil
		x.connection.temporary.End(&h.lifecycle.indexes)
		x.connection.profiling.Reset(x.connection.thread)
		x.finish(err)
	}
	if change != nil {
		err = change.end(h, c, conn, err)
	}
	return err
}

// extendedHandler passes on statements that another protocol has parsed.
type extendedHandler struct {
	handler *handler
	inner   mysql.ExtendedHandler
}

// ComParsedQuery implements mysql.ExtendedHandler.
func (e extendedHandler) ComParsedQuery(ctx context.Context, c *mysql.Conn, query string, parsed sqlparser.Statement, callback mysql.ResultSpoolFn) error {
	x := connectionFor(c).beginQuery(query)
	if x == nil {
		return e.inner.ComParsedQuery(ctx, c, query, parsed, callback)
	}
	x.parsed(parsed, query)
	err := e.inner.ComParsedQuery(x.newContext(ctx), c, query, parsed, x.count(callback))
	err = x.limit.Error(err)
	x.finish(err)
	return x.spool.answerError(c, err)
}

// ComPrepareParsed implements mysql.ExtendedHandler.
func (e extendedHandler) ComPrepareParsed(ctx context.Context, c *mysql.Conn, query string, parsed sqlparser.Statement, prepare *mysql.PrepareData) (mysql.ParsedQuery, []*querypb.Field, error) {
	x := connectionFor(c).beginPrepared("Prepare", query)
	if x == nil {
		return e.inner.ComPrepareParsed(ctx, c, query, parsed, prepare)
	}
	p, fields, err := e.inner.ComPrepareParsed(x.newContext(ctx), c, query, parsed, prepare)
	x.finish(err)
	return p, fields, err
}

// ComBind implements mysql.ExtendedHandler. Binding is part of an execution
// that has no event of its own yet, so it is not recorded.
func (e extendedHandler) ComBind(ctx context.Context, c *mysql.Conn, query string, parsed mysql.ParsedQuery, prepare *mysql.PrepareData) (mysql.BoundQuery, []*querypb.Field, error) {
	return e.inner.ComBind(ctx, c, query, parsed, prepare)
}

// ComExecuteBound implements mysql.ExtendedHandler.
func (e extendedHandler) ComExecuteBound(ctx context.Context, c *mysql.Conn, query string, bound mysql.BoundQuery, callback mysql.ResultSpoolFn) error {
	x := connectionFor(c).beginPrepared("Execute", query)
	if x == nil {
		return e.inner.ComExecuteBound(ctx, c, query, bound, callback)
	}
	x.statement.ComputeExecuteDigest()
	x.digested()
	err := e.inner.ComExecuteBound(x.newContext(ctx), c, query, bound, x.count(callback))
	err = x.limit.Error(err)
	x.finish(err)
	return x.spool.answerError(c, err)
}

// answerError is what the server is told of a statement that has failed: the error,
// unless some of its result has been sent. The server ends the connection then, and
// is told nothing: the client gets the error all the same.
func (s *spool) answerError(c *mysql.Conn, err error) error {
	x, peer := &s.connection.x, client.Of(c.Conn)
	lost := x.fetched && peer.CursorError() != nil // so that no more was given to vitess
	if err == nil || s.failed && !lost || !s.began || x.cursor {
		return err
	}
	return peer.FailResult(err, false)
}
