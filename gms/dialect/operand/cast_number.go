package operand

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/shopspring/decimal"
)

// numberOf is a value as what it is computed with: an integer, a decimal, a double or the
// text of one. A moment is the number that its digits make.
func numberOf(v any, from sql.Type) any {
	switch n := v.(type) {
	case time.Time:
		return momentNumber(n, types.IsDateType(from))
	case types.Timespan:
		return timeNumber(n)
	case []byte:
		return string(n)
	case float32:
		return float64(n)
	}
	return v
}

// momentNumber is YYYYMMDD or YYYYMMDDhhmmss, with a fraction if there is one.
func momentNumber(t time.Time, date bool) any {
	n := int64(t.Year())*10000 + int64(t.Month())*100 + int64(t.Day())
	if t.Equal(types.ZeroTime) {
		n = 0
	}
	if date {
		return n
	}
	n = n*1e6 + int64(t.Hour())*10000 + int64(t.Minute())*100 + int64(t.Second())
	return withMicroseconds(n, int64(t.Nanosecond()/1000))
}

// timeNumber is hhmmss, with a fraction if there is one.
func timeNumber(t types.Timespan) any {
	µs, sign := int64(t), int64(1)
	if µs < 0 {
		µs, sign = -µs, -1
	}
	s := µs / 1e6
	return withMicroseconds(sign*(s/3600*10000+s/60%60*100+s%60), sign*(µs%1e6))
}

func withMicroseconds(n, µs int64) any {
	if µs == 0 {
		return n
	}
	return decimal.New(n, 0).Add(decimal.New(µs, -6))
}

// wholeText reads as much of a text as is an integer, as MySQL does: what has no room is
// the largest BIGINT UNSIGNED, or the least BIGINT. rest says that there is more, or none.
func wholeText(text string) (n Integer, fits, rest bool) {
	s := strings.TrimLeft(text, " \t")
	negative := strings.HasPrefix(s, "-")
	if negative || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	end := 0
	var magnitude uint64
	fits = true
	for ; end < len(s) && s[end] >= '0' && s[end] <= '9'; end++ {
		next := magnitude*10 + uint64(s[end]-'0')
		if magnitude > math.MaxUint64/10 || next < magnitude*10 {
			fits = false
		}
		magnitude = next
	}
	rest = end == 0 || strings.Trim(s[end:], " \t") != ""
	switch {
	case negative && (!fits || magnitude > 1<<63):
		return Integer{0, 1 << 63}.opposite(), false, rest
	case !fits:
		return Integer{0, math.MaxUint64}, false, rest
	}
	if n = (Integer{0, magnitude}); negative {
		n = n.opposite()
	}
	return n, true, rest
}

// whole is a value as an integer of 64 bits, of which the type says whether they have a
// sign. text is how that value was written, if it was a text that fits.
func (c *Cast) whole(ctx *sql.Context, v any, from sql.Type, unsigned bool) (n Integer, text bool, err error) {
	if t, ok := v.(time.Time); ok {
		v = t.Round(time.Second) // of 23:59:59.9 there is no 60th second
	}
	switch v := numberOf(v, from).(type) {
	case string:
		n, fits, rest := wholeText(v)
		if rest || !fits {
			return n, false, c.tell(ctx, mysql.ERTruncatedWrongValue, "Truncated incorrect INTEGER value: '%s'", v)
		}
		return n, true, nil
	case decimal.Decimal:
		r := v.Round(0).BigInt()
		most, least := new(big.Int).SetUint64(math.MaxInt64), big.NewInt(math.MinInt64)
		if unsigned && v.Sign() >= 0 {
			most.SetUint64(math.MaxUint64)
		}
		bound := r
		if r.Cmp(most) > 0 {
			bound = most
		} else if r.Cmp(least) < 0 {
			bound = least
		}
		n := Integer{0, new(big.Int).Abs(bound).Uint64()}
		if bound.Sign() < 0 {
			n = n.opposite()
		}
		if bound != r {
			err = c.tell(ctx, mysql.ERTruncatedWrongValue, "Truncated incorrect DECIMAL value: '%s'", v)
		}
		return n, false, err
	case float64:
		f := math.RoundToEven(v)
		switch {
		case f < 0:
			return Integer{0, uint64(-max(f, -1<<63))}.opposite(), false, nil
		case unsigned && f >= 1<<64:
			return Integer{0, math.MaxUint64}, false, nil
		case !unsigned && f >= 1<<63:
			return Integer{0, math.MaxInt64}, false, nil
		}
		return Integer{0, uint64(f)}, false, nil
	default:
		if n, ok := IntegerOf(v); ok {
			return n, false, nil
		}
		out, _, _ := types.Int64.Convert(ctx, v) // 0 for what is no number
		n, _ = IntegerOf(out)
		return n, false, nil
	}
}

