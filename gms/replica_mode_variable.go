package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// The variable of a session that replays a binary log has two names, and one value.
const pseudoReplicaMode, pseudoSlaveMode = "pseudo_replica_mode", "pseudo_slave_mode"

func replicaModeVariable() sql.SystemVariable {
	v := &sql.MysqlSystemVariable{
		Name: pseudoReplicaMode, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Session), Dynamic: true,
		Type: types.NewSystemBoolType(pseudoReplicaMode), Default: int8(0),
	}
	return &livingVariable{v, replicaModeScope{v.Scope, v}}
}

// replicaModeScope is where it has its value: in the older name's.
type replicaModeScope struct {
	sql.SystemVariableScope
	variable *sql.MysqlSystemVariable
}

// GetValue implements sql.SystemVariableScope.
func (replicaModeScope) GetValue(ctx *sql.Context, _ string, _ sql.CollationID) (any, error) {
	return ctx.GetSessionVariable(ctx, pseudoSlaveMode)
}

// SetValue implements sql.SystemVariableScope.
func (s replicaModeScope) SetValue(ctx *sql.Context, _ string, value any) error {
	on, _, err := s.variable.Type.Convert(ctx, value)
	if err != nil {
		return err // with this name
	}
	return ctx.SetSessionVariable(ctx, pseudoSlaveMode, on)
}
