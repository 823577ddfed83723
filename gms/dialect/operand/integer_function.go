package operand

import (
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/shopspring/decimal"
)

// The engine's ABS() wraps around at the least number of each type, ROUND(), TRUNCATE(),
// CEIL() and FLOOR() give the largest BIGINT for what is larger, and TRUNCATE() takes
// everything for a double on its way. In MySQL what they make of an integer is a BIGINT,
// unsigned if that is, and error 1690 where it has no room; of a decimal it is exact.

// exactFunctions compute with integers and decimals, and are the engine's for all else.
var exactFunctions = map[string]func(c *exactCall) exactness{
	"abs":       (*exactCall).absolute,
	"ceil":      (*exactCall).whole,
	"ceiling":   (*exactCall).whole,
	"floor":     (*exactCall).whole,
	"round":     (*exactCall).places,
	"truncate":  (*exactCall).places,
	"bit_count": (*exactCall).bits,
	"format":    (*exactCall).formatted,
	"locate":    (*exactCall).located,
	"instr":     (*exactCall).position,
	"field":     (*exactCall).place,
	"greatest":  (*exactCall).extreme,
	"least":     (*exactCall).extreme,
	"datediff":  (*exactCall).daysBetween,
	"from_days": (*exactCall).dayDate, "from_unixtime": (*exactCall).momentOfSeconds, "time_to_sec": (*exactCall).secondsOfTime,
	"hour": (*exactCall).partOfTime, "minute": (*exactCall).partOfTime, "second": (*exactCall).partOfTime, "microsecond": (*exactCall).partOfTime,
	"dayname": (*exactCall).nameOfDay, "time_format": (*exactCall).formattedTime, "date_format": (*exactCall).inPieces,
}

// exactness is what a call is computed by; nothing where that is the engine's.
type exactness struct {
	typ  sql.Type
	eval func(ctx *sql.Context, row sql.Row) (any, error)
}

// ExactEngineFunctions are the engine's own of these.
var ExactEngineFunctions = func() map[string]sql.Function {
	own := make(map[string]sql.Function, len(exactFunctions))
	for _, f := range function.BuiltIns {
		if name := f.FunctionName(); exactFunctions[name] != nil {
			own[name] = f
		}
	}
	return own
}()

// ExactFunction is an engine's function whose calls are exact.
type ExactFunction struct{ sql.Function }

// NewInstance implements sql.Function.
func (f ExactFunction) NewInstance(args []sql.Expression) (sql.Expression, error) {
	e, err := f.Function.NewInstance(args)
	if call, ok := e.(sql.FunctionExpression); ok && err == nil {
		return newExactCall(call, strings.ToLower(f.FunctionName())), nil
	}
	return e, err
}

// exactCall is a call of one.
type exactCall struct {
	sql.FunctionExpression
	name  string
	exact exactness
}

var (
	_ sql.FunctionExpression = (*exactCall)(nil)
	_ sql.CollationCoercible = (*exactCall)(nil)
)

// newExactCall finds out how it is computed, if its operands are known: they are when it is
// made for the last time, with children that are.
func newExactCall(call sql.FunctionExpression, name string) *exactCall {
	c := &exactCall{FunctionExpression: call, name: name}
	if c.Resolved() {
		c.exact = exactFunctions[name](c)
	}
	return c
}

// Type implements sql.Expression.
func (c *exactCall) Type() sql.Type {
	if c.exact.typ != nil {
		return c.exact.typ
	}
	return c.FunctionExpression.Type()
}

// Eval implements sql.Expression.
func (c *exactCall) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	if c.exact.eval != nil {
		return c.exact.eval(ctx, row)
	}
	return c.FunctionExpression.Eval(ctx, row)
}

// WithChildren implements sql.Expression.
func (c *exactCall) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	e, err := c.FunctionExpression.WithChildren(children...)
	if err != nil {
		return nil, err
	}
	return newExactCall(e.(sql.FunctionExpression), c.name), nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (c *exactCall) CollationCoercibility(ctx *sql.Context) (collation sql.CollationID, coercibility byte) {
	return sql.GetCoercibility(ctx, c.FunctionExpression)
}

