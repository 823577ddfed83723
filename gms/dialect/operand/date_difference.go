package operand

import (
	"time"

	"github.com/dolthub/go-mysql-server/sql"
)

// daysBetween is DATEDIFF(), of which the engine gives 106,752 days at most, as many as a
// duration holds.
func (c *exactCall) daysBetween() exactness {
	args := c.Children()
	return exactness{nil, func(ctx *sql.Context, row sql.Row) (any, error) {
		var days [2]int64
		for i, e := range args {
			v, err := e.Eval(ctx, row)
			if err != nil || v == nil {
				return nil, err
			}
			if v, err = sql.UnwrapAny(ctx, v); err != nil {
				return nil, err
			}
			t, _, known, err := notes{}.moment(ctx, v, e.Type(), "datetime")
			if err != nil || !known {
				return nil, err
			}
			const day = 24 * 60 * 60
			days[i] = t.Truncate(day*time.Second).Unix() / day
		}
		return days[0] - days[1], nil
	}}
}
