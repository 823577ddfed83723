package operand

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// Numbers of warnings that vitess has no names for.
const (
	ErDatetimeOverflow  = 1441
	erWrongValue        = 1525
	ErWrongValueForType = 1411
)

// Cast is CAST() or CONVERT().
type Cast struct {
	*expression.Convert
	CastTo
	typ sql.Type // nil is the engine's
}

// CastTo is what a value is cast to.
type CastTo struct {
	To            string
	Length, Scale int  // -1 is none
	argument      bool // of a function, which nobody has written
	notes
	name string // of the column
}

var (
	_ sql.FunctionExpression = (*Cast)(nil)
	_ sql.CollationCoercible = (*Cast)(nil)
)

// CastFunction makes one of what [builtin.Conversions] has written.
var CastFunction = sql.FunctionN{Name: step.CastName, Fn: func(args ...sql.Expression) (sql.Expression, error) {
	if len(args) != 6 {
		return nil, sql.ErrInvalidArgumentNumber.New(step.CastName, 6, len(args))
	}
	text := func(i int) string {
		l, _ := args[i].(*expression.Literal)
		if l == nil {
			return ""
		}
		return fmt.Sprint(l.Value())
	}
	number := func(i int) int {
		n, err := strconv.Atoi(text(i))
		if err != nil {
			n = -1
		}
		return n
	}
	to := CastTo{To: text(1), Length: number(2), Scale: number(3), name: text(4), notes: notes{strict: number(5) > 0}}
	if to.To == "decimal" {
		if err := to.digits(args[0]); err != nil {
			return nil, err
		}
	}
	child := args[0]
	if to.isNumber() {
		child = writtenNumber(child)
	}
	return NewCast(child, to), nil
}}

// isNumber reports whether a value is cast to a number.
func (to CastTo) isNumber() bool {
	switch to.To {
	case toWhole, "unsigned", toDecimal, "float", ToDouble, "real", "year":
		return true
	}
	return false
}

// digits refuses a DECIMAL that there is not.
func (to CastTo) digits(e sql.Expression) error {
	switch {
	case to.Length > types.DecimalTypeMaxPrecision:
		return function.ErrTooHighPrecision.New(to.Length, shown(e), types.DecimalTypeMaxPrecision)
	case to.Scale > types.DecimalTypeMaxScale:
		return mysql.NewSQLError(1425, "42000", "Too big scale %d specified for column '%s'. Maximum is %d.", to.Scale, shown(e), types.DecimalTypeMaxScale)
	case to.Length >= 0 && to.Length < to.Scale:
		return mysql.NewSQLError(1427, "42000", "For float(M,D), double(M,D) or decimal(M,D), M must be >= D (column '%s').", shown(e))
	}
	return nil
}

// NewCast returns a cast of an expression.
func NewCast(child sql.Expression, to CastTo) *Cast {
	if child.Resolved() && collate.IsEnumValued(child) {
		if to.isNumber() {
			child = &enumNumber{planwalk.StandIn{Child: child}}
		} else {
			child = collate.AsText(child)
		}
	}
	if (to.To == expression.ConvertToChar || to.To == expression.ConvertToBinary) && child.Resolved() {
		child = TemporalText(child)
	}
	c := &Cast{CastTo: to, Convert: expression.NewConvertWithLengthAndScale(child, to.To, max(to.Length, 0), max(to.Scale, 0))}
	const singleDigits = 24 // binary ones that a FLOAT has at most
	switch {
	case to.To == "float" && to.Length > singleDigits:
		c.typ = types.Float64
	case to.To == "decimal":
		precision, scale := to.precision()
		c.typ = types.MustCreateColumnDecimalType(uint8(precision), uint8(scale))
	}
	return c
}

// precision is how many digits a DECIMAL has, and behind the point.
func (to CastTo) precision() (precision, scale int) {
	if to.Length <= 0 {
		return 10, max(to.Scale, 0)
	}
	return to.Length, max(to.Scale, 0)
}

// FunctionName implements sql.FunctionExpression.
func (*Cast) FunctionName() string { return step.CastName }

// Description implements sql.FunctionExpression.
func (*Cast) Description() string { return "CAST()" }

// Type implements sql.Expression.
func (c *Cast) Type() sql.Type {
	if c.typ != nil {
		return c.typ
	}
	return c.Convert.Type()
}

// IsNullable implements sql.Expression: what cannot be cast is NULL.
func (*Cast) IsNullable() bool { return true }

// WithChildren implements sql.Expression.
func (c *Cast) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(c, len(children), 1)
	}
	return NewCast(children[0], c.CastTo), nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (c *Cast) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return c.Convert.CollationCoercibility(ctx)
}

