package rewrite

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// Where MySQL wants a number, a date or a time is the number that its digits make. The
// engine takes some for the seconds since 1970, drops the fraction of others, and cannot
// take a TIME at all.

// temporalNumber is that number, whole where whole numbers are wanted; others than dates
// and times come back as they are.
func temporalNumber(to string, e sql.Expression) (sql.Expression, bool) {
	if !isTemporalValued(e) {
		return e, false
	}
	return digitsOf(to, e), true
}

// digitsOf is that number of an expression that gives a date, a time or a year.
func digitsOf(to string, e sql.Expression) sql.Expression {
	as, t := castTo{to: toWhole, length: -1, scale: -1}, e.Type()
	switch {
	case to == toWhole:
	case types.IsTimespan(t):
		as.to = toDouble // it may have a fraction
	case fractionDigits(e) > 0:
		const whole = 14 // digits of a date with its time
		as = castTo{to: toDecimal, length: whole + fractionDigits(e), scale: fractionDigits(e)}
	}
	return &textNumber{newCast(e, as)}
}

// isTemporalValued says of an operand that it gives a date or a time. Operators are not
// asked, as by [isTextValued].
func isTemporalValued(e sql.Expression) bool {
	switch e := e.(type) {
	case *textNumber, *enumNumber:
		return false
	case *expression.GetField, *expression.Literal:
	case sql.FunctionExpression:
		if !e.Resolved() {
			return false
		}
	default:
		return false
	}
	t := e.Type()
	return t != nil && (types.IsTimespan(t) || types.IsTime(t))
}

// isSpanValued says of one that it gives a TIME.
func isSpanValued(e sql.Expression) bool { return isTemporalValued(e) && types.IsTimespan(e.Type()) }

// fractionDigits is how many digits of a second a date has, none where that is not known.
func fractionDigits(e sql.Expression) int {
	d, ok := e.Type().(sql.DatetimeType)
	if !ok || types.IsDateType(d) {
		return 0
	}
	if n, known := MomentDigits(e); known {
		return n
	}
	if d.Precision() == microseconds {
		return 0
	}
	return d.Precision()
}

// takesDigits says of an operand of what computes or takes truth values that it is a date or
// a time of which the engine makes another number than its digits.
func takesDigits(e, operand sql.Expression) bool {
	switch e := e.(type) {
	case *expression.Arithmetic:
		_, left := e.LeftChild.(*expression.Interval)
		_, right := e.RightChild.(*expression.Interval)
		if left || right {
			return false
		}
	case *expression.UnaryMinus: // by the engine the opposite of a YEAR is one, too
		_, column := operand.(*expression.GetField)
		return isTemporalValued(operand) || column && types.IsYear(operand.Type())
	case *expression.Div, *expression.IntDiv, *expression.Mod, *expression.BitOp:
	case *expression.Not, *expression.And, *expression.Or, *expression.Xor, *expression.IsTrue:
		return isSpanValued(operand)
	default:
		return false
	}
	if !isTemporalValued(operand) {
		return false
	}
	t := operand.Type()
	return types.IsTimespan(t) || types.IsDateType(t) || fractionDigits(operand) > 0
}

// truthOf is the truth value of a condition that is a text or a TIME.
func truthOf(e sql.Expression) (sql.Expression, bool) {
	if number, changed := textAs(toDouble, e); changed || !isSpanValued(e) {
		return number, changed
	}
	return digitsOf(toDouble, e), true
}