func (c *Cast) signed(ctx *sql.Context, v any, from sql.Type) (any, error) {
	n, text, err := c.whole(ctx, v, from, false)
	if err != nil {
		return nil, err
	}
	if text && n.High == 0 && n.Low > math.MaxInt64 {
		ctx.Warn(1105, "Cast to signed converted positive out-of-range integer to its negative complement")
	}
	return int64(n.Low), nil
}

func (c *Cast) unsigned(ctx *sql.Context, v any, from sql.Type) (any, error) {
	n, text, err := c.whole(ctx, v, from, true)
	if err != nil {
		return nil, err
	}
	if text && n.High != 0 {
		ctx.Warn(1105, "Cast to unsigned converted negative integer to its positive complement")
	}
	return n.Low, nil
}

// NumberText is as much of a text as is a number; rest says that more than blanks follow,
// or that there is none.
func NumberText(text string) (number string, rest bool) {
	s := strings.TrimLeft(text, " \t\n\v\f\r")
	end, digits := 0, false
	if end < len(s) && (s[end] == '-' || s[end] == '+') {
		end++
	}
	for point := false; end < len(s); end++ {
		if s[end] == '.' && !point {
			point = true
		} else if s[end] < '0' || s[end] > '9' {
			break
		} else {
			digits = true
		}
	}
	if !digits {
		return "0", true
	}
	if end < len(s) && s[end]|0x20 == 'e' {
		i := end + 1
		if i < len(s) && (s[i] == '-' || s[i] == '+') {
			i++
		}
		for from := i; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
			if i >= from {
				end = i + 1
			}
		}
	}
	return s[:end], strings.Trim(s[end:], " \t\n\v\f\r") != ""
}

// mostExponent is the largest that a number may be written with to be computed with as a
// decimal; larger ones have no room in any.
const mostExponent = 400

// decimalText reads a number; one far too large or small is one that still is.
func decimalText(number string) decimal.Decimal {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(number), "e")
	n, fits, _ := wholeText(exponent)
	power := int64(n.Low)
	if !fits || power > mostExponent || power < -mostExponent {
		if power = mostExponent; strings.HasPrefix(exponent, "-") {
			power = -mostExponent
		}
	}
	d, err := decimal.NewFromString(strings.TrimSuffix(shortMantissa(mantissa), "."))
	if err != nil {
		return decimal.Zero
	}
	if d.IsZero() {
		return decimal.Zero
	}
	return d.Shift(int32(power))
}

// shortMantissa returns a mantissa with at most mostExponent digits on either side of its point: one of
// more has no room in any number, or too many digits for any.
func shortMantissa(mantissa string) string {
	if len(mantissa) <= longDouble {
		return mantissa
	}
	digits := strings.TrimLeft(mantissa, "+-")
	sign := mantissa[:len(mantissa)-len(digits)]
	whole, fraction, _ := strings.Cut(digits, ".")
	whole = strings.TrimLeft(whole, "0")
	return sign + "0" + whole[:min(len(whole), mostExponent)] + "." + fraction[:min(len(fraction), mostExponent)] + "0"
}

// decimalOf is a value as a decimal.
func (n notes) decimalOf(ctx *sql.Context, v any, from sql.Type) (decimal.Decimal, error) {
	switch v := numberOf(v, from).(type) {
	case decimal.Decimal:
		return v, nil
	case float64:
		return decimalOfDouble(v), nil
	case string:
		number, rest := NumberText(v)
		if rest {
			if err := n.tell(ctx, mysql.ERTruncatedWrongValue, "Truncated incorrect DECIMAL value: '%s'", v); err != nil {
				return decimal.Zero, err
			}
		}
		return decimalText(number), nil
	default:
		if i, ok := IntegerOf(v); ok {
			return decimal.NewFromBigInt(i.big(), 0), nil
		}
		out, _, _ := types.InternalDecimalType.Convert(ctx, v) // 0 for what is no number
		d, _ := out.(decimal.Decimal)
		return d, nil
	}
}

