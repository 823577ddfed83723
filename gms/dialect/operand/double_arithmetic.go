package operand

import (
	"math"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/shopspring/decimal"
)

// doubles is an operator of numbers of which one is a DOUBLE. The engine goes on with an
// infinite result, at which conversions panic; in MySQL it is error 1690.
type doubles struct{ *expression.Arithmetic }

var (
	_ sql.Expression         = (*doubles)(nil)
	_ sql.CollationCoercible = (*doubles)(nil)
)

// NewDoubles gives the operator in the place of the engine's; nil where the result is no
// DOUBLE.
func NewDoubles(a *expression.Arithmetic) *doubles {
	if types.IsFloat(a.Type()) {
		return &doubles{a}
	}
	return nil
}

// Eval implements sql.Expression.
func (d *doubles) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := d.Arithmetic.Eval(ctx, row)
	if f, ok := v.(float64); ok && err == nil && !finite(f) {
		return nil, rangeError("DOUBLE", d)
	}
	return v, err
}

// WithChildren implements sql.Expression.
func (d *doubles) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	e, err := d.Arithmetic.WithChildren(children...)
	if err != nil {
		return nil, err
	}
	return &doubles{e.(*expression.Arithmetic)}, nil
}

// doubleSum is the buffer of a SUM() or AVG() of doubles, of which the same holds.
type doubleSum struct {
	sql.AggregationBuffer
	of *ExactSum
}

// Eval implements sql.AggregationBuffer.
func (s doubleSum) Eval(ctx *sql.Context) (any, error) {
	v, err := s.AggregationBuffer.Eval(ctx)
	if f, ok := v.(float64); ok && err == nil && !finite(f) {
		return nil, rangeError("DOUBLE", s.of)
	}
	return v, err
}

// clipped is a double within the bounds of what a double can be in SQL; some of the
// engine's aggregate functions give others. large says that it was beyond them.
func clipped(f float64) (_ float64, large bool) {
	switch {
	case math.IsInf(f, 0):
		return math.Copysign(math.MaxFloat64, f), true
	case math.IsNaN(f):
		return 0, false
	}
	return f, false
}

// decimalOfDouble is a double as a decimal, which has neither infinity nor what is no
// number.
func decimalOfDouble(f float64) decimal.Decimal {
	f, _ = clipped(f)
	return decimal.NewFromFloat(f)
}

// decimalOfFloat is decimalOfDouble for the digits of a FLOAT.
func decimalOfFloat(f float32) decimal.Decimal {
	if !finite(float64(f)) {
		return decimalOfDouble(float64(f))
	}
	return decimal.NewFromFloat32(f)
}
