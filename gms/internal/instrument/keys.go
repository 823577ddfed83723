package instrument

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/kind"
	"github.com/perfschema/perfschema/snowset"
)

// Keys are the keys of everything the statement life cycle records.
type Keys struct {
	Connection, Helper perfschema.ThreadKey
	// SQL and Command are the statement classes by the last part of their name.
	SQL, Command map[string]perfschema.StatementKey
	Failed       perfschema.StatementKey // statement/sql/error
	Execute      perfschema.StatementKey // statement/com/Execute, the most frequent command
	Program      Programs
	Stages       Stages
	Mutexes      Mutexes
	Sleeping     *perfschema.CondInstance
}

// Register registers the instruments of a server with s. It is called once a server.
func Register(s *perfschema.Schema) *Keys {
	in := &Keys{}
	in.Connection = s.RegisterThread("sql", perfschema.Info{
		Name: "one_connection", Flags: perfschema.FlagUser,
		Documentation: "a client connection",
	})
	in.Helper = s.RegisterThread("sql", perfschema.Info{
		Name: "statement_helper", Flags: perfschema.FlagUser,
		Documentation: "what a statement does beside reading rows: sending them, grouping them",
	})
	in.SQL = registerStatements(s, "sql", kind.All)
	in.Command = registerStatements(s, "com", Commands)
	in.Failed, in.Execute = in.SQL["error"], in.Command["Execute"]
	in.Program = registerPrograms(s)
	in.Stages = registerStages(s)
	in.Mutexes = RegisterMutexes(s)
	in.Sleeping = registerSleep(s)
	return in
}

func registerStatements(s *perfschema.Schema, category string, names []string) map[string]perfschema.StatementKey {
	byName := make(map[string]perfschema.StatementKey, len(names))
	for _, name := range names {
		byName[name] = s.RegisterStatement(category, perfschema.Info{Name: name})
	}
	return byName
}

// Commands are MySQL's statement/com/* instruments: one a command of the
// client protocol.
var Commands = []string{
	"Sleep", "Quit", "Init DB", "Query", "Field List", "Statistics", "Connect", "Debug", "Ping", "Time",
	"Delayed insert", "Change user", "Binlog Dump", "Table Dump", "Connect Out", "Register Replica", "Prepare",
	"Execute", "Long Data", "Close stmt", "Reset stmt", "Set option", "Fetch", "Daemon", "Binlog Dump GTID",
	"Reset Connection", "Error",
}

// Mutexes are the mutexes of the Adapter. That of the engine's status
// variables is left out: the process has one, and no Schema is its own.
type Mutexes struct {
	OpenConnections, UserLocks, TemporaryTables, Helpers, ConnectionCount, ShortIDs perfschema.MutexKey
}

// RegisterMutexes registers the mutexes alone. A listener calls it again for its own: a name
// that is registered already keeps its key.
func RegisterMutexes(s *perfschema.Schema) (k Mutexes) {
	k.OpenConnections = s.RegisterMutex("gms", perfschema.Info{
		Name: "open_connections", Volatility: perfschema.VolatilityPermanent,
		Documentation: "The connections of a listener, which are looked at for clients that have gone.",
	})
	k.UserLocks = s.RegisterMutex("gms", perfschema.Info{
		Name: "user_locks", Flags: perfschema.FlagSingleton, Volatility: perfschema.VolatilityPermanent,
		Documentation: "The locks that sessions have by GET_LOCK().",
	})
	k.TemporaryTables = s.RegisterMutex("gms", perfschema.Info{
		Name: "temporary_tables", Volatility: perfschema.VolatilitySession,
		Documentation: "The temporary tables that a connection has used.",
	})
	k.ConnectionCount = s.RegisterMutex("sql", perfschema.Info{
		Name: "LOCK_connection_count", Flags: perfschema.FlagSingleton, Volatility: perfschema.VolatilityPermanent,
		Documentation: "How many connections there are, from when they are accepted until they have ended.",
	})
	k.ShortIDs = s.RegisterMutex("sql", perfschema.Info{
		Name: "LOCK_uuid_generator", Flags: perfschema.FlagSingleton, Volatility: perfschema.VolatilityPermanent,
		Documentation: "The numbers of UUID_SHORT().",
	})
	k.Helpers = s.RegisterMutex("gms", perfschema.Info{
		Name: "statement_helpers", Volatility: perfschema.VolatilitySession,
		Documentation: "The Threads of the goroutines that help with a connection's statement.",
	})
	return k
}

// registerSleep registers and makes the condition that SLEEP() waits on.
func registerSleep(s *perfschema.Schema) *perfschema.CondInstance {
	key := s.RegisterCond("sql", perfschema.Info{
		Name: "Item_func_sleep::cond", Flags: perfschema.FlagSingleton, Resource: snowset.ResourceIdle,
		Documentation: "SLEEP() until its time has passed or its statement is killed.",
	})
	return s.NewCondInstance(key)
}
