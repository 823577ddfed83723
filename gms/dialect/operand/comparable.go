package operand

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"
	"github.com/shopspring/decimal"
)

// Values of two types are compared as values of a third, or of one of the two: a DECIMAL
// and a DOUBLE as doubles, dates and numbers as numbers. The engine compares decimals with as
// many digits as the left one has, a DOUBLE as a DECIMAL and a date as the time that a number
// is, and looks up in an index what it has rounded to the column's type: 1.5 found the 2 of
// an INT. So what is compared is given the type that it is compared by, and a column stays as
// it is where its type has all values of the other.

// valueKind is what matters of a type where values are compared.
type valueKind uint8

const (
	otherKind valueKind = iota // that nothing is changed of
	integerKind
	decimalKind
	floatKind
	doubleKind
	textKind
	dayKind
	momentKind
	timeKind
	yearKind
	enumKind // or a SET
)

func (k valueKind) isNumber() bool { return k >= integerKind && k <= doubleKind }

func (k valueKind) isDated() bool { return k == dayKind || k == momentKind }

// kindOf is that of an operand. Operators are asked for their types only where these are
// settled.
func kindOf(e sql.Expression) valueKind {
	switch e := e.(type) {
	case *expression.Literal:
		if _, bytes := e.Value().([]byte); bytes { // a number beside numbers, and a string beside others
			return otherKind
		}
	case *expression.GetField, *cell:
	case *expression.UserVar, *expression.Case, *expression.Arithmetic, *expression.Div, *expression.Mod, *expression.IntDiv,
		*expression.UnaryMinus, *expression.Binary, *expression.ConvertUsing, *plan.Subquery, sql.FunctionExpression:
		if !e.Resolved() {
			return otherKind
		}
	default:
		return otherKind
	}
	return kindOfValues(e.Type())
}

func kindOfValues(t sql.Type) valueKind {
	if t == nil {
		return otherKind
	}
	switch t.Type() {
	case sqltypes.Int8, sqltypes.Int16, sqltypes.Int24, sqltypes.Int32, sqltypes.Int64,
		sqltypes.Uint8, sqltypes.Uint16, sqltypes.Uint24, sqltypes.Uint32, sqltypes.Uint64:
		if types.IsInteger(t) {
			return integerKind
		}
	case sqltypes.Enum, sqltypes.Set:
		return enumKind
	case sqltypes.Year:
		return yearKind
	case sqltypes.Decimal:
		return decimalKind
	case sqltypes.Float32:
		return floatKind
	case sqltypes.Float64:
		return doubleKind
	case sqltypes.Date:
		return dayKind
	case sqltypes.Datetime, sqltypes.Timestamp:
		return momentKind
	case sqltypes.Time:
		return timeKind
	case sqltypes.VarChar, sqltypes.Char, sqltypes.Text, sqltypes.Binary, sqltypes.VarBinary, sqltypes.Blob:
		return textKind
	}
	return otherKind
}

// conversion is what becomes of an operand.
type conversion uint8

const (
	unconverted conversion = iota
	unindexed              // the same, but no column that an index is looked up for
	toDay
	toMoment
	toClock
	toExact // a DECIMAL with room for any other
	toFloating
	toNumber // of an ENUM's member
)

// conversionsOf are those of two operands of two kinds that are compared.
func conversionsOf(left sql.Expression, kl valueKind, right sql.Expression, kr valueKind) (l, r conversion) {
	if kl == integerKind && kr == integerKind && differInSign(left, right) {
		return toExact, unconverted
	}
	if kl == otherKind || kr == otherKind || kl == kr && kl != decimalKind {
		return unconverted, unconverted
	}
	_, literalLeft := left.(*expression.Literal)
	_, literalRight := right.(*expression.Literal)
	if literalLeft && literalRight {
		return unconverted, unconverted
	}
	switch {
	case kl.isNumber() && kr.isNumber():
		return numberBeside(left, kl, right, kr, true), numberBeside(right, kr, left, kl, false)
	case kl == textKind && kr.isNumber():
		return textBeside(left, right, kr)
	case kr == textKind && kl.isNumber():
		r, l = textBeside(right, left, kl)
		return l, r
	case kl.isDated() && kr.isNumber():
		return dateBeside(right)
	case kr.isDated() && kl.isNumber():
		r, l = dateBeside(left)
		return l, r
	case kl.isDated() && kr == textKind && hasColumn(right): // of another the engine refuses what is no date, as MySQL does
		return unconverted, textBesideDate(left, kl)
	case kr.isDated() && kl == textKind && hasColumn(left):
		return textBesideDate(right, kr), unconverted
	case kl == timeKind && kr == textKind && hasColumn(right):
		return unconverted, toClock
	case kr == timeKind && kl == textKind && hasColumn(left):
		return toClock, unconverted
	case kl == enumKind && kr.isNumber() && !isNumberOf(left.Type(), right):
		return toNumber, unconverted
	case kr == enumKind && kl.isNumber() && !isNumberOf(right.Type(), left):
		return unconverted, toNumber
	case kl == yearKind && kr.isNumber() && !literalRight:
		return unindexed, unconverted
	case kr == yearKind && kl.isNumber() && !literalLeft:
		return unconverted, unindexed
	case kl == dayKind && kr == momentKind:
		return dayBesideMoment(left, right), unconverted
	case kr == dayKind && kl == momentKind:
		return unconverted, dayBesideMoment(right, left)
	}
	return unconverted, unconverted
}

