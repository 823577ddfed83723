package operand

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// dateShift is a date with an interval added or taken off.
type dateShift struct {
	sql.FunctionExpression // the engine's, for its type and how it prints
	date, by               sql.Expression
	unit                   string
	sign                   int64
	notes
}

var (
	_ sql.FunctionExpression = (*dateShift)(nil)
	_ sql.CollationCoercible = (*dateShift)(nil)
)

// ShiftFunctions make them of what [builtin.Conversions] has written.
func ShiftFunctions() (list []sql.Function) {
	for name, sign := range map[string]int64{step.AddShiftName: 1, step.SubShiftName: -1} {
		list = append(list, sql.FunctionN{Name: name, Fn: func(args ...sql.Expression) (sql.Expression, error) {
			if len(args) != 4 {
				return nil, sql.ErrInvalidArgumentNumber.New(name, 4, len(args))
			}
			unit, ok := args[2].(*expression.Literal)
			changes, _ := args[3].(*expression.Literal)
			if !ok || !intervalUnits[fmt.Sprint(unit.Value())] {
				return nil, fmt.Errorf("%s is no unit of an interval", args[2])
			}
			return newDateShift(args[0], args[1], fmt.Sprint(unit.Value()), sign, notes{strict: changes != nil && fmt.Sprint(changes.Value()) == "1"})
		}})
	}
	return list
}

// intervalUnits are those that there are.
var intervalUnits = func() map[string]bool {
	units := make(map[string]bool)
	for _, unit := range strings.Fields("YEAR QUARTER MONTH WEEK DAY HOUR MINUTE SECOND MICROSECOND YEAR_MONTH DAY_HOUR DAY_MINUTE DAY_SECOND DAY_MICROSECOND HOUR_MINUTE HOUR_SECOND HOUR_MICROSECOND MINUTE_SECOND MINUTE_MICROSECOND SECOND_MICROSECOND") {
		units[unit] = true
	}
	return units
}()

func newDateShift(date, by sql.Expression, unit string, sign int64, n notes) (sql.Expression, error) {
	build := function.NewDateAdd
	if sign < 0 {
		build = function.NewDateSub
	}
	if date.Resolved() && collate.IsEnumValued(date) {
		date = collate.AsText(date)
	}
	if !strings.Contains(unit, "_") {
		by = writtenNumber(by)
	}
	if by.Resolved() && collate.IsEnumValued(by) {
		by = &enumNumber{planwalk.StandIn{Child: by}}
	}
	e, err := build(date, expression.NewInterval(by, unit))
	if err != nil {
		return nil, err
	}
	return &dateShift{e.(sql.FunctionExpression), date, by, unit, sign, n}, nil
}

// Children implements sql.Expression. The interval itself is none: the engine looks for
// those, and knows where they may be.
func (s *dateShift) Children() []sql.Expression { return []sql.Expression{s.date, s.by} }

// WithChildren implements sql.Expression.
func (s *dateShift) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 2 {
		return nil, sql.ErrInvalidChildrenNumber.New(s, len(children), 2)
	}
	return newDateShift(children[0], children[1], s.unit, s.sign, s.notes)
}

// CollationCoercibility implements sql.CollationCoercible.
func (s *dateShift) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, s.FunctionExpression)
}

// Type implements sql.Expression. STR_TO_DATE() makes moments that the engine calls texts.
func (s *dateShift) Type() sql.Type {
	if _, ok := s.date.(*function.StrToDate); ok {
		return types.Datetime
	}
	return s.FunctionExpression.Type()
}

// Eval implements sql.Expression.
func (s *dateShift) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := s.date.Eval(ctx, row)
	if err != nil || v == nil {
		return nil, err
	}
	if v, err = sql.UnwrapAny(ctx, v); err != nil {
		return nil, err
	}
	typ, from := s.Type(), s.date.Type()
	at, isTime := v.(types.Timespan)
	if isTime = isTime && types.IsTimespan(typ); isTime {
		by, known, err := s.span(ctx, row)
		if err != nil || !known {
			return nil, err
		}
		return s.time(ctx, at, by)
	}
	t, date, known, err := s.moment(ctx, v, from, s.kind(v))
	if err == nil && !known && t.Equal(types.ZeroTime) && isZeroMoment(v) {
		err = s.tell(ctx, mysql.ERTruncatedWrongValue, "Incorrect datetime value: '%v'", v)
	}
	if err != nil || !known {
		return nil, err
	}
	by, known, err := s.span(ctx, row)
	if err != nil || !known {
		return nil, err
	}
	t, ok := by.from(t, s.sign)
	if !ok {
		return nil, s.tell(ctx, ErDatetimeOverflow, "Datetime function: datetime field overflow")
	}
	if !types.IsText(typ) {
		out, _, err := typ.Convert(ctx, t)
		return out, err
	}
	switch {
	case t.Nanosecond() > 0:
		return t.Format("2006-01-02 15:04:05.000000"), nil
	case date && !by.timed:
		return t.Format(time.DateOnly), nil
	}
	return t.Format(time.DateTime), nil
}

// kind is what a text that has more than a date in it is told as.
func (s *dateShift) kind(v any) string {
	if text, ok := v.(string); ok && !strings.Contains(text, ":") {
		return "date"
	}
	return "datetime"
}

// time moves a TIME.
func (s *dateShift) time(ctx *sql.Context, at types.Timespan, by span) (any, error) {
	seconds := int64(at)/1e6 + s.sign*by.seconds
	if !by.beyond && by.days == 0 && by.months == 0 && seconds > -MostTime && seconds < MostTime {
		if µs := (int64(at)/1e6+s.sign*by.seconds)*1e6 + int64(at)%1e6 + s.sign*by.µs; -MostTime <= µs && µs <= MostTime {
			return types.Timespan(µs), nil
		}
	}
	return nil, s.tell(ctx, ErDatetimeOverflow, "Datetime function: time field overflow")
}

