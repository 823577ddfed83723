package operand

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

// Integers is a sum, a difference or a product of two integers.
type Integers struct {
	*expression.Arithmetic
	signedDifference bool // as sql_mode NO_UNSIGNED_SUBTRACTION says
}

var (
	_ sql.Expression         = (*Integers)(nil)
	_ sql.CollationCoercible = (*Integers)(nil)
)

// NewIntegers gives the operator in the place of the engine's; nil where an operand is no
// integer.
func NewIntegers(a *expression.Arithmetic, signedDifference bool) *Integers {
	switch a.Op {
	case sqlparser.PlusStr, sqlparser.MinusStr, sqlparser.MultStr:
		if isInteger(a.LeftChild) && isInteger(a.RightChild) {
			return &Integers{a, signedDifference}
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

// Unsigned says whether the result is.
func (i *Integers) Unsigned() bool {
	return !(i.signedDifference && i.Op == sqlparser.MinusStr) && (types.IsUnsigned(i.LeftChild.Type()) || types.IsUnsigned(i.RightChild.Type()))
}

// Type implements sql.Expression.
func (i *Integers) Type() sql.Type {
	if i.Unsigned() {
		return types.Uint64
	}
	return types.Int64
}

// IsNullable implements sql.Expression.
func (i *Integers) IsNullable() bool { return i.LeftChild.IsNullable() || i.RightChild.IsNullable() }

// WithChildren implements sql.Expression.
func (i *Integers) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	e, err := i.Arithmetic.WithChildren(children...)
	if err != nil {
		return nil, err
	}
	return &Integers{e.(*expression.Arithmetic), i.signedDifference}, nil
}

// Eval implements sql.Expression.
func (i *Integers) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	left, err := i.LeftChild.Eval(ctx, row)
	if err != nil {
		return nil, err
	}
	right, err := i.RightChild.Eval(ctx, row)
	if err != nil || left == nil || right == nil {
		return nil, err
	}
	a, ok1 := IntegerOf(left)
	b, ok2 := IntegerOf(right)
	if !ok1 || !ok2 { // no integer after all
		return i.Arithmetic.Eval(ctx, row)
	}
	var c Integer
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
	if v, ok := c.value(i.Unsigned()); ok {
		return v, nil
	}
	return nil, i.outOfRange()
}

func (i *Integers) outOfRange() error {
	return rangeError(bigint(i.Unsigned()), i)
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
	case *ExactSum:
		if e.Mean {
			return ShownCall("avg", e)
		}
		return ShownCall("sum", e)
	case *doubles:
		return "(" + shown(e.LeftChild) + " " + e.Op + " " + shown(e.RightChild) + ")"
	case *Integers:
		return "(" + shown(e.LeftChild) + " " + e.Op + " " + shown(e.RightChild) + ")"
	case *IntegerMinus:
		return "-(" + shown(e.Child) + ")"
	case *Division:
		return "(" + shown(e.LeftChild) + " DIV " + shown(e.RightChild) + ")"
	case *rangedCall:
		return ShownCall(e.name, e)
	case *exactCall:
		return ShownCall(e.name, e)
	case *expression.Literal:
		return strings.Replace(fmt.Sprint(e.Value()), "e+", "e", 1)
	}
	return e.String()
}

// OppositeOf gives the opposite of a literal: as a decimal, where it has no room in a BIGINT.
func OppositeOf(l *expression.Literal, e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
	const most = 1 << 63
	v, ok := l.Value().(uint64)
	if !ok || v <= most {
		return e, transform.SameTree, nil
	}
	n := Integer{0, v}.opposite().big()
	return expression.NewLiteral(decimal.NewFromBigInt(n, 0), types.MustCreateDecimalType(uint8(len(n.String())-1), 0)), transform.NewTree, nil
}

// IsOppositeOfInteger says of an opposite that the engine clips it, of an unsigned integer,
// or may not know the integer, of a function.
func IsOppositeOfInteger(e *expression.UnaryMinus) bool {
	typ := e.Child.Type()
	if types.IsUnsigned(typ) {
		return true
	}
	_, function := e.Child.(sql.FunctionExpression)
	return function && types.IsInteger(typ)
}

// IntegerMinus is the opposite of an unsigned integer, or of a function's.
type IntegerMinus struct{ *expression.UnaryMinus }

var _ sql.Expression = (*IntegerMinus)(nil)

// Type implements sql.Expression.
func (*IntegerMinus) Type() sql.Type { return types.Int64 }

// WithChildren implements sql.Expression.
func (m *IntegerMinus) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	e, err := m.UnaryMinus.WithChildren(children...)
	if err != nil {
		return nil, err
	}
	return &IntegerMinus{e.(*expression.UnaryMinus)}, nil
}

// Eval implements sql.Expression.
func (m *IntegerMinus) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := m.Child.Eval(ctx, row)
	if err != nil || v == nil {
		return nil, err
	}
	n, ok := IntegerOf(v)
	if !ok {
		return m.UnaryMinus.Eval(ctx, row)
	}
	if v, ok := n.opposite().value(false); ok {
		return v, nil
	}
	return nil, rangeError("BIGINT", m)
}

// Integer is one of 128 bits, in two's complement: what comes of two of 64.
type Integer struct{ High, Low uint64 }

// IntegerOf returns a value as an integer; ok is false if it is none.
func IntegerOf(v any) (Integer, bool) {
	switch v := v.(type) {
	case int64:
		return Integer{uint64(v >> 63), uint64(v)}, true
	case uint64:
		return Integer{0, v}, true
	case int32:
		return Integer{uint64(int64(v) >> 63), uint64(v)}, true
	case int8:
		return Integer{uint64(int64(v) >> 63), uint64(v)}, true
	case int16:
		return Integer{uint64(int64(v) >> 63), uint64(v)}, true
	case int:
		return Integer{uint64(int64(v) >> 63), uint64(v)}, true
	case uint32:
		return Integer{0, uint64(v)}, true
	case uint8:
		return Integer{0, uint64(v)}, true
	case uint16:
		return Integer{0, uint64(v)}, true
	case uint:
		return Integer{0, uint64(v)}, true
	case bool:
		if v {
			return Integer{0, 1}, true
		}
		return Integer{}, true
	}
	return Integer{}, false
}

func (n Integer) plus(m Integer) Integer {
	low, carry := bits.Add64(n.Low, m.Low, 0)
	high, _ := bits.Add64(n.High, m.High, carry)
	return Integer{high, low}
}

func (n Integer) opposite() Integer {
	low, borrow := bits.Sub64(0, n.Low, 0)
	high, _ := bits.Sub64(0, n.High, borrow)
	return Integer{high, low}
}

// times is the product; ok is false if it is larger than either type.
func (n Integer) times(m Integer) (_ Integer, ok bool) {
	negative := false
	if int64(n.High) < 0 {
		n, negative = n.opposite(), true
	}
	if int64(m.High) < 0 {
		m, negative = m.opposite(), !negative
	}
	high, low := bits.Mul64(n.Low, m.Low)
	if high != 0 {
		return Integer{}, false
	}
	p := Integer{0, low}
	if negative {
		p = p.opposite()
	}
	return p, true
}

// value is the number as a BIGINT, or an unsigned one; ok is false if it has no room.
func (n Integer) value(unsigned bool) (_ any, ok bool) {
	if unsigned {
		return n.Low, n.High == 0
	}
	v := int64(n.Low)
	return v, n.High == uint64(v>>63) && (n.High == 0 || n.High == math.MaxUint64)
}
