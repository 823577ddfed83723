package operand

import (
	"slices"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema/gms/dialect/planwalk"
)

// DayText is the text of a DATE, which the engine writes with a time, or of a DATETIME or
// TIMESTAMP, of which it writes the zero one as a day of a year before.
type DayText struct{ planwalk.StandIn }

var (
	_           sql.Expression         = (*DayText)(nil)
	_           sql.CollationCoercible = (*DayText)(nil)
	dayTextType                        = types.MustCreateStringWithDefaults(sqltypes.VarChar, int64(len(sql.DateLayout)))
	// MomentTextType is the type of a date and time as a text.
	MomentTextType = types.MustCreateStringWithDefaults(sqltypes.VarChar, int64(len(sql.TimestampDatetimeLayout)))
)

// Eval implements sql.Expression.
func (t *DayText) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := t.Child.Eval(ctx, row)
	if err != nil || v == nil {
		return nil, err
	}
	d, ok := v.(time.Time)
	day := types.IsDateType(t.Child.Type())
	if ok && !day && d.Equal(types.ZeroTime) {
		return types.ZeroTimestampDatetimeStr, nil
	}
	if digits := fractionDigits(t.Child); ok && digits > 0 {
		return d.Format(time.DateTime + "." + Zeros[:digits]), nil
	}
	if !ok || !day {
		v, _, err = types.LongText.Convert(ctx, v)
		return v, err
	}
	return TextOfDay(d), nil
}

// TextOfDay returns the text of a date.
func TextOfDay(d time.Time) string {
	if d.Equal(types.ZeroTime) {
		return types.ZeroDateStr
	}
	return d.Format(sql.DateLayout)
}

// Zeros are the digits of a second without a fraction.
const Zeros = "000000"

// Type implements sql.Expression.
func (t *DayText) Type() sql.Type {
	if types.IsDateType(t.Child.Type()) {
		return dayTextType
	}
	return MomentTextType
}

// IsDated reports whether values of a type are days or moments.
func IsDated(t sql.Type) bool {
	return types.IsDateType(t) || types.IsDatetimeType(t) || types.IsTimestampType(t)
}

// WithChildren implements sql.Expression.
func (t *DayText) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(t, len(children), 1)
	}
	return &DayText{planwalk.StandIn{Child: children[0]}}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (*DayText) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return ctx.GetCollation(), 4
}

// TemporalText is the text of an expression that gives a date or a time; others come back as
// they are.
func TemporalText(e sql.Expression) sql.Expression {
	switch t := e.Type(); {
	case types.IsTimespan(t):
		return &SpanText{planwalk.StandIn{Child: e}}
	case IsDated(t):
		return &DayText{planwalk.StandIn{Child: e}}
	}
	return e
}

// MixedArguments gives the dates and times among the arguments of a function that gives one
// of them as text, if it may give text.
func MixedArguments(name string, args []sql.Expression) []sql.Expression {
	first := 0
	switch name {
	case "if":
		first = 1
	case "coalesce": // of a NULL and a TIME the engine makes a text, and fails
		if like := likeMoments(args); like != nil {
			return like
		}
		if slices.ContainsFunc(args, IsSpanValued) {
			args = slices.DeleteFunc(slices.Clone(args), types.IsNull)
		}
	case "ifnull":
	default:
		return args
	}
	if first >= len(args) {
		return args
	}
	mixed := mixedValues(args[first:])
	if mixed == nil {
		return args
	}
	return append(slices.Clone(args[:first]), mixed...)
}

// mixedValues are those of which one is given, with their dates as texts if one is a text,
// and their times if one is anything else; nil if they remain as they are.
func mixedValues(values []sql.Expression) []sql.Expression {
	texts := slices.ContainsFunc(values, IsTextValued)
	others := texts || slices.ContainsFunc(values, func(e sql.Expression) bool {
		return e.Resolved() && !types.IsTimespan(e.Type()) && e.Type() != types.Null
	})
	var out []sql.Expression
	for i, e := range values {
		if !e.Resolved() {
			continue
		}
		switch t := e.Type(); {
		case texts && (types.IsDateType(t) || fractionDigits(e) > 0):
			e = &DayText{planwalk.StandIn{Child: e}}
		case others && types.IsTimespan(t):
			e = &SpanText{planwalk.StandIn{Child: e}}
		default:
			continue
		}
		if out == nil {
			out = slices.Clone(values)
		}
		out[i] = e
	}
	return out
}

// textCase gives the dates and times among the values of a CASE as text, if it may give text.
func textCase(c *expression.Case) (*expression.Case, bool) {
	values := make([]sql.Expression, 0, len(c.Branches)+1)
	for _, b := range c.Branches {
		values = append(values, b.Value)
	}
	if c.Else != nil {
		values = append(values, c.Else)
	}
	values = mixedValues(values)
	if values == nil {
		return c, false
	}
	branches, last := slices.Clone(c.Branches), c.Else
	for i := range branches {
		branches[i].Value = values[i]
	}
	if last != nil {
		last = values[len(values)-1]
	}
	return expression.NewCase(c.Expr, branches, last), true
}
