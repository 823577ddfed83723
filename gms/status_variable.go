package gms

import (
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/setting"
	"github.com/perfschema/perfschema/record"
)

// statusRegistry puts the Performance Schema's live counters, and how long the
// server has run, in place of the engine's constants of the same name.
type statusRegistry struct {
	sql.StatusVariableRegistry
	adapter atomic.Pointer[Adapter]
}

var _ sql.StatusVariableRegistry = (*statusRegistry)(nil)

// installMu is no instrument: the process has one, and no Schema is its own.
var installMu sync.Mutex

// installStatus makes SHOW STATUS show the counters of the Adapter's Schema and
// profiler. The engine has one registry for the process: with several Schemas
// the last one shows.
func installStatus(a *Adapter) {
	installMu.Lock()
	defer installMu.Unlock()
	r, ok := sql.StatusVariables.(*statusRegistry)
	if ok {
		for _, name := range engineStatus {
			if _, v, ok := r.StatusVariableRegistry.GetGlobal(name); ok {
				if _, counts := v.(uint64); counts {
					_ = r.StatusVariableRegistry.SetGlobal(name, 0) // of one that is there it takes any number
				}
			}
		}
	} else {
		r = &statusRegistry{StatusVariableRegistry: sql.StatusVariables}
		// Not again for the next Schema: servers that run read the variable.
		defer func() { sql.StatusVariables = r }()
	}
	r.adapter.Store(a)
}

// Engine returns the engine's own registry.
func (r *statusRegistry) Engine() sql.StatusVariableRegistry { return r.StatusVariableRegistry }

// SetGlobal implements sql.StatusVariableRegistry. The engine sets variables back where it
// makes an engine, as the storage does to read the definition of an event, while it counts
// in another; the one that it means is counted here.
func (r *statusRegistry) SetGlobal(string, any) error { return nil }

// ownStatus is the variables whose values come from here.
func (a *Adapter) ownStatus() []record.StatusVariable {
	own := append(a.schema.Read().Status(), setting.ProfilerStatus(a.Profiler())...)
	own = append(own, record.StatusVariable{Name: "Panics_caught", Value: a.panics.count.Load()},
		record.StatusVariable{Name: "Flush_commands", Value: a.flushes.Load()},
		record.StatusVariable{Name: "Connection_memory_limit_exceeded", Value: a.lifecycle.memory.Exceeded.Load()},
		record.StatusVariable{Name: "Prepared_stmt_count", Value: uint64(max(a.lifecycle.preparedCount.Load(), 0))},
		record.StatusVariable{Name: "Ssl_accepts", Value: a.secured.Accepts.Load()},
		record.StatusVariable{Name: "Ssl_finished_accepts", Value: a.secured.Finished.Load()})
	own = append(own, record.StatusVariable{Name: "Global_connection_memory", Value: uint64(max(a.lifecycle.memory.AllHeld.Load(), 0))})
	most, _ := a.lifecycle.peak.Read()
	own = append(own, record.StatusVariable{Name: "Max_used_connections", Value: most})
	own = append(own, a.lifecycle.processLists.Status("Deprecated_use_i_s_processlist")...)
	own = append(own, a.lifecycle.looseKeys.Status("Deprecated_use_fk_on_non_standard_key")...)
	own = append(own, a.lifecycle.planning.Status()...)
	own = append(own, a.log.Status()...)
	own = append(own, storageStatus(a.lifecycle.storage.Log)...)
	return append(own, a.uptime.Status(time.Now())...)
}

// NewGlobalMap implements sql.StatusVariableRegistry. Of the names that the engine
// has, those that nobody counts are not listed: they would stay at 0.
func (r *statusRegistry) NewGlobalMap() map[string]sql.StatusVarValue {
	return r.globalMap(r.adapter.Load())
}

