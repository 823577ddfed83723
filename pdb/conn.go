package pdb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"

	"github.com/perfschema/perfschema"
)

// conn is a connection. It has the methods of all optional interfaces, each of which
// does without the driver's what database/sql does then; it is used by one goroutine at
// a time.
type conn struct {
	driver.Conn
	connector *connector
	thread    *perfschema.Thread // for goroutines without one; nil until there is such a one
}

var (
	_ driver.Pinger             = (*conn)(nil)
	_ driver.ExecerContext      = (*conn)(nil)
	_ driver.QueryerContext     = (*conn)(nil)
	_ driver.ConnPrepareContext = (*conn)(nil)
	_ driver.ConnBeginTx        = (*conn)(nil)
	_ driver.SessionResetter    = (*conn)(nil)
	_ driver.Validator          = (*conn)(nil)
	_ driver.NamedValueChecker  = (*conn)(nil)
)

func (c *conn) Close() error {
	c.thread.End()
	return c.Conn.Close()
}

func (c *conn) Ping(ctx context.Context) error {
	p, ok := c.Conn.(driver.Pinger)
	if !ok {
		return nil
	}
	w := c.start(ctx, c.connector.in.ping, "")
	err := p.Ping(ctx)
	w.end(err)
	return err
}

func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	with, ok := c.Conn.(driver.ExecerContext)
	without, old := c.Conn.(driver.Execer) //nolint:staticcheck // drivers have it
	if !ok && !old {
		return nil, driver.ErrSkip
	}
	w := c.start(ctx, c.connector.in.exec, query)
	var result driver.Result
	var err error
	if ok {
		result, err = with.ExecContext(ctx, query, args)
	} else {
		result, err = withoutContext(ctx, args, func(values []driver.Value) (driver.Result, error) { return without.Exec(query, values) })
	}
	return w.endExec(result, err)
}

func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	with, ok := c.Conn.(driver.QueryerContext)
	without, old := c.Conn.(driver.Queryer) //nolint:staticcheck // drivers have it
	if !ok && !old {
		return nil, driver.ErrSkip
	}
	w := c.start(ctx, c.connector.in.queries, query)
	var result driver.Rows
	var err error
	if ok {
		result, err = with.QueryContext(ctx, query, args)
	} else {
		result, err = withoutContext(ctx, args, func(values []driver.Value) (driver.Rows, error) { return without.Query(query, values) })
	}
	return w.endQuery(result, err)
}

// withoutContext calls what takes no context and no names.
func withoutContext[R any](ctx context.Context, args []driver.NamedValue, call func([]driver.Value) (R, error)) (R, error) {
	var none R
	values := make([]driver.Value, len(args))
	for i, a := range args {
		if a.Name != "" {
			return none, errors.New("sql: driver does not support the use of Named Parameters")
		}
		values[i] = a.Value
	}
	if err := ctx.Err(); err != nil {
		return none, err
	}
	return call(values)
}

func (c *conn) Prepare(query string) (driver.Stmt, error) {
	return c.PrepareContext(context.Background(), query)
}

func (c *conn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	w := c.start(ctx, c.connector.in.prepare, query)
	st, err := c.prepare(ctx, query)
	w.end(err)
	if err != nil {
		return nil, err
	}
	return newStmt(c, st, query), nil
}

func (c *conn) prepare(ctx context.Context, query string) (driver.Stmt, error) {
	if p, ok := c.Conn.(driver.ConnPrepareContext); ok {
		return p.PrepareContext(ctx, query)
	}
	st, err := c.Conn.Prepare(query)
	if err == nil && ctx.Err() != nil {
		st.Close()
		return nil, ctx.Err()
	}
	return st, err
}

func (c *conn) Begin() (driver.Tx, error) {
	return c.BeginTx(context.Background(), driver.TxOptions{})
}

func (c *conn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	w := c.start(ctx, c.connector.in.begin, "")
	t, err := c.begin(ctx, o)
	if err != nil {
		w.end(err)
		return nil, err
	}
	out := &tx{Tx: t, conn: c, ctx: ctx}
	if w.owner != ofWork { // which ends with the call
		out.thread, out.owner = w.thread, w.owner
	}
	w.end(nil)
	out.begin(perfschema.TransactionOptions{ReadOnly: o.ReadOnly, Isolation: isolation(o.Isolation)})
	return out, nil
}

func (c *conn) begin(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	if b, ok := c.Conn.(driver.ConnBeginTx); ok {
		return b.BeginTx(ctx, o)
	}
	if sql.IsolationLevel(o.Isolation) != sql.LevelDefault {
		return nil, errors.New("sql: driver does not support non-default isolation level")
	}
	if o.ReadOnly {
		return nil, errors.New("sql: driver does not support read-only transactions")
	}
	t, err := c.Conn.Begin() //nolint:staticcheck // drivers have it
	if err == nil && ctx.Err() != nil {
		t.Rollback() //nolint:errcheck // as database/sql does
		return nil, ctx.Err()
	}
	return t, err
}

func (c *conn) ResetSession(ctx context.Context) error {
	acquired(ctx)
	if r, ok := c.Conn.(driver.SessionResetter); ok {
		return r.ResetSession(ctx)
	}
	return nil
}

func (c *conn) IsValid() bool {
	v, ok := c.Conn.(driver.Validator)
	return !ok || v.IsValid()
}

func (c *conn) CheckNamedValue(v *driver.NamedValue) error {
	if n, ok := c.Conn.(driver.NamedValueChecker); ok {
		return n.CheckNamedValue(v)
	}
	return driver.ErrSkip
}
