package web

import (
	"context"
	"errors"
	"time"
)

// HistorySource answers questions about times of which more was kept than a Schema has,
// for the page History. A span has what began at from or later, and before to. It is
// asked one question at a time; what it answers is the caller's.
type HistorySource interface {
	// Sum tells what took the time in a span.
	Sum(ctx context.Context, from, to time.Time) (*HistoryReport, error)
	// Follow tells how one statement went along, by its digest.
	Follow(ctx context.Context, from, to time.Time, digest string) (*HistoryReport, error)
	// Compare tells what has changed since an earlier span.
	Compare(ctx context.Context, earlierFrom, earlierTo, from, to time.Time) (*HistoryReport, error)
}

// ErrNothingKept is what a HistorySource answers where it knows nothing of a span.
var ErrNothingKept = errors.New("nothing is kept of this time")

// HistoryReport is an answer of a HistorySource.
type HistoryReport struct {
	Facts []HistoryFact
	// Steps are the span in parts, in their order, as a chart draws them; Unit says of
	// what. Empty: there is no chart.
	Steps    []HistoryStep
	Unit     string
	Sections []HistorySection
	// SQL gives the same figures.
	SQL string
}

// HistoryFact is a figure with its name.
type HistoryFact struct{ Name, Value, Note string }

// HistoryStep is a part of a span.
type HistoryStep struct {
	From, To time.Time
	Height   float64
	Text     string // Height as a person reads it
}

// HistorySection is a table with its heading, or Text. ID is of small letters, and no two
// sections have the same.
type HistorySection struct {
	ID, Title, Note, Text string
	// Columns are the names of the table's, of which the first Left are texts, others
	// figures. Code: the first one is statements.
	Columns []string
	Left    int
	Code    bool
	Rows    []HistoryRow
	Empty   string // why there is no row
}

// HistoryRow is a row of a table, about a statement where it has a Digest.
type HistoryRow struct {
	Schema, Digest string
	Cells          []HistoryCell
}

// HistoryCell is a value as a person reads it, and as exports have it: nil is NULL.
type HistoryCell struct {
	Text  string
	Value any
}