func (r *statusRegistry) globalMap(a *Adapter) map[string]sql.StatusVarValue {
	engine := r.StatusVariableRegistry.NewGlobalMap()
	all := make(map[string]sql.StatusVarValue, len(engine))
	for _, name := range engineStatus {
		if v, ok := engine[name]; ok {
			all[name] = v
		}
	}
	for _, name := range neverStatus {
		all[name] = statusValue(record.StatusVariable{Name: name})
	}
	for name, text := range neverTexts {
		all[name] = textStatus(name, text)
	}
	for _, v := range a.ownStatus() {
		all[v.Name] = statusValue(v)
	}
	for name, n := range a.counted() {
		all[name] = statusValue(record.StatusVariable{Name: name, Value: n})
	}
	_, at := a.lifecycle.peak.Read()
	all["Max_used_connections_time"] = textStatus("Max_used_connections_time", at)
	for _, name := range []string{"Ssl_sessions_reused", "Ssl_verify_depth", "Ssl_verify_mode"} { // of sessions, but listed
		all[name] = textStatus(name, "0")
	}
	for name, text := range a.secured.Status() {
		all[name] = textStatus(name, text)
	}
	return all
}

// NewSessionMap implements sql.StatusVariableRegistry: what the engine and the
// transport keep for a session. The session shows what it has counted itself.
func (r *statusRegistry) NewSessionMap() map[string]sql.StatusVarValue {
	engine := r.StatusVariableRegistry.NewSessionMap()
	all := make(map[string]sql.StatusVarValue)
	for name, v := range engine {
		if slices.Contains(engineStatus, name) {
			all[name] = v
		}
	}
	if a := r.adapter.Load(); a != nil {
		for name, text := range a.secured.Certificate() {
			all[name] = textStatus(name, text)
		}
	}
	for name, text := range sessionTexts {
		all[name] = textStatus(name, text)
	}
	return all
}

// engineStatus is what the engine counts, and the client package with it. The last
// are counted better here, unless the Schema is off.
var engineStatus = []string{
	"Aborted_clients", "Aborted_connects", "Connection_errors_accept", "Connection_errors_max_connections", "Connections",
	"Locked_connects", "Ssl_cipher", "Ssl_cipher_list", "Ssl_version", "Threads_connected", "Threads_running",
	"Com_delete", "Com_insert", "Com_select", "Com_update", "Questions",
}

