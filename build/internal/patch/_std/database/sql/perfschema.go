// Part of programs built by perfschema build: records statements, and waits for a connection.

package sql

import (
	"context"
	"internal/perfschema"
)

// perfschemaDriver returns a value of the driver's package.
func (db *DB) perfschemaDriver() any {
	if c, ok := db.connector.(dsnConnector); ok {
		return c.driver
	}
	return db.connector
}

func (db *DB) conn(ctx context.Context, strategy connReuseStrategy) (dc *driverConn, err error) {
	if !perfschema.On() {
		return db.perfschemaConn(ctx, strategy)
	}
	s := perfschema.BeginStatement(perfschema.Connection, "")
	defer func() { s.End(dc == nil) }()
	return db.perfschemaConn(ctx, strategy)
}

func (db *DB) queryDC(ctx, txctx context.Context, dc *driverConn, releaseConn func(error), query string, args []any) (rows *Rows, err error) {
	if !perfschema.On() {
		return db.perfschemaQueryDC(ctx, txctx, dc, releaseConn, query, args)
	}
	s := perfschema.BeginQuery(perfschema.Query, query, db.perfschemaDriver())
	defer func() { s.End(rows == nil) }()
	return db.perfschemaQueryDC(ctx, txctx, dc, releaseConn, query, args)
}

func (db *DB) execDC(ctx context.Context, dc *driverConn, release func(error), query string, args []any) (result Result, err error) {
	if !perfschema.On() {
		return db.perfschemaExecDC(ctx, dc, release, query, args)
	}
	s := perfschema.BeginQuery(perfschema.Exec, query, db.perfschemaDriver())
	defer func() { s.End(result == nil) }()
	return db.perfschemaExecDC(ctx, dc, release, query, args)
}

func (db *DB) prepareDC(ctx context.Context, dc *driverConn, release func(error), cg stmtConnGrabber, query string) (stmt *Stmt, err error) {
	if !perfschema.On() {
		return db.perfschemaPrepareDC(ctx, dc, release, cg, query)
	}
	s := perfschema.BeginQuery(perfschema.Prepare, query, db.perfschemaDriver())
	defer func() { s.End(stmt == nil) }()
	return db.perfschemaPrepareDC(ctx, dc, release, cg, query)
}

func (db *DB) beginDC(ctx context.Context, dc *driverConn, release func(error), opts *TxOptions) (tx *Tx, err error) {
	if !perfschema.On() {
		return db.perfschemaBeginDC(ctx, dc, release, opts)
	}
	s := perfschema.BeginStatement(perfschema.Begin, "BEGIN")
	defer func() { s.End(tx == nil) }()
	return db.perfschemaBeginDC(ctx, dc, release, opts)
}

// Commit commits the transaction.
func (tx *Tx) Commit() (err error) {
	if !perfschema.On() || tx.done.Load() {
		return tx.perfschemaCommit()
	}
	s := perfschema.BeginStatement(perfschema.Commit, "COMMIT")
	ended := false
	defer func() { s.End(!ended || err != nil) }()
	err = tx.perfschemaCommit()
	ended = true
	return err
}

func (tx *Tx) rollback(discardConn bool) (err error) {
	if !perfschema.On() || tx.done.Load() { // as a deferred one behind Commit
		return tx.perfschemaRollback(discardConn)
	}
	s := perfschema.BeginStatement(perfschema.Rollback, "ROLLBACK")
	ended := false
	defer func() { s.End(!ended || err != nil && !discardConn) }()
	err = tx.perfschemaRollback(discardConn)
	ended = true
	return err
}

// ExecContext executes a prepared statement.
func (s *Stmt) ExecContext(ctx context.Context, args ...any) (result Result, err error) {
	if !perfschema.On() {
		return s.perfschemaExecContext(ctx, args...)
	}
	of := perfschema.BeginQuery(perfschema.Exec, s.query, s.db.perfschemaDriver())
	defer func() { of.End(result == nil) }()
	return s.perfschemaExecContext(ctx, args...)
}

// QueryContext executes a prepared query.
func (s *Stmt) QueryContext(ctx context.Context, args ...any) (rows *Rows, err error) {
	if !perfschema.On() {
		return s.perfschemaQueryContext(ctx, args...)
	}
	of := perfschema.BeginQuery(perfschema.Query, s.query, s.db.perfschemaDriver())
	defer func() { of.End(rows == nil) }()
	return s.perfschemaQueryContext(ctx, args...)
}
