package operand

import (
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"
	"github.com/shopspring/decimal"
)

// secondsOfTime is TIME_TO_SEC(), dayDate FROM_DAYS(), momentOfSeconds FROM_UNIXTIME(): the
// engine has no time in strings for the first, and no end of days for the others.
func (c *exactCall) secondsOfTime() exactness {
	e := c.Children()[0]
	return exactness{types.Int64, func(ctx *sql.Context, row sql.Row) (any, error) {
		v, err := e.Eval(ctx, row)
		if err != nil || v == nil {
			return nil, err
		}
		switch v := v.(type) {
		case types.Timespan:
			return int64(v) / 1e6, nil
		case time.Time:
			return int64(v.Hour())*3600 + int64(v.Minute())*60 + int64(v.Second()), nil
		}
		return c.FunctionExpression.Eval(ctx, row)
	}}
}

// partOfTime is HOUR() and its kind, of which the engine gives those of a day.
func (c *exactCall) partOfTime() exactness {
	e := c.Children()[0]
	if !types.IsTimespan(e.Type()) {
		return exactness{}
	}
	return exactness{nil, func(ctx *sql.Context, row sql.Row) (any, error) {
		v, err := e.Eval(ctx, row)
		span, ok := v.(types.Timespan)
		if err != nil || !ok {
			return nil, err
		}
		µs := max(int64(span), -int64(span))
		part := map[string]int64{"hour": µs / 3600e6, "minute": µs / 60e6 % 60, "second": µs / 1e6 % 60, "microsecond": µs % 1e6}[c.name]
		v, _, err = c.FunctionExpression.Type().Convert(ctx, part)
		return v, err
	}}
}

// formattedTime is TIME_FORMAT() of a time, of which the engine shows the hours of a day.
// Formats with parts of a date are the engine's.
func (c *exactCall) formattedTime() exactness {
	if !types.IsTimespan(c.Children()[0].Type()) {
		return exactness{}
	}
	over, err := c.overFields()
	if err != nil {
		return exactness{}
	}
	return exactness{nil, func(ctx *sql.Context, row sql.Row) (any, error) {
		fields, err := c.fields(ctx, row)
		if err != nil || fields[0] == nil || fields[1] == nil {
			return nil, err
		}
		span, ok := fields[0].(types.Timespan)
		format, isText := fields[1].(string)
		if ok && isText {
			if text, ok := formatTime(span, format); ok {
				return text, nil
			}
		}
		return over.Eval(ctx, fields)
	}}
}

// nameOfDay is DAYNAME(), for which the engine warns of NULL.
func (c *exactCall) nameOfDay() exactness {
	over, err := c.overFields()
	if err != nil {
		return exactness{}
	}
	return exactness{nil, func(ctx *sql.Context, row sql.Row) (any, error) {
		fields, err := c.fields(ctx, row)
		if err != nil || fields[0] == nil {
			return nil, err
		}
		return over.Eval(ctx, fields)
	}}
}

func (c *exactCall) dayDate() exactness {
	e := c.Children()[0]
	return exactness{nil, func(ctx *sql.Context, row sql.Row) (any, error) {
		v, err := e.Eval(ctx, row)
		if err != nil || v == nil {
			return nil, err
		}
		day, err := AsInteger(ctx, v)
		if err != nil {
			return nil, err
		}
		if t, ok := DateOfDay(day); ok {
			return t, nil
		}
		return types.ZeroTime, nil
	}}
}

func (c *exactCall) momentOfSeconds() exactness {
	var typ sql.Type // with a format it is the engine's
	if len(c.Children()) == 1 {
		typ = types.MustCreateDatetimeType(sqltypes.Datetime, numberDigits(c.Children()[0]))
	}
	return exactness{typ, func(ctx *sql.Context, row sql.Row) (any, error) {
		fields, err := c.fields(ctx, row)
		if err != nil || len(fields) == 0 || fields[0] == nil {
			return nil, err
		}
		if f, ok := asFloat(ctx, fields[0]); ok && (f < 0 || f >= mostSeconds+1) { // maybe too large for a decimal
			return nil, nil
		}
		v, _, err := types.InternalDecimalType.Convert(ctx, fields[0])
		seconds, ok := v.(decimal.Decimal)
		if err != nil && !sql.ErrTruncatedIncorrect.Is(err) || !ok {
			return nil, err
		}
		µs := seconds.Shift(Microseconds).Round(0)
		if µs.Sign() < 0 || µs.GreaterThanOrEqual(decimal.New(mostSeconds+1, Microseconds)) {
			return nil, nil
		}
		zone, err := function.SessionTimeZone(ctx)
		if err != nil {
			return nil, err
		}
		t, ok := sql.ConvertTimeZone(time.UnixMicro(µs.IntPart()).UTC(), "UTC", zone)
		if !ok {
			return nil, sql.ErrInvalidTimeZone.New(zone)
		}
		if len(fields) == 1 {
			return t, nil
		}
		format := expression.NewGetField(1, c.Children()[1].Type(), "", true)
		return evalInPieces(ctx, function.NewDateFormat(expression.NewLiteral(t, types.DatetimeMaxPrecision), format), fields)
	}}
}
