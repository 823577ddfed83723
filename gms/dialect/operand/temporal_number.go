package operand

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
	if !IsTemporalValued(e) {
		return e, false
	}
	return digitsOf(to, e), true
}

// TemporalDigits returns that number, with its fraction, of an expression that gives a date or a time.
func TemporalDigits(e sql.Expression) sql.Expression { return digitsOf("", e) }

// digitsOf is that number of an expression that gives a date, a time or a year.
func digitsOf(to string, e sql.Expression) sql.Expression {
	as, t := CastTo{To: toWhole, Length: -1, Scale: -1}, e.Type()
	switch {
	case to == toWhole:
	case types.IsTimespan(t):
		as.To = ToDouble // it may have a fraction
	case fractionDigits(e) > 0:
		const whole = 14 // digits of a date with its time
		as = CastTo{To: toDecimal, Length: whole + fractionDigits(e), Scale: fractionDigits(e)}
	}
	return &TextNumber{NewCast(e, as)}
}

// IsTemporalValued says of an operand that it gives a date or a time. Operators are not
// asked, as by [isTextValued].
func IsTemporalValued(e sql.Expression) bool {
	switch e := e.(type) {
	case *TextNumber, *enumNumber:
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

// IsSpanValued says of one that it gives a TIME.
func IsSpanValued(e sql.Expression) bool { return IsTemporalValued(e) && types.IsTimespan(e.Type()) }

// fractionDigits is how many digits of a second a date has, none where that is not known.
func fractionDigits(e sql.Expression) int {
	d, ok := e.Type().(sql.DatetimeType)
	if !ok || types.IsDateType(d) {
		return 0
	}
	if n, known := MomentDigits(e); known {
		return n
	}
	if d.Precision() == Microseconds {
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
		return IsTemporalValued(operand) || column && types.IsYear(operand.Type())
	case *expression.Div, *expression.IntDiv, *expression.Mod, *expression.BitOp:
	case *expression.Not, *expression.And, *expression.Or, *expression.Xor, *expression.IsTrue:
		return IsSpanValued(operand)
	default:
		return false
	}
	if !IsTemporalValued(operand) {
		return false
	}
	t := operand.Type()
	return types.IsTimespan(t) || types.IsDateType(t) || fractionDigits(operand) > 0
}

// truthOf is the truth value of a condition that is a text or a TIME.
func truthOf(e sql.Expression) (sql.Expression, bool) {
	if isShape(e) { // whose bytes begin with no digit
		return &TextNumber{NewCast(e, CastTo{To: ToDouble, Length: -1, Scale: -1})}, true
	}
	if number, changed := textAs(ToDouble, e); changed || !IsSpanValued(e) {
		return number, changed
	}
	return digitsOf(ToDouble, e), true
}

// conditionOf is truthOf for the condition of a WHERE or a HAVING.
func conditionOf(e sql.Expression) (sql.Expression, bool) {
	if isDocument(e) {
		return truthAs(ToDouble, e)
	}
	return truthOf(e)
}
