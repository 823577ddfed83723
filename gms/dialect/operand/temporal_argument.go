package operand

import (
	"errors"
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/moment"
	"github.com/perfschema/perfschema/gms/dialect/planwalk"
)

// Functions of dates and times take strings and numbers for such, as MySQL reads
// them; the engine ends many in an error or in NULL: HOUR('10:11:12'), YEAR(20240115). So
// those of their arguments become dates or times by a CAST.

// MomentArguments are the functions of dates, by the positions of the dates among their
// arguments, timeArguments those of times.
var (
	MomentArguments = map[string][]int{
		"convert_tz": {0}, "date": {0}, "date_format": {0}, "day": {0}, "dayname": {0}, "dayofmonth": {0}, "dayofweek": {0}, "dayofyear": {0},
		"last_day": {0}, "month": {0}, "monthname": {0}, "quarter": {0}, "timestamp": {0}, "to_days": {0}, "to_seconds": {0}, "week": {0},
		"weekday": {0}, "weekofyear": {0}, "year": {0}, "yearweek": {0},
	}
	TimeArguments = map[string][]int{
		"hour": {0}, "microsecond": {0}, "minute": {0}, "second": {0}, "time": {0}, "time_format": {0}, "time_to_sec": {0},
	}
	// numbersAs are functions of which the strings are read well, and numbers not at all.
	numbersAs = map[string]string{"str_to_date": expression.ConvertToChar, "timediff": "time", "unix_timestamp": "datetime"}
)

// TemporalArguments gives a function's arguments with the strings and numbers that it takes
// for dates and times as such.
func TemporalArguments(name string, args []sql.Expression) []sql.Expression {
	to, positions := "datetime", MomentArguments[name]
	if positions == nil {
		to, positions = "time", TimeArguments[name]
	}
	numbers := ""
	if positions == nil {
		if numbers = numbersAs[name]; numbers == "" {
			return args
		}
		to = numbers
	}
	var out []sql.Expression
	for i, e := range args {
		if text := textArgument(name, e); text != nil {
			if out == nil {
				out = slices.Clone(args)
			}
			out[i] = text
			continue
		}
		if numbers == "" && !slices.Contains(positions, i) || numbers != "" && e.Resolved() && !types.IsNumber(e.Type()) {
			continue
		}
		as, changed := asTemporal(to, e)
		if !changed {
			continue
		}
		if out == nil {
			out = slices.Clone(args)
		}
		out[i] = as
	}
	if out == nil {
		return args
	}
	return out
}

// textArgument is a text as UNIX_TIMESTAMP() and TIMEDIFF() of the engine read it, nil for any
// other argument.
func textArgument(name string, e sql.Expression) sql.Expression {
	if name != "unix_timestamp" && name != "timediff" || !e.Resolved() || e.Type() == nil || !types.IsText(e.Type()) && !(e.Type() == types.Null && hasQuery(e)) {
		return nil
	}
	switch e := e.(type) {
	case *argumentMoment:
		return nil
	case *expression.Literal: // one that the engine reads as MySQL does stays, with the digits of its second
		if text, ok := e.Value().(string); ok && (moment.Usual(text, false) || moment.Usual(text, true)) {
			return nil
		}
	}
	return &argumentMoment{planwalk.StandIn{Child: e}, name == "timediff"}
}

// errUnknownValue is of a query whose value is asked for while a statement is planned.
var errUnknownValue = errors.New("the value of a query is not known while the statement is planned")

// hasQuery reports whether an expression has a query in it.
func hasQuery(e sql.Expression) (has bool) {
	sql.Inspect(e, func(e sql.Expression) bool {
		_, query := e.(*plan.Subquery)
		has = has || query
		return !has
	})
	return has
}

// argumentMoment is a text in the session's time zone, as those functions of the engine read it. With
// clock it may be a time or a date with its time.
type argumentMoment struct {
	planwalk.StandIn
	clock bool
}

var (
	_ sql.Expression         = (*argumentMoment)(nil)
	_ sql.CollationCoercible = (*argumentMoment)(nil)
)

// Eval implements sql.Expression. What is no text, or none of a date, comes back as it is.
func (m *argumentMoment) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	if ctx == nil && hasQuery(m.Child) { // the engine looks for a type by the value, when the statement is planned
		return nil, errUnknownValue
	}
	v, err := m.Child.Eval(ctx, row)
	if err != nil || v == nil {
		return v, err
	}
	whole, err := sql.UnwrapAny(ctx, v)
	switch bytes := whole.(type) {
	case []byte:
		whole = string(bytes)
		v = whole
	case types.GeometryValue: // no date
		return shownBytes(bytes.Serialize()), nil
	}
	text, ok := whole.(string)
	if err != nil || !ok || moment.Usual(text, m.clock) {
		return v, err
	}
	zone := ZoneFor(ctx, text)
	if at, hasTime, _, ok := moment.Datetime(text, zone); ok && (hasTime || !m.clock) {
		return at.Format(MomentLayout), nil
	}
	if micros, _, _, in, ok := moment.Time(text, zone); ok && in && m.clock {
		written, err := types.Time.SQL(ctx, nil, types.Timespan(micros))
		return written.ToString(), err
	}
	return v, nil
}

// Type implements sql.Expression.
func (m *argumentMoment) Type() sql.Type { return m.Child.Type() }

// WithChildren implements sql.Expression.
func (m *argumentMoment) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(m, len(children), 1)
	}
	return &argumentMoment{planwalk.StandIn{Child: children[0]}, m.clock}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (m *argumentMoment) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, m.Child)
}

// asTemporal is a string or a number as a date or a time; others come back as they are,
// 0 too, which is the date of zeros.
func asTemporal(to string, e sql.Expression) (sql.Expression, bool) {
	if !e.Resolved() {
		return e, false
	}
	t := e.Type()
	if _, done := e.(*Cast); done && !types.IsText(t) {
		return e, false
	}
	if t == nil || !types.IsText(t) && !types.IsNumber(t) && !isShape(e) && !(to == "datetime" && types.IsTimespan(t)) {
		return e, false
	}
	if IsZero(e) {
		return e, false
	}
	return NewCast(e, CastTo{To: to, Length: Microseconds, Scale: -1, argument: true}), true
}

// momentsApart is TIMESTAMPDIFF(), which the engine makes by itself, with its dates as such.
func momentsApart(d *function.TimestampDiff) (sql.Expression, bool) {
	children, changed := slices.Clone(d.Children()), false
	for i, e := range children {
		if _, unit := e.(*expression.Literal); unit && i == 0 && len(children) == 3 {
			continue
		}
		var did bool
		children[i], did = asTemporal("datetime", e)
		changed = changed || did
	}
	if !changed {
		return d, false
	}
	out, err := d.WithChildren(children...)
	return out, err == nil
}
