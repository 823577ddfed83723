package builtin

import (
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/operand"
)

// utcFunctions are UTC_DATE() and UTC_TIME(), of when the statement began.
var utcFunctions = []*operand.ScalarFunction{
	{Name: "utc_date", Typ: types.Date, Eval: utcDate},
	{Name: "utc_time", Most: 1, Typ: types.Time, Lazy: utcTime},
}

func utcDate(ctx *sql.Context, _ []any) (any, error) {
	return ctx.QueryTime().UTC().Truncate(24 * time.Hour), nil
}

// utcTime has as many digits behind its seconds as it is asked for.
func utcTime(ctx *sql.Context, row sql.Row, args []sql.Expression) (any, error) {
	step, err := secondStep(ctx, row, args, "utc_time")
	if err != nil {
		return nil, err
	}
	now := ctx.QueryTime().UTC()
	return types.Timespan(now.Sub(dayOf(now)).Truncate(step).Microseconds()), nil
}
