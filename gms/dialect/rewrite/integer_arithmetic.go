package rewrite

import (
	"fmt"
	"math"
	"math/bits"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"
	"github.com/shopspring/decimal"
)

// The engine's sums, differences, products and opposites of integers wrap around, and take an
// unsigned one beside a signed one for the largest signed one at most. In MySQL the
// result is unsigned if one of both is, and one that has no room is error 1690.

// integers is a sum, a difference or a product of two integers.
type integers struct {
	*expression.Arithmetic
	signedDifference bool // as sql_mode NO_UNSIGNED_SUBTRACTION says
}

var (
	_ sql.Expression         = (*integers)(nil)
	_ sql.CollationCoercible = (*integers)(nil)
)

// newIntegers gives the operator in the place of the engine's; nil where an operand is no
// integer.
func newIntegers(a *expression.Arithmetic, signedDifference bool) *integers {
	switch a.Op {
	case sqlparser.PlusStr, sqlparser.MinusStr, sqlparser.MultStr:
		if isInteger(a.LeftChild) && isInteger(a.RightChild) {
			return &integers{a, signedDifference}
		}
	}
	return nil
}

func isInteger(e sql.Expression) bool {
	if _, interval := e.(*expression.Interval); interval {
		return false
	}
	t := e.Type()
	return t != nil && types.IsInteger(t)
}

// unsigned says whether the result is.
func (i *integers) unsigned() bool {
	return !(i.signedDifference && i.Op == sqlparser.MinusStr) && (types.IsUnsigned(i.LeftChild.Type()) || types.IsUnsigned(i.RightChild.Type()))
}

// Type implements sql.Expression.
func (i *integers) Type() sql.Type {
	if i.unsigned() {
		return types.Uint64
	}
	return types.Int64
}

// IsNullable implements sql.Expression.
func (i *integers) IsNullable() bool { return i.LeftChild.IsNullable() || i.RightChild.IsNullable() }

// WithChildren implements sql.Expression.
func (i *integers) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	e, err := i.Arithmetic.WithChildren(children...)
	if err != nil {
		return nil, err
	}
	return &integers{e.(*expression.Arithmetic), i.signedDifference}, nil
}

// Eval implements sql.Expression.
func (i *integers) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	left, err := i.LeftChild.Eval(ctx, row)
	if err != nil {
		return nil, err
	}
	right, err := i.RightChild.Eval(ctx, row)
	if err != nil || left == nil || right == nil {
		return nil, err
	}
	a, ok1 := integerOf(left)
	b, ok2 := integerOf(right)
	if !ok1 || !ok2 { // no integer after all
		return i.Arithmetic.Eval(ctx, row)
	}
	var c integer
	switch i.Op {
	case sqlparser.PlusStr:
		c = a.plus(b)
	case sqlparser.MinusStr:
		c = a.plus(b.opposite())
	default:
		if c, ok1 = a.times(b); !ok1 {
			return nil, i.outOfRange()
		}
	}
	if v, ok := c.value(i.unsigned()); ok {
		return v, nil
	}
	return nil, i.outOfRange()
}

func (i *integers) outOfRange() error {
	return rangeError(bigint(i.unsigned()), i)
}

// rangeError is that of a value for which its type has no room.
func rangeError(what string, e sql.Expression) error {
	return mysql.NewSQLError(mysql.ERDataOutOfRange, "22003", "%s value is out of range in '%s'", what, shown(e))
}

// shown is an expression as MySQL's messages show it.
func shown(e sql.Expression) string {
	switch e := e.(type) {
	case *expression.GetField:
		switch {
		case e.Table() == "":
		case e.Database() == "":
			return "`" + e.Table() + "`.`" + e.Name() + "`"
		default:
			return "`" + e.Database() + "`.`" + e.Table() + "`.`" + e.Name() + "`"
		}
	case *exactSum:
		if e.mean {
			return shownCall("avg", e)
		}
		return shownCall("sum", e)
	case *doubles:
		return "(" + shown(e.LeftChild) + " " + e.Op + " " + shown(e.RightChild) + ")"
	case *integers:
		return "(" + shown(e.LeftChild) + " " + e.Op + " " + shown(e.RightChild) + ")"
	case *integerMinus:
		return "-(" + shown(e.Child) + ")"
	case *division:
		return "(" + shown(e.LeftChild) + " DIV " + shown(e.RightChild) + ")"
	case *rangedCall:
		return shownCall(e.name, e)
	case *exactCall:
		return shownCall(e.name, e)
	case *expression.Literal:
		return strings.Replace(fmt.Sprint(e.Value()), "e+", "e", 1)
	}
	return e.String()
}

