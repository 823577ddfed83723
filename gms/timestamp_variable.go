package gms

import (
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// timestampVariable is @@timestamp, when the statement began: NOW() and its kin go by it, and
// a session that sets it, as who reads in a binary log does, has them stand still. With 0 or
// DEFAULT they go on.
func timestampVariable() sql.SystemVariable {
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
			if x := runningOf(ctx); x != nil {
				x.connection.moment = moment
			}
			if moment.IsZero() {
				moment = sql.Now()
			}
			ctx.SetQueryTime(moment) // the next statement of a program has the same context
			return nil
		})
}

// keepMoment has a statement begin when the session's @@timestamp says.
func (conn *connection) keepMoment(ctx *sql.Context) {
	if !conn.moment.IsZero() {
		ctx.SetQueryTime(conn.moment)
	}
}
