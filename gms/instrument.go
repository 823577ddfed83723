package gms

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/kind"
)

// instruments are the keys of everything the statement life cycle records.
type instruments struct {
	connection, helper perfschema.ThreadKey
	// sql and com are the statement classes by the last part of their name.
	sql, com map[string]perfschema.StatementKey
	failed   perfschema.StatementKey // statement/sql/error
	execute  perfschema.StatementKey // statement/com/Execute, the most frequent of com
	sp       programKeys
	stages   stageKeys
	mutexes  mutexKeys
	sleeping *perfschema.CondInstance
}

func registerInstruments(s *perfschema.Schema) *instruments {
	in := &instruments{}
	in.connection = s.RegisterThread("sql", perfschema.Info{
		Name: "one_connection", Flags: perfschema.FlagUser,
		Documentation: "a client connection",
	})
	in.helper = s.RegisterThread("sql", perfschema.Info{
		Name: "statement_helper", Flags: perfschema.FlagUser,
		Documentation: "what a statement does beside reading rows: sending them, grouping them",
	})
	in.sql = registerStatements(s, "sql", kind.All)
	in.com = registerStatements(s, "com", comStatements)
	in.failed, in.execute = in.sql["error"], in.com["Execute"]
	in.sp = registerPrograms(s)
	in.stages = registerStages(s)
	in.mutexes = registerMutexes(s)
	in.sleeping = registerSleep(s)
	return in
}

func registerStatements(s *perfschema.Schema, category string, names []string) map[string]perfschema.StatementKey {
	byName := make(map[string]perfschema.StatementKey, len(names))
	for _, name := range names {
		byName[name] = s.RegisterStatement(category, perfschema.Info{Name: name})
	}
	return byName
}

// comStatements are MySQL's statement/com/* instruments: one a command of the
// client protocol.
var comStatements = []string{
	"Sleep", "Quit", "Init DB", "Query", "Field List", "Statistics", "Connect", "Debug", "Ping", "Time",
	"Delayed insert", "Change user", "Binlog Dump", "Table Dump", "Connect Out", "Register Replica", "Prepare",
	"Execute", "Long Data", "Close stmt", "Reset stmt", "Set option", "Fetch", "Daemon", "Binlog Dump GTID",
	"Reset Connection", "Error",
}

// mutexKeys are the mutexes of the Adapter. That of the engine's status
// variables is left out: the process has one, and no Schema is its own.
type mutexKeys struct {
	openConnections, userLocks, temporaryTables, helpers, connectionCount, shortIDs perfschema.MutexKey
}

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
	k.connectionCount = s.RegisterMutex("sql", perfschema.Info{
		Name: "LOCK_connection_count", Flags: perfschema.FlagSingleton, Volatility: perfschema.VolatilityPermanent,
		Documentation: "How many connections there are, from when they are accepted until they have ended.",
	})
	k.shortIDs = s.RegisterMutex("sql", perfschema.Info{
		Name: "LOCK_uuid_generator", Flags: perfschema.FlagSingleton, Volatility: perfschema.VolatilityPermanent,
		Documentation: "The numbers of UUID_SHORT().",
	})
	k.helpers = s.RegisterMutex("gms", perfschema.Info{
		Name: "statement_helpers", Volatility: perfschema.VolatilitySession,
		Documentation: "The Threads of the goroutines that help with a connection's statement.",
	})
	return k
}

// WatchMemory sets the system variable profiling_memory_watch, as SET GLOBAL
// does. Call it after Install. It fails where [perfschema.Schema.WatchMemory]
// does, and changes nothing then.
func (a *Adapter) WatchMemory(spec string) error {
	return a.alarm.Set(spec)
}