// overFields is the engine's call over a row that its arguments make, so that they are
// computed once.
func (c *exactCall) overFields() (sql.Expression, error) {
	children := c.Children()
	fields := make([]sql.Expression, len(children))
	for i, e := range children {
		fields[i] = expression.NewGetField(i, e.Type(), e.String(), true)
	}
	return c.FunctionExpression.WithChildren(fields...)
}

// fields is that row.
func (c *exactCall) fields(ctx *sql.Context, row sql.Row) (sql.Row, error) {
	children := c.Children()
	fields := make(sql.Row, len(children))
	for i, e := range children {
		v, err := e.Eval(ctx, row)
		if err != nil {
			return nil, err
		}
		fields[i] = v
	}
	return fields, nil
}

// operand is the one of which the number is made.
func (c *exactCall) operand() sql.Expression { return c.Children()[0] }

// bigintOf is the type of what is made of an integer.
func bigintOf(e sql.Expression) sql.Type {
	if types.IsUnsigned(e.Type()) {
		return types.Uint64
	}
	return types.Int64
}

// ofInteger computes by a function of an integer; ok is false where the result has no room.
func (c *exactCall) ofInteger(f func(ctx *sql.Context, row sql.Row, n Integer) (r Integer, null, ok bool, err error)) exactness {
	operand := c.operand()
	typ := bigintOf(operand)
	return exactness{typ, func(ctx *sql.Context, row sql.Row) (any, error) {
		v, err := operand.Eval(ctx, row)
		if err != nil || v == nil {
			return nil, err
		}
		n, ok := IntegerOf(v)
		if !ok {
			return c.FunctionExpression.Eval(ctx, row)
		}
		r, null, ok, err := f(ctx, row, n)
		if err != nil || null {
			return nil, err
		}
		if v, fits := r.value(typ == types.Uint64); ok && fits {
			return v, nil
		}
		return nil, rangeError(bigint(typ == types.Uint64), c)
	}}
}

// absolute is ABS().
func (c *exactCall) absolute() exactness {
	if !isInteger(c.operand()) {
		return exactness{}
	}
	return c.ofInteger(func(_ *sql.Context, _ sql.Row, n Integer) (Integer, bool, bool, error) {
		if int64(n.High) < 0 {
			n = n.opposite()
		}
		return n, false, true, nil
	})
}

// bits is BIT_COUNT() of integers.
func (c *exactCall) bits() exactness {
	if !isInteger(c.operand()) {
		return exactness{}
	}
	return exactness{nil, func(ctx *sql.Context, row sql.Row) (any, error) {
		v, err := c.operand().Eval(ctx, row)
		if err != nil || v == nil {
			return nil, err
		}
		if n, ok := IntegerOf(v); ok {
			return int32(bits.OnesCount64(n.Low)), nil
		}
		return c.FunctionExpression.Eval(ctx, row)
	}}
}

// mostWhole is how many digits before the point a decimal has at most that is sure to
// have room in a BIGINT, as MySQL has it.
const mostWhole = 18

// whole is CEIL() or FLOOR(), which the engine does right but for what has no room in a
// BIGINT: a double remains one, as in MySQL, and so does a decimal of many digits.
func (c *exactCall) whole() exactness {
	cut := map[bool]func(float64) float64{true: math.Floor, false: math.Ceil}[c.name == "floor"]
	t := c.operand().Type()
	d, isDecimal := t.(sql.DecimalType)
	switch {
	case types.IsFloat(t):
		return exactness{types.Float64, func(ctx *sql.Context, row sql.Row) (any, error) {
			v, err := c.operand().Eval(ctx, row)
			if err != nil || v == nil {
				return nil, err
			}
			if f, ok := asFloat(ctx, v); ok {
				return cut(f), nil
			}
			return c.FunctionExpression.Eval(ctx, row)
		}}
	case isDecimal && int(d.Precision())-int(d.Scale()) > mostWhole:
		digits := min(d.Precision()-d.Scale()+1, types.DecimalTypeMaxPrecision)
		return exactness{types.MustCreateDecimalType(digits, 0), func(ctx *sql.Context, row sql.Row) (any, error) {
			v, err := c.operand().Eval(ctx, row)
			if err != nil || v == nil {
				return nil, err
			}
			n, ok := v.(decimal.Decimal)
			switch {
			case !ok:
				return c.FunctionExpression.Eval(ctx, row)
			case c.name == "floor":
				return n.Floor(), nil
			}
			return n.Ceil(), nil
		}}
	}
	return exactness{}
}

