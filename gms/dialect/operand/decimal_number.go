package operand

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/shopspring/decimal"
)

// decimalNumber is an integer or a DECIMAL as a DECIMAL that is compared digit by digit, of as
// many as it has. It prints as what it is of.
type decimalNumber struct{ expression.UnaryExpressionStub }

var (
	_ sql.Expression         = (*decimalNumber)(nil)
	_ sql.CollationCoercible = (*decimalNumber)(nil)
)

// Eval implements sql.Expression.
func (n *decimalNumber) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := n.Child.Eval(ctx, row)
	if err != nil || v == nil {
		return nil, err
	}
	if d, ok := v.(decimal.Decimal); ok {
		return d, nil
	}
	if i, ok := IntegerOf(v); ok {
		return decimal.NewFromBigInt(i.big(), 0), nil
	}
	out, _, err := types.InternalDecimalType.Convert(ctx, v)
	return out, err
}

// Type implements sql.Expression.
func (*decimalNumber) Type() sql.Type { return types.InternalDecimalType }

// String implements sql.Expression.
func (n *decimalNumber) String() string { return n.Child.String() }

// DebugString implements sql.DebugStringer.
func (n *decimalNumber) DebugString() string { return sql.DebugString(n.Child) }

// WithChildren implements sql.Expression.
func (n *decimalNumber) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(n, len(children), 1)
	}
	return &decimalNumber{expression.UnaryExpressionStub{Child: children[0]}}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (*decimalNumber) CollationCoercibility(*sql.Context) (sql.CollationID, byte) {
	return sql.Collation_binary, 5
}
