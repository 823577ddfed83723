package sysvar

import "github.com/dolthub/go-mysql-server/sql"

// StatementID is @@statement_id, the number of the statement that reads it. running
// returns that number, 0 where nothing but the engine counts statements.
func StatementID(running func(*sql.Context) uint64) sql.SystemVariable {
	return livingNumber("statement_id", func(ctx *sql.Context) uint64 {
		if id := running(ctx); id != 0 {
			return id
		}
		return ctx.Pid()
	}, nil)
}
