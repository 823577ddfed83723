package field

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// Types several tables share, in MySQL's spelling.
const (
	Bigint         = "bigint"
	BigintUnsigned = "bigint unsigned"
	Integer        = "int"
	IntUnsigned    = "int unsigned"
	Longtext       = "longtext"
	EventName      = "varchar(128)"
	Identifier     = "varchar(64)"
	FileName       = "varchar(512)"
	HostName       = "char(255)"
	UserName       = "char(32)"
	YesNoEnum      = "enum('YES','NO')"
	ObjectTypeEnum = "enum('EVENT','FUNCTION','PROCEDURE','TABLE','TRIGGER')"
	EngineEnum     = "enum('PRIMARY','SECONDARY')"
	MicroTimestamp = "timestamp(6)"
	ChannelName    = "char(64)"
	EventTypeEnum  = "enum('TRANSACTION','STATEMENT','STAGE','WAIT')"
)

// Milliseconds is the type of sampled times that are no column of the Snowset.
const Milliseconds = "decimal(20,6)"

// The widths of names.
const (
	IdentifierLength = 64
	FileNameLength   = 512
)

// Field is a column and where its value comes from: a T is whatever one row
// of the table describes. A nil value means NULL in every row.
type Field[T any] struct {
	view.Column
	Value func(*T) any
}

// Columns gives the declared columns of a list of fields.
func Columns[T any](fields []Field[T]) []view.Column {
	out := make([]view.Column, len(fields))
	for i, f := range fields {
		out[i] = f.Column
	}
	return out
}

// Fill computes the row that v describes into an empty row.
func Fill[T any](row view.Row, fields []Field[T], v *T) {
	for i := range fields {
		if f := &fields[i]; f.Value != nil {
			row[i] = f.Value(v)
		}
	}
}

// Opener makes the function that begins a read of a table, of what its rows
// describe. Nothing is read while the Schema is off: the table is empty then.
func Opener[T any](fields []Field[T], walk Parts[T]) func(view.Reader) *view.Cursor {
	always := OpenerAlways(fields, walk)
	return func(r view.Reader) *view.Cursor {
		if !r.Schema.Enabled() {
			return NoRows(r)
		}
		return always(r)
	}
}

// OpenerAlways is Opener for a table that keeps its rows while the Schema is off.
func OpenerAlways[T any](fields []Field[T], walk Parts[T]) func(view.Reader) *view.Cursor {
	return func(r view.Reader) *view.Cursor {
		declared := fields
		fields := fields
		if r.Columns != nil {
			fields = make([]Field[T], len(r.Columns))
			for i, of := range r.Columns {
				fields[i] = declared[of]
			}
		}
		return view.NewCursor(len(fields), func(c *view.Cursor) func(int) bool {
			part := walk(r)
			visit := func(v *T) {
				Fill(c.Add(), fields, v)
			}
			return func(n int) bool { return part(n, visit) }
		})
	}
}

// NoRows begins a read of a table that is always empty.
func NoRows(r view.Reader) *view.Cursor { return view.CursorOf(r, nil) }

// NothingToTruncate is the TRUNCATE of a table that never has a row.
func NothingToTruncate(*perfschema.Schema) {}
