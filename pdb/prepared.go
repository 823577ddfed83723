package pdb

import (
	"context"
	"database/sql"

	"github.com/perfschema/perfschema"
)

// Stmt is a [sql.Stmt] whose callers are seen as they wait for a connection, as those of a
// [DB]. The [sql.Stmt] in it is for [sql.Tx.Stmt].
type Stmt struct {
	*sql.Stmt
	db    *DB
	query string
}

// PrepareStmt is PrepareContext for a [Stmt].
func (d *DB) PrepareStmt(ctx context.Context, query string) (*Stmt, error) {
	s, err := d.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	return &Stmt{s, d, query}, nil
}

// ExecContext is [sql.Stmt.ExecContext].
func (s *Stmt) ExecContext(ctx context.Context, args ...any) (sql.Result, error) {
	c := s.db.call(ctx, s.db.keys.exec, s.query)
	if s.db.in.Watched() {
		c.watch(s.db.in.StartWait(perfschema.Bound(), perfschema.OpWait))
	}
	defer c.end()
	out, err := s.Stmt.ExecContext(c.context(), args...)
	c.fail(err)
	return out, err
}

// QueryContext is [sql.Stmt.QueryContext].
func (s *Stmt) QueryContext(ctx context.Context, args ...any) (*sql.Rows, error) {
	c := s.db.call(ctx, s.db.keys.queries, s.query)
	if s.db.in.Watched() {
		c.watch(s.db.in.StartWait(perfschema.Bound(), perfschema.OpWait))
	}
	defer c.end()
	out, err := s.Stmt.QueryContext(c.context(), args...)
	c.fail(err)
	return out, err
}

// QueryRowContext is [sql.Stmt.QueryRowContext].
func (s *Stmt) QueryRowContext(ctx context.Context, args ...any) *sql.Row {
	c := s.db.call(ctx, s.db.keys.queries, s.query)
	if s.db.in.Watched() {
		c.watch(s.db.in.StartWait(perfschema.Bound(), perfschema.OpWait))
	}
	defer c.end()
	row := s.Stmt.QueryRowContext(c.context(), args...)
	c.fail(row.Err())
	return row
}

// Exec is [sql.Stmt.Exec].
func (s *Stmt) Exec(args ...any) (sql.Result, error) {
	c := s.db.call(context.Background(), s.db.keys.exec, s.query)
	if s.db.in.Watched() {
		c.watch(s.db.in.StartWait(perfschema.Bound(), perfschema.OpWait))
	}
	defer c.end()
	out, err := s.Stmt.ExecContext(c.context(), args...)
	c.fail(err)
	return out, err
}

// Query is [sql.Stmt.Query].
func (s *Stmt) Query(args ...any) (*sql.Rows, error) {
	c := s.db.call(context.Background(), s.db.keys.queries, s.query)
	if s.db.in.Watched() {
		c.watch(s.db.in.StartWait(perfschema.Bound(), perfschema.OpWait))
	}
	defer c.end()
	out, err := s.Stmt.QueryContext(c.context(), args...)
	c.fail(err)
	return out, err
}

// QueryRow is [sql.Stmt.QueryRow].
func (s *Stmt) QueryRow(args ...any) *sql.Row {
	c := s.db.call(context.Background(), s.db.keys.queries, s.query)
	if s.db.in.Watched() {
		c.watch(s.db.in.StartWait(perfschema.Bound(), perfschema.OpWait))
	}
	defer c.end()
	row := s.Stmt.QueryRowContext(c.context(), args...)
	c.fail(row.Err())
	return row
}
