package builtin

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/moment"
	"github.com/perfschema/perfschema/gms/dialect/operand"
)

// The engine reads fewer forms of dates and times than MySQL: no days before a TIME, no years
// of two digits, no marks but its own. So texts in such forms are read here, wherever one
// becomes a date or a time.

// TakesMoments reports whether a type is one of dates or times.
func TakesMoments(t sql.Type) bool { return types.IsTime(t) || types.IsTimespan(t) }

// WarnDelimiter and warnSpaces are ER_WARN_DEPRECATED_DATETIME_DELIMITER and its like for
// spaces.
const (
	WarnDelimiter = 4095
	WarnSpaces    = 4096
)

// MomentOfText returns a text in a type of dates or times, or nil where the engine reads the
// text as MySQL does, or refuses it. fault is ERWarnDataOutOfRange or ERTruncatedWrongValue of
// a TIME that MySQL refuses in a strict sql_mode.
func MomentOfText(ctx *sql.Context, typ sql.Type, text string) (v any, note moment.Note, fault int) {
	clock := types.IsTimespan(typ)
	if moment.Usual(text, clock) && !clock {
		return nil, moment.Plain, 0
	}
	if clock {
		micros, note, _, in, ok := moment.Time(text, operand.ZoneFor(ctx, text))
		switch {
		case !ok:
			return nil, note, mysql.ERTruncatedWrongValue
		case !in:
			return types.Timespan(micros), note, mysql.ERWarnDataOutOfRange
		}
		return types.Timespan(micros), note, 0
	}
	at, _, note, ok := moment.Datetime(text, operand.ZoneFor(ctx, text))
	if !ok {
		return nil, note, 0
	}
	taken, in, err := typ.Convert(ctx, at)
	if err != nil || in != sql.InRange {
		return nil, note, 0
	}
	return taken, note, 0
}
