package gms

import (
	"context"
	"strings"

	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/amendment"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/client"
	"github.com/perfschema/perfschema/gms/internal/recovery"
)

// statementHandler runs the commands that nearly all of a server's work is. The
// handlers that lie in one another see the other commands; here one call does what
// they would do about a statement one after the other:
//
//   - what has come in the place of a command that cannot be run is answered
//     ([client.Conn]);
//   - the statement is recorded ([connection], [execution]);
//   - its errors get MySQL's numbers ([errorHandler]);
//   - a panic ends it and nothing else ([catcher]): one of the engine's within what
//     records it, so that it ends as any other that fails, and one of ours around that.
type statementHandler struct {
	mysql.Handler
	mysql.ExtendedHandler
	mysql.BinlogReplicaHandler
	engine       mysql.Handler
	errors       errorHandler
	inner, outer recovery.Catcher
}

// handleStatements gives the statements of a handler to a statementHandler, and
// the other commands to others. The result has the optional interfaces of others.
func (a *Adapter) handleStatements(engine, others mysql.Handler) mysql.Handler {
	h := &statementHandler{Handler: others, engine: engine, errors: errorHandler{engine, a}, inner: recovery.Catcher{Server: panicAdapter{a}, Outer: false}, outer: recovery.Catcher{Server: panicAdapter{a}, Outer: true}}
	var isExtended, isReplica bool
	h.ExtendedHandler, isExtended = others.(mysql.ExtendedHandler)
	h.BinlogReplicaHandler, isReplica = others.(mysql.BinlogReplicaHandler)
	switch {
	case isExtended && isReplica:
		return h
	case isExtended:
		return &struct {
			mysql.Handler
			mysql.ExtendedHandler
		}{h, h}
	case isReplica:
		return &struct {
			mysql.Handler
			mysql.BinlogReplicaHandler
		}{h, h}
	}
	return &struct{ mysql.Handler }{h}
}

// ComQuery implements mysql.Handler.
func (h *statementHandler) ComQuery(ctx context.Context, c *mysql.Conn, query string, callback mysql.ResultSpoolFn) error {
	_, err := h.query(ctx, c, query, callback, false)
	return err
}

// ComMultiQuery implements mysql.Handler.
func (h *statementHandler) ComMultiQuery(ctx context.Context, c *mysql.Conn, query string, callback mysql.ResultSpoolFn) (string, error) {
	return h.query(ctx, c, query, callback, true)
}

// query runs a query, the first of several where it may be several.
func (h *statementHandler) query(ctx context.Context, c *mysql.Conn, query string, callback mysql.ResultSpoolFn, several bool) (rest string, err error) {
	conn := connectionFor(c)
	peer := conn.peer(c)
	texts := peer.Texts()
	defer func() {
		conn.yield()
		rest = texts.Rest(rest)
		peer.EndQuery(err, several)
		if r := recover(); r != nil || err != nil {
			h.outer.Settle(ctx, c, r, &err)
		}
	}()
	if err := peer.BeginQuery(); err != nil {
		return "", err
	}
	if several {
		query = strings.TrimRight(query, "; \t\r\n\v\f") // nothing follows there
	}
	query = texts.Translate(query, func() words.Mode { return amendment.WordsMode(client.Mode(c)) })
	x := conn.beginQuery(query)
	if x == nil {
		return h.queryEngine(ctx, c, query, callback, several)
	}
	if conn.restricted != nil {
		err = conn.restricted.Refuses(query, amendment.WordsMode(client.Mode(c)).AnsiQuotes)
	}
	if err == nil {
		rest, err = h.queryEngine(x.newContext(ctx), c, query, x.count(callback), several)
	}
	for err != nil && x.again(ctx, err) {
		rest, err = h.queryEngine(x.newContext(ctx), c, query, x.count(callback), several)
	}
	if err != nil {
		err = x.limit.Error(err)
	}
	x.finish(err)
	if err != nil {
		conn.track.Failed()
		return "", x.spool.answerError(c, err)
	}
	return rest, conn.endTelling()
}

// queryEngine has the engine run a query.
func (h *statementHandler) queryEngine(ctx context.Context, c *mysql.Conn, query string, callback mysql.ResultSpoolFn, several bool) (rest string, err error) {
	defer func() {
		if r := recover(); r != nil || err != nil {
			h.inner.Settle(ctx, c, r, &err)
		}
	}()
	if err = sqlerr.Unread(query); err != nil {
		learn(ctx, nil, "", err)
		return "", err
	}
	if err = settlePrepared(ctx, c, query); err != nil {
		return "", h.errors.statementError(c, query, err)
	}
	if several {
		rest, err = h.engine.ComMultiQuery(ctx, c, query, callback)
	} else {
		err = h.engine.ComQuery(ctx, c, query, callback)
	}
	if err != nil {
		// An error is the last answer: what follows is not run.
		rest, err = "", h.errors.statementError(c, query, err)
	}
	return rest, err
}

// ComStmtExecute implements mysql.Handler.
func (h *statementHandler) ComStmtExecute(ctx context.Context, c *mysql.Conn, prepare *mysql.PrepareData, callback func(*sqltypes.Result) error) error {
	conn := connectionFor(c)
	if conn != nil && conn.elsewhere() {
		return h.executeCursor(ctx, c, conn, prepare, callback)
	}
	return h.execute(ctx, c, conn, prepare, callback, nil)
}

