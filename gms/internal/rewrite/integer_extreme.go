package rewrite

import (
	"math"
	"math/bits"
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/shopspring/decimal"
)

// The engine's GREATEST() and LEAST() refuse a BIGINT UNSIGNED above the largest BIGINT,
// and take the integers for doubles on their way. In MySQL they are exact.

// extreme is GREATEST() or LEAST() of integers, or of numbers with a BIGINT UNSIGNED.
func (c *exactCall) extreme() exactness {
	args := c.Children()
	wide := func(e sql.Expression) bool { return e.Type() == types.Uint64 }
	if !slices.ContainsFunc(args, func(e sql.Expression) bool { return !isInteger(e) }) {
		switch {
		case !slices.ContainsFunc(args, wide):
			return exactness{types.Int64, c.extremeInteger(func(n integer) any { return int64(n.low) })}
		case !slices.ContainsFunc(args, func(e sql.Expression) bool { return !types.IsUnsigned(e.Type()) }):
			return exactness{types.Uint64, c.extremeInteger(func(n integer) any { return n.low })}
		}
		return exactness{types.MustCreateDecimalType(20, 0), c.extremeInteger(func(n integer) any { return decimal.NewFromBigInt(n.big(), 0) })}
	}
	over, err := c.overFields()
	if err != nil || !slices.ContainsFunc(args, wide) {
		return exactness{}
	}
	return exactness{nil, func(ctx *sql.Context, row sql.Row) (any, error) {
		fields, err := c.fields(ctx, row)
		if err != nil {
			return nil, err
		}
		for i, v := range fields {
			if n, ok := v.(uint64); ok && n > math.MaxInt64 {
				fields[i] = float64(n) // as the engine has it where not all are integers
			}
		}
		return over.Eval(ctx, fields)
	}}
}

// extremeInteger gives the one that is chosen as what value makes of it.
func (c *exactCall) extremeInteger(value func(integer) any) func(*sql.Context, sql.Row) (any, error) {
	return func(ctx *sql.Context, row sql.Row) (any, error) {
		var chosen integer
		for i, e := range c.Children() {
			v, err := e.Eval(ctx, row)
			if err != nil || v == nil {
				return nil, err
			}
			n, ok := integerOf(v)
			if !ok {
				return c.FunctionExpression.Eval(ctx, row)
			}
			if i == 0 || n.less(chosen) == (c.name == "least") && n != chosen {
				chosen = n
			}
		}
		return value(chosen), nil
	}
}

// less says that n is less than m.
func (n integer) less(m integer) bool {
	if n.high != m.high {
		return int64(n.high) < int64(m.high)
	}
	_, borrow := bits.Sub64(n.low, m.low, 0)
	return borrow != 0
}
