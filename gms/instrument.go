package gms

import "github.com/perfschema/perfschema"

// instruments are the keys of everything the statement life cycle records.
type instruments struct {
	connection, helper perfschema.ThreadKey
	// sql and com are the statement classes by the last part of their name.
	sql, com map[string]perfschema.StatementKey
	failed   perfschema.StatementKey // statement/sql/error
	sp       programKeys
	stages   stageKeys
	mutexes  mutexKeys
	memory   memoryClasses
	sleeping *perfschema.CondInstance
}

func registerInstruments(s *perfschema.Schema) *instruments {
	in := &instruments{}
	s.RegisterThreads("sql", perfschema.Info[perfschema.ThreadKey]{
		Key: &in.connection, Name: "one_connection", Flags: perfschema.FlagUser,
		Documentation: "a client connection",
	}, perfschema.Info[perfschema.ThreadKey]{
		Key: &in.helper, Name: "statement_helper", Flags: perfschema.FlagUser,
		Documentation: "what a statement does beside reading rows: sending them, grouping them",
	})
	in.sql = registerStatements(s, "sql", sqlStatements)
	in.com = registerStatements(s, "com", comStatements)
	in.failed = in.sql["error"]
	in.sp.register(s)
	in.stages.register(s)
	in.mutexes = registerMutexes(s)
	in.sleeping = registerSleep(s)
	in.memory = registerMemory(s)
	placeMemory(s)
	return in
}

func registerStatements(s *perfschema.Schema, category string, names []string) map[string]perfschema.StatementKey {
	keys := make([]perfschema.StatementKey, len(names))
	infos := make([]perfschema.Info[perfschema.StatementKey], len(names))
	for i, name := range names {
		infos[i] = perfschema.Info[perfschema.StatementKey]{Key: &keys[i], Name: name}
	}
	s.RegisterStatements(category, infos...)
	byName := make(map[string]perfschema.StatementKey, len(names))
	for i, name := range names {
		byName[name] = keys[i]
	}
	return byName
}

// sqlStatements are MySQL's statement/sql/* instruments: one a kind of SQL
// statement, whether or not this server's grammar has it.
var sqlStatements = []string{
	"select", "create_table", "create_index", "alter_table", "update", "insert", "insert_select", "delete", "truncate",
	"drop_table", "drop_index",
	"show_databases", "show_tables", "show_fields", "show_keys", "show_variables", "show_status", "show_engine_logs",
	"show_engine_status", "show_engine_mutex", "show_processlist", "show_binary_log_status", "show_replica_status",
	"show_grants", "show_create_table", "show_charsets", "show_collations", "show_create_db", "show_table_status",
	"show_triggers",
	"load", "set_option", "lock_tables", "unlock_tables", "grant", "change_db", "create_db", "drop_db", "alter_db",
	"repair", "replace", "replace_select", "create_function", "drop_function", "revoke", "optimize", "check",
	"assign_to_keycache", "preload_keys", "flush", "kill", "analyze", "rollback", "rollback_to_savepoint", "commit",
	"savepoint", "release_savepoint", "replica_start", "replica_stop", "start_group_replication",
	"stop_group_replication", "begin", "change_replication_source", "change_replication_filter", "rename_table",
	"reset", "purge", "purge_before_date", "show_binlogs", "show_open_tables", "ha_open", "ha_close", "ha_read",
	"show_replicas", "delete_multi", "update_multi", "show_binlog_events", "do", "show_warnings", "empty_query",
	"show_errors", "show_storage_engines", "show_privileges", "help", "create_user", "drop_user", "rename_user",
	"revoke_all", "checksum", "create_procedure", "create_udf", "drop_procedure", "alter_procedure", "alter_function",
	"call_procedure", "show_create_proc", "show_create_func", "show_procedure_status", "show_function_status",
	"show_procedure_code", "show_function_code", "prepare_sql", "execute_sql", "dealloc_sql", "create_view",
	"drop_view", "create_trigger", "drop_trigger", "xa_start", "xa_end", "xa_prepare", "xa_commit", "xa_rollback",
	"xa_recover", "alter_tablespace", "install_plugin", "uninstall_plugin", "binlog", "show_plugins",
	"create_server", "drop_server", "alter_server", "create_event", "alter_event", "drop_event",
	"show_create_event", "show_events", "show_create_trigger", "show_profile", "show_profiles", "signal", "resignal",
	"show_relaylog_events", "get_diagnostics", "alter_user", "explain_other", "show_create_user", "shutdown",
	"alter_instance", "install_component", "uninstall_component", "create_role", "drop_role", "set_role",
	"grant_roles", "revoke_roles", "alter_user_default_role", "import", "create_resource_group",
	"alter_resource_group", "drop_resource_group", "set_resource_group", "clone", "lock_instance",
	"unlock_instance", "restart", "create_spatial_reference_system", "drop_spatial_reference_system", "set_password",
	"error",
}

// comStatements are MySQL's statement/com/* instruments: one a command of the
// client protocol.
var comStatements = []string{
	"Sleep", "Quit", "Init DB", "Query", "Field List", "Statistics", "Connect", "Debug", "Ping", "Time",
	"Delayed insert", "Change user", "Binlog Dump", "Table Dump", "Connect Out", "Register Replica", "Prepare",
	"Execute", "Long Data", "Close stmt", "Reset stmt", "Set option", "Fetch", "Daemon", "Binlog Dump GTID",
	"Reset Connection", "Error",
}