// differInSign reports whether two integers are of 64 bits each, one signed and the other not. The engine
// compares these as doubles, which is exact where one has fewer bits.
func differInSign(left, right sql.Expression) bool {
	l, r := left.Type().Type(), right.Type().Type()
	return l == sqltypes.Int64 && r == sqltypes.Uint64 || l == sqltypes.Uint64 && r == sqltypes.Int64
}

// numberBeside is what becomes of a number beside another. The engine compares two decimals
// by the type of the left one.
func numberBeside(e sql.Expression, k valueKind, other sql.Expression, of valueKind, left bool) conversion {
	_, literal := e.(*expression.Literal)
	_, beside := other.(*expression.Literal)
	_, column := e.(*expression.GetField)
	if k >= floatKind || of >= floatKind {
		switch {
		case column && k == decimalKind && isBeyondDecimal(other):
			return toFloating
		case literal, k == doubleKind, k == integerKind && !column, beside && (k != floatKind || isSingle(other)):
			return unconverted
		}
		return toFloating
	}
	switch {
	case k == integerKind && column && !beside:
		return toExact
	case k == integerKind, beside && of == integerKind, !left && !column:
		return unconverted
	case of == integerKind && !column:
		return unconverted
	case holdsDecimals(e.Type(), other.Type()):
		return unconverted
	}
	return toExact
}

// isSingle says of a number that is written in a statement that a FLOAT has it.
func isSingle(e sql.Expression) bool {
	switch v := e.(*expression.Literal).Value().(type) {
	case float64:
		return float64(float32(v)) == v
	case decimal.Decimal:
		f, _ := v.Float64()
		return float64(float32(f)) == f
	}
	return true
}

// holdsDecimals says of a DECIMAL that it has the digits of another type, of a DECIMAL or an
// integer.
func holdsDecimals(t, other sql.Type) bool {
	own, ok := t.(sql.DecimalType)
	if !ok {
		return false
	}
	whole := own.Precision() - own.Scale()
	if of, ok := other.(sql.DecimalType); ok {
		return own.Scale() >= of.Scale() && whole >= of.Precision()-of.Scale()
	}
	switch other.Type() {
	case sqltypes.Int8, sqltypes.Uint8:
		return whole >= 3
	case sqltypes.Int16, sqltypes.Uint16:
		return whole >= 5
	case sqltypes.Int24, sqltypes.Uint24:
		return whole >= 8
	case sqltypes.Int32, sqltypes.Uint32:
		return whole >= 10
	}
	return whole >= 20
}

// textBeside is what becomes of a text and of a number, where these are not compared as
// numbers already.
func textBeside(text, number sql.Expression, k valueKind) (conversion, conversion) {
	if _, written := text.(*expression.Literal); written || types.IsTextOnly(text.Type()) && compareAsNumbers(text, number) {
		return unconverted, unconverted
	}
	if _, column := text.(*expression.GetField); column && k == integerKind && types.IsTextOnly(text.Type()) && !types.IsTextBlob(text.Type()) {
		return unindexed, unconverted
	}
	if k == doubleKind {
		return toFloating, unconverted
	}
	if _, written := number.(*expression.Literal); written {
		return toFloating, unconverted
	}
	return toFloating, toFloating
}

// dateBeside is what becomes of a date and of a number, where the number is no date that is
// written in the statement.
func dateBeside(number sql.Expression) (conversion, conversion) {
	if _, ok := momentOfNumber(number); ok {
		return unconverted, unconverted
	}
	if _, written := number.(*expression.Literal); written || kindOf(number) == doubleKind {
		return toFloating, unconverted
	}
	return toFloating, toFloating
}

// textBesideDate is what becomes of a text: beside a column of days it is a day.
func textBesideDate(date sql.Expression, k valueKind) conversion {
	if _, column := date.(*expression.GetField); column && k == dayKind {
		return toDay
	}
	return toMoment
}

// dayBesideMoment is what becomes of a day that is compared with the moments of other rows.
func dayBesideMoment(day, moment sql.Expression) conversion {
	if _, column := day.(*expression.GetField); column && hasColumn(moment) {
		return unindexed
	}
	return unconverted
}
