package client

import (
	"context"
	"errors"

	"github.com/dolthub/go-mysql-server/server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"
)

// Handler has the registry see the clients of a handler. The result has the
// optional interfaces of the original.
func (r *Registry) Handler(h mysql.Handler) mysql.Handler {
	w := &handler{h, r}
	extended, isExtended := h.(mysql.ExtendedHandler)
	replica, isReplica := h.(mysql.BinlogReplicaHandler)
	switch {
	case isExtended && isReplica:
		return &struct {
			*handler
			mysql.ExtendedHandler
			mysql.BinlogReplicaHandler
		}{w, extended, replica}
	case isExtended:
		return &struct {
			*handler
			mysql.ExtendedHandler
		}{w, extended}
	case isReplica:
		return &struct {
			*handler
			mysql.BinlogReplicaHandler
		}{w, replica}
	}
	return w
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
	switch {
	case conn == nil || conn.aborted:
	case !conn.live:
		_ = h.Handler.ConnectionAborted(c, "") // counts; it can do nothing else
	case !conn.encrypted && conn.stream.first() != comQuit && !c.IsClosed():
		count("Aborted_clients") // it left without a word
	}
	h.Handler.ConnectionClosed(c)
	if conn != nil {
		h.registry.leave(conn)
	}
}

// ComQuery implements mysql.Handler.
func (h *handler) ComQuery(ctx context.Context, c *mysql.Conn, query string, callback mysql.ResultSpoolFn) error {
	conn := Of(c.Conn)
	if conn == nil {
		return h.Handler.ComQuery(ctx, c, query, callback)
	}
	if err := h.faultOf(conn); err != nil {
		return err
	}
	conn.inQuery = true
	defer func() { conn.inQuery = false }()
	err := h.Handler.ComQuery(ctx, c, query, callback)
	if err != nil && conn.stream.first() == mysql.ComFieldList {
		conn.fieldList = errorToCome
	}
	return err
}

// faultOf is the error of a command that was replaced, nil if it was not.
func (h *handler) faultOf(conn *Conn) error {
	err := conn.takeFault()
	var e *mysql.SQLError
	if errors.As(err, &e) {
		h.registry.options.Raise(conn.client, e.Num)
	}
	return err
}

// ComMultiQuery implements mysql.Handler.
func (h *handler) ComMultiQuery(ctx context.Context, c *mysql.Conn, query string, callback mysql.ResultSpoolFn) (string, error) {
	if conn := Of(c.Conn); conn != nil {
		if err := h.faultOf(conn); err != nil {
			return "", err
		}
		conn.inQuery = true
		defer func() { conn.inQuery = false }()
	}
	return h.Handler.ComMultiQuery(ctx, c, query, callback)
}

// ComStmtExecute implements mysql.Handler.
func (h *handler) ComStmtExecute(ctx context.Context, c *mysql.Conn, prepare *mysql.PrepareData, callback func(*sqltypes.Result) error) error {
	conn := Of(c.Conn)
	if conn != nil {
		conn.answer.Store(nil) // of a cursor that was closed before its end
	}
	if conn != nil && prepare != nil && len(conn.long.failed) > 0 {
		if err := conn.long.check(prepare.StatementID); err != nil {
			return err
		}
	}
	return h.Handler.ComStmtExecute(ctx, c, prepare, callback)
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
