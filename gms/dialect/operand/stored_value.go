package operand

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/planwalk"
)

// Of a TEXT or a BLOB the storage gives a handle, from which the value is read when it is
// wanted. Many of the engine's functions take the handle for the value: they fail, end in a
// panic, or give another result. So they are given the value.

// StoredValue is the value of an expression that may give a handle. It prints as what it
// wraps, since the engine finds columns by that text.
type StoredValue struct{ planwalk.StandIn }

var (
	_ sql.Expression         = (*StoredValue)(nil)
	_ sql.CollationCoercible = (*StoredValue)(nil)
)

// handlesTaken are the functions that give back what they are given, or tell of it: among
// them those of groups, which read values themselves.
var handlesTaken = slices.Concat(asIsFunctions, []string{
	"avg", "bit_and", "bit_or", "bit_xor", "group_concat", "json_arrayagg", "json_objectagg", "max", "min", "std", "stddev",
	"stddev_pop", "stddev_samp", "sum", "var_pop", "var_samp", "variance",
})

// StoredArguments gives the arguments of a function with the values of those that may be
// handles.
func StoredArguments(name string, args []sql.Expression) []sql.Expression {
	var out []sql.Expression
	for i, e := range args {
		if !mayBeHandle(e) || slices.Contains(handlesTaken, name) {
			continue
		}
		if out == nil {
			out = slices.Clone(args)
		}
		out[i] = Stored(e)
	}
	if out == nil {
		return args
	}
	return out
}

// Stored gives the value of an expression that may give a handle; others come back as they are.
func Stored(e sql.Expression) sql.Expression {
	if !mayBeHandle(e) {
		return e
	}
	return &StoredValue{planwalk.StandIn{Child: e}}
}

// mayBeHandle says whether an expression may give one: a column, or what passes one on.
func mayBeHandle(e sql.Expression) bool {
	switch e.(type) {
	case *expression.Literal, *StoredValue, *expression.Arithmetic, *expression.Div, *expression.IntDiv, *expression.Mod, *collate.Chain:
		return false
	}
	return e.Resolved() && types.IsTextBlob(e.Type())
}

// Eval implements sql.Expression.
func (s *StoredValue) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := s.Child.Eval(ctx, row)
	if err != nil {
		return nil, err
	}
	return sql.UnwrapAny(ctx, v)
}

// Type implements sql.Expression.
func (s *StoredValue) Type() sql.Type { return s.Child.Type() }

// WithChildren implements sql.Expression.
func (s *StoredValue) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(s, len(children), 1)
	}
	return &StoredValue{planwalk.StandIn{Child: children[0]}}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (s *StoredValue) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, s.Child)
}