// places is ROUND() or TRUNCATE() of an integer, TRUNCATE() of a decimal, and both of a
// double that is too large to have a fraction, which the engine takes for a decimal.
func (c *exactCall) places() exactness {
	if e, ok := numberFor(c.operand()); ok {
		return c.ofNumber(e)
	}
	switch {
	case isInteger(c.operand()):
		return c.ofInteger(func(ctx *sql.Context, row sql.Row, n Integer) (Integer, bool, bool, error) {
			places, null, err := c.count(ctx, row)
			if err != nil || null {
				return n, null, false, err
			}
			r, ok := n.places(places, c.name == "round")
			return r, false, ok, nil
		})
	case c.name == "truncate" && types.IsDecimal(c.operand().Type()):
		return exactness{c.scaled(), func(ctx *sql.Context, row sql.Row) (any, error) {
			v, err := c.operand().Eval(ctx, row)
			if err != nil || v == nil {
				return nil, err
			}
			d, ok := v.(decimal.Decimal)
			if !ok {
				return c.FunctionExpression.Eval(ctx, row)
			}
			places, null, err := c.count(ctx, row)
			if err != nil || null {
				return nil, err
			}
			if places >= 0 {
				return d.Truncate(places), nil
			}
			q, _ := d.QuoRem(decimal.New(1, -places), 0)
			return q.Shift(-places), nil
		}}
	case types.IsDecimal(c.operand().Type()):
		return exactness{typ: c.scaled()}
	}
	over, err := c.overFields()
	if err != nil {
		return exactness{}
	}
	return exactness{nil, func(ctx *sql.Context, row sql.Row) (any, error) {
		fields, err := c.fields(ctx, row)
		if err != nil || fields[0] == nil {
			return nil, err
		}
		f, large := largeDouble(ctx, fields[0])
		rounds := c.name == "round" && (types.IsFloat(c.operand().Type()) || IsTextValued(c.operand()))
		if !large && !rounds {
			return over.Eval(ctx, fields)
		}
		if len(fields) < 2 {
			if !large {
				f, _ = asFloat(ctx, fields[0])
				return math.RoundToEven(f), nil
			}
			return f, nil
		}
		places, null, err := placesOf(ctx, fields[1])
		if err != nil || null {
			return nil, err
		}
		if !large {
			f, _ = asFloat(ctx, fields[0])
			return roundToEven(f, places), nil
		}
		return doublePlaces(f, places, c.name == "round"), nil
	}}
}

// scaled is the type of a decimal that is cut: it has as many digits behind the point as
// are asked for, if they are a number that is known, and no more than it had.
func (c *exactCall) scaled() sql.Type {
	d, ok := c.operand().Type().(sql.DecimalType)
	if !ok {
		return nil
	}
	scale, known := c.literalPlaces()
	if !known || scale >= uint64(d.Scale()) {
		return nil
	}
	precision := min(uint64(d.Precision()-d.Scale())+1+scale, types.DecimalTypeMaxPrecision)
	return types.MustCreateDecimalType(uint8(precision), uint8(scale))
}

// literalPlaces is how many digits are asked for behind the point, none where it is fewer,
// if that can be told from the call.
func (c *exactCall) literalPlaces() (places uint64, known bool) {
	args := c.Children()
	if len(args) < 2 {
		return 0, true
	}
	switch e := args[1].(type) {
	case *expression.Literal:
		n, ok := IntegerOf(e.Value())
		if int64(n.High) < 0 {
			return 0, ok
		}
		return n.Low, ok
	case *expression.UnaryMinus:
		_, ok := e.Child.(*expression.Literal)
		return 0, ok
	}
	return 0, false
}

