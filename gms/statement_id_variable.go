package gms

import "github.com/dolthub/go-mysql-server/sql"

// statementIDVariable is @@statement_id, the number of the statement that reads it.
func statementIDVariable() sql.SystemVariable {
	v := sessionNumber("statement_id")
	return &livingVariable{v, statementIDScope{v.Scope}}
}

// statementIDScope is where it has its value.
type statementIDScope struct{ sql.SystemVariableScope }

// GetValue implements sql.SystemVariableScope.
func (statementIDScope) GetValue(ctx *sql.Context, _ string, _ sql.CollationID) (any, error) {
	if x := runningOf(ctx); x != nil {
		if id := x.connection.thread.RunningStatementID(); id != 0 {
			return id, nil
		}
	}
	return ctx.Pid(), nil // nothing counts statements but the engine
}

// SetValue implements sql.SystemVariableScope.
func (statementIDScope) SetValue(_ *sql.Context, name string, _ any) error {
	return sql.ErrSystemVariableReadOnly.New(name)
}
