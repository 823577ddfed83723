package sqltest_test

import (
	"database/sql"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
)

// manual are statements that MySQL's manual has as examples in its chapters on the
// Performance Schema and on sys, each on its own or after those before it. Left out is
// create_synonym_db, which is refused.
var manual = []string{
	// Quick start.
	`SELECT * FROM INFORMATION_SCHEMA.ENGINES WHERE ENGINE='PERFORMANCE_SCHEMA'`,
	`SHOW ENGINES`,
	`USE performance_schema`,
	`SHOW TABLES FROM performance_schema`,
	`SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = 'performance_schema'`,
	`SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = 'performance_schema' AND TABLE_NAME LIKE 'setup%'`,
	`SHOW CREATE TABLE performance_schema.setup_consumers`,
	`UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES'`,
	`UPDATE performance_schema.setup_consumers SET ENABLED = 'YES'`,
	`SELECT * FROM performance_schema.events_waits_current`,
	`SELECT EVENT_ID, EVENT_NAME, TIMER_WAIT FROM performance_schema.events_waits_history WHERE THREAD_ID = 13 ORDER BY EVENT_ID`,
	`SELECT EVENT_NAME, COUNT_STAR FROM performance_schema.events_waits_summary_global_by_event_name ORDER BY COUNT_STAR DESC LIMIT 10`,
	`SELECT EVENT_NAME, SUM_TIMER_WAIT FROM performance_schema.events_waits_summary_global_by_event_name ORDER BY SUM_TIMER_WAIT DESC LIMIT 10`,
	`SELECT * FROM performance_schema.file_instances`,
	`SHOW VARIABLES LIKE 'performance_schema'`,
	`SHOW VARIABLES LIKE 'perf%'`,
	`SHOW STATUS LIKE 'perf%'`,
	`SHOW ENGINE PERFORMANCE_SCHEMA STATUS`,
	// Configuration.
	`SELECT * FROM performance_schema.performance_timers`,
	`SELECT NAME, ENABLED, TIMED FROM performance_schema.setup_instruments`,
	`SELECT * FROM performance_schema.setup_instruments WHERE NAME LIKE 'wait/synch/mutex/sql/%'`,
	`UPDATE performance_schema.setup_instruments SET ENABLED = 'NO' WHERE NAME LIKE 'wait/io/file/%'`,
	`UPDATE performance_schema.setup_instruments SET ENABLED = IF(NAME LIKE 'wait/io/file/%', 'NO', 'YES')`,
	`UPDATE performance_schema.setup_instruments SET ENABLED = CASE WHEN NAME LIKE '%/mysys/%' THEN 'YES' ELSE 'NO' END`,
	`UPDATE performance_schema.setup_instruments SET TIMED = 'NO'`,
	`UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = IF(TIMED IS NULL, NULL, 'YES')`,
	`SELECT * FROM performance_schema.setup_consumers`,
	`UPDATE performance_schema.setup_consumers SET ENABLED = 'NO' WHERE NAME LIKE '%history%'`,
	`SELECT * FROM performance_schema.setup_actors`,
	`SELECT * FROM performance_schema.setup_objects`,
	`SELECT * FROM performance_schema.setup_threads`,
	`UPDATE performance_schema.setup_actors SET ENABLED = 'NO', HISTORY = 'NO' WHERE HOST = '%' AND USER = '%'`,
	`INSERT INTO performance_schema.setup_actors (HOST,USER,ROLE,ENABLED,HISTORY) VALUES('localhost','joe','%','YES','YES')`,
	`INSERT INTO performance_schema.setup_actors (HOST,USER,ROLE,ENABLED,HISTORY) VALUES('hosta.example.com','joe','%','YES','NO')`,
	`INSERT INTO performance_schema.setup_actors (HOST,USER,ROLE,ENABLED,HISTORY) VALUES('%','sam','%','NO','YES')`,
	`TRUNCATE TABLE performance_schema.events_waits_history_long`,
	`TRUNCATE TABLE performance_schema.setup_actors`,
	`INSERT INTO performance_schema.setup_actors (HOST,USER,ROLE,ENABLED,HISTORY) VALUES('%','%','%','YES','YES')`,
	`SELECT THREAD_ID, NUMBER_OF_BYTES FROM performance_schema.events_waits_history WHERE EVENT_NAME LIKE 'wait/io/file/%' AND NUMBER_OF_BYTES IS NOT NULL`,
	// Profiling a query.
	`UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES' WHERE NAME LIKE '%statement/%'`,
	`UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES' WHERE NAME LIKE '%stage/%'`,
	`UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME LIKE '%events_statements_%'`,
	`UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME LIKE '%events_stages_%'`,
	`SELECT EVENT_ID, TRUNCATE(TIMER_WAIT/1000000000000,6) as Duration, SQL_TEXT FROM performance_schema.events_statements_history_long WHERE SQL_TEXT like '%10001%'`,
	`SELECT event_name AS Stage, TRUNCATE(TIMER_WAIT/1000000000000,6) AS Duration FROM performance_schema.events_stages_history_long WHERE NESTING_EVENT_ID=31`,
	// Tables.
	`SELECT * FROM performance_schema.threads WHERE TYPE = 'FOREGROUND'`,
	`SELECT NAME, TYPE, PROCESSLIST_ID FROM performance_schema.threads WHERE THREAD_ID = PS_CURRENT_THREAD_ID()`,
	`UPDATE performance_schema.threads SET INSTRUMENTED = 'NO' WHERE PROCESSLIST_ID = CONNECTION_ID()`,
	`UPDATE performance_schema.threads SET INSTRUMENTED = 'YES', HISTORY = 'YES' WHERE PROCESSLIST_ID = CONNECTION_ID()`,
	`SELECT * FROM performance_schema.events_transactions_current`,
	`SELECT * FROM performance_schema.events_waits_summary_global_by_event_name WHERE EVENT_NAME LIKE 'wait/synch/mutex/sql/%'`,
	`SELECT * FROM performance_schema.events_statements_summary_by_digest ORDER BY SUM_TIMER_WAIT DESC LIMIT 1`,
	`SELECT * FROM performance_schema.events_statements_histogram_global LIMIT 3`,
	`SELECT * FROM performance_schema.memory_summary_global_by_event_name WHERE EVENT_NAME = 'memory/sql/TABLE'`,
	`SELECT * FROM performance_schema.setup_instruments WHERE NAME LIKE '%memory/innodb/hash0hash%'`,
	`UPDATE performance_schema.setup_instruments SET ENABLED = 'YES' WHERE NAME LIKE 'memory/%'`,
	`SELECT OBJECT_TYPE, OBJECT_SCHEMA, OBJECT_NAME, LOCK_TYPE, LOCK_STATUS FROM performance_schema.metadata_locks`,
	`SELECT * FROM performance_schema.session_connect_attrs WHERE PROCESSLIST_ID = CONNECTION_ID()`,
	`SELECT * FROM performance_schema.user_variables_by_thread`,
	`SELECT * FROM performance_schema.status_by_thread WHERE THREAD_ID = PS_CURRENT_THREAD_ID()`,
	`SELECT * FROM performance_schema.host_cache`,
	`SELECT * FROM performance_schema.error_log LIMIT 2`,
	`SELECT VARIABLE_SOURCE, COUNT(*) FROM performance_schema.variables_info GROUP BY VARIABLE_SOURCE`,
	`SELECT t1.VARIABLE_NAME, VARIABLE_VALUE FROM performance_schema.variables_info t1 JOIN performance_schema.global_variables t2 ON t2.VARIABLE_NAME=t1.VARIABLE_NAME WHERE t1.VARIABLE_SOURCE = 'PERSISTED'`,
	`SELECT VI.VARIABLE_NAME, GV.VARIABLE_VALUE, VI.MIN_VALUE,VI.MAX_VALUE FROM performance_schema.variables_info AS VI INNER JOIN performance_schema.global_variables AS GV USING(VARIABLE_NAME) WHERE (VI.VARIABLE_NAME LIKE 'performance_schema%') ORDER BY VARIABLE_NAME`,
	`SELECT * FROM performance_schema.keyring_component_status`,
	`SELECT * FROM performance_schema.tls_channel_status`,
	`SELECT * FROM performance_schema.data_locks`,
	`SELECT * FROM performance_schema.replication_group_members`,
	`SELECT FORMAT_BYTES(512), FORMAT_BYTES(18446644073709551615)`,
	`SELECT FORMAT_PICO_TIME(3501), FORMAT_PICO_TIME(188732396662000)`,
	`SELECT PS_THREAD_ID(CONNECTION_ID())`,
	// The schema sys.
	`USE sys`,
	`SHOW TABLES LIKE '%sum%'`,
	`SELECT * FROM sys.version`,
	`SELECT * FROM host_summary_by_file_io`,
	"SELECT * FROM `x$host_summary_by_file_io`",
	`SHOW CREATE PROCEDURE sys.ps_setup_save`,
	`SELECT * FROM performance_schema.setup_instruments WHERE NAME LIKE 'wait%' LIMIT 1`,
	`CALL sys.ps_setup_enable_instrument('wait')`,
	`CALL sys.ps_setup_enable_instrument('stage')`,
	`CALL sys.ps_setup_enable_instrument('statement')`,
	`CALL sys.ps_setup_enable_consumer('current')`,
	`CALL sys.ps_setup_enable_consumer('history_long')`,
	`CALL sys.ps_setup_reset_to_default(TRUE)`,
	`SET @sys.statement_truncate_len = 32`,
	`SELECT sys.format_statement('SELECT variable, value, set_time, set_by FROM sys_config')`,
	`INSERT INTO sys.sys_config (variable, value) VALUES('debug', 'ON')`,
	`UPDATE sys.sys_config SET value = 'OFF' WHERE variable = 'debug'`,
	`SET @sys.debug = NULL`,
	`SELECT sys.sys_get_config('statement_truncate_len', 128)`,
	`SELECT SUBSTRING_INDEX(event_name,'/',2) AS code_area, FORMAT_BYTES(SUM(current_alloc)) AS current_alloc FROM sys.x$memory_global_by_current_bytes GROUP BY SUBSTRING_INDEX(event_name,'/',2) ORDER BY SUM(current_alloc) DESC`,
	`SELECT sys.extract_schema_from_file_name('/usr/local/mysql/data/world/City.ibd'), sys.extract_table_from_file_name('/usr/local/mysql/data/world/City.ibd')`,
	`SELECT sys.format_bytes(512), sys.format_bytes(18446644073709551615)`,
	`SELECT sys.format_path('/usr/local/mysql/data/world/City.ibd')`,
	`SELECT sys.format_time(3501), sys.format_time(188732396662000)`,
	`SET @@sql_mode = sys.list_add(@@sql_mode, 'ANSI_QUOTES')`,
	`SET @@sql_mode = sys.list_drop(@@sql_mode, 'ANSI_QUOTES')`,
	`SELECT sys.ps_is_account_enabled('localhost', 'root')`,
	`SELECT sys.ps_is_consumer_enabled('events_stages_history')`,
	`SELECT sys.ps_is_instrument_default_enabled('memory/innodb/row_log_buf'), sys.ps_is_instrument_default_timed('memory/innodb/row_log_buf')`,
	`SELECT sys.ps_is_thread_instrumented(CONNECTION_ID())`,
	`SELECT sys.ps_thread_account(pt.thread_id) AS account FROM performance_schema.threads pt WHERE type = 'FOREGROUND' ORDER BY pt.thread_id`,
	`SELECT sys.ps_thread_id(CONNECTION_ID())`,
	`SELECT sys.ps_thread_stack(37, FALSE) AS thread_stack`,
	`SELECT sys.ps_thread_trx_info(48)`,
	"SELECT sys.quote_identifier('plain'), sys.quote_identifier('trailing `')",
	`SELECT VERSION(), sys.version_major() AS major, sys.version_minor() AS minor, sys.version_patch() AS patch`,
	`CREATE DATABASE db1`,
	`CREATE TABLE db1.t1 (id INT PRIMARY KEY, name VARCHAR(20))`,
	`CREATE TABLE db1.t2 (id INT PRIMARY KEY)`,
	`CREATE VIEW db1.v_t1 AS SELECT * FROM db1.t1`,
	`CALL sys.table_exists('db1', 't1', @exists)`,
	`CALL sys.execute_prepared_stmt('SELECT COUNT(*) FROM db1.t1')`,
	`CALL sys.ps_setup_show_disabled(TRUE, TRUE)`,
	`CALL sys.ps_setup_show_enabled(FALSE, FALSE)`,
	`CALL sys.ps_setup_show_disabled_consumers()`,
	`CALL sys.ps_setup_save(10)`,
	`UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES' WHERE NAME LIKE 'stage/%'`,
	`CALL sys.ps_setup_reload_saved()`,
	`CALL sys.ps_statement_avg_latency_histogram()`,
	`CALL sys.ps_trace_statement_digest('891ec6860f98ba46d89dd20b0c03652c', 0, 0.1, TRUE, TRUE)`,
	`CALL sys.ps_truncate_all_tables(FALSE)`,
	`CALL sys.statement_performance_analyzer('create_tmp', 'db1.tmp_digests_ini', NULL)`,
	`CALL sys.statement_performance_analyzer('snapshot', NULL, NULL)`,
	`CALL sys.statement_performance_analyzer('save', 'db1.tmp_digests_ini', NULL)`,
	`CALL sys.statement_performance_analyzer('snapshot', NULL, NULL)`,
	`CALL sys.statement_performance_analyzer('overall', NULL, 'with_runtimes_in_95th_percentile')`,
	`CALL sys.statement_performance_analyzer('delta', 'db1.tmp_digests_ini', 'with_runtimes_in_95th_percentile')`,
	"CREATE VIEW db1.my_statements AS SELECT sys.format_statement(DIGEST_TEXT) AS query, COUNT_STAR AS exec_count FROM performance_schema.events_statements_summary_by_digest",
	`USE sys`,
	`SELECT * FROM db1.my_statements`,
	`SET @sys.statement_performance_analyzer.view = 'db1.my_statements'`,
	`CALL sys.statement_performance_analyzer('snapshot', NULL, NULL)`,
	`CALL sys.statement_performance_analyzer('delta', 'db1.tmp_digests_ini', 'custom')`,
	`SET @sys.statement_performance_analyzer.view = 'SELECT COUNT(*) FROM performance_schema.events_statements_summary_by_digest'`,
	`CALL sys.statement_performance_analyzer('overall', NULL, 'analysis,custom')`,
	`CALL sys.statement_performance_analyzer('cleanup', NULL, NULL)`,
	`SET @sys.statement_truncate_len = IFNULL(@sys.statement_truncate_len, sys.sys_get_config('statement_truncate_len', 64))`,
	`CALL sys.create_synonym_db('INFORMATION_SCHEMA', 'info')`,
	`SHOW FULL TABLES FROM info`,
	`CALL sys.create_synonym_db('performance_schema', 'ps')`,
	`SELECT * FROM ps.setup_actors`,
	`CALL sys.diagnostics(1, 1, 'current')`,
}

// TestManual runs the examples of MySQL's manual, and reads all results of each.
func TestManual(t *testing.T) {
	racetest.SkipAlone(t)
	conn, err := dial(start(t))("root", "")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetMaxOpenConns(1)
	for _, text := range manual {
		if err := readAll(t, conn, text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// readAll runs a statement and reads all its results.
func readAll(t *testing.T, conn *sql.DB, text string) error {
	rows, err := conn.QueryContext(t.Context(), text)
	if err != nil {
		return err
	}
	defer rows.Close()
	for {
		for rows.Next() {
		}
		if !rows.NextResultSet() {
			return rows.Err()
		}
	}
}
