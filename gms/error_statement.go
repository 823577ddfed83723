package gms

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"
	"github.com/dolthub/vitess/go/vt/sqlparser"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema/gms/dialect/amendment"
	"github.com/perfschema/perfschema/gms/dialect/effect"
	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/client"
	"github.com/perfschema/perfschema/gms/internal/handlers"
)

// clientError is the client's error of a command.
func (h errorHandler) clientError(c *mysql.Conn, query string, err error) error {
	if err = sqlerr.Numbered(err); err == nil {
		return nil
	}
	conn := connectionFor(c)
	told := sqlerr.Worded(err, &sqlerr.Statement{
		Query: query, Session: client.Of(c.Conn).Session(), Engine: h.adapter.engine.Load(), Told: conn.toldFailure,
	})
	if e, ok := told.(*mysql.SQLError); ok && e.Num == mysql.ERUnknownError && conn.killed() { //nolint:errorlint // as it is sent
		return sqlerr.Interrupted() // the storage may pass over that it is to end, and find a part missing
	}
	return told
}

// killed says whether the statement has been, or the connection while it ran.
func (conn *connection) killed() bool { return conn != nil && conn.x.kills != conn.kills.Load() }

// programError is the error of a statement of a stored program, as its client would
// get it. It is kept: the client's statement ends in it if no handler is for it.
func (conn *connection) programError(err error, text string) error {
	engine := conn.adapter.rights.engine.Load()
	told := sqlerr.Worded(sqlerr.Numbered(sql.CastSQLError(err)), &sqlerr.Statement{Query: text, Session: conn.session, Engine: engine, Told: conn.toldFailure})
	if e, ok := told.(*mysql.SQLError); ok && e.Message != err.Error() { //nolint:errorlint // as it is sent
		conn.failure.Store(&rowFailure{err.Error(), e})
	}
	return told
}

// statementError is the client's error of a statement. One that could not be
// committed for want of room has its transaction rolled back: the engine keeps
// the changes in the session, which would see them, and commit them with the next
// statement for which there is room.
func (h errorHandler) statementError(c *mysql.Conn, query string, err error) error {
	if err == nil {
		return nil
	}
	defer client.EndAlone(c)
	err = h.clientError(c, query, h.loses(c, err))
	if sent, ok := err.(*mysql.SQLError); !ok || sent.Num != sqlerr.ERDiskFull { //nolint:errorlint // as it is sent
		return err
	}
	if session := client.Of(c.Conn).Session(); session != nil && effect.CommitsAtEnd(session, query) {
		if failed := rollBack(session); failed != nil {
			logrus.Errorf("connection %d: rolling back what there was no room for: %v", c.ConnectionID, failed)
		}
	}
	return err
}

// errorHandler gives the errors of an engine's handler MySQL's numbers and
// SQLSTATEs, see sqlerr.Numbered.
type errorHandler struct {
	mysql.Handler
	adapter *Adapter
}

// renumberErrors wraps a handler. The wrapped one has the optional interfaces
// of the original.
func (a *Adapter) renumberErrors(h mysql.Handler) mysql.Handler {
	w := errorHandler{h, a}
	extended, replica := handlers.Optional(h)
	if extended != nil {
		extended = extendedErrorHandler{extended, w}
	}
	if replica != nil {
		replica = privilege.Replica{BinlogReplicaHandler: replica, Rights: a.rights}
	}
	return handlers.Join(w, extended, replica)
}

// ComInitDB implements mysql.Handler.
func (h errorHandler) ComInitDB(c *mysql.Conn, schema string) error {
	return h.statementError(c, "", h.Handler.ComInitDB(c, schema))
}

// ComPrepare implements mysql.Handler.
func (h errorHandler) ComPrepare(ctx context.Context, c *mysql.Conn, query string, prepare *mysql.PrepareData) ([]*querypb.Field, error) {
	if words.Unprepared(query) {
		return nil, amendment.NotPrepared()
	}
	defer client.KeepTransaction(c)()
	fields, err := h.Handler.ComPrepare(ctx, c, query, prepare)
	return fields, h.clientError(c, query, err)
}

// extendedErrorHandler does the same for statements another protocol parsed.
type extendedErrorHandler struct {
	mysql.ExtendedHandler
	errors errorHandler
}

// ComParsedQuery implements mysql.ExtendedHandler.
func (h extendedErrorHandler) ComParsedQuery(ctx context.Context, c *mysql.Conn, query string, parsed sqlparser.Statement, callback mysql.ResultSpoolFn) error {
	return h.errors.statementError(c, query, h.ExtendedHandler.ComParsedQuery(ctx, c, query, parsed, callback))
}

// ComPrepareParsed implements mysql.ExtendedHandler.
func (h extendedErrorHandler) ComPrepareParsed(ctx context.Context, c *mysql.Conn, query string, parsed sqlparser.Statement, prepare *mysql.PrepareData) (mysql.ParsedQuery, []*querypb.Field, error) {
	p, fields, err := h.ExtendedHandler.ComPrepareParsed(ctx, c, query, parsed, prepare)
	return p, fields, h.errors.clientError(c, query, err)
}

// ComBind implements mysql.ExtendedHandler.
func (h extendedErrorHandler) ComBind(ctx context.Context, c *mysql.Conn, query string, parsed mysql.ParsedQuery, prepare *mysql.PrepareData) (mysql.BoundQuery, []*querypb.Field, error) {
	bound, fields, err := h.ExtendedHandler.ComBind(ctx, c, query, parsed, prepare)
	return bound, fields, h.errors.clientError(c, query, err)
}

// ComExecuteBound implements mysql.ExtendedHandler.
func (h extendedErrorHandler) ComExecuteBound(ctx context.Context, c *mysql.Conn, query string, bound mysql.BoundQuery, callback mysql.ResultSpoolFn) error {
	return h.errors.statementError(c, query, h.ExtendedHandler.ComExecuteBound(ctx, c, query, bound, callback))
}
