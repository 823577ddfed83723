package export

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"
)

// Table is where a server has the profiles.
const Table = "profiling.query_profiles"

// Filter says which profiles to read.
type Filter struct {
	// Since and Until bound createdTime: from Since on, before Until. The zero
	// Time bounds nothing.
	Since, Until time.Time
	// Database is the statement's default database; "" is any.
	Database string
	// Running takes the statements in, too, that have not ended, with what they
	// have so far.
	Running bool
	// Limit is how many profiles to read at most; 0 is all.
	Limit int64
}

// where is the condition as SQL, with its values.
func (f Filter) where() (string, []any) {
	var conditions []string
	var values []any
	add := func(c string, v ...any) {
		conditions = append(conditions, c)
		values = append(values, v...)
	}
	if !f.Running {
		add("endTime IS NOT NULL")
	}
	if !f.Since.IsZero() {
		add("createdTime >= ?", f.Since.UTC())
	}
	if !f.Until.IsZero() {
		add("createdTime < ?", f.Until.UTC())
	}
	if f.Database != "" {
		add("databaseId = ?", f.Database)
	}
	if len(conditions) == 0 {
		return "", nil
	}
	return " WHERE " + strings.Join(conditions, " AND "), values
}

// Matches says whether a profile passes the filter, but for Limit.
func (f Filter) Matches(p *Profile) bool {
	created, known := p.Time(createdTime)
	_, ended := p.Time(endTime)
	database, _ := p.Text(databaseID)
	switch {
	case !f.Running && !ended,
		!f.Since.IsZero() && (!known || created.Before(f.Since)),
		!f.Until.IsZero() && (!known || !created.Before(f.Until)),
		f.Database != "" && database != f.Database:
		return false
	}
	return true
}

// Filtered is the profiles of a source that pass a filter. Of a source that has
// no endTime all have ended.
func Filtered(s Source, f Filter) Source {
	f.Running = f.Running || !s.Has(endTime)
	return &filtered{s, f, 0}
}

type filtered struct {
	Source
	filter Filter
	passed int64
}

func (s *filtered) Next(p *Profile) error {
	if s.filter.Limit > 0 && s.passed == s.filter.Limit {
		return io.EOF
	}
	for {
		if err := s.Source.Next(p); err != nil {
			return err
		}
		if s.filter.Matches(p) {
			s.passed++
			return nil
		}
	}
}

// Some says whether the filter leaves anything out.
func (f Filter) Some() bool { return f != Filter{Running: f.Running} }

// Query reads the profiles a running server has, in the server's order, which
// is that in which the statements ended. The connections of db have to read
// times as UTC, see [Connect].
func Query(ctx context.Context, db *sql.DB, f Filter) (Source, error) {
	names := make([]string, 0, len(fieldNames)+1)
	for _, name := range fieldNames {
		names = append(names, "`"+name+"`")
	}
	where, values := f.where()
	limit := ""
	if f.Limit > 0 {
		limit = " LIMIT ?"
		values = append(values, f.Limit)
	}
	rows, err := QueryWith(ctx, db, "SELECT DIGEST, "+strings.Join(names, ", ")+", ", weightColumn, " FROM "+Table+where+limit, values...)
	if err != nil {
		return nil, err
	}
	s := &querySource{rows: rows}
	s.into = append(s.into, &s.digest)
	s.numbers = make([]sql.NullInt64, len(fieldNames))
	s.times = make([]sql.NullTime, len(fieldNames))
	s.texts = make([]sql.NullString, len(fieldNames))
	for _, f := range Fields() {
		switch f.Type() {
		case String:
			s.into = append(s.into, &s.texts[f])
		case Timestamp:
			s.into = append(s.into, &s.times[f])
		default:
			s.into = append(s.into, &s.numbers[f])
		}
	}
	s.into = append(s.into, &s.weight)
	return s, nil
}

// QueryWith runs a query with a column that servers of an earlier version lack, which give
// NULL for it. The column stands between the two parts of the query.
func QueryWith(ctx context.Context, db *sql.DB, head, column, tail string, values ...any) (*sql.Rows, error) {
	rows, err := db.QueryContext(ctx, head+column+tail, values...)
	var e *mysql.MySQLError
	if errors.As(err, &e) && e.Number == unknownColumn {
		return db.QueryContext(ctx, head+"NULL"+tail, values...)
	}
	return rows, err
}

// unknownColumn is MySQL's ER_BAD_FIELD_ERROR.
const unknownColumn = 1054

type querySource struct {
	rows    *sql.Rows
	digest  sql.NullString
	weight  sql.NullInt64
	numbers []sql.NullInt64
	times   []sql.NullTime
	texts   []sql.NullString
	into    []any
}

func (s *querySource) Has(Field) bool { return true }
func (s *querySource) Close() error   { return s.rows.Close() }

func (s *querySource) Next(p *Profile) error {
	if !s.rows.Next() {
		if err := s.rows.Err(); err != nil {
			return err
		}
		return io.EOF
	}
	if err := s.rows.Scan(s.into...); err != nil {
		return err
	}
	p.Digest, p.Weight = s.digest.String, s.weight.Int64
	for _, f := range Fields() {
		switch f.Type() {
		case String:
			p.cells[f] = cell{known: s.texts[f].Valid, text: s.texts[f].String}
		case Timestamp:
			p.cells[f] = cell{known: s.times[f].Valid, number: s.times[f].Time.UnixMicro()}
		default:
			p.cells[f] = cell{known: s.numbers[f].Valid, number: s.numbers[f].Int64}
		}
	}
	return nil
}
