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
// some 100 ns and an allocation, and nothing while the instrument is disabled.
//
// A call that ends in an error before its driver is asked, since no connection became
// free in time or none could be opened, is a failed statement: with its text, its digest
// (as ever none for Prepare, BeginTx, Ping and Conn, which is statement/db/connect), the
// error, and the time since the call. While the instrument is disabled or not timed that
// time is NULL, and such statements are recorded on goroutines with a Thread only.
//
// The [sql.DB] itself may be used besides; who does so is not seen waiting, nor is who
// executes a [sql.Stmt], for which PrepareStmt gives a [Stmt]. A [sql.Conn] and a
// [sql.Tx] have their connection already; what they are asked once closed is not seen.
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
	if !d.in.Watched() {
		m := newMark()
		out, err := d.DB.Conn(ctx)
		if err != nil {
			d.failUnwatched(ctx, m, d.keys.connect, "", err)
		}
		return out, err
	}
	a := &acquire{Context: ctx, wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	out, err := d.DB.Conn(a)
	if err != nil {
		d.fail(a, d.keys.connect, "", err)
	}
	return out, err
}

// PingContext is [sql.DB.PingContext].
func (d *DB) PingContext(ctx context.Context) error {
	if !d.in.Watched() {
		m := newMark()
		err := d.DB.PingContext(ctx)
		if err != nil {
			d.failUnwatched(ctx, m, d.keys.ping, "", err)
		}
		return err
	}
	a := &acquire{Context: ctx, wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	err := d.DB.PingContext(a)
	if err != nil {
		d.fail(a, d.keys.ping, "", err)
	}
	return err
}

// PrepareContext is [sql.DB.PrepareContext].
func (d *DB) PrepareContext(ctx context.Context, query string) (*sql.Stmt, error) {
	if !d.in.Watched() {
		m := newMark()
		out, err := d.DB.PrepareContext(ctx, query)
		if err != nil {
			d.failUnwatched(ctx, m, d.keys.prepare, query, err)
		}
		return out, err
	}
	a := &acquire{Context: ctx, wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	out, err := d.DB.PrepareContext(a, query)
	if err != nil {
		d.fail(a, d.keys.prepare, query, err)
	}
	return out, err
}

// ExecContext is [sql.DB.ExecContext].
func (d *DB) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if !d.in.Watched() {
		m := newMark()
		out, err := d.DB.ExecContext(ctx, query, args...)
		if err != nil {
			d.failUnwatched(ctx, m, d.keys.exec, query, err)
		}
		return out, err
	}
	a := &acquire{Context: ctx, wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	out, err := d.DB.ExecContext(a, query, args...)
	if err != nil {
		d.fail(a, d.keys.exec, query, err)
	}
	return out, err
}

// QueryContext is [sql.DB.QueryContext].
func (d *DB) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if !d.in.Watched() {
		m := newMark()
		out, err := d.DB.QueryContext(ctx, query, args...)
		if err != nil {
			d.failUnwatched(ctx, m, d.keys.queries, query, err)
		}
		return out, err
	}
	a := &acquire{Context: ctx, wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	out, err := d.DB.QueryContext(a, query, args...)
	if err != nil {
		d.fail(a, d.keys.queries, query, err)
	}
	return out, err
}

// QueryRowContext is [sql.DB.QueryRowContext].
func (d *DB) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if !d.in.Watched() {
		m := newMark()
		row := d.DB.QueryRowContext(ctx, query, args...)
		if err := row.Err(); err != nil {
			d.failUnwatched(ctx, m, d.keys.queries, query, err)
		}
		return row
	}
	a := &acquire{Context: ctx, wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	row := d.DB.QueryRowContext(a, query, args...)
	if err := row.Err(); err != nil {
		d.fail(a, d.keys.queries, query, err)
	}
	return row
}

// BeginTx is [sql.DB.BeginTx].
func (d *DB) BeginTx(ctx context.Context, o *sql.TxOptions) (*sql.Tx, error) {
	if !d.in.Watched() {
		m := newMark()
		out, err := d.DB.BeginTx(ctx, o)
		if err != nil {
			d.failUnwatched(ctx, m, d.keys.begin, "", err)
		}
		return out, err
	}
	a := &acquire{Context: ctx, wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	out, err := d.DB.BeginTx(a, o)
	if err != nil {
		d.fail(a, d.keys.begin, "", err)
	}
	return out, err
}

// Ping is [sql.DB.Ping].
func (d *DB) Ping() error {
	if !d.in.Watched() {
		m := newMark()
		err := d.DB.PingContext(context.Background())
		if err != nil {
			d.failUnwatched(context.Background(), m, d.keys.ping, "", err)
		}
		return err
	}
	a := &acquire{Context: context.Background(), wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	err := d.DB.PingContext(a)
	if err != nil {
		d.fail(a, d.keys.ping, "", err)
	}
	return err
}

// Prepare is [sql.DB.Prepare].
func (d *DB) Prepare(query string) (*sql.Stmt, error) {
	if !d.in.Watched() {
		m := newMark()
		out, err := d.DB.PrepareContext(context.Background(), query)
		if err != nil {
			d.failUnwatched(context.Background(), m, d.keys.prepare, query, err)
		}
		return out, err
	}
	a := &acquire{Context: context.Background(), wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	out, err := d.DB.PrepareContext(a, query)
	if err != nil {
		d.fail(a, d.keys.prepare, query, err)
	}
	return out, err
}

// Exec is [sql.DB.Exec].
func (d *DB) Exec(query string, args ...any) (sql.Result, error) {
	if !d.in.Watched() {
		m := newMark()
		out, err := d.DB.ExecContext(context.Background(), query, args...)
		if err != nil {
			d.failUnwatched(context.Background(), m, d.keys.exec, query, err)
		}
		return out, err
	}
	a := &acquire{Context: context.Background(), wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	out, err := d.DB.ExecContext(a, query, args...)
	if err != nil {
		d.fail(a, d.keys.exec, query, err)
	}
	return out, err
}

// Query is [sql.DB.Query].
func (d *DB) Query(query string, args ...any) (*sql.Rows, error) {
	if !d.in.Watched() {
		m := newMark()
		out, err := d.DB.QueryContext(context.Background(), query, args...)
		if err != nil {
			d.failUnwatched(context.Background(), m, d.keys.queries, query, err)
		}
		return out, err
	}
	a := &acquire{Context: context.Background(), wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	out, err := d.DB.QueryContext(a, query, args...)
	if err != nil {
		d.fail(a, d.keys.queries, query, err)
	}
	return out, err
}

// QueryRow is [sql.DB.QueryRow].
func (d *DB) QueryRow(query string, args ...any) *sql.Row {
	if !d.in.Watched() {
		m := newMark()
		row := d.DB.QueryRowContext(context.Background(), query, args...)
		if err := row.Err(); err != nil {
			d.failUnwatched(context.Background(), m, d.keys.queries, query, err)
		}
		return row
	}
	a := &acquire{Context: context.Background(), wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	row := d.DB.QueryRowContext(a, query, args...)
	if err := row.Err(); err != nil {
		d.fail(a, d.keys.queries, query, err)
	}
	return row
}

// Begin is [sql.DB.Begin].
func (d *DB) Begin() (*sql.Tx, error) {
	if !d.in.Watched() {
		m := newMark()
		out, err := d.DB.BeginTx(context.Background(), nil)
		if err != nil {
			d.failUnwatched(context.Background(), m, d.keys.begin, "", err)
		}
		return out, err
	}
	a := &acquire{Context: context.Background(), wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	out, err := d.DB.BeginTx(a, nil)
	if err != nil {
		d.fail(a, d.keys.begin, "", err)
	}
	return out, err
}