// numberFor is the number that ROUND() and TRUNCATE() take an operand for that is neither a
// number nor a string: the digits of a date or a time, a double of JSON. The engine panics
// at such.
func numberFor(e sql.Expression) (sql.Expression, bool) {
	t := e.Type()
	switch {
	case t == nil || types.IsNumber(t) || types.IsText(t) || types.IsEnum(t) || types.IsSet(t) || types.IsNull(e) || types.IsDeferredType(t) || types.IsTuple(t):
		return e, false
	case types.IsDateType(t), types.IsTime(t) && wholeSeconds(t):
		return NewCast(e, CastTo{To: toWhole, Length: -1, Scale: -1}), true
	case types.IsTime(t), types.IsTimespan(t):
		return NewCast(e, CastTo{To: toDecimal, Length: secondsDigits, Scale: secondsScale}), true
	}
	return NewCast(e, CastTo{To: ToDouble, Length: -1, Scale: -1}), true
}

// wholeSeconds says of the type of a date with a time that it has no fraction of a second.
func wholeSeconds(t sql.Type) bool {
	d, ok := t.(sql.DatetimeType)
	return ok && d.Precision() == 0
}

// ofNumber is the call of a number in place of its operand.
func (c *exactCall) ofNumber(number sql.Expression) exactness {
	children := slices.Clone(c.Children())
	children[0] = number
	e, err := c.FunctionExpression.WithChildren(children...)
	call, ok := e.(sql.FunctionExpression)
	if err != nil || !ok {
		return exactness{}
	}
	of := &exactCall{FunctionExpression: call, name: c.name}
	of.exact = of.places()
	return exactness{of.Type(), of.Eval}
}

// doublePlaces is a double that has no fraction with zeros for its last digits, as many as
// places is below 0.
func doublePlaces(f float64, places int32, round bool) float64 {
	if places >= 0 {
		return f
	}
	cut := math.Trunc
	if round {
		cut = math.RoundToEven
	}
	unit := math.Pow10(int(-int64(places)))
	if math.IsInf(unit, 0) {
		return 0
	}
	if r := cut(f/unit) * unit; finite(r) {
		return r
	}
	return f
}

// roundToEven is ROUND() of a double: of a half it gives the even one of its neighbours.
func roundToEven(f float64, places int32) float64 {
	if places < 0 {
		return doublePlaces(f, places, true)
	}
	unit := math.Pow10(int(places))
	if r := math.RoundToEven(f*unit) / unit; finite(r) {
		return r
	}
	return f
}

// count is how many places remain, as the engine reads it.
func (c *exactCall) count(ctx *sql.Context, row sql.Row) (places int32, null bool, err error) {
	args := c.Children()
	if len(args) < 2 {
		return 0, false, nil
	}
	v, err := args[1].Eval(ctx, row)
	if err != nil {
		return 0, true, err
	}
	places, null, err = placesOf(ctx, v)
	return min(max(places, -types.DecimalTypeMaxPrecision), types.DecimalTypeMaxPrecision), null, err
}

// placesOf is how many places a value says.
func placesOf(ctx *sql.Context, v any) (places int32, null bool, err error) {
	if v == nil {
		return 0, true, nil
	}
	v, _, err = types.Int32.Convert(ctx, v)
	if err != nil && !sql.ErrTruncatedIncorrect.Is(err) {
		return 0, false, err
	}
	places, _ = v.(int32)
	return places, false, nil
}

// places is an integer with zeros for its last digits, as many as places is below 0; ok is
// false if it has no room in either type.
func (n Integer) places(places int32, round bool) (_ Integer, ok bool) {
	if places >= 0 {
		return n, true
	}
	negative := int64(n.High) < 0
	if negative {
		n = n.opposite()
	}
	const digits = 19 // of the largest power of ten that has room
	if -places > digits {
		return Integer{}, true // less than half of 10^20
	}
	unit := uint64(1)
	for range -places {
		unit *= 10
	}
	q, rest := n.Low/unit, n.Low%unit
	if round && rest >= unit-rest {
		q++
	}
	r, ok := Integer{0, q}.times(Integer{0, unit})
	if negative {
		r = r.opposite()
	}
	return r, ok
}
