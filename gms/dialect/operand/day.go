package operand

import (
	"fmt"
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// IsZero reports whether e is the literal 0.
func IsZero(e sql.Expression) bool {
	l, ok := e.(*expression.Literal)
	if !ok {
		return false
	}
	n, ok := IntegerOf(l.Value())
	return ok && n == (Integer{})
}

// Days of MySQL's calendar, which counts from the year 0.
const (
	EpochDay    = 719_528 // 1970-01-01
	leastDay    = 366     // 0001-01-01, before which FROM_DAYS() gives zeros
	MostDay     = 3_652_424
	DaySeconds  = 24 * 60 * 60
	mostSeconds = 32_536_771_199 // of FROM_UNIXTIME(): 3001-01-18 23:59:59
)

// DateOfDay is a day's date; the engine's zeros for one before the year 1.
func DateOfDay(day int64) (t time.Time, ok bool) {
	if day < leastDay {
		return types.ZeroTime, true
	}
	return time.Unix((day-EpochDay)*DaySeconds, 0).UTC(), day <= MostDay
}

// formatTime is false for a format with parts of a date.
func formatTime(span types.Timespan, format string) (text string, ok bool) {
	µs, out := int64(span), strings.Builder{}
	if µs < 0 {
		µs = -µs
		out.WriteByte('-')
	}
	hour, minute, second := µs/3600e6, µs/60e6%60, µs/1e6%60
	const halfDay = 12
	twelve, half := (hour+halfDay-1)%halfDay+1, "AM"
	if hour%(2*halfDay) >= halfDay {
		half = "PM"
	}
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			out.WriteByte(format[i])
			continue
		}
		i++
		switch format[i] {
		case 'H':
			fmt.Fprintf(&out, "%02d", hour)
		case 'k':
			fmt.Fprintf(&out, "%d", hour)
		case 'h', 'I':
			fmt.Fprintf(&out, "%02d", twelve)
		case 'l':
			fmt.Fprintf(&out, "%d", twelve)
		case 'i':
			fmt.Fprintf(&out, "%02d", minute)
		case 's', 'S':
			fmt.Fprintf(&out, "%02d", second)
		case 'f':
			fmt.Fprintf(&out, "%06d", µs%1e6)
		case 'p':
			out.WriteString(half)
		case 'r':
			fmt.Fprintf(&out, "%02d:%02d:%02d %s", twelve, minute, second, half)
		case 'T':
			fmt.Fprintf(&out, "%02d:%02d:%02d", hour, minute, second)
		case '%':
			out.WriteByte('%')
		default:
			return "", false
		}
	}
	return out.String(), true
}
