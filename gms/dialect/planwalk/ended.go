package planwalk

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
)

// Ended is the error of a statement that is to end.
func Ended(ctx *sql.Context) error {
	if ctx == nil || ctx.Context == nil || ctx.Context.Err() == nil {
		return nil
	}
	return context.Cause(ctx)
}
