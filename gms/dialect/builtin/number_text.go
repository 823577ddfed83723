package builtin

import (
	"math"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"
	"github.com/shopspring/decimal"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// A text that is put into a column of numbers is the number at its front. MySQL says what
// else there is of it: nothing that is a number, something behind the number, or a number
// that the column has no room for.
type textFault int

const (
	// NoFault is the fault of a text that is a number.
	NoFault    textFault = iota
	noNumber             // 1366: there is none
	moreBehind           // 1265, or 1366 of a DOUBLE
	outOfRange           // 1264
)

const textSpace = " \t\n\v\f\r"

// splitNumber cuts the number off a text's front; behind it is what is no space.
func splitNumber(text string) (number, behind string) {
	text = strings.TrimLeft(text, textSpace)
	digits := func(i int) int {
		for i < len(text) && text[i] >= '0' && text[i] <= '9' {
			i++
		}
		return i
	}
	sign := 0
	if text != "" && (text[0] == '-' || text[0] == '+') {
		sign = 1
	}
	end := digits(sign)
	found := end - sign
	if end < len(text) && text[end] == '.' {
		point := end
		end = digits(point + 1)
		found += end - point - 1
	}
	if found == 0 {
		return "", strings.TrimRight(text, textSpace)
	}
	if end < len(text) && (text[end] == 'e' || text[end] == 'E') {
		from := end + 1
		if from < len(text) && (text[from] == '-' || text[from] == '+') {
			from++
		}
		if to := digits(from); to > from {
			end = to
		}
	}
	return text[:end], strings.TrimRight(text[end:], textSpace)
}

// NumberIn is the number at the front of a text, as a column of a type keeps it,
// and what is wrong with the text.
func NumberIn(typ sql.Type, text string) (any, textFault) {
	number, behind := splitNumber(text)
	fault := NoFault
	switch {
	case number == "":
		return typ.Zero(), noNumber
	case behind != "":
		fault = moreBehind
	}
	if types.IsYear(typ) {
		return number, fault // of which two digits mean another year as a text
	}
	f, err := strconv.ParseFloat(number, 64)
	if types.IsFloat(typ) {
		if err != nil || typ.Type() == sqltypes.Float32 && math.Abs(f) > math.MaxFloat32 {
			return largest(typ, f < 0), outOfRange
		}
		return f, fault
	}
	// What is written in full is taken exactly; what is left is beyond any column, or next to 0.
	const longest, widest = 400, 80
	exact := len(number) <= longest && (f == 0 || math.Abs(math.Log10(math.Abs(f))) < widest)
	switch {
	case math.IsInf(f, 0) || !exact && math.Abs(f) > 1:
		return largest(typ, f < 0), outOfRange
	case !exact || f == 0:
		return typ.Zero(), fault
	}
	d, err := decimal.NewFromString(strings.TrimPrefix(number, "+"))
	if err != nil {
		return typ.Zero(), noNumber
	}
	if v, in := exactIn(typ, d); !in {
		return v, outOfRange
	}
	return roundedIn(typ, d), fault
}

// exactIn says whether a column has room for a number, and gives the nearest that it has.
func exactIn(typ sql.Type, d decimal.Decimal) (any, bool) {
	d = roundedIn(typ, d)
	bound := largest(typ, d.IsNegative())
	limit, ok := bound.(decimal.Decimal)
	switch b := bound.(type) {
	case int64:
		limit, ok = decimal.NewFromInt(b), true
	case uint64:
		limit, ok = decimal.NewFromUint64(b), true
	}
	return bound, !ok || d.Abs().LessThanOrEqual(limit.Abs())
}

// roundedIn is a number with the digits that a column keeps behind the point.
func roundedIn(typ sql.Type, d decimal.Decimal) decimal.Decimal {
	if t, ok := typ.(sql.DecimalType); ok {
		return d.Round(int32(t.Scale()))
	}
	return d.Round(0)
}

// TakeNumber is what a column of numbers takes a value for, and MySQL's error if that is
// not the value and sql_mode is strict; else it warns.
func TakeNumber(ctx *sql.Context, typ sql.Type, v any, ignore bool, column string, row int64) (any, *mysql.SQLError) {
	if whole, err := sql.UnwrapAny(ctx, v); err == nil { // else the engine finds it, too
		v = whole
	}
	text, isText := v.(string)
	if bytes, ok := v.([]byte); ok {
		text, isText = string(bytes), true
	}
	var taken any
	var fault textFault
	if isText {
		taken, fault = NumberIn(typ, text)
	} else {
		taken, fault = NumberFrom(ctx, typ, v)
	}
	if fault == NoFault {
		return taken, nil
	}
	lenient := ignore || !sql.LoadSqlMode(ctx).Strict()
	failed := sqlerr.IncorrectNumber(typ, text, column, row)
	switch {
	case fault == outOfRange:
		failed = mysql.NewSQLError(mysql.ERWarnDataOutOfRange, "22003", "Out of range value for column '%s' at row %d", column, row)
	case fault == moreBehind && (types.IsInteger(typ) || types.IsYear(typ) || types.IsDecimal(typ) && lenient):
		failed = mysql.NewSQLError(sqlerr.ERDataTruncated, "01000", "Data truncated for column '%s' at row %d", column, row)
	}
	if lenient {
		ctx.Warn(failed.Num, "%s", failed.Message)
		return taken, nil
	}
	return taken, failed
}

// NumberFrom is a value that is no text as a column of numbers takes it. What has no number is
// left to the engine.
func NumberFrom(ctx *sql.Context, typ sql.Type, v any) (any, textFault) {
	if types.IsDecimal(typ) {
		d, _, err := types.InternalDecimalType.Convert(ctx, v)
		if d, ok := d.(decimal.Decimal); ok && err == nil {
			if bound, in := exactIn(typ, d); !in {
				return bound, outOfRange
			}
		}
		return v, NoFault
	}
	if _, in, err := typ.Convert(ctx, v); err != nil || in == sql.InRange {
		return v, NoFault
	}
	f, _, err := types.Float64.Convert(ctx, v)
	if f, ok := f.(float64); ok && err == nil {
		return largest(typ, f < 0), outOfRange
	}
	return v, NoFault
}

// largest is the number of a type that is furthest from 0, to one side.
func largest(typ sql.Type, negative bool) any {
	signed := func(bits int) any {
		if negative {
			return int64(-1) << (bits - 1)
		}
		return int64(1)<<(bits-1) - 1
	}
	unsigned := func(bits int) any {
		if negative {
			return uint64(0)
		}
		return uint64(math.MaxUint64) >> (64 - bits)
	}
	sign := func(f float64) any {
		if negative {
			return -f
		}
		return f
	}
	switch typ.Type() {
	case sqltypes.Int8:
		return signed(8)
	case sqltypes.Int16:
		return signed(16)
	case sqltypes.Int24:
		return signed(24)
	case sqltypes.Int32:
		return signed(32)
	case sqltypes.Int64:
		return signed(64)
	case sqltypes.Uint8:
		return unsigned(8)
	case sqltypes.Uint16:
		return unsigned(16)
	case sqltypes.Uint24:
		return unsigned(24)
	case sqltypes.Uint32:
		return unsigned(32)
	case sqltypes.Uint64:
		return unsigned(64)
	case sqltypes.Float32:
		return sign(math.MaxFloat32)
	case sqltypes.Float64:
		return sign(math.MaxFloat64)
	}
	if t, ok := typ.(sql.DecimalType); ok {
		nines := decimal.New(1, int32(t.Precision())).Sub(decimal.New(1, 0)).Shift(-int32(t.Scale()))
		if negative {
			return nines.Neg()
		}
		return nines
	}
	return typ.Zero()
}
