package profiling

import (
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// columns declares columns of a table whose rows are told by a T.
type columns[T any] struct{}

// column is one that always has a value.
func (columns[T]) column(name, typ, comment string, of func(*T) any) field.Field[T] {
	return field.Field[T]{Column: view.Column{Name: name, Type: typ, Comment: comment}, Value: of}
}

// optional is one that may be NULL.
func (columns[T]) optional(name, typ, comment string, of func(*T) any) field.Field[T] {
	return field.Field[T]{Column: view.Column{Name: name, Type: typ, Nullable: true, Comment: comment}, Value: of}
}

// text is a text, NULL where it is empty.
func (c columns[T]) text(name, typ, comment string, of func(*T) string) field.Field[T] {
	return c.optional(name, typ, comment, func(v *T) any { return field.ValidText(of(v)) })
}

// number is a number, NULL where it is 0.
func (c columns[T]) number(name, comment string, of func(*T) uint64) field.Field[T] {
	return c.optional(name, field.BigintUnsigned, comment, func(v *T) any { return field.Number(of(v)) })
}

// count is a number, 0 too.
func (c columns[T]) count(name, comment string, of func(*T) uint64) field.Field[T] {
	return c.column(name, field.BigintUnsigned, comment, func(v *T) any { return of(v) })
}
