package operand

import (
	"math"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"
	"github.com/shopspring/decimal"
)

// The ranges that the engine makes of a condition are of values of the column's type. Where
// the condition has a value that this has no room for, it is rounded or cut: a DATE < a
// moment of that day left the day out, a <> 1.5 of a DECIMAL kept the 1.5, and a number that
// a DECIMAL or a YEAR cannot hold ended the statement. So such a condition is given with the
// range that has all of its rows, or with none, and asked of each row besides.

// ranged is a comparison that an index finds more rows for than it is true of.
type ranged struct {
	expression.Comparer
	op          sql.IndexScanOp
	left, right sql.Expression
}

var (
	_ sql.Expression                = (*ranged)(nil)
	_ sql.IndexComparisonExpression = (*ranged)(nil)
	_ sql.CollationCoercible        = (*ranged)(nil)
)

// IndexScanOperation implements sql.IndexComparisonExpression.
func (r *ranged) IndexScanOperation() (op sql.IndexScanOp, left, right sql.Expression, ok bool) {
	return r.op, r.left, r.right, true
}

// WithChildren implements sql.Expression.
func (r *ranged) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	return r.Comparer.WithChildren(children...)
}

// CollationCoercibility implements sql.CollationCoercible.
func (*ranged) CollationCoercibility(*sql.Context) (sql.CollationID, byte) {
	return sql.Collation_binary, 5
}

// exactRange is a condition with the range that it has, or, in IS TRUE, with none.
func exactRange(e sql.Expression) sql.Expression {
	switch c := e.(type) {
	case *expression.Not:
		switch inner := c.Child.(type) {
		case *expression.Equals:
			if column, value := columnAndValue(inner); column != nil && !(isExact(column.Type(), value) && takesNumber(column.Type(), value)) {
				return expression.NewIsTrue(e)
			}
		case *expression.InTuple:
			if !eachOf(inner, func(t sql.Type, v sql.Expression) bool { return isExact(t, v) && takesNumber(t, v) }) {
				return expression.NewIsTrue(e)
			}
		}
	case *expression.InTuple:
		if !eachOf(c, takesNumber) {
			return expression.NewIsTrue(e)
		}
	case *expression.Equals, *expression.NullSafeEquals:
		column, value := columnAndValue(c.(expression.Comparer))
		if column != nil && !takesNumber(column.Type(), value) {
			return expression.NewIsTrue(e)
		}
	case *expression.LessThan, *expression.LessThanOrEqual, *expression.GreaterThan, *expression.GreaterThanOrEqual:
		return orderedRange(c.(expression.Comparer))
	}
	return e
}

// orderedRange is that of a comparison of order.
func orderedRange(c expression.Comparer) sql.Expression {
	column, value := columnAndValue(c)
	if column == nil {
		return c
	}
	if !takesNumber(column.Type(), value) {
		return expression.NewIsTrue(c)
	}
	if !types.IsTime(column.Type()) || holdsMoment(column.Type(), value) {
		return c
	}
	op := sql.IndexScanOpLte
	switch c.(type) {
	case *expression.LessThan:
	case *expression.GreaterThan:
		op = sql.IndexScanOpGte
	default:
		return c
	}
	return &ranged{c, op, c.Left(), c.Right()}
}

// columnAndValue are a column and what it is compared with; nil of two columns or none.
func columnAndValue(c expression.Comparer) (*expression.GetField, sql.Expression) {
	if column, ok := c.Left().(*expression.GetField); ok {
		return column, c.Right()
	}
	if column, ok := c.Right().(*expression.GetField); ok {
		return column, c.Left()
	}
	return nil, nil
}

// isExact says of a value that the engine leaves out of a column's range no more than it.
func isExact(column sql.Type, value sql.Expression) bool {
	switch {
	case types.IsTime(column):
		return holdsMoment(column, value)
	case !types.IsNumber(column):
		return true
	case types.IsInteger(column) && types.IsInteger(value.Type()):
		return true
	}
	// It takes fractions for none of the column's, and asks no row besides.
	return !types.IsInteger(column) && types.IsInteger(value.Type()) || types.IsNull(value)
}

// holdsMoment says so of a date or a moment: of a type that has the column's fractions.
func holdsMoment(column sql.Type, value sql.Expression) bool {
	t := value.Type()
	switch {
	case types.IsDateType(t):
		return true
	case types.IsTime(t):
		if types.IsDateType(column) {
			return false
		}
		of, ok := t.(sql.DatetimeType)
		own, both := column.(sql.DatetimeType)
		return ok && both && of.Precision() <= own.Precision()
	}
	if l, ok := value.(*expression.Literal); ok {
		text, isText := l.Value().(string)
		return isText && !strings.ContainsAny(text, ":.")
	}
	return types.IsNull(value)
}

// eachOf asks of each value that a column may have.
func eachOf(in *expression.InTuple, is func(column sql.Type, value sql.Expression) bool) bool {
	column, ok := in.Left().(*expression.GetField)
	if !ok {
		return true
	}
	list, _ := in.Right().(expression.Tuple)
	for _, v := range list {
		if !is(column.Type(), v) {
			return false
		}
	}
	return true
}

// takesNumber reports whether a column's type takes a literal, rounded or not. The index look-up
// of a DECIMAL, YEAR, TIMESTAMP, BIT or SET ends the statement with an error if it does not.
func takesNumber(column sql.Type, value sql.Expression) bool {
	l, ok := value.(*expression.Literal)
	switch column.Type() {
	case sqltypes.Decimal, sqltypes.Year, sqltypes.Timestamp, sqltypes.Bit, sqltypes.Set:
	default:
		return !ok || !types.IsInteger(column) || takesInteger(types.IsUnsigned(column), l.Value())
	}
	if !ok {
		return !types.IsYear(column) || value.Type().Equals(column)
	}
	if l.Value() == nil {
		return true
	}
	if column.Type() == sqltypes.Bit && types.IsDecimal(value.Type()) {
		return false // the engine's conversion wraps it
	}
	_, inRange, err := column.Convert(sql.NewEmptyContext(), l.Value())
	return (err == nil || sql.ErrTruncatedIncorrect.Is(err)) && inRange == sql.InRange
}

// takesInteger reports whether the engine makes the range of an integer column of a number: it rounds
// those of other types as doubles, and takes large ones of the other sign for others.
func takesInteger(unsigned bool, value any) bool {
	switch v := value.(type) {
	case float64:
		return math.Abs(v) < exactDouble
	case decimal.Decimal:
		return v.Abs().LessThan(exactDecimal)
	case int64:
		return !unsigned || v >= 0
	case uint64:
		return unsigned || v <= math.MaxInt64
	}
	return true
}

var exactDecimal = decimal.NewFromInt(exactDouble)
