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
// The [sql.DB] itself may be used besides; who does so is not seen waiting, nor is who
// executes a [sql.Stmt]. A [sql.Conn] and a [sql.Tx] have their connection already.
type DB struct {
	*sql.DB
	in *perfschema.CondInstance
}

// Watch returns a database that [Open] or [OpenDB] has made for the same Schema with the
// waits for its connections recorded; of any other nothing is recorded.
func Watch(ps *perfschema.Schema, db *sql.DB) *DB {
	out := &DB{DB: db}
	if p, ok := pools.Load(newPoolKey(ps, db)); ok {
		out.in = p.(*perfschema.ConnectionPool).Instance()
	}
	return out
}

// Each method starts its wait itself: SOURCE is two callers up at most.

// Conn is [sql.DB.Conn].
func (d *DB) Conn(ctx context.Context) (*sql.Conn, error) {
	if !d.in.Watched() {
		return d.DB.Conn(ctx)
	}
	a := &acquire{Context: ctx, wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	return d.DB.Conn(a)
}

// PingContext is [sql.DB.PingContext].
func (d *DB) PingContext(ctx context.Context) error {
	if !d.in.Watched() {
		return d.DB.PingContext(ctx)
	}
	a := &acquire{Context: ctx, wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	return d.DB.PingContext(a)
}

// PrepareContext is [sql.DB.PrepareContext].
func (d *DB) PrepareContext(ctx context.Context, query string) (*sql.Stmt, error) {
	if !d.in.Watched() {
		return d.DB.PrepareContext(ctx, query)
	}
	a := &acquire{Context: ctx, wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	return d.DB.PrepareContext(a, query)
}

// ExecContext is [sql.DB.ExecContext].
func (d *DB) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if !d.in.Watched() {
		return d.DB.ExecContext(ctx, query, args...)
	}
	a := &acquire{Context: ctx, wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	return d.DB.ExecContext(a, query, args...)
}

// QueryContext is [sql.DB.QueryContext].
func (d *DB) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if !d.in.Watched() {
		return d.DB.QueryContext(ctx, query, args...)
	}
	a := &acquire{Context: ctx, wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	return d.DB.QueryContext(a, query, args...)
}

// QueryRowContext is [sql.DB.QueryRowContext].
func (d *DB) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if !d.in.Watched() {
		return d.DB.QueryRowContext(ctx, query, args...)
	}
	a := &acquire{Context: ctx, wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	return d.DB.QueryRowContext(a, query, args...)
}

// BeginTx is [sql.DB.BeginTx].
func (d *DB) BeginTx(ctx context.Context, o *sql.TxOptions) (*sql.Tx, error) {
	if !d.in.Watched() {
		return d.DB.BeginTx(ctx, o)
	}
	a := &acquire{Context: ctx, wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	return d.DB.BeginTx(a, o)
}

// Ping is [sql.DB.Ping].
func (d *DB) Ping() error {
	if !d.in.Watched() {
		return d.DB.PingContext(context.Background())
	}
	a := &acquire{Context: context.Background(), wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	return d.DB.PingContext(a)
}

// Prepare is [sql.DB.Prepare].
func (d *DB) Prepare(query string) (*sql.Stmt, error) {
	if !d.in.Watched() {
		return d.DB.PrepareContext(context.Background(), query)
	}
	a := &acquire{Context: context.Background(), wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	return d.DB.PrepareContext(a, query)
}

// Exec is [sql.DB.Exec].
func (d *DB) Exec(query string, args ...any) (sql.Result, error) {
	if !d.in.Watched() {
		return d.DB.ExecContext(context.Background(), query, args...)
	}
	a := &acquire{Context: context.Background(), wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	return d.DB.ExecContext(a, query, args...)
}

// Query is [sql.DB.Query].
func (d *DB) Query(query string, args ...any) (*sql.Rows, error) {
	if !d.in.Watched() {
		return d.DB.QueryContext(context.Background(), query, args...)
	}
	a := &acquire{Context: context.Background(), wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	return d.DB.QueryContext(a, query, args...)
}

// QueryRow is [sql.DB.QueryRow].
func (d *DB) QueryRow(query string, args ...any) *sql.Row {
	if !d.in.Watched() {
		return d.DB.QueryRowContext(context.Background(), query, args...)
	}
	a := &acquire{Context: context.Background(), wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	return d.DB.QueryRowContext(a, query, args...)
}

// Begin is [sql.DB.Begin].
func (d *DB) Begin() (*sql.Tx, error) {
	if !d.in.Watched() {
		return d.DB.BeginTx(context.Background(), nil)
	}
	a := &acquire{Context: context.Background(), wait: d.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	return d.DB.BeginTx(a, nil)
}
