// Package kind says of which of MySQL's statement/sql/* instruments a statement is, by
// its syntax tree or its words.
package kind

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

// All are MySQL's statement/sql/* instruments: one a kind of SQL
// statement, whether or not this server's grammar has it.
var All = []string{
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

// Of gives the last part of the statement/sql/* instrument of a
// statement that parsed. text is the statement as received: what the syntax
// tree leaves open, its first words decide. It does not allocate.
func Of(stmt ast.Statement, text string) string {
	switch s := stmt.(type) {
	case *ast.Select, *ast.SetOp, *ast.ParenSelect:
		return "select"
	case *ast.Insert:
		return insertKind(s)
	case *ast.Update:
		if severalTables(s.TableExprs) {
			return "update_multi"
		}
		return "update"
	case *ast.Delete:
		if len(s.Targets) > 0 || severalTables(s.TableExprs) {
			return "delete_multi"
		}
		return "delete"
	case *ast.Begin:
		return "begin"
	case *ast.Commit:
		return "commit"
	case *ast.Rollback:
		return "rollback"
	case ast.InjectedStatement:
		if rest := words.SkipExplain(text); rest != text {
			return OfWords(rest)
		}
	case *ast.Explain:
		return Of(s.Statement, words.SkipExplain(text))
	case *ast.DDL:
		return ddlKind(s, text)
	case *ast.AlterTable:
		return tableChangeKind(text)
	case *ast.Use:
		return "change_db"
	case *ast.Call:
		return "call_procedure"
	case *ast.Load:
		return "load"
	case *ast.GrantRole:
		return "grant_roles"
	case *ast.RevokeRole:
		return "revoke_roles"
	case *ast.Signal:
		return "signal"
	case *ast.Resignal:
		return "resignal"
	}
	return OfWords(text)
}

func insertKind(s *ast.Insert) string {
	replace := strings.EqualFold(s.Action, ast.ReplaceStr)
	switch s.Rows.(type) {
	case ast.Values, *ast.AliasedValues:
		if replace {
			return "replace"
		}
		return "insert"
	}
	if replace {
		return "replace_select"
	}
	return "insert_select"
}

func severalTables(t ast.TableExprs) bool {
	if len(t) != 1 {
		return len(t) > 1
	}
	_, joined := t[0].(*ast.JoinTableExpr)
	return joined
}

func ddlKind(s *ast.DDL, text string) string {
	switch strings.ToLower(s.Action) {
	case ast.CreateStr:
		switch {
		case s.ViewSpec != nil:
			return "create_view"
		case s.TriggerSpec != nil:
			return "create_trigger"
		case s.ProcedureSpec != nil:
			return "create_procedure"
		case s.EventSpec != nil:
			return "create_event"
		case s.IndexSpec != nil:
			return "create_index"
		}
		return "create_table"
	case ast.DropStr:
		switch {
		case s.TriggerSpec != nil:
			return "drop_trigger"
		case s.ProcedureSpec != nil:
			return "drop_procedure"
		case s.EventSpec != nil:
			return "drop_event"
		case len(s.FromViews) > 0:
			return "drop_view"
		}
		return OfWords(text)
	case ast.AlterStr:
		if s.EventSpec != nil {
			return "alter_event"
		}
		return tableChangeKind(text)
	case ast.RenameStr:
		return "rename_table"
	case ast.TruncateStr:
		return "truncate"
	}
	return OfWords(text)
}

// tableChangeKind tells ALTER TABLE from CREATE INDEX and DROP INDEX, which
// have the same syntax tree.
func tableChangeKind(text string) string {
	w := words.FirstOf(text)
	switch {
	case w.Is(0, "CREATE"):
		return "create_index"
	case w.Is(0, "DROP"):
		return "drop_index"
	case w.Is(0, "RENAME") && !w.Is(1, "USER"):
		return "rename_table"
	case w.Is(0, "ALTER") && !w.Is(1, "TABLE"), w.Is(0, "SET"):
		return OfWords(text)
	}
	return "alter_table"
}

// OfText is the kind of a statement that is prepared.
func OfText(text string) string {
	stmt, err := ast.Parse(text)
	if err != nil {
		return OfWords(text)
	}
	return Of(stmt, text)
}

// OfNode is the kind of a statement of a trigger, of which the engine keeps the
// plan.
func OfNode(n sql.Node, text string) string {
	switch n := n.(type) {
	case *plan.InsertInto:
		kind := "insert"
		if n.IsReplace {
			kind = "replace"
		}
		if _, ok := n.Source.(*plan.Values); !ok && strings.Contains(strings.ToUpper(text), "SELECT") {
			kind += "_select"
		}
		return kind
	case *plan.Update:
		if _, joins := n.Child.(*plan.UpdateJoin); joins {
			return "update_multi"
		}
		return "update"
	case *plan.DeleteFrom:
		if n.HasExplicitTargets() {
			return "delete_multi"
		}
		return "delete"
	}
	return OfWords(text)
}

// OfWords finds the kind by the first words alone.
func OfWords(text string) string {
	w := words.FirstOf(text)
	if w.Len() == 0 {
		return "empty_query"
	}
	first := 0
	if w.Is(0, "SHOW") {
		for first+1 < w.Len() && showNoise(w.Word(first+1)) {
			first++ // SHOW FULL TABLES is SHOW TABLES
		}
	}
	best, length := "select", 0
	for i := range kindsByWord {
		k := &kindsByWord[i]
		if len(k.words) > length && w.StartsWith(k.words, first) {
			best, length = k.kind, len(k.words)
		}
	}
	return best
}

func showNoise(word string) bool {
	for _, n := range [...]string{"FULL", "EXTENDED", "GLOBAL", "SESSION", "LOCAL", "STORAGE"} {
		if strings.EqualFold(word, n) {
			return true
		}
	}
	return false
}

// kindsByWord lists the first words of statements, without SHOW's modifiers.
var kindsByWord = []struct {
	words []string
	kind  string
}{
	{[]string{"SHOW", "DATABASES"}, "show_databases"},
	{[]string{"SHOW", "SCHEMAS"}, "show_databases"},
	{[]string{"SHOW", "TABLES"}, "show_tables"},
	{[]string{"SHOW", "COLUMNS"}, "show_fields"},
	{[]string{"SHOW", "FIELDS"}, "show_fields"},
	{[]string{"SHOW", "INDEX"}, "show_keys"},
	{[]string{"SHOW", "INDEXES"}, "show_keys"},
	{[]string{"SHOW", "KEYS"}, "show_keys"},
	{[]string{"SHOW", "VARIABLES"}, "show_variables"},
	{[]string{"SHOW", "STATUS"}, "show_status"},
	{[]string{"SHOW", "PROCESSLIST"}, "show_processlist"},
	{[]string{"SHOW", "WARNINGS"}, "show_warnings"},
	{[]string{"SHOW", "ERRORS"}, "show_errors"},
	{[]string{"SHOW", "COUNT"}, "show_warnings"},
	{[]string{"SHOW", "GRANTS"}, "show_grants"},
	{[]string{"SHOW", "ENGINES"}, "show_storage_engines"},
	{[]string{"SHOW", "ENGINE"}, "show_engine_status"},
	{[]string{"SHOW", "TRIGGERS"}, "show_triggers"},
	{[]string{"SHOW", "EVENTS"}, "show_events"},
	{[]string{"SHOW", "PLUGINS"}, "show_plugins"},
	{[]string{"SHOW", "PRIVILEGES"}, "show_privileges"},
	{[]string{"SHOW", "COLLATION"}, "show_collations"},
	{[]string{"SHOW", "CHARSET"}, "show_charsets"},
	{[]string{"SHOW", "CHARACTER", "SET"}, "show_charsets"},
	{[]string{"SHOW", "OPEN", "TABLES"}, "show_open_tables"},
	{[]string{"SHOW", "TABLE", "STATUS"}, "show_table_status"},
	{[]string{"SHOW", "PROCEDURE", "STATUS"}, "show_procedure_status"},
	{[]string{"SHOW", "FUNCTION", "STATUS"}, "show_function_status"},
	{[]string{"SHOW", "PROCEDURE", "CODE"}, "show_procedure_code"},
	{[]string{"SHOW", "FUNCTION", "CODE"}, "show_function_code"},
	{[]string{"SHOW", "CREATE", "TABLE"}, "show_create_table"},
	{[]string{"SHOW", "CREATE", "VIEW"}, "show_create_table"},
	{[]string{"SHOW", "CREATE", "DATABASE"}, "show_create_db"},
	{[]string{"SHOW", "CREATE", "SCHEMA"}, "show_create_db"},
	{[]string{"SHOW", "CREATE", "PROCEDURE"}, "show_create_proc"},
	{[]string{"SHOW", "CREATE", "FUNCTION"}, "show_create_func"},
	{[]string{"SHOW", "CREATE", "TRIGGER"}, "show_create_trigger"},
	{[]string{"SHOW", "CREATE", "EVENT"}, "show_create_event"},
	{[]string{"SHOW", "CREATE", "USER"}, "show_create_user"},
	{[]string{"SHOW", "BINARY", "LOG"}, "show_binary_log_status"},
	{[]string{"SHOW", "BINARY", "LOGS"}, "show_binlogs"},
	{[]string{"SHOW", "REPLICA"}, "show_replica_status"},
	{[]string{"SHOW", "SLAVE"}, "show_replica_status"},
	{[]string{"SHOW", "REPLICAS"}, "show_replicas"},
	{[]string{"SHOW", "PROFILE"}, "show_profile"},
	{[]string{"SHOW", "PROFILES"}, "show_profiles"},
	{[]string{"DESCRIBE"}, "show_fields"},
	{[]string{"DESC"}, "show_fields"},
	{[]string{"EXPLAIN"}, "show_fields"},
	{[]string{"EXPLAIN", "FOR", "CONNECTION"}, "explain_other"},

	{[]string{"SET"}, "set_option"},
	{[]string{"SET", "PASSWORD"}, "set_password"},
	{[]string{"SET", "ROLE"}, "set_role"},
	{[]string{"SET", "DEFAULT", "ROLE"}, "alter_user_default_role"},
	{[]string{"SET", "RESOURCE", "GROUP"}, "set_resource_group"},
	{[]string{"USE"}, "change_db"},
	{[]string{"START", "TRANSACTION"}, "begin"},
	{[]string{"BEGIN"}, "begin"},
	{[]string{"COMMIT"}, "commit"},
	{[]string{"ROLLBACK"}, "rollback"},
	{[]string{"ROLLBACK", "TO"}, "rollback_to_savepoint"},
	{[]string{"ROLLBACK", "WORK", "TO"}, "rollback_to_savepoint"},
	{[]string{"SAVEPOINT"}, "savepoint"},
	{[]string{"RELEASE"}, "release_savepoint"},
	{[]string{"LOCK", "TABLES"}, "lock_tables"},
	{[]string{"LOCK", "TABLE"}, "lock_tables"},
	{[]string{"LOCK", "INSTANCE"}, "lock_instance"},
	{[]string{"UNLOCK", "TABLES"}, "unlock_tables"},
	{[]string{"UNLOCK", "TABLE"}, "unlock_tables"},
	{[]string{"UNLOCK", "INSTANCE"}, "unlock_instance"},
	{[]string{"PREPARE"}, "prepare_sql"},
	{[]string{"EXECUTE"}, "execute_sql"},
	{[]string{"DEALLOCATE"}, "dealloc_sql"},
	{[]string{"DROP", "PREPARE"}, "dealloc_sql"},
	{[]string{"CALL"}, "call_procedure"},
	{[]string{"DO"}, "do"},
	{[]string{"HELP"}, "help"},
	{[]string{"KILL"}, "kill"},
	{[]string{"FLUSH"}, "flush"},
	{[]string{"LOAD"}, "load"},
	{[]string{"ANALYZE"}, "analyze"},
	{[]string{"OPTIMIZE"}, "optimize"},
	{[]string{"REPAIR"}, "repair"},
	{[]string{"CHECK"}, "check"},
	{[]string{"CHECKSUM"}, "checksum"},
	{[]string{"HANDLER"}, "ha_open"},
	{[]string{"BINLOG"}, "binlog"},
	{[]string{"PURGE"}, "purge"},
	{[]string{"RESET"}, "reset"},
	{[]string{"SHUTDOWN"}, "shutdown"},
	{[]string{"RESTART"}, "restart"},
	{[]string{"SIGNAL"}, "signal"},
	{[]string{"RESIGNAL"}, "resignal"},
	{[]string{"START", "REPLICA"}, "replica_start"},
	{[]string{"START", "SLAVE"}, "replica_start"},
	{[]string{"STOP", "REPLICA"}, "replica_stop"},
	{[]string{"STOP", "SLAVE"}, "replica_stop"},
	{[]string{"CHANGE", "REPLICATION", "SOURCE"}, "change_replication_source"},
	{[]string{"CHANGE", "MASTER"}, "change_replication_source"},
	{[]string{"CHANGE", "REPLICATION", "FILTER"}, "change_replication_filter"},
	{[]string{"INSTALL", "PLUGIN"}, "install_plugin"},
	{[]string{"UNINSTALL", "PLUGIN"}, "uninstall_plugin"},

	{[]string{"CREATE", "DATABASE"}, "create_db"},
	{[]string{"CREATE", "SCHEMA"}, "create_db"},
	{[]string{"CREATE", "TABLE"}, "create_table"},
	{[]string{"CREATE", "USER"}, "create_user"},
	{[]string{"CREATE", "ROLE"}, "create_role"},
	{[]string{"CREATE", "FUNCTION"}, "create_function"},
	{[]string{"CREATE", "SPATIAL", "REFERENCE"}, "create_spatial_reference_system"},
	{[]string{"CREATE", "OR", "REPLACE"}, "create_spatial_reference_system"},
	{[]string{"DROP", "DATABASE"}, "drop_db"},
	{[]string{"DROP", "SCHEMA"}, "drop_db"},
	{[]string{"DROP", "TABLE"}, "drop_table"},
	{[]string{"DROP", "TEMPORARY"}, "drop_table"},
	{[]string{"DROP", "INDEX"}, "drop_index"},
	{[]string{"DROP", "VIEW"}, "drop_view"},
	{[]string{"DROP", "TRIGGER"}, "drop_trigger"},
	{[]string{"DROP", "PROCEDURE"}, "drop_procedure"},
	{[]string{"DROP", "FUNCTION"}, "drop_function"},
	{[]string{"DROP", "EVENT"}, "drop_event"},
	{[]string{"DROP", "USER"}, "drop_user"},
	{[]string{"DROP", "ROLE"}, "drop_role"},
	{[]string{"ALTER", "DATABASE"}, "alter_db"},
	{[]string{"ALTER", "SCHEMA"}, "alter_db"},
	{[]string{"ALTER", "USER"}, "alter_user"},
	{[]string{"ALTER", "EVENT"}, "alter_event"},
	{[]string{"ALTER", "TABLE"}, "alter_table"},
	{[]string{"ALTER", "PROCEDURE"}, "alter_procedure"},
	{[]string{"ALTER", "FUNCTION"}, "alter_function"},
	{[]string{"RENAME", "USER"}, "rename_user"},
	{[]string{"RENAME", "TABLE"}, "rename_table"},
	{[]string{"TRUNCATE"}, "truncate"},
	{[]string{"GRANT"}, "grant"},
	{[]string{"REVOKE"}, "revoke"},
	{[]string{"REVOKE", "ALL"}, "revoke_all"},
}
