package sysvar

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// ReplicaMode is @@pseudo_replica_mode, of a session that replays a binary log: it has
// the value of its older name.
func ReplicaMode() sql.SystemVariable {
	const name, older = "pseudo_replica_mode", "pseudo_slave_mode"
	return living(name, types.NewSystemBoolType(name), int8(0),
		func(ctx *sql.Context) (any, error) { return ctx.GetSessionVariable(ctx, older) },
		func(ctx *sql.Context, on any) error { return ctx.SetSessionVariable(ctx, older, on) })
}
