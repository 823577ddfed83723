package sysvar

import (
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// Timestamp is @@timestamp, when the statement began: NOW() and its kin go by it, and
// a session that sets it, as who reads in a binary log does, has them stand still. With 0 or
// DEFAULT they go on. keep has the session's next statements begin at a moment, or, if it is
// zero, when they do.
func Timestamp(keep func(ctx *sql.Context, moment time.Time)) sql.SystemVariable {
	const name, most = "timestamp", 1<<31 - 1
	return living(name, types.NewSystemDoubleType(name, 0, most), float64(0),
		func(ctx *sql.Context) (any, error) {
			const µs = 1e6
			return float64(ctx.QueryTime().UnixMicro()) / µs, nil
		},
		func(ctx *sql.Context, value any) error {
			seconds, ok := value.(float64)
			if !ok {
				return sql.ErrInvalidSystemVariableValue.New(name, value)
			}
			moment := time.Time{}
			if seconds > 0 {
				moment = time.UnixMicro(int64(seconds * 1e6))
			}
			keep(ctx, moment)
			if moment.IsZero() {
				moment = sql.Now()
			}
			ctx.SetQueryTime(moment) // the next statement of a program has the same context
			return nil
		})
}
