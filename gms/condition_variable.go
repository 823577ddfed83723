package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// conditionCounts are how many conditions the statement before has raised.
type conditionCounts struct {
	all, errors uint64
	// told: the statement before has read them, and does not count for itself.
	told bool
}

// take counts what a session has as a statement begins, before the engine throws it away.
func (c *conditionCounts) take(session sql.Session) {
	list := session.Warnings()
	if len(list) == 0 && c.told {
		c.told = false
		return
	}
	*c = conditionCounts{all: uint64(len(list))}
	for _, w := range list {
		if w.Level == "Error" {
			c.errors++
		}
	}
}

// conditionVariable is @@warning_count or @@error_count, which has a value of the session
// alone, and of what came before the statement that asks.
type conditionVariable struct {
	*sql.MysqlSystemVariable
	errors bool
}

func conditionVariables() []sql.SystemVariable {
	of := func(name string, errors bool) sql.SystemVariable {
		return &conditionVariable{&sql.MysqlSystemVariable{
			Name: name, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Session),
			Type: types.NewSystemUintType(name, 0, 1<<64-1), Default: uint64(0),
		}, errors}
	}
	return []sql.SystemVariable{of("warning_count", false), of("error_count", true)}
}

// GetSessionScope implements sql.SystemVariable.
func (v *conditionVariable) GetSessionScope() sql.SystemVariableScope {
	return conditionScope{v.Scope, v.errors}
}

// declaredVariable is a variable as it is declared; false of one that is another's than
// MySQL's.
func declaredVariable(v sql.SystemVariable) (*sql.MysqlSystemVariable, bool) {
	if c, ok := v.(*conditionVariable); ok {
		return c.MysqlSystemVariable, true
	}
	declared, ok := v.(*sql.MysqlSystemVariable)
	return declared, ok
}

// conditionScope is where such a variable has its value.
type conditionScope struct {
	*sql.MysqlScope
	errors bool
}

// GetValue implements sql.SystemVariableScope.
func (s conditionScope) GetValue(ctx *sql.Context, _ string, _ sql.CollationID) (any, error) {
	x := runningOf(ctx)
	if x == nil {
		return uint64(0), nil
	}
	c := &x.connection.conditions
	c.told = true
	if s.errors {
		return c.errors, nil
	}
	return c.all, nil
}

// SetValue implements sql.SystemVariableScope.
func (conditionScope) SetValue(_ *sql.Context, name string, _ any) error {
	return sql.ErrSystemVariableReadOnly.New(name)
}
