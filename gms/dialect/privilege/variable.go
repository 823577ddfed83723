package privilege

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
)

// errPersistOnlyDenied is ER_PERSIST_ONLY_ACCESS_DENIED_ERROR.
const errPersistOnlyDenied = 3630

// authorizeSet refuses a SET of what is not the account's to set, before any of
// its variables has changed.
func (r *Rights) authorizeSet(ctx *sql.Context, n *plan.Set) error {
	for v := range sysvar.Assigned(n) {
		if err := r.authorizeVariable(ctx, v); err != nil {
			return err
		}
	}
	return nil
}

// authorizeVariable says whether the account may set one variable where it wants
// to.
func (r *Rights) authorizeVariable(ctx *sql.Context, v *expression.SystemVar) error {
	scope, ok := v.Scope.(*sql.MysqlScope)
	known, _, declared := sql.SystemVariables.GetGlobal(v.Name)
	readOnly := declared && known != nil && known.IsReadOnly()
	if !ok {
		switch {
		case readOnly:
			return nil
		case v.Scope.IsSessionOnly():
			return r.authorizeSession(ctx, strings.ToLower(v.Name))
		}
		return sqlerr.Needs("SUPER or " + systemVariablesAdmin)
	}
	switch scope.Type {
	case sql.SystemVariableScope_Session, sql.SystemVariableScope_Both:
		return r.authorizeSession(ctx, strings.ToLower(v.Name))
	case sql.SystemVariableScope_PersistOnly:
		h := r.Of(ctx)
		if !h.HasDynamic(systemVariablesAdmin) || !h.HasDynamic(persistROAdmin) {
			return mysql.NewSQLError(errPersistOnlyDenied, sqlerr.StateAccess,
				"Access denied; you need %s and %s privileges for this operation", systemVariablesAdmin, persistROAdmin)
		}
	case sql.SystemVariableScope_Global:
		if readOnly {
			return nil // what it gets is that the variable is read only
		}
		fallthrough
	default:
		if !r.Of(ctx).HasDynamic(systemVariablesAdmin) {
			return sqlerr.Needs("SUPER or " + systemVariablesAdmin)
		}
	}
	return nil
}

// authorizeSession says whether the account may set a variable of its session.
func (r *Rights) authorizeSession(ctx *sql.Context, name string) error {
	others, restricted := restrictedVariables[name]
	h := r.Of(ctx)
	if !restricted {
		if db := DatabaseOfVariable(name); db != "" && !h.seesDatabase(db) {
			return sql.ErrUnknownSystemVariable.New(name)
		}
		return nil
	}
	for _, p := range append([]string{systemVariablesAdmin, sessionVariablesAdmin}, others...) {
		if h.HasDynamic(p) {
			return nil
		}
	}
	if len(others) > 0 {
		return sqlerr.Needs("SUPER, " + systemVariablesAdmin + ", " + sessionVariablesAdmin + " or " + others[0])
	}
	return sqlerr.Needs("SUPER, " + systemVariablesAdmin + " or " + sessionVariablesAdmin)
}

// DatabaseOfVariable is the database that a variable of the storage's is of, by
// the end of its name; empty for other variables. To set one goes to that
// database.
func DatabaseOfVariable(name string) string {
	for _, end := range []string{"_head", "_head_ref", "_working", "_staged", "_default_branch"} {
		if db, ok := strings.CutSuffix(name, end); ok && db != "" {
			return baseDatabase(nil, db)
		}
	}
	return ""
}

// restrictedVariables are those that reach beyond the session that sets them,
// with what allows it besides SESSION_VARIABLES_ADMIN.
var restrictedVariables = map[string][]string{
	"auto_increment_increment":                  nil,
	"auto_increment_offset":                     nil,
	"binlog_direct_non_transactional_updates":   nil,
	"binlog_format":                             nil,
	"binlog_row_image":                          nil,
	"binlog_row_value_options":                  nil,
	"binlog_rows_query_log_events":              nil,
	"binlog_transaction_compression":            nil,
	"binlog_transaction_compression_level_zstd": nil,
	"bulk_insert_buffer_size":                   nil,
	"character_set_database":                    nil,
	"character_set_filesystem":                  nil,
	"collation_database":                        nil,
	"default_collation_for_utf8mb4":             nil,
	"default_table_encryption":                  nil,
	"explicit_defaults_for_timestamp":           nil,
	"gtid_next":                                 {"REPLICATION_APPLIER"},
	"histogram_generation_max_mem_size":         nil,
	"immediate_server_version":                  {"REPLICATION_APPLIER"},
	"internal_tmp_mem_storage_engine":           nil,
	"original_commit_timestamp":                 {"REPLICATION_APPLIER"},
	"original_server_version":                   {"REPLICATION_APPLIER"},
	"preload_buffer_size":                       nil,
	"pseudo_replica_mode":                       {"REPLICATION_APPLIER"},
	"pseudo_slave_mode":                         {"REPLICATION_APPLIER"},
	"pseudo_thread_id":                          {"REPLICATION_APPLIER"},
	"rbr_exec_mode":                             nil,
	"require_row_format":                        nil,
	"restrict_fk_on_non_standard_key":           nil,
	"secondary_engine_cost_threshold":           nil,
	"sql_generate_invisible_primary_key":        nil,
	"sql_log_bin":                               nil,
	"sql_log_off":                               nil,
	"sql_require_primary_key":                   nil,
	"transaction_write_set_extraction":          nil,
	"xa_detach_on_prepare":                      nil,
}
