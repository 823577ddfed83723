package sysvar

import (
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// PersistDefaults writes the default of a variable where SET PERSIST or PERSIST_ONLY says
// DEFAULT, which the engine refuses: it is persisted as any other value. What has no default is
// left to the engine's error.
func PersistDefaults(ctx *sql.Context, set *sqlparser.Set) {
	for _, e := range set.Exprs {
		if _, ok := e.Expr.(*sqlparser.Default); !ok {
			continue
		}
		named, scope, _, err := sqlparser.VarScopeForColName(e.Name)
		if scope == sqlparser.SetScope_None || scope == "" {
			scope = e.Scope
		}
		if err != nil || scope != sqlparser.SetScope_Persist && scope != sqlparser.SetScope_PersistOnly {
			continue
		}
		if v, err := ctx.GetSessionVariableDefault(ctx, strings.ToLower(named.Name.String())); err == nil {
			e.Expr = literalOf(v)
		}
	}
}

// literalOf is a value as a statement has it.
func literalOf(v any) sqlparser.Expr {
	switch v := v.(type) {
	case nil:
		return &sqlparser.NullVal{}
	case string:
		return sqlparser.NewStrVal([]byte(v))
	case []byte:
		return sqlparser.NewStrVal(v)
	case bool:
		if v {
			return sqlparser.NewIntVal([]byte("1"))
		}
		return sqlparser.NewIntVal([]byte("0"))
	case float32, float64:
		return sqlparser.NewFloatVal(fmt.Append(nil, v))
	}
	return sqlparser.NewIntVal(fmt.Append(nil, v))
}