// neverStatus counts what there is not here, and clients may ask for: a log of
// changes, a cache of threads, delayed inserts, InnoDB's buffers and locks of rows, MyISAM's
// keys, a cache of OpenSSL's sessions, one of open tables, statements that nobody has.
var neverStatus = []string{
	"Com_alter_library", "Com_create_library", "Com_create_masking_policy", "Com_drop_library", "Com_drop_masking_policy",
	"Com_show_create_library", "Com_show_create_masking_policy", "Com_show_library_status", "Com_show_parse_tree",
	"Binlog_cache_disk_use", "Binlog_cache_use", "Binlog_stmt_cache_disk_use", "Binlog_stmt_cache_use",
	"Max_execution_time_set_failed", "Delayed_errors", "Delayed_insert_threads", "Delayed_writes", "Not_flushed_delayed_rows",
	"Com_stmt_reprepare", "Connection_errors_peer_address", "Connection_errors_select", "Connection_errors_tcpwrap",
	"Count_hit_tmp_table_size",
	"Handler_discover", "Handler_mrr_init", "Handler_prepare", "Handler_read_rnd",
	"Innodb_buffer_pool_bytes_data", "Innodb_buffer_pool_bytes_dirty", "Innodb_buffer_pool_pages_data", "Innodb_buffer_pool_pages_dirty",
	"Innodb_buffer_pool_pages_flushed", "Innodb_buffer_pool_pages_free", "Innodb_buffer_pool_pages_misc", "Innodb_buffer_pool_pages_total",
	"Innodb_buffer_pool_read_ahead", "Innodb_buffer_pool_read_ahead_evicted", "Innodb_buffer_pool_read_ahead_rnd", "Innodb_buffer_pool_read_requests",
	"Innodb_buffer_pool_reads", "Innodb_buffer_pool_wait_free", "Innodb_buffer_pool_write_requests", "Innodb_dblwr_pages_written", "Innodb_dblwr_writes",
	"Innodb_log_waits", "Innodb_row_lock_current_waits", "Innodb_row_lock_time", "Innodb_row_lock_time_avg", "Innodb_row_lock_time_max", "Innodb_row_lock_waits",
	"Innodb_sampled_pages_read", "Innodb_sampled_pages_skipped", "Innodb_system_rows_deleted", "Innodb_system_rows_inserted", "Innodb_system_rows_read",
	"Innodb_system_rows_updated", "Innodb_truncated_status_writes", "Innodb_undo_tablespaces_active", "Innodb_undo_tablespaces_explicit",
	"Innodb_undo_tablespaces_implicit", "Innodb_undo_tablespaces_total",
	"Key_blocks_not_flushed", "Key_blocks_unused", "Key_blocks_used", "Key_read_requests", "Key_reads", "Key_write_requests", "Key_writes",
	"Open_streams", "Performance_schema_logger_lost", "Performance_schema_meter_lost", "Performance_schema_metric_lost",
	"Ssl_accept_renegotiates", "Ssl_callback_cache_hits", "Ssl_client_connects", "Ssl_connect_renegotiates", "Ssl_finished_connects",
	"Ssl_session_cache_hits", "Ssl_session_cache_misses", "Ssl_session_cache_overflows", "Ssl_session_cache_size", "Ssl_session_cache_timeouts",
	"Ssl_used_session_cache_entries",

	"Tc_log_max_pages_used", "Tc_log_page_size", "Tc_log_page_waits", "TempTable_count_hit_max_ram",
	"Acl_cache_items_count", "Connection_errors_internal", "Count_hit_query_past_connection_memory_status_limit",
	"Count_hit_query_past_global_connection_memory_status_limit", "Created_tmp_files", "Handler_external_lock",
	"Innodb_buffer_pool_resize_status_code", "Innodb_buffer_pool_resize_status_progress", "Innodb_data_fsyncs", "Innodb_data_pending_fsyncs",
	"Innodb_data_pending_reads", "Innodb_data_pending_writes", "Innodb_data_read", "Innodb_data_reads", "Innodb_data_writes", "Innodb_data_written",
	"Innodb_log_write_requests", "Innodb_num_open_files", "Innodb_os_log_fsyncs", "Innodb_os_log_pending_fsyncs",
	"Innodb_os_log_pending_writes", "Innodb_os_log_written", "Innodb_pages_created", "Innodb_pages_read", "Innodb_pages_written",
	"Innodb_redo_log_capacity_resized", "Innodb_redo_log_checkpoint_lsn", "Innodb_redo_log_current_lsn", "Innodb_redo_log_flushed_to_disk_lsn",
	"Innodb_redo_log_logical_size", "Innodb_redo_log_physical_size", "Innodb_redo_log_uuid", "Ongoing_anonymous_transaction_count",
	"Slow_launch_threads", "Table_locks_immediate", "Table_locks_waited",
	"Open_table_definitions", "Opened_table_definitions", "Opened_tables",
	"Table_open_cache_hits", "Table_open_cache_misses", "Table_open_cache_overflows",
	"Table_open_cache_triggers_hits", "Table_open_cache_triggers_misses", "Table_open_cache_triggers_overflows",
	"option_tracker_usage:Binary Log", "option_tracker_usage:Hypergraph Optimizer", "option_tracker_usage:JSON Duality View",
	"option_tracker_usage:Replication Replica", "option_tracker_usage:Traditional Optimizer",
	"Replica_open_temp_tables", "Secondary_engine_execution_count", "Slave_open_temp_tables", "Threads_cached",
}

// neverOfSession are those of neverStatus that MySQL counts by session.
var neverOfSession = []string{
	"Com_stmt_reprepare", "Count_hit_tmp_table_size", "Handler_discover", "Handler_external_lock", "Handler_mrr_init", "Handler_prepare", "Handler_read_rnd",
	"Max_execution_time_set_failed", "Opened_table_definitions", "Opened_tables", "Secondary_engine_execution_count", "Slow_launch_threads",
	"Table_open_cache_hits", "Table_open_cache_misses", "Table_open_cache_overflows",
	"Table_open_cache_triggers_hits", "Table_open_cache_triggers_misses", "Table_open_cache_triggers_overflows",
}