// executeCursor executes a prepared statement whose rows the client fetches from vitess,
// see cursor.
func (h *statementHandler) executeCursor(ctx context.Context, c *mysql.Conn, conn *connection, prepare *mysql.PrepareData, callback func(*sqltypes.Result) error) error {
	began := false
	take := func(r *sqltypes.Result) error {
		began = true
		return callback(r)
	}
	own := engineConn(c)
	err := conn.serveCursor(take, func(give func(*sqltypes.Result) error) error {
		told := false
		return h.execute(ctx, c, conn, prepare, func(r *sqltypes.Result) error {
			if !told {
				told = true
				conn.tellCursorStatus(own, r)
			}
			return give(r)
		}, own)
	})
	if peer := conn.peer(c); err != nil && began {
		return peer.FailResult(err, true)
	} else if err != nil {
		peer.FailCursor(err)
	}
	return err
}

// untilLost is callback until the rows that the client is to fetch cannot be kept any more.
func untilLost(peer *client.Conn, callback func(*sqltypes.Result) error) func(*sqltypes.Result) error {
	return func(r *sqltypes.Result) error {
		if err := peer.CursorError(); err != nil {
			return err
		}
		return callback(r)
	}
}

// engineConn is what the engine sees of the connection of a cursor. It tells the flags of
// its transaction while the connection goes on and has its own told.
func engineConn(c *mysql.Conn) *mysql.Conn {
	return &mysql.Conn{
		Conn: c.Conn, ConnectionID: c.ConnectionID, Capabilities: c.Capabilities, CharacterSet: c.CharacterSet,
		User: c.User, UserData: c.UserData, StatusFlags: c.StatusFlags, ClientData: c.ClientData,
	}
}

// execute executes a prepared statement. The rows of a cursor's are fetched later; it
// has a goroutine and a connection, cursor, of its own.
func (h *statementHandler) execute(ctx context.Context, c *mysql.Conn, conn *connection, prepare *mysql.PrepareData, callback func(*sqltypes.Result) error, cursor *mysql.Conn) (err error) {
	defer func() {
		conn.yield()
		if r := recover(); r != nil || err != nil {
			h.outer.Settle(ctx, c, r, &err)
		}
	}()
	engine := c
	if cursor != nil {
		engine = cursor
	}
	peer := conn.peer(c)
	if err := peer.BeginExecute(prepare.StatementID); err != nil {
		return err
	}
	fetched := peer.Fetches()
	if fetched {
		callback = untilLost(peer, callback)
	}
	conn.logExecute(prepare)
	x := conn.beginExecute(prepare)
	if x == nil {
		return h.executeEngine(ctx, c, engine, prepare, callback)
	}
	x.cursor, x.fetched = cursor != nil, fetched
	if x.recorded {
		if !x.begunWhole {
			x.statement.Executes(conn.prepared.byID[prepare.StatementID])
			x.statement.ComputeExecuteDigest()
		}
		x.digested()
	}
	conn.counts.Executed(x.prepared.kind, x.prepared.counter, x.prepared.counts)
	err = h.executeEngine(x.newContext(ctx), c, engine, prepare, x.countPrepared(callback))
	for err != nil && x.again(ctx, err) {
		err = h.executeEngine(x.newContext(ctx), c, engine, prepare, x.countPrepared(callback))
	}
	if err != nil {
		err = x.limit.Error(err)
	} else if x.plan.passed && x.finishPassed() || x.plan.thin && x.finishThin() {
		if conn.track == nil {
			return nil
		}
		return conn.endTelling()
	}
	x.finish(err)
	if err != nil {
		conn.track.Failed()
		return x.spool.answerError(c, err)
	}
	return conn.endTelling()
}

// executeEngine has the engine execute a prepared statement; engine is the connection
// that it sees.
func (h *statementHandler) executeEngine(ctx context.Context, c, engine *mysql.Conn, prepare *mysql.PrepareData, callback func(*sqltypes.Result) error) (err error) {
	defer func() {
		if r := recover(); r != nil || err != nil {
			h.inner.Settle(ctx, c, r, &err)
		}
	}()
	if err := client.NotNumber(prepare); err != nil {
		return err
	}
	client.WriteMoments(prepare)
	if err = settlePrepared(ctx, c, prepare.PrepareStmt); err != nil {
		return h.errors.statementError(c, prepare.PrepareStmt, err)
	}
	if err = h.engine.ComStmtExecute(ctx, engine, prepare, callback); err != nil {
		err = h.errors.statementError(c, prepare.PrepareStmt, err)
	}
	return err
}

// WarningCount implements mysql.Handler.
func (h *statementHandler) WarningCount(c *mysql.Conn) uint16 { return h.engine.WarningCount(c) }

// ParserOptionsForConnection implements mysql.Handler.
func (h *statementHandler) ParserOptionsForConnection(c *mysql.Conn) (o sqlparser.ParserOptions, err error) {
	defer func() {
		if r := recover(); r != nil || err != nil {
			h.outer.Settle(context.Background(), c, r, &err)
		}
	}()
	return h.engine.ParserOptionsForConnection(c)
}

// peer is the limits of a connection's client; nil if there are none.
func (conn *connection) peer(c *mysql.Conn) *client.Conn {
	if conn != nil {
		return conn.limits
	}
	return client.Of(c.Conn)
}
