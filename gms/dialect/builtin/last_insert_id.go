package builtin

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/operand"
)

// lastInsertID gives the session's id, or what it is given, which is the session's from then on
// and that of the statement that is running. The engine panics at NULL.
func (c *correctedCall) lastInsertID(ctx *sql.Context, row sql.Row) (any, error) {
	last := &ctx.GetLastQueryInfo().LastInsertId
	given := c.Children()
	if len(given) == 0 {
		return uint64(last.Load()), nil
	}
	v, err := given[0].Eval(ctx, row)
	if err != nil {
		return nil, err //nolint:wrapcheck // the argument's own
	}
	id := int64(0)
	if v != nil {
		n, _, err := types.Int64.Convert(ctx, v)
		if err != nil {
			u, _, failed := types.Uint64.Convert(ctx, v)
			if failed != nil {
				return nil, err //nolint:wrapcheck // the engine's own
			}
			n = int64(u.(uint64))
		}
		id = n.(int64)
	}
	last.Store(id)
	if of, ok := ctx.Value(operand.ChangeKey{}).(operand.Change); ok {
		of.GivesID(ctx)
	}
	if v == nil {
		return nil, nil
	}
	return uint64(id), nil
}
