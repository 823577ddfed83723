package pdb_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// log is what a driver was asked, in order.
type log struct{ lines []string }

func (l *log) add(format string, args ...any) {
	l.lines = append(l.lines, fmt.Sprintf(format, args...))
}

// mysqlError has the shape of go-sql-driver's.
type mysqlError struct {
	Number   uint16
	SQLState [5]byte
	Message  string
}

func (e *mysqlError) Error() string { return e.Message }

// postgresError has the shape of pgx's and pq's.
type postgresError struct{ state string }

func (e *postgresError) Error() string    { return "failed" }
func (e *postgresError) SQLState() string { return e.state }

// failure is what a text asks for.
func failure(query string) error {
	switch {
	case strings.Contains(query, "duplicate"):
		return fmt.Errorf("exec: %w", &mysqlError{1062, [5]byte([]byte("23000")), "Duplicate entry"})
	case strings.Contains(query, "postgres"):
		return &postgresError{"23505"}
	case strings.Contains(query, "bad"):
		return driver.ErrBadConn
	case strings.Contains(query, "other"):
		return errors.New("something else")
	}
	return nil
}

// bareConn has none of the optional interfaces.
type bareConn struct{ *log }

func (c bareConn) Prepare(q string) (driver.Stmt, error) {
	c.add("Prepare %s", q)
	if err := failure(q); err != nil {
		return nil, err
	}
	return bareStmt{c.log, q}, nil
}
func (c bareConn) Close() error              { c.add("Close"); return nil }
func (c bareConn) Begin() (driver.Tx, error) { c.add("Begin"); return bareTx(c), nil }

type bareTx struct{ *log }

func (t bareTx) Commit() error   { t.add("Commit"); return nil }
func (t bareTx) Rollback() error { t.add("Rollback"); return nil }

type bareStmt struct {
	*log
	query string
}

func (s bareStmt) Close() error  { s.add("Stmt.Close"); return nil }
func (s bareStmt) NumInput() int { return strings.Count(s.query, "?") }
func (s bareStmt) Exec(args []driver.Value) (driver.Result, error) {
	s.add("Stmt.Exec %v", args)
	return driver.RowsAffected(2), failure(s.query)
}
func (s bareStmt) Query(args []driver.Value) (driver.Rows, error) {
	s.add("Stmt.Query %v", args)
	if err := failure(s.query); err != nil {
		return nil, err
	}
	return &bareRows{log: s.log}, nil
}

type bareRows struct {
	*log
	n int
}

func (r *bareRows) Columns() []string { return []string{"n"} }
func (r *bareRows) Close() error      { r.add("Rows.Close"); return nil }
func (r *bareRows) Next(dest []driver.Value) error {
	if r.n++; r.n > 3 {
		return io.EOF
	}
	dest[0] = int64(r.n)
	return nil
}

// oldConn has what came first.
type oldConn struct{ bareConn }

func (c oldConn) Exec(q string, args []driver.Value) (driver.Result, error) {
	c.add("Exec %s %v", q, args)
	return driver.RowsAffected(2), failure(q)
}
func (c oldConn) Query(q string, args []driver.Value) (driver.Rows, error) {
	c.add("Query %s %v", q, args)
	if err := failure(q); err != nil {
		return nil, err
	}
	return &bareRows{log: c.log}, nil
}
func (c oldConn) Prepare(q string) (driver.Stmt, error) {
	c.add("Prepare %s", q)
	return convertingStmt{bareStmt{c.log, q}}, failure(q)
}

type convertingStmt struct{ bareStmt }

func (s convertingStmt) ColumnConverter(i int) driver.ValueConverter {
	s.add("ColumnConverter %d", i)
	return driver.String
}

// fullConn has all there is, and asks for texts with arguments to be prepared, as
// go-sql-driver does.
type fullConn struct{ bareConn }

func (c fullConn) Ping(context.Context) error         { c.add("Ping"); return nil }
func (c fullConn) ResetSession(context.Context) error { c.add("ResetSession"); return nil }
func (c fullConn) IsValid() bool                      { c.add("IsValid"); return true }
func (c fullConn) CheckNamedValue(v *driver.NamedValue) error {
	c.add("CheckNamedValue %v", v.Value)
	return driver.ErrSkip
}
func (c fullConn) ExecContext(_ context.Context, q string, args []driver.NamedValue) (driver.Result, error) {
	c.add("ExecContext %s %v", q, args)
	if len(args) > 0 {
		return nil, driver.ErrSkip
	}
	return driver.RowsAffected(2), failure(q)
}
func (c fullConn) QueryContext(_ context.Context, q string, args []driver.NamedValue) (driver.Rows, error) {
	c.add("QueryContext %s %v", q, args)
	if len(args) > 0 {
		return nil, driver.ErrSkip
	}
	if err := failure(q); err != nil {
		return nil, err
	}
	return &fullRows{bareRows: bareRows{log: c.log}}, nil
}
func (c fullConn) PrepareContext(_ context.Context, q string) (driver.Stmt, error) {
	c.add("PrepareContext %s", q)
	return fullStmt{bareStmt{c.log, q}}, failure(q)
}
func (c fullConn) BeginTx(_ context.Context, o driver.TxOptions) (driver.Tx, error) {
	c.add("BeginTx %v", o)
	return bareTx{c.log}, nil
}