// Eval implements sql.Expression.
func (c *Cast) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := c.Child.Eval(ctx, row)
	if err != nil || v == nil {
		return nil, err
	}
	if v, err = sql.UnwrapAny(ctx, v); err != nil {
		return nil, err
	}
	from := c.Child.Type()
	if text, ok := v.(string); ok && IsDated(from) { // as the engine's DATE() gives
		if v, _, err = from.Convert(ctx, text); err != nil || v == nil {
			v = text
		}
	}
	if d, document := v.(sql.JSONWrapper); document && c.isNumber() {
		if v, err = c.numberIn(ctx, d); err != nil {
			return nil, err
		}
	} else if document {
		if c.To == "date" || c.To == "datetime" || c.To == "time" {
			whole, err := d.ToInterface(ctx)
			if err != nil {
				return nil, err
			}
			if text, ok := whole.(string); ok { // as the engine reads fewer forms
				return c.moments(ctx, text, types.LongText)
			}
		}
		return expression.NewConvertWithLengthAndScale(expression.NewLiteral(v, from), c.To, max(c.Length, 0), max(c.Scale, 0)).Eval(ctx, row)
	}
	switch c.To {
	case "signed":
		return c.signed(ctx, v, from)
	case "unsigned":
		return c.unsigned(ctx, v, from)
	case "decimal":
		return c.decimal(ctx, v, from)
	case "float", "double", "real":
		return c.real(ctx, v, from)
	case "year":
		return c.year(ctx, v, from)
	case "date", "datetime", "time":
		return c.moments(ctx, v, from)
	}
	return c.text(ctx, v, from)
}

// moments is a CAST to a date or a time.
func (c *Cast) moments(ctx *sql.Context, v any, from sql.Type) (any, error) {
	if c.To == "time" {
		return c.time(ctx, v, from)
	}
	return c.datetime(ctx, v, from)
}

// text is a CAST to CHAR or BINARY, of which the length is in characters or bytes.
func (c *Cast) text(ctx *sql.Context, v any, from sql.Type) (any, error) {
	var err error
	if types.IsFloat(from) {
		if v, err = realString(ctx, v); err != nil {
			return nil, err
		}
		from = realTextType
	}
	v, err = expression.NewConvert(expression.NewLiteral(v, from), c.To).Eval(ctx, nil)
	if err != nil || v == nil || c.Length < 0 {
		return v, err
	}
	if c.To != expression.ConvertToBinary {
		text, ok := v.(string)
		if !ok || utf8.RuneCountInString(text) <= c.Length {
			return v, nil
		}
		end := 0
		for range c.Length {
			_, n := utf8.DecodeRuneInString(text[end:])
			end += n
		}
		return text[:end], c.tell(ctx, mysql.ERTruncatedWrongValue, "Truncated incorrect CHAR(%d) value: '%s'", c.Length, text)
	}
	b, ok := v.([]byte)
	switch {
	case !ok:
		return v, nil
	case len(b) > c.Length:
		return b[:c.Length], c.tell(ctx, mysql.ERTruncatedWrongValue, "Truncated incorrect BINARY(%d) value: '%s'", c.Length, b)
	case int64(c.Length) > LargestResult(ctx):
		return nil, c.tell(ctx, 1301, "Result of cast_as_binary() was larger than max_allowed_packet (%d) - truncated", LargestResult(ctx))
	}
	return append(b[:len(b):len(b)], make([]byte, c.Length-len(b))...), nil
}

// notes are told of a value that does not fit: as a warning, or as the error of a
// statement that changes data, where sql_mode is strict. A quiet one says nothing.
type notes struct{ strict, quiet bool }

// states are the SQL states of what is told.
var states = map[int]string{mysql.ERWarnDataOutOfRange: "22003", mysql.ERTruncatedWrongValue: "22007", ErDatetimeOverflow: "22008"}

func (n notes) tell(ctx *sql.Context, code int, format string, args ...any) error {
	if n.quiet {
		return nil
	}
	for i, v := range args {
		if shape, ok := v.(types.GeometryValue); ok {
			args[i] = shownBytes(shape.Serialize())
		}
	}
	if state, ends := states[code]; ends && (n.strict || endsByWarnings(ctx)) && sql.LoadSqlMode(ctx).Strict() {
		return mysql.NewSQLError(code, state, format, args...)
	}
	ctx.Warn(code, format, args...)
	return nil
}

// shownBytes returns bytes as MySQL's messages show them.
func shownBytes(b []byte) string {
	var s strings.Builder
	for _, c := range b {
		if c >= ' ' && c <= '~' {
			s.WriteByte(c)
		} else {
			fmt.Fprintf(&s, "\\x%02X", c)
		}
	}
	return s.String()
}
