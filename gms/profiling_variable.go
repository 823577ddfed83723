package gms

import (
	"context"
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/shopspring/decimal"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/record"
)

const (
	profilingName        = "profiling"
	profilingHistoryName = "profiling_history_size"
	profilingScopeName   = "profiling_scope"
	haveProfilingName    = "have_profiling"

	profilingWaitTimerName = "profiling_wait_timer"

	warnDeprecated = 1287
	warnTruncated  = 1292
)

// installProfilingVariables declares @@profiling, @@profiling_history_size,
// @@have_profiling, @@profiling_scope, @@profiling_wait_timer and @@profiling_show_databases. A session that
// sets one tells its connection.
func installProfilingVariables(on bool, waitTimer string) {
	have := "NO"
	if on {
		have = "YES"
	}
	both := sql.GetMysqlScope(sql.SystemVariableScope_Both)
	sql.SystemVariables.AddSystemVariables([]sql.SystemVariable{
		&sql.MysqlSystemVariable{
			Name: profilingName, Scope: both, Dynamic: true, Type: notNull{types.NewSystemBoolType(profilingName), profilingName}, Default: int8(0),
			NotifyChanged: func(ctx *sql.Context, scope sql.SystemVariableScope, v sql.SystemVarValue) error {
				deprecated(ctx, profilingName)
				if conn := sessionConnection(ctx, scope); conn != nil {
					was := conn.profiling.on
					conn.profiling.switchOn(conn.thread, v.Val == int8(1))
					if was != conn.profiling.on {
						conn.profiling.profiler.Discard()
					}
				}
				return nil
			},
		},
		&sql.MysqlSystemVariable{
			Name: profilingHistoryName, Scope: both, Dynamic: true, Default: int64(perfschema.DefaultProfilingHistory),
			Type: clampedInt{types.NewSystemIntType(profilingHistoryName, 0, perfschema.MaxProfilingHistory, false), profilingHistoryName, perfschema.MaxProfilingHistory},
			NotifyChanged: func(ctx *sql.Context, scope sql.SystemVariableScope, v sql.SystemVarValue) error {
				if x := runningOf(ctx); x != nil && x.plan.clamped {
					x.plan.clamped = false // Convert has told of both
				} else {
					deprecated(ctx, profilingHistoryName)
				}
				if conn := sessionConnection(ctx, scope); conn != nil {
					if n, ok := v.Val.(int64); ok {
						// The size must hold before profiling is switched on too.
						conn.thread.StageProfiler().SetHistorySize(int(n))
					}
				}
				return nil
			},
		},
		&sql.MysqlSystemVariable{
			Name: profilingScopeName, Scope: both, Dynamic: true, Default: "STATEMENT",
			Type: types.NewSystemEnumType(profilingScopeName, "STATEMENT", "PROCESS"),
			NotifyChanged: func(ctx *sql.Context, scope sql.SystemVariableScope, v sql.SystemVarValue) error {
				if conn := sessionConnection(ctx, scope); conn != nil {
					conn.profiling.scope = profileScope(fmt.Sprint(v.Val))
				}
				return nil
			},
		},
		&sql.MysqlSystemVariable{
			Name: haveProfilingName, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Global),
			Type: types.NewSystemStringType(haveProfilingName), Default: have,
		},
		&sql.MysqlSystemVariable{
			Name: profilingWaitTimerName, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Global),
			Type: types.NewSystemStringType(profilingWaitTimerName), Default: waitTimer,
		},
		showDatabasesVariable(),
	})
}

func profileScope(v string) record.ProfileScope {
	if strings.EqualFold(v, "PROCESS") {
		return record.ProfileProcess
	}
	return record.ProfileStatement
}

// sessionConnection is the connection of a session that sets a variable of its
// own; nil for a global one.
func sessionConnection(ctx *sql.Context, scope sql.SystemVariableScope) *connection {
	if ctx == nil || scope != nil && scope.IsGlobalOnly() {
		return nil
	}
	return connectionOf(ctx)
}

func globalVariable(name string) any {
	_, v, _ := sql.SystemVariables.GetGlobal(name)
	return v
}

// deprecated warns, as MySQL does, of a variable that will go.
func deprecated(ctx *sql.Context, variable string) {
	warn(ctx, warnDeprecated, "'@@%s' is deprecated and will be removed in a future release.", variable)
}

// warn adds a warning of the running statement. The engine keeps those of the
// statement before, which go with the first.
func warn(ctx *sql.Context, code int, format string, args ...any) {
	if ctx != nil && ctx.Session != nil {
		if x := executionOf(ctx); x != nil && !x.plan.warned {
			x.plan.warned = true
			ctx.ClearWarnings()
		}
		ctx.Session.Warn(&sql.Warning{Level: "Warning", Code: code, Message: fmt.Sprintf(format, args...)})
	}
}

// notNull is a type that names NULL in its error as MySQL does.
type notNull struct {
	sql.SystemVariableType
	name string
}

// Convert implements sql.Type.
func (t notNull) Convert(ctx context.Context, v any) (any, sql.ConvertInRange, error) {
	if v == nil {
		return nil, sql.InRange, mysql.NewSQLError(sqlerr.ERWrongValue, sqlerr.StateAccess, "Variable '%s' can't be set to the value of 'NULL'", t.name)
	}
	return t.SystemVariableType.Convert(ctx, v)
}

// clampedInt is an integer variable from 0 up that takes the nearest value it
// can have, with a warning.
type clampedInt struct {
	sql.SystemVariableType
	name    string
	highest int64
}

// Convert implements sql.Type.
func (t clampedInt) Convert(ctx context.Context, v any) (any, sql.ConvertInRange, error) {
	n, ok := wholeNumber(v)
	if !ok {
		return nil, sql.InRange, mysql.NewSQLError(errWrongType, sqlerr.StateAccess, "Incorrect argument type to variable '%s'", t.name)
	}
	if near := min(max(n, 0), t.highest); near != n {
		if c, ok := ctx.(*sql.Context); ok {
			if x := runningOf(c); x != nil { // MySQL tells of this first
				deprecated(c, t.name)
				x.plan.clamped = true
			}
			warn(c, warnTruncated, "Truncated incorrect %s value: '%v'", t.name, v)
		}
		n = near
	}
	return n, sql.InRange, nil
}

// errWrongType is ER_WRONG_TYPE_FOR_VAR.
const errWrongType = 1232

func wholeNumber(v any) (int64, bool) {
	if _, isDecimal := v.(decimal.Decimal); isDecimal {
		return 0, false
	}
	if f, isFloat := v.(float64); isFloat {
		return int64(f), f == float64(int64(f))
	}
	if _, isText := v.(string); isText || v == nil {
		return 0, false
	}
	n, _, err := types.Int64.Convert(context.Background(), v)
	if err != nil {
		return 0, false
	}
	i, ok := n.(int64)
	return i, ok
}
