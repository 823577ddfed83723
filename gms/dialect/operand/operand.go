package operand

import (
	"fmt"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/collate"
)

// OperandName is the function's, which no statement names by chance: one that does, in
// backquotes, gets its argument back.
const OperandName = "aggregate operand"

// aggregateOperand is an operand of an aggregate of a subquery.
type aggregateOperand struct{ sql.Expression }

var (
	_ sql.FunctionExpression = (*aggregateOperand)(nil)
	_ sql.CollationCoercible = (*aggregateOperand)(nil)
)

// OperandFunction makes one.
var OperandFunction = sql.Function1{Name: OperandName, Fn: func(e sql.Expression) sql.Expression { return &aggregateOperand{e} }}

// WithoutOperand is an aggregate's operand without what it was wrapped in.
func WithoutOperand(e sql.Expression) sql.Expression {
	for {
		switch of := e.(type) {
		case *aggregateOperand:
			e = of.Expression
		case *collate.EnumText:
			e = of.Child
		default:
			return e
		}
	}
}

// FunctionName implements sql.FunctionExpression.
func (*aggregateOperand) FunctionName() string { return OperandName }

// Description implements sql.FunctionExpression.
func (*aggregateOperand) Description() string { return "its operand" }

// String implements sql.Expression.
func (o *aggregateOperand) String() string { return o.Expression.String() + " " }

// Children implements sql.Expression.
func (o *aggregateOperand) Children() []sql.Expression { return []sql.Expression{o.Expression} }

// WithChildren implements sql.Expression.
func (o *aggregateOperand) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(o, len(children), 1)
	}
	return &aggregateOperand{children[0]}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (o *aggregateOperand) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, o.Expression)
}

// AsInteger is a value as a whole number, NULL as nil.
func AsInteger(ctx *sql.Context, v any) (int64, error) {
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
