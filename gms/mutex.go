package gms

import "github.com/perfschema/perfschema"

// mutexKeys are the mutexes of the Adapter. That of the engine's status
// variables is left out: the process has one, and no Schema is its own.
type mutexKeys struct{ openConnections, userLocks, temporaryTables, helpers perfschema.MutexKey }

func registerMutexes(s *perfschema.Schema) (k mutexKeys) {
	k.openConnections = s.RegisterMutex("gms", perfschema.Info{
		Name: "open_connections", Volatility: perfschema.VolatilityPermanent,
		Documentation: "The connections of a listener, which are looked at for clients that have gone.",
	})
	k.userLocks = s.RegisterMutex("gms", perfschema.Info{
		Name: "user_locks", Flags: perfschema.FlagSingleton, Volatility: perfschema.VolatilityPermanent,
		Documentation: "The locks that sessions have by GET_LOCK().",
	})
	k.temporaryTables = s.RegisterMutex("gms", perfschema.Info{
		Name: "temporary_tables", Volatility: perfschema.VolatilitySession,
		Documentation: "The temporary tables that a connection has used.",
	})
	k.helpers = s.RegisterMutex("gms", perfschema.Info{
		Name: "statement_helpers", Volatility: perfschema.VolatilitySession,
		Documentation: "The Threads of the goroutines that help with a connection's statement.",
	})
	return k
}
