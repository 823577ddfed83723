package operand

import (
	"math"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"
	"github.com/shopspring/decimal"
)

// The engine compares a signed with an unsigned integer as doubles, which have 53 bits, and a
// DOUBLE with a DECIMAL as decimals, which have no room for a large double. A literal is given
// the type that makes such a comparison exact, once in the plan: no row is converted.

// exactDouble is the largest integer below which every integer is a double: 2^53.
const exactDouble = 1 << 53

// mostDecimal is the first power of ten without room in the engine's widest DECIMAL(65,30).
const mostDecimal = 1e35

const (
	exactDigits   = 15 // decimal digits that every double keeps
	longestNumber = 70 // with a sign and a point
	largeDigits   = 35 // digits before the point of DECIMAL(65,30)
	smallDigits   = 30
)

// leastDecimal is the least power of ten that DECIMAL(65,30) has.
const leastDecimal = 1e-30

// literalBeside returns the literal e with the type that it is compared by beside an operand of
// a kind. It returns nil if e is no literal or keeps its type.
func literalBeside(e, beside sql.Expression, kind valueKind) sql.Expression {
	l, ok := e.(*expression.Literal)
	if !ok {
		return nil
	}
	if kind.isNumber() {
		if n, ok := hexadecimal(l); ok {
			if wider := literalBeside(n, beside, kind); wider != nil {
				return wider
			}
			return n
		}
	}
	if bytes := bytesBeside(l, beside, kind); bytes != nil {
		return bytes
	}
	switch kind {
	case enumKind:
		if v, ok := l.Value().(bool); ok { // which an index of members has none of
			if v {
				return expression.NewLiteral(int8(1), types.Int8)
			}
			return expression.NewLiteral(int8(0), types.Int8)
		}
	case floatKind, doubleKind:
		if v, ok := l.Value().(decimal.Decimal); ok && (kind == doubleKind || isSingle(l)) {
			f, _ := v.Float64()
			return expression.NewLiteral(f, types.Float64)
		}
	case decimalKind:
		if text, ok := l.Value().(string); ok {
			if d, ok := longNumber(text); ok {
				return expression.NewLiteral(d, types.InternalDecimalType)
			}
		}
	case integerKind:
		return integerBeside(l, types.IsUnsigned(beside.Type()))
	}
	return nil
}

// bytesBeside returns a literal of bytes, as x'41' or b'1' is one, as what it is compared with a column as, and as
// what an index is looked up for: as a text beside a text, an ENUM or a date, by the column's collation, as a
// number beside a BIT, and as a string of bytes beside others. The engine panics where a column is to equal two
// values of Go's []byte. It returns nil beside what has no column, and for other literals.
func bytesBeside(l *expression.Literal, beside sql.Expression, kind valueKind) sql.Expression {
	bytes, ok := l.Value().([]byte)
	if !ok || !hasColumn(beside) {
		return nil
	}
	if types.IsBit(beside.Type()) {
		if n, ok := hexadecimal(l); ok {
			return n
		}
	}
	if by := textCollation(beside, kind); by != sql.Collation_Unspecified && utf8.Valid(bytes) {
		if of, err := types.CreateString(sqltypes.VarChar, int64(max(1, len(bytes))), by); err == nil {
			return expression.NewLiteral(string(bytes), of)
		}
	}
	of, err := types.CreateBinary(sqltypes.VarBinary, int64(max(1, len(bytes))))
	if err != nil {
		return nil
	}
	return expression.NewLiteral(string(bytes), of)
}

// textCollation returns the collation that a text beside an operand is compared by; unspecified if the operand is
// compared with bytes.
func textCollation(beside sql.Expression, kind valueKind) sql.CollationID {
	t := beside.Type()
	of, ok := t.(sql.TypeWithCollation)
	switch {
	case ok && (kind == enumKind || kind == textKind && types.IsTextOnly(t)):
		return of.Collation()
	case kind.isDated() || kind == timeKind || kind == yearKind:
		return sql.Collation_Default
	}
	return sql.Collation_Unspecified
}

// integerBeside returns a large integer literal with the sign of the other operand's type, or as
// a DECIMAL if that type has no room for it. It returns nil if the literal keeps its type.
func integerBeside(l *expression.Literal, unsigned bool) sql.Expression {
	switch v := l.Value().(type) {
	case int64:
		switch {
		case !unsigned || v > -exactDouble && v < exactDouble:
			return nil
		case v > 0:
			return expression.NewLiteral(uint64(v), types.Uint64)
		}
		return expression.NewLiteral(decimal.NewFromInt(v), types.InternalDecimalType)
	case uint64:
		switch {
		case unsigned || v < exactDouble:
			return nil
		case v <= math.MaxInt64:
			return expression.NewLiteral(int64(v), types.Int64)
		}
		return expression.NewLiteral(decimal.NewFromUint64(v), types.InternalDecimalType)
	case float64:
		return wholeBeside(v, unsigned)
	case string:
		if d, ok := longNumber(v); ok && d.IsInteger() {
			return bigBeside(d.BigInt(), unsigned)
		}
	}
	return nil
}

// wholeBeside returns a double that has no room for a fraction as an integer of the other operand's
// sign, or as a DECIMAL if that type has no room for it. It returns nil if the double is small, or too
// large for a DECIMAL.
func wholeBeside(v float64, unsigned bool) sql.Expression {
	if math.Abs(v) < exactDouble || math.Abs(v) >= mostDecimal || math.IsNaN(v) {
		return nil
	}
	whole, _ := big.NewFloat(v).Int(nil)
	return bigBeside(whole, unsigned)
}

