package builtin

import (
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/operand"
)

// The engine's CURDATE() is a text, and of the server's time zone; its CURTIME() has no
// fraction, whatever it is asked for; its UTC_TIMESTAMP() has always one.

// currentFunction is one of them: of when the statement began, in the session's time zone.
func currentFunction(name string) sql.Function {
	return sql.FunctionN{Name: name, Fn: func(args ...sql.Expression) (sql.Expression, error) {
		f := &operand.ScalarFunction{Name: name, Most: 1}
		switch name {
		case "curdate", "current_date":
			f.Most, f.Typ, f.Lazy = 0, types.Date, currentDate
		case "curtime", "current_time":
			f.Typ, f.Lazy = types.Time, currentTime
		default:
			f.Typ, f.Lazy = types.Datetime, utcMoment
			if len(args) > 0 && !operand.IsZero(args[0]) {
				f.Typ = types.DatetimeMaxPrecision
			}
		}
		return f.Instance(args...)
	}}
}

func currentDate(ctx *sql.Context, _ sql.Row, _ []sql.Expression) (any, error) {
	t, err := sessionMoment(ctx)
	return dayOf(t), err
}

func currentTime(ctx *sql.Context, row sql.Row, args []sql.Expression) (any, error) {
	step, err := secondStep(ctx, row, args, "curtime")
	if err != nil {
		return nil, err
	}
	t, err := sessionMoment(ctx)
	return types.Timespan(t.Sub(dayOf(t)).Truncate(step).Microseconds()), err
}

func utcMoment(ctx *sql.Context, row sql.Row, args []sql.Expression) (any, error) {
	step, err := secondStep(ctx, row, args, "utc_timestamp")
	return ctx.QueryTime().UTC().Truncate(max(step, time.Microsecond)), err
}

// sessionMoment is when the statement began, as clocks of the session's time zone show it.
func sessionMoment(ctx *sql.Context) (time.Time, error) {
	zone, err := function.SessionTimeZone(ctx)
	if err != nil {
		return time.Time{}, err
	}
	t, ok := sql.ConvertTimeZone(ctx.QueryTime(), sql.SystemTimezoneOffset(), zone)
	if !ok {
		return time.Time{}, sql.ErrInvalidTimeZone.New(zone)
	}
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC), nil
}

func dayOf(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

// secondStep is the last digit behind the seconds that a function is asked for.
func secondStep(ctx *sql.Context, row sql.Row, args []sql.Expression, name string) (time.Duration, error) {
	digits := int64(0)
	if len(args) > 0 {
		v, err := operand.Stored(args[0]).Eval(ctx, row)
		if err != nil {
			return 0, err
		}
		if digits, err = operand.AsInteger(ctx, v); err != nil {
			return 0, err
		}
	}
	if digits < 0 || digits > operand.Microseconds {
		return 0, mysql.NewSQLError(1426, "42000", "Too-big precision %d specified for '%s'. Maximum is %d.", digits, strings.ToLower(name), operand.Microseconds)
	}
	return operand.LeastSpan(int(digits)), nil
}