func (c *Cast) decimal(ctx *sql.Context, v any, from sql.Type) (any, error) {
	d, err := c.decimalOf(ctx, v, from)
	if err != nil {
		return nil, err
	}
	precision, scale := c.precision()
	d = d.Round(int32(scale))
	if bound := decimal.New(1, int32(precision-scale)); d.Abs().GreaterThanOrEqual(bound) {
		most := bound.Sub(decimal.New(1, int32(-scale)))
		if d.Sign() < 0 {
			most = most.Neg()
		}
		return most, c.tell(ctx, mysql.ERWarnDataOutOfRange, "Out of range value for column '%s' at row 1", c.column())
	}
	return d, nil
}

// column is the name of the column that is the CAST, as MySQL tells it.
func (to CastTo) column() string {
	if to.name == "" {
		return "(null)"
	}
	return to.name
}

// longDouble is how many bytes of a number are read with all their digits, in a time that grows with
// the square of their number.
const longDouble = 4 << 10

// DoubleText reads a number; large says that it is the largest there is as what is
// written has no room.
func DoubleText(number string) (f float64, large bool) {
	if len(number) > longDouble {
		f, _ = strconv.ParseFloat(number, 64) // infinite if it is too large
		return clipped(f)
	}
	written, _, err := new(big.Float).SetPrec(64).Parse(number, 10)
	if err != nil {
		return 0, false
	}
	f, _ = written.Float64()
	return clipped(f)
}

func (c *Cast) real(ctx *sql.Context, v any, from sql.Type) (any, error) {
	n := numberOf(v, from)
	if text, ok := n.(string); ok {
		number, rest := NumberText(text)
		f, large := DoubleText(number)
		n = f
		if rest || large {
			if err := c.tell(ctx, mysql.ERTruncatedWrongValue, "Truncated incorrect DOUBLE value: '%s'", text); err != nil {
				return nil, err
			}
		}
	}
	out, _, err := types.Float64.Convert(ctx, n)
	f, ok := out.(float64)
	if err != nil || !ok {
		f = 0
	}
	if c.Type() != types.Float32 {
		return f, nil
	}
	if math.Abs(f) > math.MaxFloat32 {
		return nil, mysql.NewSQLError(mysql.ERDataOutOfRange, "22003", "FLOAT value is out of range in '%s'", "cast("+shown(c.Child)+" as float)")
	}
	return float32(f), nil
}

func (c *Cast) year(ctx *sql.Context, v any, from sql.Type) (any, error) {
	switch t := v.(type) {
	case time.Time:
		return int16(t.Year()), nil
	case types.Timespan:
		return int16(ctx.QueryTime().Year()), nil
	}
	n, text := Integer{}, false
	if s, ok := numberOf(v, from).(string); ok {
		var fits, rest bool
		number, _ := NumberText(s)
		n, fits, rest = wholeText(s)
		text = true
		if number == "0" && rest || !fits || n.High != 0 {
			return nil, c.tell(ctx, erWrongValue, "Incorrect YEAR value: '%s'", s)
		}
		if rest {
			if err := c.tell(ctx, mysql.ERTruncatedWrongValue, "Truncated incorrect YEAR value: '%s'", s); err != nil {
				return nil, err
			}
		}
	} else {
		var err error
		if n, _, err = c.whole(ctx, v, from, false); err != nil {
			return nil, err
		}
	}
	switch y := n.Low; {
	case n.High == 0 && y == 0 && !text:
		return int16(0), nil
	case n.High == 0 && y < 70:
		return int16(2000 + y), nil
	case n.High == 0 && y < 100:
		return int16(1900 + y), nil
	case n.High == 0 && 1901 <= y && y <= 2155:
		return int16(y), nil
	}
	return nil, c.tell(ctx, mysql.ERTruncatedWrongValue, "Truncated incorrect YEAR value: '%s'", n.big())
}
