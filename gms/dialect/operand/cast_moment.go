package operand

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/shopspring/decimal"

	"github.com/perfschema/perfschema/gms/dialect/moment"
)

// moment is a value as a date with its time, to the microsecond. known is false where it is
// none; then that has been told. date says that the value has no time of its own.
func (n notes) moment(ctx *sql.Context, v any, from sql.Type, kind string) (t time.Time, date, known bool, err error) {
	var number decimal.Decimal
	switch x := v.(type) {
	case time.Time:
		return x.UTC(), types.IsDateType(from), !x.Equal(types.ZeroTime), nil
	case types.Timespan:
		now := ctx.QueryTime()
		today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
		return today.Add(x.AsTimeDuration()), false, true, nil
	case []byte:
		return n.moment(ctx, string(x), from, kind)
	case string:
		if t, hasTime, _, ok := moment.Datetime(x, ZoneFor(ctx, x)); ok {
			return t, !hasTime, true, nil
		}
		if moment.IsImpossible(x) {
			return t, false, false, n.tell(ctx, mysql.ERTruncatedWrongValue, "Incorrect datetime value: '%s'", x)
		}
		if t, date, valid, whole := MomentText(x); date != nil {
			if !valid {
				return t, false, false, n.tell(ctx, mysql.ERTruncatedWrongValue, "Incorrect datetime value: '%s'", x)
			}
			if t = t.Round(time.Microsecond); t.Year() > 9999 {
				return t, false, false, n.tell(ctx, ErDatetimeOverflow, "Datetime function: datetime field overflow")
			}
			if !whole {
				err = n.tell(ctx, mysql.ERTruncatedWrongValue, "Truncated incorrect %s value: '%s'", kind, x)
			}
			return t, *date, true, err
		}
		begin := moment.Begin(x)
		out, _, err := types.DatetimeMaxRange.Convert(ctx, begin)
		t, ok := out.(time.Time)
		switch {
		case ok && (sql.ErrTruncatedIncorrect.Is(err) || err == nil && len(begin) < len(x)):
			err = n.tell(ctx, mysql.ERTruncatedWrongValue, "Truncated incorrect %s value: '%s'", kind, x)
		case err != nil || !ok:
			return t, false, false, n.tell(ctx, mysql.ERTruncatedWrongValue, "Incorrect datetime value: '%s'", x)
		}
		return t, dateText(x), !t.Equal(types.ZeroTime), err
	case decimal.Decimal:
		number = x
	case float64:
		number = decimalOfDouble(x)
	case float32:
		number = decimalOfFloat(x)
	default:
		i, ok := IntegerOf(v)
		if !ok {
			return t, false, false, n.tell(ctx, mysql.ERTruncatedWrongValue, "Incorrect datetime value: '%v'", v)
		}
		if types.IsYear(from) && i.Low != 0 { // the year 0 has the engine's date of zeros
			return time.Date(int(i.Low), time.January, 1, 0, 0, 0, 0, time.UTC), false, true, nil
		}
		number = decimal.NewFromBigInt(i.big(), 0)
	}
	t, date, known = momentOf(number)
	if !known {
		err = n.tell(ctx, mysql.ERTruncatedWrongValue, "Incorrect datetime value: '%s'", number)
	}
	return t, date, known, err
}

// dateText says of the text of a moment that it has no time.
func dateText(text string) bool {
	return !strings.Contains(text, ":") && len(strings.TrimSpace(text)) <= len("2006-01-02")
}

// momentParts are a date with marks between its parts, and a time.
var momentParts = regexp.MustCompile(`^\s*(\d{1,4})[-/.:^@](\d{1,2})[-/.:^@](\d{1,2})(?:(?:[ T]+|:)(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d*))?)?)?`)

// MomentText reads a date that is written with marks between its parts, with or without a
// time. date is nil for any other text, as one with a time zone or of zeros; else it says
// that there is no time. whole is false if more follows.
func MomentText(text string) (t time.Time, date *bool, valid, whole bool) {
	m := momentParts.FindStringSubmatch(text)
	if m == nil || strings.Trim(m[1]+m[2]+m[3], "0") == "" {
		return t, nil, false, false
	}
	rest := strings.TrimSpace(text[len(m[0]):])
	if m[4] != "" && rest != "" && strings.ContainsRune("+-Zz", rune(rest[0])) {
		return t, nil, false, false
	}
	var n [6]int
	for i := range n {
		n[i], _ = strconv.Atoi(m[i+1])
	}
	if len(m[1]) <= 2 {
		if n[0] += 1900; n[0] < 1970 {
			n[0] += 100
		}
	}
	nano, _ := strconv.Atoi((m[7] + "000000000")[:9])
	t = time.Date(n[0], time.Month(n[1]), n[2], n[3], n[4], n[5], nano, time.UTC)
	none := m[4] == ""
	valid = int(t.Month()) == n[1] && t.Day() == n[2] && n[3] < 24 && n[4] < 60 && n[5] < 60
	return t, &none, valid, rest == ""
}

