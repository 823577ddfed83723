package operand

import (
	"math/bits"
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/shopspring/decimal"
)

// The engine's GREATEST() and LEAST() refuse a BIGINT UNSIGNED above the largest BIGINT,
// and take integers and decimals for doubles. In MySQL they are exact.

// extreme is GREATEST() or LEAST().
func (c *exactCall) extreme() exactness {
	args := c.Children()
	if c.comparesTexts(args) {
		return c.extremeText()
	}
	wide := func(e sql.Expression) bool { return e.Type() == types.Uint64 }
	if !slices.ContainsFunc(args, func(e sql.Expression) bool { return !isInteger(e) }) {
		switch {
		case !slices.ContainsFunc(args, wide):
			return exactness{types.Int64, c.extremeInteger(func(n Integer) any { return int64(n.Low) })}
		case !slices.ContainsFunc(args, func(e sql.Expression) bool { return !types.IsUnsigned(e.Type()) }):
			return exactness{types.Uint64, c.extremeInteger(func(n Integer) any { return n.Low })}
		}
		return exactness{types.MustCreateDecimalType(20, 0), c.extremeInteger(func(n Integer) any { return decimal.NewFromBigInt(n.big(), 0) })}
	}
	if !slices.ContainsFunc(args, func(e sql.Expression) bool { return !isInteger(e) && !types.IsDecimal(e.Type()) }) {
		return c.extremeDecimal()
	}
	return c.extremeMixed(args)
}

// extremeInteger gives the one that is chosen as what value makes of it.
func (c *exactCall) extremeInteger(value func(Integer) any) func(*sql.Context, sql.Row) (any, error) {
	return func(ctx *sql.Context, row sql.Row) (any, error) {
		var chosen Integer
		for i, e := range c.Children() {
			v, err := e.Eval(ctx, row)
			if err != nil || v == nil {
				return nil, err
			}
			n, ok := IntegerOf(v)
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

// extremeDecimal is for decimals, with integers among them: the result has as many digits
// before and behind the point as any of them.
func (c *exactCall) extremeDecimal() exactness {
	whole, scale := 1, 0
	for _, e := range c.Children() {
		d, ok := e.Type().(sql.DecimalType)
		if !ok {
			whole = max(whole, 20) // those of a BIGINT UNSIGNED
			continue
		}
		whole, scale = max(whole, int(d.Precision())-int(d.Scale())), max(scale, int(d.Scale()))
	}
	typ := types.MustCreateColumnDecimalType(uint8(min(whole+scale, types.DecimalTypeMaxPrecision)), uint8(scale))
	return exactness{typ, func(ctx *sql.Context, row sql.Row) (any, error) {
		var chosen decimal.Decimal
		for i, e := range c.Children() {
			v, err := e.Eval(ctx, row)
			if err != nil || v == nil {
				return nil, err
			}
			d, ok := v.(decimal.Decimal)
			if n, isInteger := IntegerOf(v); isInteger {
				d, ok = decimal.NewFromBigInt(n.big(), 0), true
			}
			if !ok {
				return c.FunctionExpression.Eval(ctx, row)
			}
			if i == 0 || d.LessThan(chosen) == (c.name == "least") && !d.Equal(chosen) {
				chosen = d
			}
		}
		return chosen, nil
	}}
}

// less says that n is less than m.
func (n Integer) less(m Integer) bool {
	if n.High != m.High {
		return int64(n.High) < int64(m.High)
	}
	_, borrow := bits.Sub64(n.Low, m.Low, 0)
	return borrow != 0
}
