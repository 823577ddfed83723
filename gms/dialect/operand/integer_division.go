package operand

import (
	"math/big"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/shopspring/decimal"
)

// The engine's DIV wraps around, takes an unsigned quotient for a signed one at most,
// computes with doubles where an operand is a text, and rounds the quotient of decimals
// to two places before it cuts it. In MySQL all that are no integers are decimals, the
// quotient is cut towards zero, and one that has no room is error 1690.

// Division is DIV.
type Division struct{ *expression.IntDiv }

var (
	_ sql.Expression         = (*Division)(nil)
	_ sql.CollationCoercible = (*Division)(nil)
)

// WithChildren implements sql.Expression.
func (d *Division) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	e, err := d.IntDiv.WithChildren(children...)
	if err != nil {
		return nil, err
	}
	return &Division{e.(*expression.IntDiv)}, nil
}

func (d *Division) unsigned() bool {
	return types.IsUnsigned(d.LeftChild.Type()) || types.IsUnsigned(d.RightChild.Type())
}

// Eval implements sql.Expression.
func (d *Division) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	left, err := d.LeftChild.Eval(ctx, row)
	if err != nil {
		return nil, err
	}
	right, err := d.RightChild.Eval(ctx, row)
	if err != nil || left == nil || right == nil {
		return nil, err
	}
	unsigned := d.unsigned()
	a, ok1 := IntegerOf(left)
	b, ok2 := IntegerOf(right)
	if ok1 && ok2 && b != (Integer{}) {
		if v, ok := a.over(b).value(unsigned); ok {
			return v, nil
		}
		return nil, d.outOfRange(unsigned)
	}
	x, ok1 := decimalOf(left)
	y, ok2 := decimalOf(right)
	if !ok1 || !ok2 || y.IsZero() { // a text, a time, or a warning that is to be given
		return d.IntDiv.Eval(ctx, row)
	}
	quotient, _ := x.QuoRem(y, 0)
	n := quotient.BigInt()
	switch {
	case unsigned && n.IsUint64():
		return n.Uint64(), nil
	case !unsigned && n.IsInt64():
		return n.Int64(), nil
	}
	return nil, d.outOfRange(unsigned)
}

func (d *Division) outOfRange(unsigned bool) error { return rangeError(bigint(unsigned), d) }

// bigint is the type as MySQL's messages call it.
func bigint(unsigned bool) string {
	if unsigned {
		return "BIGINT UNSIGNED"
	}
	return "BIGINT"
}

// decimalOf is a number as a decimal; ok is false of what is none.
func decimalOf(v any) (d decimal.Decimal, ok bool) {
	switch v := v.(type) {
	case decimal.Decimal:
		return v, true
	case float64:
		return decimalOfDouble(v), true
	case float32:
		return decimalOfDouble(float64(v)), true
	}
	n, ok := IntegerOf(v)
	return decimal.NewFromBigInt(n.big(), 0), ok
}

// over is the quotient, cut towards zero, of two integers that have room in 64 bits,
// signed or not. m is not 0.
func (n Integer) over(m Integer) Integer {
	negative := false
	if int64(n.High) < 0 {
		n, negative = n.opposite(), true
	}
	if int64(m.High) < 0 {
		m, negative = m.opposite(), !negative
	}
	q := Integer{0, n.Low / m.Low}
	if negative {
		q = q.opposite()
	}
	return q
}

// big is the number with no bound.
func (n Integer) big() *big.Int {
	x := new(big.Int)
	if int64(n.High) < 0 {
		n = n.opposite()
		return x.Neg(x.SetUint64(n.Low))
	}
	return x.SetUint64(n.Low)
}
