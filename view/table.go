package view

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activesession"
	"github.com/perfschema/perfschema/conflict"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/sampler"
)

// Column is one column of a table, as MySQL declares it.
type Column struct {
	Name     string
	Type     string // MySQL's spelling: "bigint unsigned", "enum('YES','NO')"
	Nullable bool
	Comment  string
	// Unknown says why the column is NULL in every row, or in the rows it
	// names, even where MySQL declares NOT NULL; "" for a column that is filled.
	Unknown string
}

// Access says which statements a table allows beyond SELECT.
type Access uint8

// The statements MySQL allows on a Performance Schema table.
const (
	AllowInsert Access = 1 << iota
	AllowUpdate
	AllowDelete
	AllowTruncate
	// PublicRead marks the tables everybody may SELECT from without a grant.
	PublicRead
	// AlwaysOn marks the tables that keep their rows when the Performance
	// Schema is off.
	AlwaysOn
	// NeedsProcess marks the tables of a database of others that nobody reads without
	// PROCESS: they tell of others' statements.
	NeedsProcess
)

// Row holds one value per column, in column order. A value is nil (NULL),
// uint64, int64, float64, string or time.Time; enums and sets are strings.
type Row []any

// Index names columns by which rows can be found without reading all.
type Index struct {
	Name    string
	Columns []string
	Unique  bool
}

// Reader is who reads and what they look for.
type Reader struct {
	Schema *perfschema.Schema
	// ThreadID is the Thread the reading statement runs on; 0 if none.
	ThreadID uint64
	// Equal gives, for some of the table's indexed columns, the one value the
	// reader wants. Rows may use it to skip work and may ignore it: the caller
	// filters again.
	Equal map[string]any
	// Between gives, for some of the indexed columns of a stored table, the least and the
	// greatest value the reader wants, nil where there is no such bound. As with Equal
	// the caller filters again.
	Between map[string][2]any
	// Columns are the places, in the Columns of the table, of those whose values
	// the reader wants: rows have these alone, in that order. nil: all.
	Columns []int
	// Grouping asks for groups of the rows, of a table that has Groups: a row of each has
	// the values of the keys, then the figures. nil: it is the rows that are asked for.
	Grouping *Grouping
	// Top asks for the first rows by an order, of a table that has Groups. nil: it is all
	// of them that are asked for.
	Top *Top
	// Done is closed when nobody wants the rows any more; nil: that is not told. What reads
	// from elsewhere waits for nothing longer.
	Done <-chan struct{}
	// OwnThreadsOnly is set where the reader's account lacks the PROCESS
	// privilege: processlist then lists that user's connections alone.
	OwnThreadsOnly bool
	// OwnUser is whose connections those are, "" for nobody's; nil for the user of ThreadID.
	OwnUser *string
	// Variables gives the rows of the status and system variable tables; nil:
	// those tables know nothing but what the Schema itself counts.
	Variables VariableSource
	// Server is what the server around the Schema knows.
	Server Server
	// Profiler is what the tables of the schema profiling tell of; nil: those
	// tables are empty.
	Profiler *sampler.Profiler
	// ActiveSessions is what profiling.active_session_history tells of; nil: it is empty.
	ActiveSessions *activesession.Recorder
	// Conflicts is what profiling.transaction_conflicts tells of; nil: it is empty.
	Conflicts *conflict.Recorder
	// Digests are normalized statements that the views of sys tell of in place of the
	// Schema's; nil: those of the Schema.
	Digests []record.DigestSummary
	// Overhead is what profiling.overhead tells of; nil: it is empty.
	Overhead OverheadSource
	// History is what profiling.history_status tells of; nil: it is empty.
	History HistorySource
}

// Table is one table: its shape, what is allowed on it, and its rows.
// A Table is immutable and safe for concurrent use; its functions too.
type Table struct {
	Name    string
	Comment string
	Columns []Column
	Indexes []Index
	Access  Access
	// Empty says why the table never has a row; "" for a table that has.
	Empty string
	// View says that it is a view to who asks: one of sys.
	View bool
	// Reads are the tables of performance_schema that a view computes its rows from: who
	// may not read them may not read it either.
	Reads []string
	// Stored says that the rows are read from a disk: reads are to be closed, and nobody
	// reads it to count how many rows there are.
	Stored bool
	// Single says that it has one row, whatever there is to tell.
	Single bool
	// Order names the columns that the rows come in ascending order of, as far as
	// that is certain: who wants them sorted by these and more need not hold all.
	Order []string
	// Groups says that a [Reader] may ask for a Grouping or a Top.
	Groups bool
	// Asks is what a read asks another server for, in its words; nil: it asks none.
	Asks func(r Reader) string

	// Open begins a read. It never locks out a writer, and holds nobody up however
	// slowly the rows are asked for. A row tells of the moment it is computed in.
	Open func(r Reader) *Cursor
	// Insert adds a row (AllowInsert). Columns the statement did not name
	// arrive with the column's default.
	Insert func(s *perfschema.Schema, row Row) error
	// Update changes one row (AllowUpdate); columns not writable must be equal
	// in both, or it fails with [ErrNotUpdatable].
	Update func(s *perfschema.Schema, old, new Row) error
	// Delete removes one row (AllowDelete).
	Delete func(s *perfschema.Schema, row Row) error
	// Truncate resets the table as MySQL's TRUNCATE TABLE does (AllowTruncate).
	Truncate func(s *perfschema.Schema)
	// Forget resets a table whose rows are not the Schema's; it stands in place
	// of Truncate there (AllowTruncate).
	Forget func(r Reader) error
	// Write adds (before is nil), changes or removes (after is nil) a row of a table whose
	// rows are not the Schema's; it stands in place of Insert, Update and Delete there.
	Write func(r Reader, before, after Row) error
	// Default gives a column's value where an INSERT names none; nil: NULL.
	Default func(column string) any
}

// CurrentTime is the default of a column that is set to the time of the statement, when a
// row is added and when it is changed.
type CurrentTime struct{}
