package trend

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/perfschema/perfschema/history"
)

// Server reads the windows of a server in SQL, from its database history. The connection
// gives times as time.Time, and takes and gives them in UTC.
type Server struct{ DB *sql.DB }

// Statements implements [Source].
func (s Server) Statements(ctx context.Context, span history.Span, visit func(*Window) error) error {
	var text, schema, digest, histogram, sample sql.NullString
	w := Window{}
	return s.read(ctx, statementTable, statementColumns, span, []any{
		&w.Start, &w.End, &schema, &digest, &text, &w.Count, &w.Time, &w.Errors, &w.Warnings, &w.RowsSent, &w.RowsExamined, &histogram, &sample,
	}, func() error {
		own := w
		own.Key, own.Text, own.Sample = Key{schema.String, digest.String}, text.String, sample.String
		var err error
		if own.Buckets, err = history.ParseHistogram(histogram.String); err != nil {
			return err
		}
		return visit(&own)
	})
}

// Errors implements [Source].
func (s Server) Errors(ctx context.Context, span history.Span, visit func(*ErrorWindow) error) error {
	var number sql.Null[uint64]
	var name sql.NullString
	w := ErrorWindow{}
	return s.read(ctx, errorTable, errorColumns, span, []any{&w.Start, &w.End, &number, &name, &w.Raised}, func() error {
		if !number.Valid {
			return nil // the row of errors that have none
		}
		own := w
		own.Number, own.Name = number.V, name.String
		return visit(&own)
	})
}

// read scans the rows of a table into the same places, one after the other.
func (s Server) read(ctx context.Context, table string, columns []string, span history.Span, into []any, row func() error) error {
	return s.query(ctx, "SELECT "+strings.Join(columns, ", ")+" FROM history."+table+" WHERE "+within(span), into, row)
}

// query scans the rows of a query so.
func (s Server) query(ctx context.Context, query string, into []any, row func() error) (err error) {
	rows, err := s.DB.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if err := row(); err != nil {
			return err
		}
	}
	return rows.Err()
}

// within is the condition of SQL that a window belongs to a span.
func within(span history.Span) string {
	var all []string
	if !span.From.IsZero() {
		all = append(all, "WINDOW_START >= "+literal(span.From))
	}
	if !span.To.IsZero() {
		all = append(all, "WINDOW_START < "+literal(span.To))
	}
	if len(all) == 0 {
		return "TRUE"
	}
	return strings.Join(all, " AND ")
}

// literal is a time in SQL, in UTC.
func literal(t time.Time) string { return "'" + t.UTC().Format("2006-01-02 15:04:05.999999") + "'" }
