package rewrite

import (
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// utcFunctions are UTC_DATE() and UTC_TIME(), of when the statement began.
var utcFunctions = []*scalarFunction{
	{name: "utc_date", typ: types.Date, eval: utcDate},
	{name: "utc_time", most: 1, typ: types.Time, eval: utcTime},
}

func utcDate(ctx *sql.Context, _ []any) (any, error) {
	return ctx.QueryTime().UTC().Truncate(24 * time.Hour), nil
}

// utcTime has as many digits behind its seconds as it is asked for.
func utcTime(ctx *sql.Context, args []any) (any, error) {
	const mostDigits = 6
	digits := int64(0)
	if len(args) > 0 {
		v, _, err := types.Int64.Convert(ctx, args[0])
		if err != nil {
			return nil, err
		}
		if digits = v.(int64); digits < 0 || digits > mostDigits {
			return nil, function.ErrTooHighPrecision.New(digits, "utc_time", mostDigits)
		}
	}
	step := time.Second
	for range digits {
		step /= 10
	}
	now := ctx.QueryTime().UTC()
	return types.Timespan(now.Sub(now.Truncate(24 * time.Hour)).Truncate(step).Microseconds()), nil
}
