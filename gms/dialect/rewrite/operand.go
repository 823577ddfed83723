package rewrite

import (
	"fmt"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/collate"
)

// operandName is the function's, which no statement names by chance: one that does, in
// backquotes, gets its argument back.
const operandName = "aggregate operand"

// operand is an operand of an aggregate of a subquery.
type operand struct{ sql.Expression }

var (
	_ sql.FunctionExpression = (*operand)(nil)
	_ sql.CollationCoercible = (*operand)(nil)
)

// operandFunction makes one.
var operandFunction = sql.Function1{Name: operandName, Fn: func(e sql.Expression) sql.Expression { return &operand{e} }}

// WithoutOperand is an aggregate's operand without what it was wrapped in.
func WithoutOperand(e sql.Expression) sql.Expression {
	for {
		switch of := e.(type) {
		case *operand:
			e = of.Expression
		case *collate.EnumText:
			e = of.Child
		default:
			return e
		}
	}
}

// FunctionName implements sql.FunctionExpression.
func (*operand) FunctionName() string { return operandName }

// Description implements sql.FunctionExpression.
func (*operand) Description() string { return "its operand" }

// String implements sql.Expression.
func (o *operand) String() string { return o.Expression.String() + " " }

// Children implements sql.Expression.
func (o *operand) Children() []sql.Expression { return []sql.Expression{o.Expression} }

// WithChildren implements sql.Expression.
func (o *operand) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(o, len(children), 1)
	}
	return &operand{children[0]}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (o *operand) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, o.Expression)
}

// asInteger is a value as a whole number, NULL as nil.
func asInteger(ctx *sql.Context, v any) (int64, error) {
	n, _, err := types.Int64.Convert(ctx, v)
	if err != nil {
		return 0, err
	}
	i, ok := n.(int64)
	if !ok {
		return 0, fmt.Errorf("%v is no whole number", v)
	}
	return i, nil
}
