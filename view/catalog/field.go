package catalog

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// Types several tables share, in MySQL's spelling.
const (
	bigint         = "bigint"
	bigintUnsigned = "bigint unsigned"
	integer        = "int"
	intUnsigned    = "int unsigned"
	longtext       = "longtext"
	eventName      = "varchar(128)"
	identifier     = "varchar(64)"
	fileName       = "varchar(512)"
	hostName       = "char(255)"
	userName       = "char(32)"
	yesNoEnum      = "enum('YES','NO')"
	objectTypeEnum = "enum('EVENT','FUNCTION','PROCEDURE','TABLE','TRIGGER')"
	engineEnum     = "enum('PRIMARY','SECONDARY')"
	microTimestamp = "timestamp(6)"
	channelName    = "char(64)"
	eventTypeEnum  = "enum('TRANSACTION','STATEMENT','STAGE','WAIT')"
)

// milliseconds is the type of sampled times that are no column of the Snowset.
const milliseconds = "decimal(20,6)"

// The widths of names.
const (
	identifierLength = 64
	fileNameLength   = 512
)

// field is a column and where its value comes from: a T is whatever one row
// of the table describes. A nil value means NULL in every row.
type field[T any] struct {
	view.Column
	value func(*T) any
}

// columns gives the declared columns of a list of fields.
func columns[T any](fields []field[T]) []view.Column {
	out := make([]view.Column, len(fields))
	for i, f := range fields {
		out[i] = f.Column
	}
	return out
}

// fill computes the row that v describes into an empty row.
func fill[T any](row view.Row, fields []field[T], v *T) {
	for i := range fields {
		if f := &fields[i]; f.value != nil {
			row[i] = f.value(v)
		}
	}
}

// opener makes the function that begins a read of a table, of what its rows
// describe. Nothing is read while the Schema is off: the table is empty then.
func opener[T any](fields []field[T], walk parts[T]) func(view.Reader) *view.Cursor {
	always := openerAlways(fields, walk)
	return func(r view.Reader) *view.Cursor {
		if !r.Schema.Enabled() {
			return noRows(r)
		}
		return always(r)
	}
}

// openerAlways is opener for a table that keeps its rows while the Schema is off.
func openerAlways[T any](fields []field[T], walk parts[T]) func(view.Reader) *view.Cursor {
	return func(r view.Reader) *view.Cursor {
		declared := fields
		fields := fields
		if r.Columns != nil {
			fields = make([]field[T], len(r.Columns))
			for i, of := range r.Columns {
				fields[i] = declared[of]
			}
		}
		return view.NewCursor(len(fields), func(c *view.Cursor) func(int) bool {
			part := walk(r)
			visit := func(v *T) {
				fill(c.Add(), fields, v)
			}
			return func(n int) bool { return part(n, visit) }
		})
	}
}

// noRows begins a read of a table that is always empty.
func noRows(r view.Reader) *view.Cursor { return view.CursorOf(r, nil) }

// nothingToTruncate is the TRUNCATE of a table that never has a row.
func nothingToTruncate(*perfschema.Schema) {}
