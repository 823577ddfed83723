package gms

import (
	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/sql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/status"
	"github.com/perfschema/perfschema/gms/internal/timelimit"
)

// timeLimitVariable is @@max_execution_time. A session that sets it tells its connection.
func timeLimitVariable() sql.SystemVariable {
	return timelimit.Declaration(func(ctx *sql.Context, scope sql.SystemVariableScope, milliseconds uint64) {
		if conn := sessionConnection(ctx, scope); conn != nil {
			conn.timeLimit.Store(milliseconds)
		}
	})
}

// limitTime begins to measure the time of a statement that may not take for ever: a
// SELECT, while the session has a limit or it has a hint. text begins with it.
func (x *execution) limitTime(ctx *sql.Context, text string) *sql.Context {
	of := x.connection.timeLimit.Load()
	if of == 0 && !timelimit.MayHint(text) || x.limit != nil || x.phase != phaseStarting || ctx.IsInterpreted() {
		return ctx
	}
	l := x.connection.adapter
	if of = timelimit.Of(text, of, func(name string) (ast.Statement, bool) {
		if l.statements.cache == nil {
			return nil, false
		}
		return l.statements.cache.GetCachedStmt(ctx.Session.ID(), keptName(name))
	}); of != 0 {
		ctx, x.limit = timelimit.Begin(ctx, of, timelimit.Counts{Set: &x.connection.counts[status.TimeSet], Exceeded: &x.connection.counts[status.TimeExceeded]})
	}
	return ctx
}

// statements are what the engine has parsed for PREPARE and EXECUTE.
type statements struct {
	cache  *sqle.PreparedDataCache
	engine *sqle.Engine // that prepares them
}
