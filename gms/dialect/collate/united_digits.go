package collate

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"
)

// exactDigits are how many digits a number has before and behind its point at most.
type exactDigits struct{ whole, scale int }

// unite gives digits that have room for both.
func (d exactDigits) unite(other exactDigits) exactDigits {
	return exactDigits{max(d.whole, other.whole), max(d.scale, other.scale)}
}

// length is how many digits a DECIMAL of these has: as many as it can have at most.
func (d exactDigits) length() int { return min(d.whole+d.scale, types.DecimalTypeMaxPrecision) }

// exactDigitsOf are those of an expression that gives a DECIMAL or an integer, and known is
// false where they cannot be told. The engine gives a DECIMAL of IF() and its kin as many as
// there are: they come from what these choose of.
func exactDigitsOf(e sql.Expression) (d exactDigits, known bool) {
	switch e := e.(type) {
	case *expression.Alias:
		return exactDigitsOf(e.Child)
	case *expression.Case:
		var list []sql.Expression
		for _, b := range e.Branches {
			list = append(list, b.Value)
		}
		if e.Else != nil {
			list = append(list, e.Else)
		}
		return digitsOfAll(list)
	case sql.FunctionExpression:
		switch e.FunctionName() {
		case "if":
			return digitsOfAll(e.Children()[1:])
		case "ifnull", "coalesce":
			return digitsOfAll(e.Children())
		case "nullif":
			return exactDigitsOf(e.Children()[0])
		}
	}
	return digitsOfType(e.Type())
}

func digitsOfAll(list []sql.Expression) (all exactDigits, known bool) {
	for _, e := range list {
		if e.Type() == types.Null {
			continue
		}
		d, ok := exactDigitsOf(e)
		if !ok {
			return all, false
		}
		all, known = all.unite(d), true
	}
	return all, known
}

func digitsOfType(t sql.Type) (d exactDigits, known bool) {
	if t, ok := t.(sql.DecimalType); ok {
		if t.Precision() == types.DecimalTypeMaxPrecision && t.Scale() == types.DecimalTypeMaxScale {
			return d, false
		}
		return exactDigits{int(t.Precision()) - int(t.Scale()), int(t.Scale())}, true
	}
	if t == nil || !types.IsInteger(t) {
		return d, false
	}
	digits, ok := map[int32]int{
		int32(sqltypes.Int8): 3, int32(sqltypes.Uint8): 3, int32(sqltypes.Int16): 5, int32(sqltypes.Uint16): 5, int32(sqltypes.Int24): 7, int32(sqltypes.Uint24): 8,
		int32(sqltypes.Int32): 10, int32(sqltypes.Uint32): 10, int32(sqltypes.Int64): 19, int32(sqltypes.Uint64): 20,
	}[int32(t.Type())]
	return exactDigits{whole: digits}, ok
}
