package sysvar

import (
	"context"
	"math"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// selectLimit is sql_select_limit with MySQL's default. Clients set it to that number, where
// the engine, whose own is 2^31-1, has it for a limit below 0.
func selectLimit() *sql.MysqlSystemVariable {
	const name = "sql_select_limit"
	return &sql.MysqlSystemVariable{
		Name: name, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Both), Dynamic: true, SetVarHintApplies: true,
		Type: limitType{types.NewSystemUintType(name, 0, math.MaxUint64)}, Default: uint64(math.MaxUint64),
	}
}

// limitType takes a limit that the engine cannot count to for none.
type limitType struct{ sql.SystemVariableType }

// Declared is the type of a number that it is told of as.
func (t limitType) Declared() sql.Type { return t.SystemVariableType }

// Convert implements sql.Type.
func (t limitType) Convert(ctx context.Context, v any) (any, sql.ConvertInRange, error) {
	value, in, err := t.SystemVariableType.Convert(ctx, v)
	if n, ok := value.(uint64); ok && n > math.MaxInt64 {
		value = uint64(math.MaxUint64)
	}
	return value, in, err //nolint:wrapcheck // the engine's own
}
