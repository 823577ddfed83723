package sysvar

import "github.com/dolthub/go-mysql-server/sql"

// Conditions are how many conditions the statement before has raised.
type Conditions struct {
	all, errors uint64
	// told: the statement before has read them, and does not count for itself.
	told bool
}

// Take counts what a session has as a statement begins, before the engine throws it away.
func (c *Conditions) Take(session sql.Session) {
	list := session.Warnings()
	if len(list) == 0 && c.told {
		c.told = false
		return
	}
	*c = Conditions{all: uint64(len(list))}
	for _, w := range list {
		if w.Level == "Error" {
			c.errors++
		}
	}
}

// ConditionVariables are @@warning_count and @@error_count, which have values of the session
// alone, and of what came before the statement that asks. session returns the counts of the
// session whose statement runs, nil if none does.
func ConditionVariables(session func(*sql.Context) *Conditions) []sql.SystemVariable {
	of := func(name string, count func(c *Conditions) uint64) sql.SystemVariable {
		return livingNumber(name, func(ctx *sql.Context) uint64 {
			c := session(ctx)
			if c == nil {
				return 0
			}
			c.told = true
			return count(c)
		}, nil)
	}
	return []sql.SystemVariable{
		of("warning_count", func(c *Conditions) uint64 { return c.all }),
		of("error_count", func(c *Conditions) uint64 { return c.errors }),
	}
}
