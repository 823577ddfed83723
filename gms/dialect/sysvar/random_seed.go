package sysvar

import "github.com/dolthub/go-mysql-server/sql"

// RandomSeeds are rand_seed1 and rand_seed2, which SET gives a session that is to have the
// numbers of another. They are not to be read: as in MySQL they are 0. set gives the session a
// seed, the first as 0.
func RandomSeeds(set func(ctx *sql.Context, seed int, n uint64)) []sql.SystemVariable {
	of := func(name string, seed int) sql.SystemVariable {
		return livingNumber(name, func(*sql.Context) uint64 { return 0 }, func(ctx *sql.Context, n uint64) {
			set(ctx, seed, n)
		})
	}
	return []sql.SystemVariable{of("rand_seed1", 0), of("rand_seed2", 1)}
}
