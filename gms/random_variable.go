package gms

import (
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/dialect/function"
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
		return livingNumber(name, func(*sql.Context) uint64 { return 0 }, func(ctx *sql.Context, n uint64) {
			if r := sessionRandom(ctx); r != nil {
				r.SetSeed(seed, n)
			}
		})
	}
	return []sql.SystemVariable{of("rand_seed1", 0), of("rand_seed2", 1)}
}
