package view

import (
	"iter"

	"github.com/perfschema/perfschema"
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
	engineEnum     = "enum('PRIMARY','SECONDARY')"
	eventTypeEnum  = "enum('TRANSACTION','STATEMENT','STAGE','WAIT')"
)

// The widths of names.
const (
	identifierLength = 64
	fileNameLength   = 512
)

// field is a column and where its value comes from: a T is whatever one row
// of the table describes. A nil value means NULL in every row.
type field[T any] struct {
	Column
	value func(*T) any
}

// columns gives the declared columns of a list of fields.
func columns[T any](fields []field[T]) []Column {
	out := make([]Column, len(fields))
	for i, f := range fields {
		out[i] = f.Column
	}
	return out
}

// maxRowsAtOnce is for how many rows room is made at a time, once there are that
// many: a row costs less then.
const maxRowsAtOnce = 64

// rowOf computes the row that v describes.
func rowOf[T any](fields []field[T], v *T) Row { return fillRow(fields, make(Row, len(fields)), v) }

// fillRow computes the row that v describes into an empty row.
func fillRow[T any](fields []field[T], row Row, v *T) Row {
	for i := range fields {
		f := &fields[i]
		if f.value != nil {
			row[i] = f.value(v)
		}
	}
	return row
}

// rows turns a walk over what the rows describe into the rows themselves.
// The walk is not begun when the Schema is off: the table is empty then.
func rows[T any](fields []field[T], walk func(Reader, func(*T) bool)) func(Reader) iter.Seq[Row] {
	return func(r Reader) iter.Seq[Row] {
		return func(yield func(Row) bool) {
			if !r.Schema.Enabled() {
				return
			}
			width := len(fields)
			var room Row
			atOnce := 0
			walk(r, func(v *T) bool {
				if len(room) < width {
					atOnce = min(2*atOnce+1, maxRowsAtOnce)
					room = make(Row, atOnce*width)
				}
				row := room[:width:width]
				room = room[width:]
				return yield(fillRow(fields, row, v))
			})
		}
	}
}

// whileOn makes a truncation that does nothing where the Schema is off.
func whileOn(f func(*perfschema.Schema)) func(*perfschema.Schema) {
	return func(s *perfschema.Schema) {
		if s.Enabled() {
			f(s)
		}
	}
}
