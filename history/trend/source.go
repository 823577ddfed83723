package trend

import (
	"context"
	"time"

	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/view"
)

// Source is where windows are read from. The windows that begin in the span are visited in
// no particular order; what is visited is the visitor's own, and an error of it ends the
// reading.
type Source interface {
	Statements(ctx context.Context, span history.Span, visit func(*Window) error) error
	Errors(ctx context.Context, span history.Span, visit func(*ErrorWindow) error) error
	Plans(ctx context.Context, span history.Span, visit func(*PlanWindow) error) error
}

const (
	statementTable = "events_statements_summary_by_digest"
	errorTable     = "events_errors_summary_global_by_error"
)

// The columns that are read, in the order of their places in a row.
var (
	statementColumns = []string{"WINDOW_START", "WINDOW_END", "SCHEMA_NAME", "DIGEST", "DIGEST_TEXT", "COUNT_STAR", "SUM_TIMER_WAIT", "SUM_ERRORS", "SUM_WARNINGS",
		"SUM_ROWS_SENT", "SUM_ROWS_EXAMINED", "HISTOGRAM", "QUERY_SAMPLE_TEXT"}
	errorColumns = []string{"WINDOW_START", "WINDOW_END", "ERROR_NUMBER", "ERROR_NAME", "SUM_ERROR_RAISED"}
)

// Files reads the windows of a directory.
type Files struct{ Directory *history.Directory }

// Statements implements [Source].
func (f Files) Statements(ctx context.Context, span history.Span, visit func(*Window) error) error {
	return f.Directory.Read(ctx, statementTable, statementColumns, span, func(row view.Row) error {
		w := &Window{
			Start: value[time.Time](row[0]), End: value[time.Time](row[1]),
			Key:  Key{value[string](row[2]), value[string](row[3])},
			Text: value[string](row[4]),
			Figures: Figures{
				Count: value[uint64](row[5]), Time: value[uint64](row[6]), Errors: value[uint64](row[7]), Warnings: value[uint64](row[8]),
				RowsSent: value[uint64](row[9]), RowsExamined: value[uint64](row[10]),
			},
			Sample: value[string](row[12]),
		}
		var err error
		if w.Buckets, err = history.ParseHistogram(value[string](row[11])); err != nil {
			return err
		}
		return visit(w)
	})
}

// Errors implements [Source].
func (f Files) Errors(ctx context.Context, span history.Span, visit func(*ErrorWindow) error) error {
	return f.Directory.Read(ctx, errorTable, errorColumns, span, func(row view.Row) error {
		number, ok := row[2].(int64)
		if !ok {
			return nil // the row of errors that have none
		}
		return visit(&ErrorWindow{
			Start: value[time.Time](row[0]), End: value[time.Time](row[1]),
			Number: uint64(number), Name: value[string](row[3]), Raised: value[uint64](row[4]), //nolint:gosec // numbers of errors are not negative
		})
	})
}

// value is what a cell has, the zero value of NULL.
func value[T any](cell any) T {
	v, _ := cell.(T)
	return v
}
