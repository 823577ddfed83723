package gms

import (
	"context"

	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"

	"github.com/perfschema/perfschema/gms/internal/handlers"
)

// recorderHandler records what clients ask for and passes it on as it came. What the engine answers
// goes to the client as the engine gives it. It stands in the place of [statementHandler] without the
// dialect.
type recorderHandler struct {
	mysql.Handler
	lifecycle *lifecycle
}

// observe wraps an engine's protocol handler. The result has the optional interfaces of the
// original, whose calls are not recorded.
func (l *lifecycle) observe(h mysql.Handler) mysql.Handler {
	w := &recorderHandler{Handler: h, lifecycle: l}
	extended, replica := handlers.Optional(h)
	return handlers.Join(w, extended, replica)
}

// NewConnection implements mysql.Handler.
func (h *recorderHandler) NewConnection(c *mysql.Conn) {
	if conn := h.lifecycle.open(c); conn != nil {
		c.ClientData = conn
		conn.drive()
	}
	h.Handler.NewConnection(c)
}

// ConnectionAuthenticated implements mysql.Handler.
func (h *recorderHandler) ConnectionAuthenticated(c *mysql.Conn) error {
	if conn := connectionFor(c); conn != nil {
		conn.authenticate(c)
	}
	return h.Handler.ConnectionAuthenticated(c)
}

// ConnectionClosed implements mysql.Handler. The connection's thread ends also if the engine's own
// handler panics, which the server deals with.
func (h *recorderHandler) ConnectionClosed(c *mysql.Conn) {
	if conn := connectionFor(c); conn != nil {
		defer conn.close()
	}
	h.Handler.ConnectionClosed(c)
}

// ComInitDB implements mysql.Handler.
func (h *recorderHandler) ComInitDB(c *mysql.Conn, name string) error {
	conn := connectionFor(c)
	if conn == nil || conn.handshakeDatabase() {
		err := h.Handler.ComInitDB(c, name)
		if conn != nil && err == nil {
			conn.thread.SetDatabase(name)
		}
		return err
	}
	x := conn.begin("Init DB")
	err := h.Handler.ComInitDB(c, name)
	if err == nil {
		conn.log("Init DB", name)
		conn.thread.SetDatabase(name)
	}
	x.finish(err)
	return err
}

// ComQuery implements mysql.Handler.
func (h *recorderHandler) ComQuery(ctx context.Context, c *mysql.Conn, query string, callback mysql.ResultSpoolFn) error {
	x := connectionFor(c).beginQuery(query)
	if x == nil {
		return h.Handler.ComQuery(ctx, c, query, callback)
	}
	err := h.Handler.ComQuery(x.newContext(ctx), c, query, x.observeResults(callback))
	x.finish(err)
	return err
}

// ComMultiQuery implements mysql.Handler.
func (h *recorderHandler) ComMultiQuery(ctx context.Context, c *mysql.Conn, query string, callback mysql.ResultSpoolFn) (string, error) {
	x := connectionFor(c).beginQuery(query)
	if x == nil {
		return h.Handler.ComMultiQuery(ctx, c, query, callback)
	}
	rest, err := h.Handler.ComMultiQuery(x.newContext(ctx), c, query, x.observeResults(callback))
	x.finish(err)
	return rest, err
}

// ComPrepare implements mysql.Handler.
func (h *recorderHandler) ComPrepare(ctx context.Context, c *mysql.Conn, query string, prepare *mysql.PrepareData) ([]*querypb.Field, error) {
	conn := connectionFor(c)
	x := conn.beginPrepare(query)
	if x == nil {
		return h.Handler.ComPrepare(ctx, c, query, prepare)
	}
	x.preparing = "" // a long text takes no room, see [planningRoom]
	conn.prepared.preparing()
	fields, err := h.Handler.ComPrepare(x.newContext(ctx), c, query, prepare)
	switch {
	case err != nil:
		conn.prepared.unprepared()
	case prepare != nil:
		conn.prepared.prepared(x.statement, prepare, conn.shown(prepare.PrepareStmt))
		conn.memory.PreparedClient(prepare)
		conn.logPrepared(query)
	}
	x.finishPrepare(err)
	return fields, err
}

// ComStmtExecute implements mysql.Handler. The statement of a cursor, which runs on a goroutine of
// its own while the client fetches rows, is not recorded.
func (h *recorderHandler) ComStmtExecute(ctx context.Context, c *mysql.Conn, prepare *mysql.PrepareData, callback func(*sqltypes.Result) error) error {
	conn := connectionFor(c)
	if conn == nil || conn.elsewhere() {
		return h.Handler.ComStmtExecute(ctx, c, prepare, callback)
	}
	conn.logExecute(prepare)
	x := conn.beginExecute(prepare)
	if x == nil {
		return h.Handler.ComStmtExecute(ctx, c, prepare, callback)
	}
	if x.recorded {
		x.statement.Executes(conn.prepared.byID[prepare.StatementID])
		x.statement.ComputeExecuteDigest()
		x.digested()
	}
	conn.counts.Executed(x.prepared.kind, x.prepared.counter, x.prepared.counts)
	results := x.observeResults(func(r *sqltypes.Result, _ bool) error { return callback(r) })
	err := h.Handler.ComStmtExecute(x.newContext(ctx), c, prepare, func(r *sqltypes.Result) error { return results(r, false) })
	x.finish(err)
	return err
}

// ComResetConnection implements mysql.Handler.
func (h *recorderHandler) ComResetConnection(c *mysql.Conn) error {
	conn := connectionFor(c)
	x := conn.begin("Reset Connection")
	err := h.Handler.ComResetConnection(c)
	if x == nil {
		return err
	}
	conn.prepared.closeAll()
	conn.memory.Reset()
	conn.memory.Share()
	conn.endTransaction(false)
	conn.session = nil
	conn.temporary.End(&h.lifecycle.indexes)
	conn.profiling.Reset(conn.thread)
	x.finish(err)
	return err
}

// observeResults returns a callback that counts the rows of results and passes them on.
func (x *execution) observeResults(callback mysql.ResultSpoolFn) mysql.ResultSpoolFn {
	return func(r *sqltypes.Result, more bool) error {
		if !x.recorded {
			x.observeSent(r)
		} else {
			defer x.beginSend(r, more).End()
		}
		return callback(r, more)
	}
}

// observeSent counts a part of a result that is about to be sent.
func (x *execution) observeSent(r *sqltypes.Result) {
	if r == nil {
		return
	}
	if len(r.Fields) == 0 {
		x.returned.affected += r.RowsAffected
		return
	}
	x.returned.rows += uint64(len(r.Rows))
	if x.recorded {
		x.memory.Result.Count(&x.memory, r)
	}
}
