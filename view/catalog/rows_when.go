package catalog

// asReplica is of the tables about a replica.
const asReplica = "in a Go program whose engine has a replica controller, once that has a source: `perfschema serve` has none, and CHANGE REPLICATION SOURCE TO is error 1235 there"

// rowsWhen says of a table that a server at rest may have no rows in what gives it some.
var rowsWhen = map[string]string{
	"data_locks":                           "while a session has locked tables by LOCK TABLES with autocommit off",
	"events_stages_current":                "while the consumer events_stages_current is on, which is off by default",
	"events_stages_history":                "once the consumers events_stages_current and events_stages_history are on, which are off by default",
	"events_stages_history_long":           "once the consumers events_stages_current and events_stages_history_long are on, which are off by default",
	"events_statements_history_long":       "once the consumer events_statements_history_long is on, which is off by default",
	"events_statements_summary_by_program": "once a stored procedure, function, trigger or event has run",
	"events_transactions_current":          "once a statement has worked on rows, or a session has begun a transaction",
	"events_transactions_history":          "once a transaction has ended of a session that is still there",
	"rwlock_instances":                     "once there is a database, whose store has such a lock",
	"events_transactions_history_long":     "once the consumer events_transactions_history_long is on, which is off by default",
	"events_waits_current":                 "while the consumer events_waits_current is on, which is off by default",
	"events_waits_history":                 "once the consumers events_waits_current and events_waits_history are on, which are off by default",
	"events_waits_history_long":            "once the consumers events_waits_current and events_waits_history_long are on, which are off by default",
	"host_cache":                           "once a client has come from another address than a loopback one",
	"metadata_locks":                       "while statements, transactions or GET_LOCK() hold locks or wait for them",
	"persisted_variables":                  "once SET PERSIST has kept a variable",
	"prepared_statements_instances":        "while sessions have prepared statements",
	"replication_applier_configuration":    asReplica,
	"replication_applier_filters":          asReplica,
	"replication_applier_global_filters":   asReplica,
	"replication_applier_status":           asReplica,
	"replication_applier_status_by_worker": asReplica,
	"replication_connection_configuration": asReplica,
	"replication_connection_status":        asReplica,
	"table_handles":                        "while statements have tables open",
	"temporary_account_locks":              "while failed logins lock an account that was made with FAILED_LOGIN_ATTEMPTS and PASSWORD_LOCK_TIME",
	"user_variables_by_thread":             "while sessions have variables of their own, as @x",
}

// RowsWhen says when a table of performance_schema has rows that a server at rest may have
// none in, to be read behind "It has rows"; "" for one that has some or, as its Empty says,
// never has.
func RowsWhen(table string) string { return rowsWhen[table] }
