package builtin

import (
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// EXTRACT() of the engine's reads a TIME as a moment of the Unix epoch: of one that is negative
// or longer than a day it gives the parts of another day.

// extractName is the function that stands for EXTRACT() of parts of a day; no statement names it
// by chance.
const extractName = "extract from"

// dayParts are the units that EXTRACT() reads of a time as well: the largest part and the
// smallest.
var dayParts = map[string][2]int{
	"hour": {hourPart, hourPart}, "minute": {minutePart, minutePart}, "second": {secondPart, secondPart}, "microsecond": {microsecondPart, microsecondPart},
	"day_hour": {dayPart, hourPart}, "day_minute": {dayPart, minutePart}, "day_second": {dayPart, secondPart}, "day_microsecond": {dayPart, microsecondPart},
	"hour_minute": {hourPart, minutePart}, "hour_second": {hourPart, secondPart}, "hour_microsecond": {hourPart, microsecondPart},
	"minute_second": {minutePart, secondPart}, "minute_microsecond": {minutePart, microsecondPart}, "second_microsecond": {secondPart, microsecondPart},
}

const (
	dayPart = iota
	hourPart
	minutePart
	secondPart
	microsecondPart
)

// extractPart is EXTRACT() of one of those units, whose name is the first argument.
func extractPart(ctx *sql.Context, row sql.Row, args []sql.Expression) (any, error) {
	name, ok := args[0].(*expression.Literal)
	if !ok {
		return nil, sql.ErrInvalidArgument.New(extractName)
	}
	text, _ := name.Value().(string)
	unit := dayParts[strings.ToLower(text)]
	v, dated, err := pointInTime(ctx, row, args[1])
	if err != nil || v == nil {
		return nil, err
	}
	var parts [microsecondPart + 1]int64
	sign := int64(1)
	switch v := v.(type) {
	case types.Timespan: // whose days are hours
		n := int64(v)
		if n < 0 {
			sign, n = -1, -n
		}
		parts = [...]int64{0, n / 3_600_000_000, n / 60_000_000 % 60, n / 1_000_000 % 60, n % 1_000_000}
	case time.Time:
		if dated {
			parts = [...]int64{int64(v.Day()), int64(v.Hour()), int64(v.Minute()), int64(v.Second()), int64(v.Nanosecond() / 1000)}
		}
	default:
		return nil, nil
	}
	out := int64(0)
	for part := unit[0]; part <= unit[1]; part++ {
		if part == microsecondPart {
			out *= 1_000_000
		} else {
			out *= 100
		}
		out += parts[part]
	}
	return sign * out, nil
}
