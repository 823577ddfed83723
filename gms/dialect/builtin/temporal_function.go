package builtin

import (
	"fmt"
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"
	"github.com/shopspring/decimal"

	"github.com/perfschema/perfschema/gms/dialect/operand"
)

var temporalFunctions = []*operand.ScalarFunction{
	{Name: "makedate", Least: 2, Most: 2, Typ: types.Date, Eval: makeDate},
	{Name: "maketime", Least: 3, Most: 3, Typ: types.Time, Eval: makeTime},
	{Name: "to_seconds", Least: 1, Most: 1, Typ: types.Int64, Eval: toSeconds},
	{Name: extractName, Least: 2, Most: 2, Typ: types.Int64, Lazy: extractPart},
	{Name: "addtime", Least: 2, Most: 2, Typ: shiftedText, Lazy: addTime},
	{Name: "subtime", Least: 2, Most: 2, Typ: shiftedText, Lazy: subTime},
}

// shiftedText is a text with room for a date, its time and microseconds.
var shiftedText = types.MustCreateStringWithDefaults(sqltypes.VarChar, 26)

// makeDate is the date of a day of a year.
func makeDate(ctx *sql.Context, args []any) (any, error) {
	year, err := operand.AsInteger(ctx, args[0])
	if err != nil {
		return nil, err
	}
	day, err := operand.AsInteger(ctx, args[1])
	if err != nil || year < 0 || year > 9999 || day <= 0 || day > operand.MostDay {
		return nil, err
	}
	first := time.Date(int(fullYear(year)), time.January, 1, 0, 0, 0, 0, time.UTC).Unix()/operand.DaySeconds + operand.EpochDay
	if t, ok := operand.DateOfDay(first + day - 1); ok {
		return t, nil
	}
	return nil, nil
}

// makeTime is a time of hours, minutes and seconds.
func makeTime(ctx *sql.Context, args []any) (any, error) {
	hour, err := operand.AsInteger(ctx, args[0])
	if err != nil {
		return nil, err
	}
	minute, err := operand.AsInteger(ctx, args[1])
	if err != nil {
		return nil, err
	}
	v, _, err := types.InternalDecimalType.Convert(ctx, args[2])
	second, ok := v.(decimal.Decimal)
	if err != nil || !ok || minute < 0 || minute > 59 || second.Sign() < 0 || second.GreaterThanOrEqual(decimal.New(60, 0)) {
		return nil, err
	}
	const most = 838
	sign := int64(1)
	if hour < 0 {
		sign = -1
	}
	if hour > most || hour < -most {
		ctx.Warn(mysql.ERTruncatedWrongValue, "Truncated incorrect time value: '%d:%02d:%02d'", hour, minute, second.IntPart())
		return types.Timespan(sign * operand.MostTime), nil
	}
	µs := sign*hour*3600e6 + minute*60e6 + second.Shift(operand.Microseconds).Round(0).IntPart()
	return types.Timespan(sign * min(µs, operand.MostTime)), nil
}

// toSeconds is how many there are from the year 0 to a date.
func toSeconds(_ *sql.Context, args []any) (any, error) {
	t, ok := args[0].(time.Time)
	if !ok || t.Equal(types.ZeroTime) {
		return nil, nil
	}
	return t.UTC().Unix() + operand.EpochDay*operand.DaySeconds, nil
}

func addTime(ctx *sql.Context, row sql.Row, args []sql.Expression) (any, error) {
	return shiftTime(ctx, row, args, 1)
}

func subTime(ctx *sql.Context, row sql.Row, args []sql.Expression) (any, error) {
	return shiftTime(ctx, row, args, -1)
}

// shiftTime is a time, or a date with one, and a time added to it; NULL where the latter has
// a date, too. In MySQL the result has the type of the first argument; here it is a string of the
// same digits.
func shiftTime(ctx *sql.Context, row sql.Row, args []sql.Expression, sign int64) (any, error) {
	v, err := shiftMoment(ctx, row, args, sign)
	digits, known := operand.Microseconds, false
	if !types.IsText(args[0].Type()) {
		if n, ok := operand.WrittenDigits(args); ok {
			digits, known = n, true
		}
	}
	switch v := v.(type) {
	case types.Timespan:
		text := v.String()
		if point := strings.IndexByte(text, '.'); known && point >= 0 && digits > 0 {
			text = text[:point+1+digits]
		}
		return text, err
	case time.Time:
		layout := "2006-01-02 15:04:05"
		if digits > 0 && (known || v.Nanosecond() != 0) {
			layout += "." + operand.Zeros[:digits]
		}
		return v.Format(layout), err
	}
	return nil, err
}

// shiftMoment is a types.Timespan or a time.Time, or nil.
func shiftMoment(ctx *sql.Context, row sql.Row, args []sql.Expression, sign int64) (any, error) {
	at, dated, err := pointInTime(ctx, row, args[0])
	if err != nil || at == nil {
		return nil, err
	}
	by, byDated, err := pointInTime(ctx, row, args[1])
	if err != nil || by == nil || byDated {
		return nil, err
	}
	shift, ok := by.(types.Timespan)
	if !ok {
		return nil, nil // zeros of a date
	}
	span := int64(shift) * sign
	if !dated {
		from, ok := at.(types.Timespan)
		if !ok {
			return nil, nil
		}
		sum := int64(from) + span
		if sum > operand.MostTime || sum < -operand.MostTime {
			ctx.Warn(mysql.ERTruncatedWrongValue, "Truncated incorrect time value: '%s'", timeDigits(sum))
			sum = max(min(sum, operand.MostTime), -operand.MostTime)
		}
		return types.Timespan(sum), nil
	}
	t := at.(time.Time).Add(time.Duration(span) * time.Microsecond)
	if t.Year() < 0 || t.Year() > 9999 {
		ctx.Warn(operand.ErDatetimeOverflow, "Datetime function: datetime field overflow")
		return nil, nil
	}
	return t, nil
}

// timeDigits is a time of any number of hours.
func timeDigits(µs int64) string {
	sign := ""
	if µs < 0 {
		sign, µs = "-", -µs
	}
	s := µs / 1e6
	text := fmt.Sprintf("%s%02d:%02d:%02d", sign, s/3600, s/60%60, s%60)
	if µs %= 1e6; µs != 0 {
		text += fmt.Sprintf(".%06d", µs)
	}
	return text
}

// pointInTime is an argument as a time, or as a date with one if it has a date; nil for what
// is neither, which has been told of.
func pointInTime(ctx *sql.Context, row sql.Row, e sql.Expression) (v any, dated bool, err error) {
	if v, err = e.Eval(ctx, row); err != nil || v == nil {
		return nil, false, err
	}
	if v, err = sql.UnwrapAny(ctx, v); err != nil {
		return nil, false, err
	}
	from := e.Type()
	switch x := v.(type) {
	case time.Time:
		return x.UTC(), !x.Equal(types.ZeroTime), nil
	case []byte:
		v = string(x)
	}
	if text, ok := v.(string); ok {
		if t, date, valid, _ := operand.MomentText(text); date != nil && valid && !*date {
			return t.Round(time.Microsecond), true, nil
		}
	}
	c := operand.NewCast(expression.NewLiteral(v, from), operand.CastTo{To: "time", Length: operand.Microseconds, Scale: -1})
	v, err = c.Eval(ctx, nil)
	return v, false, err
}
