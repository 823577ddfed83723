package field

import (
	"math"
	"slices"
	"time"

	"github.com/perfschema/perfschema/view"
)

// Typed is a field whose values are numbers or texts, which can be had as they are:
// a value in a Row is memory of its own.
type Typed[T any] struct {
	Field[T]
	number func(*T) (n int64, known bool) // as Vector has it
	text   func(*T) (s string, known bool)
}

// Numbered is a field of numbers.
func Numbered[T any](c view.Column, of func(*T) (n int64, known bool)) Typed[T] {
	rowed := rowValue(c.Type)
	return Typed[T]{Field: Field[T]{Column: c, Value: func(v *T) any {
		n, known := of(v)
		if !known {
			return nil
		}
		return rowed(n)
	}}, number: of}
}

// Worded is a field of texts.
func Worded[T any](c view.Column, of func(*T) (s string, known bool)) Typed[T] {
	return Typed[T]{Field: Field[T]{Column: c, Value: func(v *T) any {
		s, known := of(v)
		return Unless(!known, s)
	}}, text: of}
}

// rowValue gives what makes of a number in a Vector the value in a Row, for a type.
func rowValue(typ string) func(n int64) any {
	switch typ {
	case BigintUnsigned:
		return func(n int64) any { return uint64(n) }
	case "double":
		return func(n int64) any { return math.Float64frombits(uint64(n)) }
	case Milliseconds:
		return func(n int64) any { return view.FormatMillionths(n) }
	case MicroTimestamp:
		return func(n int64) any { return time.Unix(0, n).UTC() }
	}
	return func(n int64) any { return n }
}

// Add adds the value of a row.
func (f *Typed[T]) Add(v *view.Vector, of *T) {
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

// Untyped gives typed fields as others are.
func Untyped[T any](fields []Typed[T]) []Field[T] {
	out := make([]Field[T], len(fields))
	for i := range fields {
		out[i] = fields[i].Field
	}
	return out
}

// Always is a number that is never NULL.
func Always[T any](of func(*T) int64) func(*T) (int64, bool) {
	return func(v *T) (int64, bool) { return of(v), true }
}

// NotEmpty is a text of which an empty one is NULL.
func NotEmpty[T any](of func(*T) string) func(*T) (string, bool) {
	return func(v *T) (string, bool) {
		s := of(v)
		return s, s != ""
	}
}

// Emptied gives n vectors without rows, in the room of others.
func Emptied(list []view.Vector, n int) []view.Vector {
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