// bigBeside returns an integer of the sign, or a DECIMAL if that has no room for it.
func bigBeside(v *big.Int, unsigned bool) sql.Expression {
	switch {
	case unsigned && v.IsUint64():
		return expression.NewLiteral(v.Uint64(), types.Uint64)
	case !unsigned && v.IsInt64():
		return expression.NewLiteral(v.Int64(), types.Int64)
	}
	return expression.NewLiteral(decimal.NewFromBigInt(v, 0), types.InternalDecimalType)
}

// longNumber returns the number of a text that has more digits than a double and no more than a
// DECIMAL. Clients send keys and amounts as texts.
func longNumber(text string) (d decimal.Decimal, ok bool) {
	text = strings.TrimSpace(text)
	if len(text) <= exactDigits || len(text) > longestNumber || strings.Trim(text, "+-.0123456789") != "" {
		return d, false
	}
	d, err := decimal.NewFromString(text)
	return d, err == nil && d.Abs().LessThan(decimal.New(1, largeDigits)) && d.Exponent() >= -smallDigits
}

// longTexts returns a comparison of a column with the texts of long numbers as one with these numbers. It
// returns nil if there is no such text.
func longTexts(e sql.Expression) (sql.Expression, error) {
	var column sql.Expression
	children := slices.Clone(e.Children())
	switch e := e.(type) {
	case *expression.InTuple, *expression.Between:
		column = children[0]
	case expression.Comparer:
		if column = e.Left(); kindOf(column) == textKind {
			column = e.Right()
		}
	}
	if _, ok := column.(*expression.GetField); !ok {
		return nil, nil
	}
	kind := kindOf(column)
	if kind != integerKind && kind != decimalKind {
		return nil, nil
	}
	changed := false
	for i, child := range children {
		if list, ok := child.(expression.Tuple); ok {
			list, retyped := textsBeside(list, column, kind)
			children[i], changed = list, changed || retyped
		} else if IsTextValued(child) {
			if number := literalBeside(child, column, kind); number != nil {
				children[i], changed = number, true
			}
		}
	}
	if !changed {
		return nil, nil
	}
	return e.WithChildren(children...)
}

func textsBeside(list expression.Tuple, column sql.Expression, kind valueKind) (expression.Tuple, bool) {
	out, changed := slices.Clone(list), false
	for i, e := range list {
		if IsTextValued(e) {
			if number := literalBeside(e, column, kind); number != nil {
				out[i], changed = number, true
			}
		}
	}
	return out, changed
}

// literalsBeside returns a list with each literal as literalBeside gives it, and whether that
// changes one. Beside integers, a list with a large literal has none of the other sign: the engine compares
// all by the type of one.
func literalsBeside(list expression.Tuple, beside sql.Expression) (out expression.Tuple, changed bool) {
	kind := kindOf(beside)
	signed := kind == integerKind && slices.ContainsFunc(list, isLarge)
	for i, e := range list {
		retyped := literalBeside(e, beside, kind)
		if retyped == nil && signed {
			retyped = signedBeside(e, types.IsUnsigned(beside.Type()))
		}
		if retyped == nil {
			continue
		}
		if !changed {
			list, changed = slices.Clone(list), true
		}
		list[i] = retyped
	}
	return list, changed
}

// isLarge reports whether e is a literal beyond the integers that are all doubles.
func isLarge(e sql.Expression) bool {
	l, ok := e.(*expression.Literal)
	if !ok {
		return false
	}
	switch v := l.Value().(type) {
	case int64:
		return v <= -exactDouble || v >= exactDouble
	case uint64:
		return v >= exactDouble
	case float64:
		return math.Abs(v) >= exactDouble
	case decimal.Decimal:
		return v.Abs().GreaterThanOrEqual(exactDecimal)
	}
	return false
}

// signedBeside returns an integer literal with the sign of the other operand's type, or as a DECIMAL if
// that type has no room for it; nil for what is no integer literal, or has the sign.
func signedBeside(e sql.Expression, unsigned bool) sql.Expression {
	l, ok := e.(*expression.Literal)
	if !ok || l.Value() == nil || !types.IsInteger(l.Type()) || types.IsUnsigned(l.Type()) == unsigned {
		return nil
	}
	n, ok := IntegerOf(l.Value())
	if !ok {
		return nil
	}
	return bigBeside(n.big(), unsigned)
}

// anyLiteralBeside reports whether literalsBeside changes a list.
func anyLiteralBeside(list, beside sql.Expression) bool {
	values, ok := list.(expression.Tuple)
	if !ok {
		return false
	}
	_, changed := literalsBeside(values, beside)
	return changed
}

// isBeyondDecimal reports whether e is a DOUBLE literal that no DECIMAL has room for, or would take for 0.
func isBeyondDecimal(e sql.Expression) bool {
	l, ok := e.(*expression.Literal)
	if !ok {
		return false
	}
	v, ok := l.Value().(float64)
	return ok && (math.Abs(v) >= mostDecimal || v != 0 && math.Abs(v) < leastDecimal)
}

// anyBytesBeside reports whether bytesBeside changes a literal of a list.
func anyBytesBeside(list, beside sql.Expression) bool {
	values, ok := list.(expression.Tuple)
	return ok && slices.ContainsFunc(values, func(e sql.Expression) bool {
		l, literal := e.(*expression.Literal)
		return literal && bytesBeside(l, beside, kindOf(beside)) != nil
	})
}
