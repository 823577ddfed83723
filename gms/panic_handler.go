package gms

import (
	"context"

	"github.com/dolthub/vitess/go/mysql"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// panicHandler has a panic end the statement it is in, with an error, and
// nothing else.
type panicHandler struct {
	mysql.Handler
	catcher
}

// catcher is what the functions defer to. The outer one stands around what
// records statements, which then does not come to their end.
type catcher struct {
	server panicServer
	outer  bool
}

// panicServer is told of panics, and gives the errors that clients get for them.
type panicServer interface {
	// Caught returns the error for the client, after err or what was recovered. ctx is the
	// statement's.
	Caught(ctx context.Context, c *mysql.Conn, recovered any, err error) error
	// Abandon ends a statement that its recorder did not.
	Abandon(c *mysql.Conn, err error)
}

// catchPanics wraps a handler; outer: around what records statements. The result has the
// optional interfaces of the original.
func catchPanics(h mysql.Handler, s panicServer, outer bool) mysql.Handler {
	by := catcher{s, outer}
	w := &panicHandler{h, by}
	extended, isExtended := h.(mysql.ExtendedHandler)
	replica, isReplica := h.(mysql.BinlogReplicaHandler)
	e := extendedPanicHandler{by, extended}
	r := replicaPanicHandler{by, replica}
	switch {
	case isExtended && isReplica:
		return &struct {
			*panicHandler
			extendedPanicHandler
			replicaPanicHandler
		}{w, e, r}
	case isExtended:
		return &struct {
			*panicHandler
			extendedPanicHandler
		}{w, e}
	case isReplica:
		return &struct {
			*panicHandler
			replicaPanicHandler
		}{w, r}
	}
	return w
}

// settle is deferred by each function with what recover() gave there, and the
// error that the client is to get. ctx is the statement's, if it has one.
func (by catcher) settle(ctx context.Context, c *mysql.Conn, recovered any, err *error) {
	if recovered == nil && *err == nil {
		return
	}
	*err = by.server.Caught(ctx, c, recovered, *err)
	if by.outer && recovered != nil {
		by.server.Abandon(c, *err)
	}
}

// ConnectionAuthenticated implements mysql.Handler.
func (h *panicHandler) ConnectionAuthenticated(c *mysql.Conn) (err error) {
	defer func() { h.settle(context.Background(), c, recover(), &err) }()
	return h.Handler.ConnectionAuthenticated(c)
}

// ConnectionClosed implements mysql.Handler. The server defers it: a panic of
// its own, in reading a command or writing an answer, is on its way here.
func (h *panicHandler) ConnectionClosed(c *mysql.Conn) {
	h.closed(c, recover())
}

func (h *panicHandler) closed(c *mysql.Conn, recovered any) {
	err := error(nil)
	h.settle(context.Background(), c, recovered, &err)
	defer func() { h.settle(context.Background(), c, recover(), &err) }()
	h.Handler.ConnectionClosed(c)
}

// ComInitDB implements mysql.Handler.
func (h *panicHandler) ComInitDB(c *mysql.Conn, schema string) (err error) {
	defer func() { h.settle(context.Background(), c, recover(), &err) }()
	return h.Handler.ComInitDB(c, schema)
}

// ComPrepare implements mysql.Handler.
func (h *panicHandler) ComPrepare(ctx context.Context, c *mysql.Conn, query string, prepare *mysql.PrepareData) (fields []*querypb.Field, err error) {
	defer func() { h.settle(ctx, c, recover(), &err) }()
	return h.Handler.ComPrepare(ctx, c, query, prepare)
}

// ComResetConnection implements mysql.Handler.
func (h *panicHandler) ComResetConnection(c *mysql.Conn) (err error) {
	defer func() { h.settle(context.Background(), c, recover(), &err) }()
	return h.Handler.ComResetConnection(c)
}

// ParserOptionsForConnection implements mysql.Handler.
func (h *panicHandler) ParserOptionsForConnection(c *mysql.Conn) (o sqlparser.ParserOptions, err error) {
	defer func() { h.settle(context.Background(), c, recover(), &err) }()
	return h.Handler.ParserOptionsForConnection(c)
}

// extendedPanicHandler does the same for statements another protocol parsed.
type extendedPanicHandler struct {
	catcher
	inner mysql.ExtendedHandler
}

// ComParsedQuery implements mysql.ExtendedHandler.
func (h extendedPanicHandler) ComParsedQuery(ctx context.Context, c *mysql.Conn, query string, parsed sqlparser.Statement, callback mysql.ResultSpoolFn) (err error) {
	defer func() { h.settle(ctx, c, recover(), &err) }()
	return h.inner.ComParsedQuery(ctx, c, query, parsed, callback)
}

// ComPrepareParsed implements mysql.ExtendedHandler.
func (h extendedPanicHandler) ComPrepareParsed(ctx context.Context, c *mysql.Conn, query string, parsed sqlparser.Statement, prepare *mysql.PrepareData) (p mysql.ParsedQuery, fields []*querypb.Field, err error) {
	defer func() { h.settle(ctx, c, recover(), &err) }()
	return h.inner.ComPrepareParsed(ctx, c, query, parsed, prepare)
}

// ComBind implements mysql.ExtendedHandler.
func (h extendedPanicHandler) ComBind(ctx context.Context, c *mysql.Conn, query string, parsed mysql.ParsedQuery, prepare *mysql.PrepareData) (b mysql.BoundQuery, fields []*querypb.Field, err error) {
	defer func() { h.settle(ctx, c, recover(), &err) }()
	return h.inner.ComBind(ctx, c, query, parsed, prepare)
}

// ComExecuteBound implements mysql.ExtendedHandler.
func (h extendedPanicHandler) ComExecuteBound(ctx context.Context, c *mysql.Conn, query string, bound mysql.BoundQuery, callback mysql.ResultSpoolFn) (err error) {
	defer func() { h.settle(ctx, c, recover(), &err) }()
	return h.inner.ComExecuteBound(ctx, c, query, bound, callback)
}

// replicaPanicHandler does the same for the commands of replicas.
type replicaPanicHandler struct {
	catcher
	inner mysql.BinlogReplicaHandler
}

// ComRegisterReplica implements mysql.BinlogReplicaHandler.
func (h replicaPanicHandler) ComRegisterReplica(c *mysql.Conn, host string, port uint16, user, password string) (err error) {
	defer func() { h.settle(context.Background(), c, recover(), &err) }()
	return h.inner.ComRegisterReplica(c, host, port, user, password)
}

// ComBinlogDumpGTID implements mysql.BinlogReplicaHandler.
func (h replicaPanicHandler) ComBinlogDumpGTID(c *mysql.Conn, file string, pos uint64, gtids mysql.GTIDSet) (err error) {
	defer func() { h.settle(context.Background(), c, recover(), &err) }()
	return h.inner.ComBinlogDumpGTID(c, file, pos, gtids)
}