// momentOf reads YYYYMMDD and YYYYMMDDhhmmss, of which the years may lack the century.
func momentOf(number decimal.Decimal) (t time.Time, date, ok bool) {
	const dates, seconds = 1_00_00, 1_00_00_00
	whole := number.Truncate(0)
	if !whole.BigInt().IsInt64() {
		return t, false, false
	}
	n := whole.IntPart()
	century := func(n, unit int64) (int64, bool) { // of what begins with a year of two digits, 70 or later for the last century
		switch y := n / unit; {
		case y < 70:
			return n + 2000*unit, true
		case y < 100:
			return n + 1900*unit, true
		}
		return n, n/unit >= 1000
	}
	switch {
	case n < 101:
		return t, false, false
	case n <= 9999_12_31:
		n, ok = century(n, dates)
		n, date = n*seconds, true
	case n < 1_01_00_00_00:
		return t, false, false
	default:
		n, ok = century(n, dates*seconds)
	}
	year, month, day := int(n/1e10), time.Month(n/1e8%100), int(n/1e6%100)
	hour, minute, second := int(n/1e4%100), int(n/100%100), int(n%100)
	if !ok || year > 9999 || hour > 23 || minute > 59 || second > 59 {
		return t, false, false
	}
	nano := 0
	if !date {
		nano = int(number.Sub(whole).Shift(9).IntPart())
	}
	t = time.Date(year, month, day, hour, minute, second, nano, time.UTC)
	return t, date, t.Month() == month && t.Day() == day
}

func (c *Cast) datetime(ctx *sql.Context, v any, from sql.Type) (any, error) {
	t, _, known, err := c.moment(ctx, v, from, c.To)
	if err != nil {
		return nil, err
	}
	if !known {
		if t.Equal(types.ZeroTime) && isZeroMoment(v) {
			return types.ZeroTime, nil
		}
		return nil, nil
	}
	if c.To == "date" {
		return t.Truncate(24 * time.Hour), nil
	}
	t = t.Round(LeastSpan(c.Length))
	if t.Year() > 9999 {
		return nil, c.tell(ctx, ErDatetimeOverflow, "Datetime function: datetime field overflow")
	}
	return t, nil
}

// isZeroMoment says of a value that it is the date of zeros, and no date that is wrong.
func isZeroMoment(v any) bool {
	switch v := v.(type) {
	case time.Time:
		return true
	case string:
		return strings.HasPrefix(strings.TrimSpace(v), "0000-00-00")
	case []byte:
		return isZeroMoment(string(v))
	}
	n, ok := IntegerOf(v)
	return ok && n == Integer{}
}

// LeastSpan is the least that differs of so many digits of a second.
func LeastSpan(digits int) time.Duration {
	d := time.Second
	for range min(max(digits, 0), 6) {
		d /= 10
	}
	return d
}

// MostTime is the largest TIME, in microseconds.
const MostTime = (838*3600 + 59*60 + 59) * 1_000_000

func (c *Cast) time(ctx *sql.Context, v any, from sql.Type) (any, error) {
	var µs decimal.Decimal
	shown := fmt.Sprint(v)
	valid, whole := true, true
	switch x := v.(type) {
	case types.Timespan:
		µs = decimal.New(int64(x), 0)
	case time.Time:
		if types.IsDateType(from) {
			return types.Timespan(0), nil
		}
		µs = decimal.New(int64(x.Sub(x.Truncate(24*time.Hour))/1000), 0)
	case []byte:
		return c.time(ctx, string(x), from)
	case string:
		µs, valid, whole = timeText(ctx, x)
	case decimal.Decimal:
		µs, valid = timeOf(x)
	case float64:
		µs, valid = timeOf(decimalOfDouble(x))
	case float32:
		µs, valid = timeOf(decimalOfFloat(x))
	default:
		n, ok := IntegerOf(v)
		if valid = ok; ok {
			µs, valid = timeOf(decimal.NewFromBigInt(n.big(), 0))
		}
	}
	if valid {
		unit := decimal.New(int64(LeastSpan(c.Length)/1000), 0)
		µs = µs.DivRound(unit, 0).Mul(unit)
		if most := decimal.New(MostTime, 0); µs.Abs().GreaterThan(most) {
			whole = false
			if µs.Sign() < 0 {
				most = most.Neg()
			}
			µs = most
		}
	}
	var err error
	if !valid || !whole {
		err = c.tell(ctx, mysql.ERTruncatedWrongValue, "Truncated incorrect time value: '%s'", shown)
	}
	if err != nil || !valid {
		return nil, err
	}
	return types.Timespan(µs.IntPart()), nil
}

