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
	if !s.db.in.Watched() {
		m := newMark()
		out, err := s.Stmt.ExecContext(ctx, args...)
		if err != nil {
			s.db.failUnwatched(ctx, m, s.db.keys.exec, s.query, err)
		}
		return out, err
	}
	a := &acquire{Context: ctx, wait: s.db.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	out, err := s.Stmt.ExecContext(a, args...)
	if err != nil {
		s.db.fail(a, s.db.keys.exec, s.query, err)
	}
	return out, err
}

// QueryContext is [sql.Stmt.QueryContext].
func (s *Stmt) QueryContext(ctx context.Context, args ...any) (*sql.Rows, error) {
	if !s.db.in.Watched() {
		m := newMark()
		out, err := s.Stmt.QueryContext(ctx, args...)
		if err != nil {
			s.db.failUnwatched(ctx, m, s.db.keys.queries, s.query, err)
		}
		return out, err
	}
	a := &acquire{Context: ctx, wait: s.db.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	out, err := s.Stmt.QueryContext(a, args...)
	if err != nil {
		s.db.fail(a, s.db.keys.queries, s.query, err)
	}
	return out, err
}

// QueryRowContext is [sql.Stmt.QueryRowContext].
func (s *Stmt) QueryRowContext(ctx context.Context, args ...any) *sql.Row {
	if !s.db.in.Watched() {
		m := newMark()
		row := s.Stmt.QueryRowContext(ctx, args...)
		if err := row.Err(); err != nil {
			s.db.failUnwatched(ctx, m, s.db.keys.queries, s.query, err)
		}
		return row
	}
	a := &acquire{Context: ctx, wait: s.db.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	row := s.Stmt.QueryRowContext(a, args...)
	if err := row.Err(); err != nil {
		s.db.fail(a, s.db.keys.queries, s.query, err)
	}
	return row
}

// Exec is [sql.Stmt.Exec].
func (s *Stmt) Exec(args ...any) (sql.Result, error) {
	if !s.db.in.Watched() {
		m := newMark()
		out, err := s.Stmt.ExecContext(context.Background(), args...)
		if err != nil {
			s.db.failUnwatched(context.Background(), m, s.db.keys.exec, s.query, err)
		}
		return out, err
	}
	a := &acquire{Context: context.Background(), wait: s.db.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	out, err := s.Stmt.ExecContext(a, args...)
	if err != nil {
		s.db.fail(a, s.db.keys.exec, s.query, err)
	}
	return out, err
}

// Query is [sql.Stmt.Query].
func (s *Stmt) Query(args ...any) (*sql.Rows, error) {
	if !s.db.in.Watched() {
		m := newMark()
		out, err := s.Stmt.QueryContext(context.Background(), args...)
		if err != nil {
			s.db.failUnwatched(context.Background(), m, s.db.keys.queries, s.query, err)
		}
		return out, err
	}
	a := &acquire{Context: context.Background(), wait: s.db.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	out, err := s.Stmt.QueryContext(a, args...)
	if err != nil {
		s.db.fail(a, s.db.keys.queries, s.query, err)
	}
	return out, err
}

// QueryRow is [sql.Stmt.QueryRow].
func (s *Stmt) QueryRow(args ...any) *sql.Row {
	if !s.db.in.Watched() {
		m := newMark()
		row := s.Stmt.QueryRowContext(context.Background(), args...)
		if err := row.Err(); err != nil {
			s.db.failUnwatched(context.Background(), m, s.db.keys.queries, s.query, err)
		}
		return row
	}
	a := &acquire{Context: context.Background(), wait: s.db.in.StartWait(perfschema.Bound(), perfschema.OpWait)}
	defer a.end()
	row := s.Stmt.QueryRowContext(a, args...)
	if err := row.Err(); err != nil {
		s.db.fail(a, s.db.keys.queries, s.query, err)
	}
	return row
}
