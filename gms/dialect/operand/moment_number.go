package operand

import (
	"slices"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// A date beside a whole number, as 20240131, is compared with the date that the number is
// in MySQL. The engine finds no number equal to a date, and ends IN in an error.

// comparesMoment says of a comparison that it is one of dates with numbers.
func comparesMoment(e sql.Expression) bool {
	operands := momentOperands(e)
	return slices.ContainsFunc(operands, isMoment) && slices.ContainsFunc(operands, func(e sql.Expression) bool {
		_, ok := momentOfNumber(e)
		return ok
	})
}

// momentOperands is what a comparison compares; nil of other expressions.
func momentOperands(e sql.Expression) []sql.Expression {
	switch e := e.(type) {
	case *expression.Equals:
		return []sql.Expression{e.LeftChild, e.RightChild}
	case *expression.NullSafeEquals, *expression.LessThan, *expression.LessThanOrEqual, *expression.GreaterThan, *expression.GreaterThanOrEqual:
		c := e.(expression.Comparer)
		return []sql.Expression{c.Left(), c.Right()}
	case *expression.Between:
		return []sql.Expression{e.Val, e.Lower, e.Upper}
	case *expression.InTuple:
		if list, ok := e.Right().(expression.Tuple); ok && isMoment(e.Left()) {
			return append([]sql.Expression{e.Left()}, list...)
		}
	}
	return nil
}

func isMoment(e sql.Expression) bool {
	switch e.(type) {
	case *expression.GetField, sql.FunctionExpression:
	default:
		return false
	}
	return e.Resolved() && types.IsTime(e.Type())
}

// momentOfNumber is the date that a literal number is.
func momentOfNumber(e sql.Expression) (sql.Expression, bool) {
	l, ok := e.(*expression.Literal)
	if !ok {
		return e, false
	}
	if n, whole := IntegerOf(l.Value()); !whole || n == (Integer{}) {
		return e, false
	}
	v, err := NewCast(l, CastTo{To: "datetime", Length: Microseconds, Scale: -1}).Eval(sql.NewEmptyContext(), nil)
	t, ok := v.(time.Time)
	if err != nil || !ok || t.Equal(types.ZeroTime) {
		return e, false
	}
	if t.Equal(t.Truncate(24 * time.Hour)) {
		return expression.NewLiteral(t, types.Date), true
	}
	return expression.NewLiteral(t, types.DatetimeMaxPrecision), true
}

// momentsForNumbers is such a comparison of dates alone.
func momentsForNumbers(e sql.Expression) (sql.Expression, error) {
	children := slices.Clone(e.Children())
	for i, c := range children {
		if list, ok := c.(expression.Tuple); ok {
			moments := slices.Clone(list)
			for i, c := range moments {
				moments[i], _ = momentOfNumber(c)
			}
			children[i] = expression.NewTuple(moments...)
			continue
		}
		children[i], _ = momentOfNumber(c)
	}
	return e.WithChildren(children...)
}