type fullStmt struct{ bareStmt }

func (s fullStmt) ExecContext(_ context.Context, args []driver.NamedValue) (driver.Result, error) {
	s.add("Stmt.ExecContext %v", args)
	return driver.RowsAffected(2), failure(s.query)
}
func (s fullStmt) QueryContext(_ context.Context, args []driver.NamedValue) (driver.Rows, error) {
	s.add("Stmt.QueryContext %v", args)
	return &fullRows{bareRows: bareRows{log: s.log}}, nil
}
func (s fullStmt) CheckNamedValue(v *driver.NamedValue) error {
	s.add("Stmt.CheckNamedValue %v", v.Value)
	return nil
}

type fullRows struct {
	bareRows
	sets int
}

func (r *fullRows) HasNextResultSet() bool { r.add("HasNextResultSet"); return r.sets == 0 }
func (r *fullRows) NextResultSet() error {
	r.add("NextResultSet")
	if r.sets++; r.sets > 1 {
		return io.EOF
	}
	r.n = 0
	return nil
}
func (r *fullRows) ColumnTypeScanType(int) reflect.Type                { return reflect.TypeFor[int64]() }
func (r *fullRows) ColumnTypeDatabaseTypeName(int) string              { return "BIGINT" }
func (r *fullRows) ColumnTypeLength(int) (int64, bool)                 { return 8, true }
func (r *fullRows) ColumnTypeNullable(int) (bool, bool)                { return true, true }
func (r *fullRows) ColumnTypePrecisionScale(int) (p, s int64, ok bool) { return 19, 0, true }

// shapes are the drivers there are.
var shapes = map[string]func(l *log) driver.Conn{
	"bare": func(l *log) driver.Conn { return bareConn{l} },
	"old":  func(l *log) driver.Conn { return oldConn{bareConn{l}} },
	"full": func(l *log) driver.Conn { return fullConn{bareConn{l}} },
}

// fake is a connector of a shape.
type fake struct {
	log  *log
	conn func(*log) driver.Conn
}

func (f *fake) Connect(context.Context) (driver.Conn, error) {
	f.log.add("Connect")
	return f.conn(f.log), nil
}
func (f *fake) Driver() driver.Driver { return fakeDriver{f} }
func (f *fake) Close() error          { f.log.add("Connector.Close"); return nil }

type fakeDriver struct{ *fake }

func (d fakeDriver) Open(string) (driver.Conn, error) { return d.Connect(context.Background()) }

// use does everything with a database, and tells what came of it.
func use(db *sql.DB) (out []string) {
	say := func(args ...any) { out = append(out, fmt.Sprintln(args...)) }
	ctx := context.Background()
	say(db.PingContext(ctx))
	for _, q := range []string{"INSERT a", "INSERT duplicate", "INSERT postgres", "INSERT other"} {
		r, err := db.ExecContext(ctx, q)
		say(affected(r), err)
	}
	r, err := db.ExecContext(ctx, "UPDATE b = ?", 7)
	say(affected(r), err)
	_, err = db.ExecContext(ctx, "UPDATE b = ?", sql.Named("n", 7))
	say(err)
	for _, args := range [][]any{nil, {int32(5)}} {
		q := "SELECT n" + strings.Repeat(" ?", len(args))
		rows, err := db.QueryContext(ctx, q, args...)
		if err != nil {
			say(err)
			continue
		}
		types, err := rows.ColumnTypes()
		say(err)
		for _, t := range types {
			l, lk := t.Length()
			n, nk := t.Nullable()
			p, s, pk := t.DecimalSize()
			say(t.ScanType(), t.DatabaseTypeName(), l, lk, n, nk, p, s, pk)
		}
		for {
			for rows.Next() {
				var n int
				say(rows.Scan(&n), n)
			}
			if !rows.NextResultSet() {
				break
			}
		}
		say(rows.Err(), rows.Close())
	}
	_, err = db.QueryContext(ctx, "SELECT duplicate")
	say(err)
	st, err := db.PrepareContext(ctx, "DELETE ?")
	say(err)
	_, err = st.ExecContext(ctx, "x")
	say(err, st.Close())
	tx, err := db.BeginTx(ctx, nil)
	say(err)
	_, err = tx.ExecContext(ctx, "INSERT t")
	say(err, tx.Commit())
	tx, err = db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	say(err)
	if err == nil {
		say(tx.Rollback())
	}
	tx, err = db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	say(err)
	if err == nil {
		say(tx.Rollback())
	}
	say(db.Close())
	return out
}

func affected(r sql.Result) int64 {
	if r == nil {
		return -1
	}
	n, _ := r.RowsAffected()
	return n
}
