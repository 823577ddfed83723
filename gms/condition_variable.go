package gms

import "github.com/dolthub/go-mysql-server/sql"

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

// conditionVariables are @@warning_count and @@error_count, which have values of the session
// alone, and of what came before the statement that asks.
func conditionVariables() []sql.SystemVariable {
	of := func(name string, errors bool) sql.SystemVariable {
		v := sessionNumber(name)
		return &livingVariable{v, conditionScope{v.Scope, errors}}
	}
	return []sql.SystemVariable{of("warning_count", false), of("error_count", true)}
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
