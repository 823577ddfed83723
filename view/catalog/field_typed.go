package catalog

import (
	"github.com/perfschema/perfschema/view"
	"math"
	"slices"
	"time"
)

// typedField is a field whose values are numbers or texts, which can be had as they are:
// a value in a Row is memory of its own.
type typedField[T any] struct {
	field[T]
	number func(*T) (n int64, known bool) // as Vector has it
	text   func(*T) (s string, known bool)
}

// numbered is a field of numbers.
func numbered[T any](c view.Column, of func(*T) (n int64, known bool)) typedField[T] {
	rowed := rowValue(c.Type)
	return typedField[T]{field: field[T]{Column: c, value: func(v *T) any {
		n, known := of(v)
		if !known {
			return nil
		}
		return rowed(n)
	}}, number: of}
}

// worded is a field of texts.
func worded[T any](c view.Column, of func(*T) (s string, known bool)) typedField[T] {
	return typedField[T]{field: field[T]{Column: c, value: func(v *T) any {
		s, known := of(v)
		return unless(!known, s)
	}}, text: of}
}

// rowValue gives what makes of a number in a Vector the value in a Row, for a type.
func rowValue(typ string) func(n int64) any {
	switch typ {
	case bigintUnsigned:
		return func(n int64) any { return uint64(n) }
	case "double":
		return func(n int64) any { return math.Float64frombits(uint64(n)) }
	case milliseconds:
		return func(n int64) any { return view.FormatMillionths(n) }
	case microTimestamp:
		return func(n int64) any { return time.Unix(0, n).UTC() }
	}
	return func(n int64) any { return n }
}

// add adds the value of a row.
func (f *typedField[T]) add(v *view.Vector, of *T) {
	switch {
	case f.number != nil:
		n, known := f.number(of)
		if !known {
			n = 0
		}
		v.Numbers, v.Known = append(v.Numbers, n), append(v.Known, known)
	case f.text != nil:
		s, known := f.text(of)
		if !known {
			s = ""
		}
		v.Texts, v.Known = append(v.Texts, s), append(v.Known, known)
	}
}

// untyped gives typed fields as others are.
func untyped[T any](fields []typedField[T]) []field[T] {
	out := make([]field[T], len(fields))
	for i := range fields {
		out[i] = fields[i].field
	}
	return out
}

// always is a number that is never NULL.
func always[T any](of func(*T) int64) func(*T) (int64, bool) {
	return func(v *T) (int64, bool) { return of(v), true }
}

// notEmpty is a text of which an empty one is NULL.
func notEmpty[T any](of func(*T) string) func(*T) (string, bool) {
	return func(v *T) (string, bool) {
		s := of(v)
		return s, s != ""
	}
}

// emptied gives n vectors without rows, in the room of others.
func emptied(list []view.Vector, n int) []view.Vector {
	list = slices.Grow(list[:0], n)[:n]
	for i := range list {
		clearVector(&list[i])
	}
	return list
}

// clearVector makes v the vector of no rows.
func clearVector(v *view.Vector) {
	clear(v.Texts) // keeps none alive
	v.Numbers, v.Texts, v.Known = v.Numbers[:0], v.Texts[:0], v.Known[:0]
}
