package gms

import "github.com/dolthub/go-mysql-server/sql"

// statementIDVariable is @@statement_id, the number of the statement that reads it.
func statementIDVariable() sql.SystemVariable {
	return livingNumber("statement_id", func(ctx *sql.Context) uint64 {
		if x := runningOf(ctx); x != nil {
			if id := x.connection.thread.RunningStatementID(); id != 0 {
				return id
			}
		}
		return ctx.Pid() // nothing counts statements but the engine
	}, nil)
}
