package builtin

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/operand"
)

// findAtOnce is how many bytes of a list are compared without a look at the context.
const findAtOnce = 1 << 16

// endingFindInSet is a FIND_IN_SET that ends with its statement. The engine splits the list into
// all of its parts and compares these without a look at the context, which takes seconds for a
// list of some megabytes.
type endingFindInSet struct {
	*function.FindInSet
	over sql.Expression // the engine's own over the fields of a row of two values
}

var (
	_ sql.FunctionExpression = (*endingFindInSet)(nil)
	_ sql.CollationCoercible = (*endingFindInSet)(nil)
)

// findEnding returns a FIND_IN_SET that ends with its statement, if e is one whose list may be long.
func findEnding(e sql.Expression) (sql.Expression, bool, error) {
	corrected, ok := e.(*correctedCall)
	if ok {
		e = corrected.Expression
	}
	f, isFind := e.(*function.FindInSet)
	if !isFind {
		return nil, false, nil
	}
	switch t := f.RightChild.Type().(type) {
	case sql.SetType, sql.EnumType:
		return nil, false, nil
	case sql.StringType:
		if t.MaxByteLength() <= findAtOnce {
			return nil, false, nil
		}
	}
	out, err := newEndingFind(f)
	if ok && err == nil {
		out = &correctedCall{out, corrected.name}
	}
	return out, err == nil, err
}

// findArgument is a value of an argument, which is compared as the argument is.
type findArgument struct {
	*expression.GetField
	of sql.Expression
}

var _ sql.CollationCoercible = (*findArgument)(nil)

// CollationCoercibility implements sql.CollationCoercible.
func (f *findArgument) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, f.of)
}

// WithChildren implements sql.Expression.
func (f *findArgument) WithChildren(...sql.Expression) (sql.Expression, error) { return f, nil }

func newEndingFind(f *function.FindInSet) (sql.Expression, error) {
	fields := make([]sql.Expression, 2)
	for i, c := range f.Children() {
		fields[i] = &findArgument{expression.NewGetField(i, c.Type(), "", true), c}
	}
	over, err := f.WithChildren(fields...)
	if err != nil {
		return nil, err //nolint:wrapcheck // the engine's own
	}
	return &endingFindInSet{f, over}, nil
}

// WithChildren implements sql.Expression.
func (f *endingFindInSet) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	e, err := f.FindInSet.WithChildren(children...)
	if err != nil {
		return nil, err //nolint:wrapcheck // the engine's own
	}
	return newEndingFind(e.(*function.FindInSet))
}

// Eval implements sql.Expression.
func (f *endingFindInSet) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	values := make(sql.Row, 2)
	for i, c := range f.Children() {
		v, err := c.Eval(ctx, row)
		if err != nil {
			return nil, err //nolint:wrapcheck // the engine's own
		}
		if values[i], err = sql.UnwrapAny(ctx, v); err != nil {
			return nil, err //nolint:wrapcheck // the engine's own
		}
	}
	if lengthOf(values[1]) <= findAtOnce || values[0] == nil {
		return f.over.Eval(ctx, values) //nolint:wrapcheck // the engine's own
	}
	sought, _, err := types.LongText.Convert(ctx, values[0])
	if err != nil {
		return nil, err //nolint:wrapcheck // the engine's own
	}
	list, _, err := types.LongText.Convert(ctx, values[1])
	if err != nil {
		return nil, err //nolint:wrapcheck // the engine's own
	}
	left, leftCoercibility := sql.GetCoercibility(ctx, f.LeftChild)
	right, rightCoercibility := sql.GetCoercibility(ctx, f.RightChild)
	collation, _ := sql.ResolveCoercibility(left, leftCoercibility, right, rightCoercibility)
	return findInList(ctx, collation, operand.TextOf(sought), operand.TextOf(list))
}

// findInList returns which part of a list is a text, from 1 on; 0 if none is.
func findInList(ctx *sql.Context, collation sql.CollationID, sought, list string) (any, error) {
	if strings.Contains(sought, ",") {
		return 0, nil
	}
	typ := types.CreateLongText(collation)
	for n, left, more := 1, 0, true; more; n++ {
		var part string
		part, list, more = strings.Cut(list, ",")
		if left -= len(part) + 1; left < 0 {
			if err := ctx.Err(); err != nil {
				return nil, err //nolint:wrapcheck // the context's own
			}
			left = findAtOnce
		}
		equal, err := typ.Compare(ctx, sought, part)
		if err != nil {
			return nil, err //nolint:wrapcheck // the engine's own
		}
		if equal == 0 {
			return n, nil
		}
	}
	return 0, nil
}