// neverTexts are the states, in MySQL's words, of what there is not.
var neverTexts = map[string]string{
	"Innodb_buffer_pool_dump_status":   "Dumping of buffer pool not started",
	"Innodb_buffer_pool_load_status":   "Loading of buffer pool not started",
	"Innodb_buffer_pool_resize_status": "",
	"Innodb_redo_log_enabled":          "OFF",
	"Innodb_redo_log_read_only":        "OFF",
	"Innodb_redo_log_resize_status":    "OK",
	"Ssl_session_cache_mode":           "OFF",
}

// sessionTexts are what a session has whose connection is not encrypted: nothing is ever
// compressed, and the engine's planner reckons no cost that could be told.
var sessionTexts = map[string]string{
	"Compression": "OFF", "Compression_algorithm": "", "Compression_level": "0", "Last_query_cost": "0.000000", "Last_query_partial_plans": "0",
	"Ssl_sessions_reused": "0", "Ssl_verify_depth": "0", "Ssl_verify_mode": "0", "Tls_sni_server_name": "",
}

// GetGlobal implements sql.StatusVariableRegistry.
func (r *statusRegistry) GetGlobal(name string) (sql.StatusVariable, any, bool) {
	a := r.adapter.Load()
	for _, v := range a.ownStatus() {
		if v.Name == name {
			value := statusValue(v)
			return value.Variable(), value.Value(), true
		}
	}
	return r.StatusVariableRegistry.GetGlobal(name)
}

// showStatusRule describes [Adapter.showStatus].
func (a *Adapter) showStatusRule() rule.Of[step.PlanStep] {
	return rule.Of[step.PlanStep]{
		Rule: rule.Rule{
			Name: "show-status", Changes: rule.Plan, About: rule.Shows,
			Why:      "SHOW STATUS of the engine counts the statements of stored programs as Questions, and no SELECT that fails as Com_select; MySQL counts what the client has asked.",
			NeededBy: rule.Tool, By: "prometheus-mysqld-exporter", Golden: "server_statements",
			Before: []rule.Link{{Name: "like-ranges"}, {Name: "long-likes"}},
		},
		Apply: step.PlanStep{Features: step.Showing, Apply: a.showStatus},
	}
}

// showStatus has SHOW STATUS show what [Adapter.status] gives.
func (a *Adapter) showStatus(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	return transform.Node(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		show, ok := n.(*plan.ShowStatus)
		if !ok {
			return n, transform.SameTree, nil
		}
		// The engine has no method that tells.
		global := reflect.ValueOf(show).Elem().FieldByName("isGlobal")
		shown := &node.Command{Text: "SHOW STATUS", Columns: show.Schema()}
		shown.Rows = func(ctx *sql.Context) ([]sql.Row, error) {
			var rows []sql.Row
			for name, value := range sysvar.InOrder(a.status(ctx, global.IsValid() && global.Bool())) {
				rows = append(rows, sql.Row{name, value})
			}
			return rows, nil
		}
		return shown, transform.NewTree, nil
	})
}

// status is the status variables as a session sees them, or those of the server.
func (a *Adapter) status(ctx *sql.Context, global bool) map[string]any {
	values := make(map[string]any)
	all := sql.StatusVariables.NewGlobalMap
	if r, ok := sql.StatusVariables.(*statusRegistry); ok {
		all = func() map[string]sql.StatusVarValue { return r.globalMap(a) }
	}
	for name, v := range all() {
		values[name] = v.Value()
	}
	if global {
		return values
	}
	for name, v := range ctx.Session.GetAllStatusVariables(ctx) {
		values[name] = v.Value()
	}
	for name, n := range a.countedBySession(ctx.Session.ID()) {
		values[name] = n
	}
	return values
}

func statusValue(v record.StatusVariable) sql.StatusVarValue {
	return &sql.ImmutableStatusVarValue{
		Var: &sql.MySQLStatusVariable{Name: v.Name, Scope: sql.StatusVariableScope_Global, Type: types.Uint64, Default: uint64(0)},
		Val: v.Value,
	}
}

func textStatus(name, text string) sql.StatusVarValue {
	return &sql.ImmutableStatusVarValue{
		Var: &sql.MySQLStatusVariable{Name: name, Scope: sql.StatusVariableScope_Global, Type: types.NewSystemStringType(name), Default: ""},
		Val: text,
	}
}