// oppositeOf gives the opposite of a literal: as a decimal, where it has no room in a BIGINT.
func oppositeOf(l *expression.Literal, e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
	const most = 1 << 63
	v, ok := l.Value().(uint64)
	if !ok || v <= most {
		return e, transform.SameTree, nil
	}
	n := integer{0, v}.opposite().big()
	return expression.NewLiteral(decimal.NewFromBigInt(n, 0), types.MustCreateDecimalType(uint8(len(n.String())-1), 0)), transform.NewTree, nil
}

// isOppositeOfInteger says of an opposite that the engine clips it, of an unsigned integer,
// or may not know the integer, of a function.
func isOppositeOfInteger(e *expression.UnaryMinus) bool {
	typ := e.Child.Type()
	if types.IsUnsigned(typ) {
		return true
	}
	_, function := e.Child.(sql.FunctionExpression)
	return function && types.IsInteger(typ)
}

// integerMinus is the opposite of an unsigned integer, or of a function's.
type integerMinus struct{ *expression.UnaryMinus }

var _ sql.Expression = (*integerMinus)(nil)

// Type implements sql.Expression.
func (*integerMinus) Type() sql.Type { return types.Int64 }

// WithChildren implements sql.Expression.
func (m *integerMinus) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	e, err := m.UnaryMinus.WithChildren(children...)
	if err != nil {
		return nil, err
	}
	return &integerMinus{e.(*expression.UnaryMinus)}, nil
}

// Eval implements sql.Expression.
func (m *integerMinus) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := m.Child.Eval(ctx, row)
	if err != nil || v == nil {
		return nil, err
	}
	n, ok := integerOf(v)
	if !ok {
		return m.UnaryMinus.Eval(ctx, row)
	}
	if v, ok := n.opposite().value(false); ok {
		return v, nil
	}
	return nil, rangeError("BIGINT", m)
}

// integer is one of 128 bits, in two's complement: what comes of two of 64.
type integer struct{ high, low uint64 }

func integerOf(v any) (integer, bool) {
	switch v := v.(type) {
	case int64:
		return integer{uint64(v >> 63), uint64(v)}, true
	case uint64:
		return integer{0, v}, true
	case int32:
		return integer{uint64(int64(v) >> 63), uint64(v)}, true
	case int8:
		return integer{uint64(int64(v) >> 63), uint64(v)}, true
	case int16:
		return integer{uint64(int64(v) >> 63), uint64(v)}, true
	case int:
		return integer{uint64(int64(v) >> 63), uint64(v)}, true
	case uint32:
		return integer{0, uint64(v)}, true
	case uint8:
		return integer{0, uint64(v)}, true
	case uint16:
		return integer{0, uint64(v)}, true
	case uint:
		return integer{0, uint64(v)}, true
	case bool:
		if v {
			return integer{0, 1}, true
		}
		return integer{}, true
	}
	return integer{}, false
}

func (n integer) plus(m integer) integer {
	low, carry := bits.Add64(n.low, m.low, 0)
	high, _ := bits.Add64(n.high, m.high, carry)
	return integer{high, low}
}

func (n integer) opposite() integer {
	low, borrow := bits.Sub64(0, n.low, 0)
	high, _ := bits.Sub64(0, n.high, borrow)
	return integer{high, low}
}

// times is the product; ok is false if it is larger than either type.
func (n integer) times(m integer) (_ integer, ok bool) {
	negative := false
	if int64(n.high) < 0 {
		n, negative = n.opposite(), true
	}
	if int64(m.high) < 0 {
		m, negative = m.opposite(), !negative
	}
	high, low := bits.Mul64(n.low, m.low)
	if high != 0 {
		return integer{}, false
	}
	p := integer{0, low}
	if negative {
		p = p.opposite()
	}
	return p, true
}

// value is the number as a BIGINT, or an unsigned one; ok is false if it has no room.
func (n integer) value(unsigned bool) (_ any, ok bool) {
	if unsigned {
		return n.low, n.high == 0
	}
	v := int64(n.low)
	return v, n.high == uint64(v>>63) && (n.high == 0 || n.high == math.MaxUint64)
}
