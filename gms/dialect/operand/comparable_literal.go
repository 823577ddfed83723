package operand

import (
	"math"
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/shopspring/decimal"
)

// The engine compares a signed with an unsigned integer as doubles, which have 53 bits, and a
// DOUBLE with a DECIMAL as decimals, which have no room for a large double. A literal is given
// the type that makes such a comparison exact, once in the plan: no row is converted.

// exactDouble is the largest integer below which every integer is a double: 2^53.
const exactDouble = 1 << 53

// mostDecimal is the first power of ten without room in the engine's widest DECIMAL(65,30).
const mostDecimal = 1e35

// literalBeside returns the literal e with the type that it is compared by beside an operand of
// a kind. It returns nil if e is no literal or keeps its type.
func literalBeside(e, beside sql.Expression, kind valueKind) sql.Expression {
	l, ok := e.(*expression.Literal)
	if !ok {
		return nil
	}
	switch kind {
	case floatKind, doubleKind:
		if v, ok := l.Value().(decimal.Decimal); ok && (kind == doubleKind || isSingle(l)) {
			f, _ := v.Float64()
			return expression.NewLiteral(f, types.Float64)
		}
	case integerKind:
		return integerBeside(l, types.IsUnsigned(beside.Type()))
	}
	return nil
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
	}
	return nil
}

// literalsBeside returns a list with each literal as literalBeside gives it, and whether that
// changes one.
func literalsBeside(list expression.Tuple, beside sql.Expression) (out expression.Tuple, changed bool) {
	kind := kindOf(beside)
	for i, e := range list {
		retyped := literalBeside(e, beside, kind)
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

// anyLiteralBeside reports whether literalsBeside changes a list.
func anyLiteralBeside(list, beside sql.Expression) bool {
	values, ok := list.(expression.Tuple)
	kind := kindOf(beside)
	return ok && slices.ContainsFunc(values, func(e sql.Expression) bool { return literalBeside(e, beside, kind) != nil })
}

// isBeyondDecimal reports whether e is a DOUBLE literal that no DECIMAL has room for.
func isBeyondDecimal(e sql.Expression) bool {
	l, ok := e.(*expression.Literal)
	if !ok {
		return false
	}
	v, ok := l.Value().(float64)
	return ok && math.Abs(v) >= mostDecimal
}
