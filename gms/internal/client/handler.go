package client

import (
	"context"
	"errors"

	"github.com/dolthub/go-mysql-server/server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"

	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/handlers"
)

// Handler has the registry see the clients of a handler. The result has the
// optional interfaces of the original.
func (r *Registry) Handler(h mysql.Handler) mysql.Handler {
	w := &handler{h, r}
	extended, replica := handlers.Optional(h)
	return handlers.Join(w, extended, replica)
}

type handler struct {
	mysql.Handler
	registry *Registry
}

// NewConnection implements mysql.Handler.
func (h *handler) NewConnection(c *mysql.Conn) {
	if conn := Of(c.Conn); conn != nil {
		conn.client = c
	}
	h.Handler.NewConnection(c)
}

// ConnectionAuthenticated implements mysql.Handler.
func (h *handler) ConnectionAuthenticated(c *mysql.Conn) error {
	conn := Of(c.Conn)
	if conn != nil && !h.registry.admit(conn, c) {
		count("Connection_errors_max_connections")
		return mysql.NewSQLError(mysql.ERConCount, "08004", tooManyConnections)
	}
	err := h.Handler.ConnectionAuthenticated(c)
	if conn != nil && err == nil {
		conn.begin()
	}
	return err
}

// ConnectionAborted implements mysql.Handler.
func (h *handler) ConnectionAborted(c *mysql.Conn, reason string) error {
	if conn := Of(c.Conn); conn != nil {
		conn.aborted = true
	}
	return h.Handler.ConnectionAborted(c, reason)
}

// ConnectionClosed implements mysql.Handler.
func (h *handler) ConnectionClosed(c *mysql.Conn) {
	conn := Of(c.Conn)
	if conn != nil {
		conn.cursors.closeAll()
		defer h.registry.leave(conn)
	}
	switch {
	case conn == nil || conn.aborted:
	case !conn.live:
		_ = h.Handler.ConnectionAborted(c, "") // counts; it can do nothing else
	case !conn.encrypted && conn.stream.first() != comQuit && !c.IsClosed():
		count("Aborted_clients") // it left without a word
	}
	h.Handler.ConnectionClosed(c)
}

// BeginQuery is called before a query is run. It is the error of a command that the
// query stands in the place of, nil if it does not; then it must not be run. A nil
// Conn has none.
func (c *Conn) BeginQuery() error {
	if c == nil {
		return nil
	}
	if c.fault != nil {
		err := c.takeFault()
		var e *mysql.SQLError
		if errors.As(err, &e) {
			c.registry.options.Raise(c.client, e.Num)
		}
		return err
	}
	c.inQuery = true
	return nil
}

// Texts translates what the client sends.
func (c *Conn) Texts() *words.Batch {
	if c == nil {
		return new(words.Batch)
	}
	return &c.texts
}

// EndQuery is called when a query has been run, one of those that a client may send
// several of at a time or not.
func (c *Conn) EndQuery(err error, several bool) {
	if c == nil {
		return
	}
	c.inQuery = false
	if err != nil && !several && c.stream.first() == mysql.ComFieldList {
		c.fieldList = errorToCome
	}
}

// BeginExecute is called before a prepared statement is executed. It is the error of
// what was sent for its parameters, nil if they are fine.
func (c *Conn) BeginExecute(statement uint32) error {
	if c == nil {
		return nil
	}
	if c.answer.Load() != nil {
		c.answer.Store(nil) // of a cursor that was closed before its end
	}
	c.beginCursor(statement)
	if len(c.long.failed) > 0 {
		return c.long.check(statement)
	}
	return nil
}

// ComResetConnection implements mysql.Handler. The cursors end with the statements.
func (h *handler) ComResetConnection(c *mysql.Conn) error {
	if conn := Of(c.Conn); conn != nil {
		conn.cursors.closeAll()
	}
	return h.Handler.ComResetConnection(c)
}

// ComPrepare implements mysql.Handler. What a CALL gives is known when it is executed.
func (h *handler) ComPrepare(ctx context.Context, c *mysql.Conn, query string, prepare *mysql.PrepareData) ([]*querypb.Field, error) {
	fields, err := h.Handler.ComPrepare(ctx, c, query, prepare)
	if conn := Of(c.Conn); conn != nil && err == nil && prepare != nil && isCall(prepare.PrepareStmt) {
		conn.stream.calls = true
		fields = nil
	}
	return fields, err
}

// Sessions has the registry see the sessions that a builder makes.
func (r *Registry) Sessions(build server.SessionBuilder) server.SessionBuilder {
	return func(ctx context.Context, c *mysql.Conn, addr string) (sql.Session, error) {
		session, err := build(ctx, c, addr)
		if conn := Of(c.Conn); conn != nil && err == nil {
			err = conn.use(session)
		}
		return session, err
	}
}
