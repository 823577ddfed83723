package pdb

import (
	"context"
	"database/sql"

	"github.com/perfschema/perfschema"
)

// DB is a [sql.DB] whose callers are seen as they wait for a connection: from the call
// to the moment at which they have one, or at which one is to be opened for them, they
// are in a wait of wait/synch/cond/db/connection, on the Thread that their goroutine is
// bound to. It is recorded whether or not one was free, as a lock is; what it adds is
// some 100 ns and an allocation, and some nanoseconds while the instrument is disabled.
//
// A call that ends in an error before its driver is asked, since no connection became
// free in time or none could be opened, is a failed statement: with its text, its digest
// (as ever none for Prepare, BeginTx, Ping and Conn, which is statement/db/connect), the
// error, and the time since the call. While the instrument is disabled or not timed that
// time is NULL, and such statements are recorded on goroutines with a Thread only.
//
// The [sql.DB] itself may be used besides, but its waits are not recorded. Nor are those of a
// [sql.Stmt]: PrepareStmt returns a [Stmt], whose waits are. A [sql.Conn] and a [sql.Tx] have
// their connection already; calls of them after their end are not recorded.
type DB struct {
	*sql.DB
	in        *perfschema.CondInstance
	connector *connector // nil of a database that is none of this package's
	keys      instruments
}

// Watch returns a database that [Open] or [OpenDB] has made for the same Schema with the
// waits for its connections recorded; of any other nothing is recorded.
func Watch(ps *perfschema.Schema, db *sql.DB) *DB {
	out := &DB{DB: db}
	if p, ok := pools.Load(newPoolKey(ps, db)); ok {
		out.in, out.connector = p.(*pool).Instance(), p.(*pool).connector
		out.keys = *out.connector.in
	}
	return out
}

// Each method starts its wait itself: SOURCE is two callers up at most.

// Conn is [sql.DB.Conn].
func (d *DB) Conn(ctx context.Context) (*sql.Conn, error) {
	c := d.call(ctx, d.keys.connect, "")
	if d.in.Watched() {
		c.watch(d.in.StartWait(perfschema.Bound(), perfschema.OpWait))
	}
	defer c.end()
	out, err := d.DB.Conn(c.context())
	c.fail(err)
	return out, err
}

// PingContext is [sql.DB.PingContext].
func (d *DB) PingContext(ctx context.Context) error {
	c := d.call(ctx, d.keys.ping, "")
	if d.in.Watched() {
		c.watch(d.in.StartWait(perfschema.Bound(), perfschema.OpWait))
	}
	defer c.end()
	err := d.DB.PingContext(c.context())
	c.fail(err)
	return err
}

// PrepareContext is [sql.DB.PrepareContext].
func (d *DB) PrepareContext(ctx context.Context, query string) (*sql.Stmt, error) {
	c := d.call(ctx, d.keys.prepare, query)
	if d.in.Watched() {
		c.watch(d.in.StartWait(perfschema.Bound(), perfschema.OpWait))
	}
	defer c.end()
	out, err := d.DB.PrepareContext(c.context(), query)
	c.fail(err)
	return out, err
}

// ExecContext is [sql.DB.ExecContext].
func (d *DB) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	c := d.call(ctx, d.keys.exec, query)
	if d.in.Watched() {
		c.watch(d.in.StartWait(perfschema.Bound(), perfschema.OpWait))
	}
	defer c.end()
	out, err := d.DB.ExecContext(c.context(), query, args...)
	c.fail(err)
	return out, err
}

// QueryContext is [sql.DB.QueryContext].
func (d *DB) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	c := d.call(ctx, d.keys.queries, query)
	if d.in.Watched() {
		c.watch(d.in.StartWait(perfschema.Bound(), perfschema.OpWait))
	}
	defer c.end()
	out, err := d.DB.QueryContext(c.context(), query, args...)
	c.fail(err)
	return out, err
}

// QueryRowContext is [sql.DB.QueryRowContext].
func (d *DB) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	c := d.call(ctx, d.keys.queries, query)
	if d.in.Watched() {
		c.watch(d.in.StartWait(perfschema.Bound(), perfschema.OpWait))
	}
	defer c.end()
	row := d.DB.QueryRowContext(c.context(), query, args...)
	c.fail(row.Err())
	return row
}

// BeginTx is [sql.DB.BeginTx].
func (d *DB) BeginTx(ctx context.Context, o *sql.TxOptions) (*sql.Tx, error) {
	c := d.call(ctx, d.keys.begin, "")
	if d.in.Watched() {
		c.watch(d.in.StartWait(perfschema.Bound(), perfschema.OpWait))
	}
	defer c.end()
	out, err := d.DB.BeginTx(c.context(), o)
	c.fail(err)
	return out, err
}

// Ping is [sql.DB.Ping].
func (d *DB) Ping() error {
	c := d.call(context.Background(), d.keys.ping, "")
	if d.in.Watched() {
		c.watch(d.in.StartWait(perfschema.Bound(), perfschema.OpWait))
	}
	defer c.end()
	err := d.DB.PingContext(c.context())
	c.fail(err)
	return err
}

// Prepare is [sql.DB.Prepare].
func (d *DB) Prepare(query string) (*sql.Stmt, error) {
	c := d.call(context.Background(), d.keys.prepare, query)
	if d.in.Watched() {
		c.watch(d.in.StartWait(perfschema.Bound(), perfschema.OpWait))
	}
	defer c.end()
	out, err := d.DB.PrepareContext(c.context(), query)
	c.fail(err)
	return out, err
}

// Exec is [sql.DB.Exec].
func (d *DB) Exec(query string, args ...any) (sql.Result, error) {
	c := d.call(context.Background(), d.keys.exec, query)
	if d.in.Watched() {
		c.watch(d.in.StartWait(perfschema.Bound(), perfschema.OpWait))
	}
	defer c.end()
	out, err := d.DB.ExecContext(c.context(), query, args...)
	c.fail(err)
	return out, err
}

// Query is [sql.DB.Query].
func (d *DB) Query(query string, args ...any) (*sql.Rows, error) {
	c := d.call(context.Background(), d.keys.queries, query)
	if d.in.Watched() {
		c.watch(d.in.StartWait(perfschema.Bound(), perfschema.OpWait))
	}
	defer c.end()
	out, err := d.DB.QueryContext(c.context(), query, args...)
	c.fail(err)
	return out, err
}

// QueryRow is [sql.DB.QueryRow].
func (d *DB) QueryRow(query string, args ...any) *sql.Row {
	c := d.call(context.Background(), d.keys.queries, query)
	if d.in.Watched() {
		c.watch(d.in.StartWait(perfschema.Bound(), perfschema.OpWait))
	}
	defer c.end()
	row := d.DB.QueryRowContext(c.context(), query, args...)
	c.fail(row.Err())
	return row
}

// Begin is [sql.DB.Begin].
func (d *DB) Begin() (*sql.Tx, error) {
	c := d.call(context.Background(), d.keys.begin, "")
	if d.in.Watched() {
		c.watch(d.in.StartWait(perfschema.Bound(), perfschema.OpWait))
	}
	defer c.end()
	out, err := d.DB.BeginTx(c.context(), nil)
	c.fail(err)
	return out, err
}
