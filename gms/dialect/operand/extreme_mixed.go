package operand

import (
	"slices"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/moment"
	"github.com/perfschema/perfschema/gms/dialect/planwalk"
)

// The engine compares whatever it is given as doubles, of which it takes the whole part before
// it compares them with an integer, and a text that is none as 0. MySQL compares doubles,
// dates as dates, and numbers beside texts as texts.

// extremeMixed is GREATEST() or LEAST() of arguments of several kinds.
func (c *exactCall) extremeMixed(args []sql.Expression) exactness {
	only := func(is func(sql.Type) bool) bool {
		return !slices.ContainsFunc(args, func(e sql.Expression) bool { return !is(e.Type()) })
	}
	some := func(is func(sql.Type) bool) bool {
		return slices.ContainsFunc(args, func(e sql.Expression) bool { return is(e.Type()) })
	}
	isNumber := func(t sql.Type) bool { return types.IsNumber(t) }
	isMoment := func(t sql.Type) bool { return types.IsTime(t) && !types.IsYear(t) }
	plainTexts := func(t sql.Type) bool { return types.IsText(t) && !types.IsEnum(t) && !types.IsSet(t) }
	switch {
	case len(args) < 2:
		return exactness{}
	case only(types.IsDateType):
		return exactness{typ: types.Date}
	case only(isNumber):
		return c.extremeDouble()
	case some(plainTexts) && only(func(t sql.Type) bool { return plainTexts(t) || isNumber(t) }):
		return c.extremeText()
	case some(isMoment) && some(plainTexts) && only(func(t sql.Type) bool { return isMoment(t) || plainTexts(t) }):
		return c.extremeMoment(some)
	}
	return exactness{}
}

// extremeDouble is that of numbers of which one is a double.
func (c *exactCall) extremeDouble() exactness {
	return exactness{types.Float64, func(ctx *sql.Context, row sql.Row) (any, error) {
		var chosen float64
		for i, e := range c.Children() {
			v, err := e.Eval(ctx, row)
			if err != nil || v == nil {
				return nil, err
			}
			f, ok := asFloat(ctx, v)
			if !ok {
				return c.FunctionExpression.Eval(ctx, row)
			}
			if i == 0 || f < chosen == (c.name == "least") && f != chosen {
				chosen = f
			}
		}
		return chosen, nil
	}}
}

// extremeMoment is that of dates and texts, which are read as dates: it is a text that is
// written as the longest of the dates. A text that is no date is passed over, with a warning.
func (c *exactCall) extremeMoment(some func(func(sql.Type) bool) bool) exactness {
	form := time.DateOnly
	if some(types.IsDatetimeType) || some(types.IsTimestampType) {
		form = time.DateTime
	}
	return exactness{types.LongText, func(ctx *sql.Context, row sql.Row) (any, error) {
		var chosen time.Time
		some := false
		for _, e := range c.Children() {
			v, err := e.Eval(ctx, row)
			if err != nil || v == nil {
				return nil, err
			}
			t, known, err := extremeDate(ctx, v)
			if err != nil {
				return nil, err
			}
			if known && (!some || t.Before(chosen) == (c.name == "least") && !t.Equal(chosen)) {
				chosen, some = t, true
			}
		}
		if form == time.DateTime && chosen.Nanosecond() != 0 {
			return chosen.Format(form + ".000000"), nil
		}
		return chosen.Format(form), nil
	}}
}

// extremeDate is the date of a value. known is false for a text that is none.
func extremeDate(ctx *sql.Context, v any) (t time.Time, known bool, err error) {
	whole, err := sql.UnwrapAny(ctx, v)
	if err != nil {
		return t, false, err
	}
	if text, ok := whole.(string); ok {
		zoned := moment.Zoned(text) && comparing{ctx}.isParameter(text)
		if at, _, _, ok := moment.Datetime(text, ZoneFor(ctx, text)); ok && zoned {
			return at, true, nil
		}
		if at, _, _, _, ok := moment.Local(text); ok {
			return at, true, nil
		}
		if _, ok := moment.Begins(text); !ok && !moment.IsZero(text) {
			return t, false, notes{}.tell(ctx, mysql.ERTruncatedWrongValue, "Incorrect datetime value: '%s'", text)
		}
	}
	if text, ok := whole.(string); ok {
		whole = moment.Begin(text)
	}
	read, _, _ := types.DatetimeMaxPrecision.Convert(ctx, whole)
	t, known = read.(time.Time)
	return t, known, nil
}

// spanExtremes are GREATEST() and LEAST() of times alone, which the engine refuses.
var spanExtremes = map[string]*ScalarFunction{
	"greatest": {Name: "greatest", Typ: types.Time, Eval: func(_ *sql.Context, spans []any) (any, error) { return extremeOf(spans, 1), nil }},
	"least":    {Name: "least", Typ: types.Time, Eval: func(_ *sql.Context, spans []any) (any, error) { return extremeOf(spans, -1), nil }},
}

// ExtremeSpan returns GREATEST() or LEAST() of spans of time; ok is false for others.
func ExtremeSpan(name string, args []sql.Expression) (sql.Expression, bool) {
	if len(args) < 2 || slices.ContainsFunc(args, func(e sql.Expression) bool { return !IsSpanValued(e) }) {
		return nil, false
	}
	return &ScalarCall{spanExtremes[name], args}, true
}

// extremeOf is the greatest of times, or with sign -1 the least.
func extremeOf(spans []any, sign int) any {
	return slices.MaxFunc(spans, func(a, b any) int {
		of, _ := a.(types.Timespan)
		with, _ := b.(types.Timespan)
		return sign * of.Compare(with)
	})
}

// SpansAsTexts has the times among what is compared with texts or numbers be texts.
func SpansAsTexts(args []sql.Expression) []sql.Expression {
	if !slices.ContainsFunc(args, IsSpanValued) {
		return args
	}
	out := slices.Clone(args)
	for i, e := range out {
		if IsSpanValued(e) {
			out[i] = &SpanText{planwalk.StandIn{Child: e}}
		}
	}
	return out
}
