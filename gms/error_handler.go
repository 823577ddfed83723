package gms

import (
	"context"

	"github.com/dolthub/vitess/go/mysql"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/amendment"
	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/client"
	"github.com/perfschema/perfschema/gms/internal/handlers"
)

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