// timeOf reads the digits of a time, hhmmss, or of a date with one, in microseconds.
func timeOf(number decimal.Decimal) (µs decimal.Decimal, ok bool) {
	const most, dates = 838_59_59, 1e10
	whole := number.Abs().Truncate(0)
	if whole.GreaterThanOrEqual(decimal.New(dates, 0)) {
		t, _, ok := momentOf(number)
		return decimal.New(int64(t.Sub(t.Truncate(24*time.Hour))/1000), 0), ok
	}
	n := whole.IntPart()
	if n > most || n%100 > 59 || n/100%100 > 59 {
		return µs, false
	}
	µs = decimal.New(n/10000*3600+n/100%100*60+n%100, 6).Add(number.Abs().Sub(whole).Shift(6))
	if number.Sign() < 0 {
		µs = µs.Neg()
	}
	return µs, true
}

// secondDigits is how many digits of a second's fraction are read: more can only decide a tie when it is rounded.
const secondDigits = 18

// timeText reads a TIME: days, hours, minutes and seconds, or the digits of them; or a
// date with one. whole is false if more follows.
func timeText(ctx *sql.Context, text string) (µs decimal.Decimal, valid, whole bool) {
	if micros, _, _, in, ok := moment.Time(text, ZoneFor(ctx, text)); ok && in && text != "" {
		return decimal.New(micros, 0), true, true
	}
	s := strings.TrimLeft(text, " \t\n\v\f\r")
	if len(s) >= len("0-0-0 0") && strings.Count(s, "-") == 2 && s[0] != '-' && strings.ContainsAny(s, " T:") || len(s) >= len("20060102150405") && strings.Trim(s[:14], "0123456789") == "" {
		out, _, err := types.DatetimeMaxRange.Convert(ctx, moment.Begin(s))
		if t, ok := out.(time.Time); ok && (err == nil || sql.ErrTruncatedIncorrect.Is(err)) && !t.Equal(types.ZeroTime) {
			return decimal.New(int64(t.Sub(t.Truncate(24*time.Hour))/1000), 0), true, err == nil && moment.Begin(s) == s
		}
		return µs, false, false
	}
	negative := strings.HasPrefix(s, "-")
	s = strings.TrimPrefix(s, "-")
	digits := func() (n int64, some bool) {
		end := 0
		for end < len(s) && s[end] >= '0' && s[end] <= '9' {
			end++
		}
		n, err := strconv.ParseInt(s[:end], 10, 64)
		if err != nil {
			n = 1e12 // beyond every TIME
		}
		s = s[end:]
		return min(n, 1e12), end > 0
	}
	first, some := digits()
	if !some {
		return µs, false, false
	}
	var hours, minutes, seconds int64
	switch rest := strings.TrimLeft(s, " "); {
	case len(rest) < len(s) && rest != "" && rest[0] >= '0' && rest[0] <= '9': // days
		s = rest
		hours, _ = digits()
		hours += first * 24
	case strings.HasPrefix(s, ":"):
		hours = first
	default:
		hours, minutes, seconds = first/10000, first/100%100, first%100
	}
	if strings.HasPrefix(s, ":") {
		s = s[1:]
		minutes, _ = digits()
		if strings.HasPrefix(s, ":") {
			s = s[1:]
			seconds, _ = digits()
		}
	}
	µs = decimal.New(hours*3600+minutes*60+seconds, 6)
	if strings.HasPrefix(s, ".") {
		s = s[1:]
		n := len(s)
		before := s
		digits()
		if fraction, err := decimal.NewFromString("0." + before[:min(n-len(s), secondDigits)]); err == nil {
			µs = µs.Add(fraction.Shift(6))
		}
	}
	if negative {
		µs = µs.Neg()
	}
	return µs, minutes < 60 && seconds < 60, strings.TrimSpace(s) == ""
}