// span is an interval. Numbers beyond any date are told as beyond.
type span struct {
	months, days, seconds, µs int64
	timed                     bool // the unit has a time
	beyond                    bool
}

// mostSpan is beyond every date in months, days and seconds.
const mostSpan = 1 << 40

func (a *span) add(unit string, n int64) {
	scale := map[string]int64{"YEAR": 12, "QUARTER": 3, "WEEK": 7, "HOUR": 3600, "MINUTE": 60}[unit]
	if n > mostSpan || n < -mostSpan {
		if unit == "MICROSECOND" {
			a.seconds, a.µs = a.seconds+n/1e6, a.µs+n%1e6
			return
		}
		a.beyond = true
		return
	}
	switch n *= max(scale, 1); unit {
	case "YEAR", "QUARTER", "MONTH":
		a.months += n
	case "WEEK", "DAY":
		a.days += n
	case "MICROSECOND":
		a.µs += n
	default:
		a.seconds += n
	}
}

// from is a moment that far away; ok is false where there is none.
func (a *span) from(t time.Time, sign int64) (_ time.Time, ok bool) {
	const mostDays, mostMonths = 3_652_424, 10_000 * 12
	if a.beyond || a.days > mostDays || a.days < -mostDays {
		return t, false
	}
	if a.months != 0 {
		m := int64(t.Year())*12 + int64(t.Month()) - 1 + sign*a.months
		if m < 0 || m >= mostMonths {
			return t, false
		}
		last := time.Date(int(m/12), time.Month(m%12)+2, 0, 0, 0, 0, 0, time.UTC).Day()
		t = time.Date(int(m/12), time.Month(m%12)+1, min(t.Day(), last), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
	}
	days, seconds := a.days+a.seconds/86400, a.seconds%86400
	if days > mostDays || days < -mostDays {
		return t, false
	}
	t = t.AddDate(0, 0, int(sign*days)).Add(time.Duration(sign*seconds)*time.Second + time.Duration(sign*a.µs)*time.Microsecond)
	return t, 0 <= t.Year() && t.Year() <= 9999
}

// span reads the interval; known is false where it is NULL, or told to be none.
func (s *dateShift) span(ctx *sql.Context, row sql.Row) (a span, known bool, err error) {
	v, err := s.by.Eval(ctx, row)
	if err != nil || v == nil {
		return a, false, err
	}
	if v, err = sql.UnwrapAny(ctx, v); err != nil {
		return a, false, err
	}
	units := strings.Split(s.unit, "_")
	last := units[len(units)-1]
	a.timed = last == "HOUR" || last == "MINUTE" || last == "SECOND" || last == "MICROSECOND"
	from := s.by.Type()
	switch {
	case len(units) == 2:
		return s.several(ctx, a, v, units[0], units[1])
	case last == "SECOND":
		return s.fraction(ctx, a, v, from)
	}
	c := Cast{CastTo: CastTo{notes: s.notes}}
	n, _, err := c.whole(ctx, v, from, false)
	if err != nil {
		return a, false, err
	}
	if n.High != 0 && n.High != math.MaxUint64 || int64(n.Low) < 0 != (int64(n.High) < 0) {
		n.Low = math.MaxInt64
	}
	a.add(last, int64(n.Low))
	return a, true, nil
}

// fraction is an interval of seconds, to the microsecond.
func (s *dateShift) fraction(ctx *sql.Context, a span, v any, from sql.Type) (span, bool, error) {
	d, err := s.decimalOf(ctx, v, from)
	if err != nil {
		return a, false, err
	}
	whole := d.Truncate(0)
	if !whole.BigInt().IsInt64() {
		a.beyond = true
		return a, true, nil
	}
	a.add("SECOND", whole.IntPart())
	a.µs = d.Sub(whole).Shift(6).Round(0).IntPart()
	return a, true, nil
}

// unitParts are the units of an interval of several, the largest first.
var unitParts = []string{"YEAR", "MONTH", "", "DAY", "HOUR", "MINUTE", "SECOND", "MICROSECOND"}

// several reads an interval of several units: numbers with anything between them, of which
// the last ones are there. A sign before the first is that of all.
func (s *dateShift) several(ctx *sql.Context, a span, v any, first, last string) (span, bool, error) {
	text := BoundText(ctx, v)
	if b, ok := text.([]byte); ok {
		text = string(b)
	}
	rest, ok := text.(string)
	if !ok {
		rest = fmt.Sprint(v)
	}
	parts := unitParts
	for parts[0] != first {
		parts = parts[1:]
	}
	for parts[len(parts)-1] != last {
		parts = parts[:len(parts)-1]
	}
	rest = strings.TrimLeft(rest, " \t\n\v\f\r")
	sign := int64(1)
	if strings.HasPrefix(rest, "-") {
		sign, rest = -1, rest[1:]
	}
	fields := strings.FieldsFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
	if len(fields) > len(parts) {
		return a, false, s.tell(ctx, ErDatetimeOverflow, "Datetime function: date_add_interval field overflow")
	}
	parts = parts[len(parts)-len(fields):]
	for i, field := range fields {
		if parts[i] == "MICROSECOND" {
			field = (field + "000000")[:max(6, len(field))]
		}
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return a, false, s.tell(ctx, ErDatetimeOverflow, "Datetime function: date_add_interval field overflow")
		}
		a.add(parts[i], sign*n)
	}
	return a, true, nil
}
