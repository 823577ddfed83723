package sysview

import (
	"slices"
	"strconv"
	"strings"

	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/format"
	"github.com/perfschema/perfschema/view/internal/field"
	"github.com/perfschema/perfschema/view/sys"
)

// form is how a view of sys writes a value for people. Its twin, whose name begins
// with x$, has the value itself.
type form uint8

const (
	asIs    form = iota
	latency      // picoseconds with a unit
	size         // bytes with a unit
	path         // with a variable in place of the directory that it names
	brief        // on one line, without its middle if it is long
)

// shownTypes are the types of columns that are written for people.
var shownTypes = [...]string{latency: "varchar(11)", size: "varchar(11)", path: field.FileName, brief: field.Longtext}

// notNull ends the type of a column that is never NULL.
const notNull = " NOT NULL"

// sysField is a column of a view of sys, by the type and value that it has in the twin.
type sysField[T any] struct {
	name, typ string
	form      form
	value     func(*T) any
}

// declare is the field as the view has it, or its twin.
func (f sysField[T]) declare(raw bool, shown *shower) field.Field[T] {
	typ, never := strings.CutSuffix(f.typ, notNull)
	out := field.Field[T]{Column: view.Column{Name: f.name, Type: typ, Nullable: !never}, Value: f.value}
	if !raw && f.form != asIs {
		out.Type, out.Nullable = shownTypes[f.form], true
		out.Value = func(v *T) any { return shown.show(f.form, f.value(v)) }
	}
	return out
}

// shower writes values for one reader.
type shower struct {
	directories []sys.Directory
	length      int
}

func showerOf(r view.Reader) shower {
	s := shower{length: sys.TruncateLength}
	if r.Server.Directories != nil {
		s.directories = r.Server.Directories()
	}
	if r.Server.StatementLength != nil {
		s.length = r.Server.StatementLength()
	}
	return s
}

// show writes a value; NULL stays NULL.
func (s *shower) show(as form, v any) any {
	if v == nil {
		return nil
	}
	switch as {
	case latency:
		return format.PicoTime(floatOf(v))
	case size:
		return format.Bytes(floatOf(v))
	case path:
		return sys.FormatPath(field.TextOf(v), s.directories)
	case brief:
		return sys.FormatStatement(field.TextOf(v), s.length)
	}
	return v
}

// floatOf is a number of a row.
func floatOf(v any) float64 {
	switch v := v.(type) {
	case uint64:
		return float64(v)
	case int64:
		return float64(v)
	case string:
		n, _ := strconv.ParseFloat(v, 64)
		return n
	}
	return 0
}

// sysView is what a view of sys and its twin have in common.
type sysView struct {
	name, comment string
	// reads are the tables of performance_schema that are read: a view gives nothing
	// that its reader may not read there.
	reads []string
	empty string
}

// twins declares a view and its twin.
func twins[T any](v sysView, fields []sysField[T], walk field.Parts[T]) []*view.Table {
	twin := v
	twin.name = "x$" + v.name
	return []*view.Table{sysTable(v, fields, walk, false), sysTable(twin, fields, walk, true)}
}

// sysTable declares a view; raw leaves all values as they are.
func sysTable[T any](v sysView, fields []sysField[T], walk field.Parts[T], raw bool) *view.Table {
	declare := func(shown *shower) []field.Field[T] {
		out := make([]field.Field[T], len(fields))
		for i, f := range fields {
			out[i] = f.declare(raw, shown)
		}
		return out
	}
	return &view.Table{
		Name: v.name, Comment: v.comment, Columns: field.Columns(declare(nil)), Reads: v.reads, View: true, Empty: v.empty,
		Open: func(r view.Reader) *view.Cursor {
			shown := showerOf(r)
			return field.Opener(declare(&shown), walk)(r)
		},
	}
}

// inOrder are the parts of a table in an order of their own. All that they describe is
// held meanwhile.
func inOrder[T any](list func(view.Reader) []T, compare func(a, b *T) int) field.Parts[T] {
	return field.Listed(func(r view.Reader) []T {
		all := list(r)
		slices.SortStableFunc(all, func(a, b T) int { return compare(&a, &b) })
		return all
	})
}

// lastPart is what follows the last n slashes but one: the end of an instrument's name.
func lastPart(name string, n int) string {
	parts := strings.Split(name, "/")
	return strings.Join(parts[max(len(parts)-n, 0):], "/")
}
