package recovery

import (
	"context"

	"github.com/dolthub/vitess/go/mysql"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/handlers"
)

// handler has a panic end the statement it is in, with an error, and
// nothing else.
type handler struct {
	mysql.Handler
	Catcher
}

// Catcher is what the functions defer to. The outer one stands around what
// records statements, which then does not come to their end.
type Catcher struct {
	Server Server
	Outer  bool
}

// Server is told of panics, and gives the errors that clients get for them.
type Server interface {
	// Caught returns the error for the client, after err or what was recovered. ctx is the
	// statement's.
	Caught(ctx context.Context, c *mysql.Conn, recovered any, err error) error
	// Abandon ends a statement that its recorder did not.
	Abandon(c *mysql.Conn, err error)
}

// Wrap wraps a handler; outer: around what records statements. The result has the
// optional interfaces of the original.
func Wrap(h mysql.Handler, s Server, outer bool) mysql.Handler {
	by := Catcher{s, outer}
	w := &handler{h, by}
	extended, replica := handlers.Optional(h)
	if extended != nil {
		extended = extendedHandler{by, extended}
	}
	if replica != nil {
		replica = replicaHandler{by, replica}
	}
	return handlers.Join(w, extended, replica)
}

// Settle is deferred by each function with what recover() gave there, and the
// error that the client is to get. ctx is the statement's, if it has one.
func (by Catcher) Settle(ctx context.Context, c *mysql.Conn, recovered any, err *error) {
	if recovered == nil && *err == nil {
		return
	}
	*err = by.Server.Caught(ctx, c, recovered, *err)
	if by.Outer && recovered != nil {
		by.Server.Abandon(c, *err)
	}
}

// ConnectionAuthenticated implements mysql.Handler.
func (h *handler) ConnectionAuthenticated(c *mysql.Conn) (err error) {
	defer func() { h.Settle(context.Background(), c, recover(), &err) }()
	return h.Handler.ConnectionAuthenticated(c)
}

// ConnectionClosed implements mysql.Handler. The server defers it: a panic of
// its own, in reading a command or writing an answer, is on its way here.
func (h *handler) ConnectionClosed(c *mysql.Conn) {
	h.closed(c, recover())
}

func (h *handler) closed(c *mysql.Conn, recovered any) {
	err := error(nil)
	h.Settle(context.Background(), c, recovered, &err)
	defer func() { h.Settle(context.Background(), c, recover(), &err) }()
	h.Handler.ConnectionClosed(c)
}

// ComInitDB implements mysql.Handler.
func (h *handler) ComInitDB(c *mysql.Conn, schema string) (err error) {
	defer func() { h.Settle(context.Background(), c, recover(), &err) }()
	return h.Handler.ComInitDB(c, schema)
}

// ComPrepare implements mysql.Handler.
func (h *handler) ComPrepare(ctx context.Context, c *mysql.Conn, query string, prepare *mysql.PrepareData) (fields []*querypb.Field, err error) {
	defer func() { h.Settle(ctx, c, recover(), &err) }()
	return h.Handler.ComPrepare(ctx, c, query, prepare)
}

// ComResetConnection implements mysql.Handler.
func (h *handler) ComResetConnection(c *mysql.Conn) (err error) {
	defer func() { h.Settle(context.Background(), c, recover(), &err) }()
	return h.Handler.ComResetConnection(c)
}

// ParserOptionsForConnection implements mysql.Handler.
func (h *handler) ParserOptionsForConnection(c *mysql.Conn) (o sqlparser.ParserOptions, err error) {
	defer func() { h.Settle(context.Background(), c, recover(), &err) }()
	return h.Handler.ParserOptionsForConnection(c)
}

// extendedHandler does the same for statements another protocol parsed.
type extendedHandler struct {
	Catcher
	inner mysql.ExtendedHandler
}

// ComParsedQuery implements mysql.ExtendedHandler.
func (h extendedHandler) ComParsedQuery(ctx context.Context, c *mysql.Conn, query string, parsed sqlparser.Statement, callback mysql.ResultSpoolFn) (err error) {
	defer func() { h.Settle(ctx, c, recover(), &err) }()
	return h.inner.ComParsedQuery(ctx, c, query, parsed, callback)
}

// ComPrepareParsed implements mysql.ExtendedHandler.
func (h extendedHandler) ComPrepareParsed(ctx context.Context, c *mysql.Conn, query string, parsed sqlparser.Statement, prepare *mysql.PrepareData) (p mysql.ParsedQuery, fields []*querypb.Field, err error) {
	defer func() { h.Settle(ctx, c, recover(), &err) }()
	return h.inner.ComPrepareParsed(ctx, c, query, parsed, prepare)
}

// ComBind implements mysql.ExtendedHandler.
func (h extendedHandler) ComBind(ctx context.Context, c *mysql.Conn, query string, parsed mysql.ParsedQuery, prepare *mysql.PrepareData) (b mysql.BoundQuery, fields []*querypb.Field, err error) {
	defer func() { h.Settle(ctx, c, recover(), &err) }()
	return h.inner.ComBind(ctx, c, query, parsed, prepare)
}

// ComExecuteBound implements mysql.ExtendedHandler.
func (h extendedHandler) ComExecuteBound(ctx context.Context, c *mysql.Conn, query string, bound mysql.BoundQuery, callback mysql.ResultSpoolFn) (err error) {
	defer func() { h.Settle(ctx, c, recover(), &err) }()
	return h.inner.ComExecuteBound(ctx, c, query, bound, callback)
}

// replicaHandler does the same for the commands of replicas.
type replicaHandler struct {
	Catcher
	inner mysql.BinlogReplicaHandler
}

// ComRegisterReplica implements mysql.BinlogReplicaHandler.
func (h replicaHandler) ComRegisterReplica(c *mysql.Conn, host string, port uint16, user, password string) (err error) {
	defer func() { h.Settle(context.Background(), c, recover(), &err) }()
	return h.inner.ComRegisterReplica(c, host, port, user, password)
}

// ComBinlogDumpGTID implements mysql.BinlogReplicaHandler.
func (h replicaHandler) ComBinlogDumpGTID(c *mysql.Conn, file string, pos uint64, gtids mysql.GTIDSet) (err error) {
	defer func() { h.Settle(context.Background(), c, recover(), &err) }()
	return h.inner.ComBinlogDumpGTID(c, file, pos, gtids)
}
