package gms

import (
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/internal/function"
)

// sessionRandom is the sequence of a session's RAND().
func sessionRandom(ctx *sql.Context) *function.Random {
	x := runningOf(ctx)
	if x == nil {
		return nil
	}
	at := &x.connection.random
	if r := at.Load(); r != nil {
		return r
	}
	at.CompareAndSwap(nil, function.NewRandom()) // the goroutines of a statement may be several
	return at.Load()
}

// randomVariables are rand_seed1 and rand_seed2, which SET gives a session that is to have the
// numbers of another. They are not to be read: as in MySQL they are 0.
func randomVariables() []sql.SystemVariable {
	of := func(name string, seed int) sql.SystemVariable {
		v := sessionNumber(name)
		v.Dynamic = true
		return &livingVariable{v, randomScope{v.Scope, v, seed}}
	}
	return []sql.SystemVariable{of("rand_seed1", 0), of("rand_seed2", 1)}
}

// randomScope is where such a variable has its value.
type randomScope struct {
	sql.SystemVariableScope
	variable *sql.MysqlSystemVariable
	seed     int
}

// GetValue implements sql.SystemVariableScope.
func (randomScope) GetValue(*sql.Context, string, sql.CollationID) (any, error) {
	return uint64(0), nil
}

// SetValue implements sql.SystemVariableScope.
func (s randomScope) SetValue(ctx *sql.Context, name string, value any) error {
	seed, _, err := s.variable.Type.Convert(ctx, value)
	n, ok := seed.(uint64)
	if err != nil {
		return err
	}
	if !ok {
		return sql.ErrInvalidSystemVariableValue.New(name, value)
	}
	if r := sessionRandom(ctx); r != nil {
		r.SetSeed(s.seed, n)
	}
	return nil
}
