package pdb

import (
	"context"
	"database/sql/driver"

	"github.com/perfschema/perfschema"
)

// stmt is a prepared statement.
type stmt struct {
	driver.Stmt
	conn  *conn
	query string
}

var (
	_ driver.StmtExecContext   = (*stmt)(nil)
	_ driver.StmtQueryContext  = (*stmt)(nil)
	_ driver.NamedValueChecker = (*stmt)(nil)
)

// convertingStmt is one that says how each of its arguments is converted, which has no
// other way to say that it does not.
type convertingStmt struct {
	*stmt
	converter driver.ColumnConverter //nolint:staticcheck // drivers have it
}

func (s convertingStmt) ColumnConverter(i int) driver.ValueConverter {
	return s.converter.ColumnConverter(i)
}

func newStmt(c *conn, st driver.Stmt, query string) driver.Stmt {
	out := &stmt{Stmt: st, conn: c, query: query}
	if converter, ok := st.(driver.ColumnConverter); ok { //nolint:staticcheck // drivers have it
		return convertingStmt{out, converter}
	}
	return out
}

func (s *stmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	w := s.conn.start(ctx, s.conn.connector.in.exec, s.query)
	if with, ok := s.Stmt.(driver.StmtExecContext); ok {
		return w.endExec(with.ExecContext(ctx, args))
	}
	return w.endExec(withoutContext(ctx, args, s.Stmt.Exec)) //nolint:staticcheck // drivers have it
}

func (s *stmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	w := s.conn.start(ctx, s.conn.connector.in.queries, s.query)
	if with, ok := s.Stmt.(driver.StmtQueryContext); ok {
		return w.endQuery(with.QueryContext(ctx, args))
	}
	return w.endQuery(withoutContext(ctx, args, s.Stmt.Query)) //nolint:staticcheck // drivers have it
}

func (s *stmt) CheckNamedValue(v *driver.NamedValue) error {
	if n, ok := s.Stmt.(driver.NamedValueChecker); ok {
		return n.CheckNamedValue(v)
	}
	return s.conn.CheckNamedValue(v)
}

// endExec ends the statement of a query without a result.
func (w *work) endExec(result driver.Result, err error) (driver.Result, error) {
	w.labels.leave()
	if err == driver.ErrSkip { //nolint:errorlint // as database/sql asks
		w.discard()
		return nil, err
	}
	if st := w.running(); st.Recorded() && err == nil {
		if n, err := result.RowsAffected(); err == nil && n > 0 {
			st.SetCounters(perfschema.StatementCounters{RowsAffected: uint64(n)})
		}
	}
	w.end(err)
	return result, err
}

// endQuery leaves the statement to the result.
func (w *work) endQuery(result driver.Rows, err error) (driver.Rows, error) {
	w.labels.leave()
	switch {
	case err == driver.ErrSkip: //nolint:errorlint // as database/sql asks
		w.discard()
		return nil, err
	case err != nil:
		w.end(err)
		return nil, err
	}
	return &rows{Rows: result, work: *w}, nil
}
