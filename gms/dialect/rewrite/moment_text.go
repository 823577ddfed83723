package rewrite

import (
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/moment"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// The engine reads fewer forms of dates and times than MySQL: no days before a TIME, no years
// of two digits, no marks but its own. So texts in such forms are read here, wherever one
// becomes a date or a time.

// takesMoments reports whether a type is one of dates or times.
func takesMoments(t sql.Type) bool { return types.IsTime(t) || types.IsTimespan(t) }

// warnDelimiter and warnSpaces are ER_WARN_DEPRECATED_DATETIME_DELIMITER and its like for
// spaces.
const (
	warnDelimiter = 4095
	warnSpaces    = 4096
)

// zoneOf returns the session's time zone, UTC if that is not known: the engine evaluates literals
// without a session where it asks for the digits of their seconds.
func zoneOf(ctx *sql.Context) *time.Location {
	if ctx == nil || ctx.Session == nil {
		return time.UTC
	}
	zone, err := function.SessionTimeZone(ctx)
	if err != nil {
		return time.UTC
	}
	if at, ok := sql.ConvertTimeZone(time.Unix(0, 0).UTC(), "+00:00", zone); ok && zone != "" && (zone[0] == '+' || zone[0] == '-') {
		return time.FixedZone(zone, int(at.Unix()))
	}
	if l, err := time.LoadLocation(zone); err == nil {
		return l
	}
	return time.UTC
}

// zoneFor returns the session's time zone if a text has one, which is moved into it; nil for
// other texts: a named zone is read from a file.
func zoneFor(ctx *sql.Context, text string) *time.Location {
	if !moment.Zoned(text) {
		return nil
	}
	return zoneOf(ctx)
}

// momentOfText returns a text in a type of dates or times, or nil where the engine reads the
// text as MySQL does, or refuses it. fault is ERWarnDataOutOfRange or ERTruncatedWrongValue of
// a TIME that MySQL refuses in a strict sql_mode.
func momentOfText(ctx *sql.Context, typ sql.Type, text string) (v any, note moment.Note, fault int) {
	clock := types.IsTimespan(typ)
	if moment.Usual(text, clock) && !clock {
		return nil, moment.Plain, 0
	}
	if clock {
		micros, note, _, in, ok := moment.Time(text, zoneFor(ctx, text))
		switch {
		case !ok:
			return nil, note, mysql.ERTruncatedWrongValue
		case !in:
			return types.Timespan(micros), note, mysql.ERWarnDataOutOfRange
		}
		return types.Timespan(micros), note, 0
	}
	at, _, note, ok := moment.Datetime(text, zoneFor(ctx, text))
	if !ok {
		return nil, note, 0
	}
	taken, in, err := typ.Convert(ctx, at)
	if err != nil || in != sql.InRange {
		return nil, note, 0
	}
	return taken, note, 0
}

// TakeMoment returns a value as a column or a variable of dates or times takes it. What is no
// text comes back as it is, and so does a text that is left to the engine.
func TakeMoment(ctx *sql.Context, typ sql.Type, v any, ignore bool, column string, row int64) (any, error) {
	whole, err := sql.UnwrapAny(ctx, v)
	if err != nil {
		return v, err
	}
	text, ok := whole.(string)
	if !ok {
		return v, nil
	}
	taken, note, fault := momentOfText(ctx, typ, text)
	if taken == nil && !types.IsTimespan(typ) && !ignore && moment.IsZero(text) && refusesZero(ctx) {
		return nil, sqlerr.Value(types.ErrConvertingToTime.New(text), &sql.Column{Name: column, Type: typ}, text, row)
	}
	if fault != 0 {
		lenient := ignore || !sql.LoadSqlMode(ctx).Strict()
		switch {
		case !lenient:
			return nil, sqlerr.Value(types.ErrConvertingToTimeType.New(text), &sql.Column{Name: column, Type: typ}, text, row)
		case taken != nil:
			ctx.Warn(mysql.ERWarnDataOutOfRange, "Out of range value for column '%s' at row %d", column, row)
			return taken, nil
		}
	}
	if taken == nil {
		if _, _, err := typ.Convert(ctx, text); err != nil && !ignore && sql.LoadSqlMode(ctx).Strict() {
			if told := sqlerr.Value(err, &sql.Column{Name: column, Type: typ}, text, row); told != nil {
				return nil, told
			}
		}
		return v, nil
	}
	switch note {
	case moment.Delimiter:
		ctx.Warn(warnDelimiter, "Delimiter in a date or time of '%s' in column '%s' at row %d is deprecated.", text, column, row)
	case moment.Spaces:
		ctx.Warn(warnSpaces, "Superfluous delimiters or spaces of '%s' in column '%s' at row %d are deprecated.", text, column, row)
	}
	return taken, nil
}

// isUsualMoment reports whether the engine reads what an expression gives as MySQL does.
func isUsualMoment(typ sql.Type, e sql.Expression) bool {
	switch e := e.(type) {
	case *expression.Literal:
		text, ok := e.Value().(string)
		return !ok || moment.Usual(text, types.IsTimespan(typ))
	case *expression.DefaultColumn, *sql.ColumnDefaultValue, *expression.BindVar, *assignedNumber:
		return true
	}
	return !e.Resolved() || !givesText(e)
}
