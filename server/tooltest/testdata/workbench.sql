-- tool: MySQL Workbench, dashboard, performance reports, client connections
-- version: 8.0, not compared with its source
-- asks: plugins/wb.admin of mysql/mysql-workbench

SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ;
SET CHARACTER SET utf8;
SET NAMES utf8;
SET SQL_SAFE_UPDATES=1;
SELECT CONNECTION_ID();
-- has: Variable_name=character_set_client
SHOW SESSION VARIABLES LIKE 'character_set_client';
SHOW SESSION VARIABLES LIKE 'lower_case_table_names';
SHOW SESSION VARIABLES LIKE 'sql_mode';
SHOW SESSION VARIABLES LIKE 'version_comment';
SHOW SESSION VARIABLES LIKE 'version';
SELECT current_user();
SELECT DATABASE();
-- has: Database=shop
SHOW DATABASES;
SHOW GLOBAL STATUS;
SHOW GLOBAL VARIABLES;
SHOW STATUS LIKE 'Ssl_cipher';
-- empty: no plugins
SHOW PLUGINS;
SHOW ENGINES;
SHOW CHARSET;
SHOW COLLATION;
-- has: Name=orders
SHOW TABLE STATUS FROM `shop`;
-- has: Tables_in_shop=v Table_type=VIEW
SHOW FULL TABLES FROM `shop`;
-- empty: the shop has none
SHOW PROCEDURE STATUS WHERE Db='shop';
-- empty: the shop has none
SHOW FUNCTION STATUS WHERE Db='shop';
-- empty: the shop has none
SHOW TRIGGERS FROM `shop`;
-- empty: the shop has none
SHOW EVENTS FROM `shop`;
-- has: Field=total
SHOW FULL COLUMNS FROM `shop`.`orders`;
SHOW INDEX FROM `shop`.`orders`;
SHOW FULL PROCESSLIST;
-- has: PROCESSLIST_STATE=User lock TYPE=FOREGROUND
SELECT t.PROCESSLIST_ID, IF (NAME = 'thread/sql/event_scheduler', 'event_scheduler', t.PROCESSLIST_USER) PROCESSLIST_USER, t.PROCESSLIST_HOST, t.PROCESSLIST_DB, t.PROCESSLIST_COMMAND, t.PROCESSLIST_TIME, t.PROCESSLIST_STATE, t.THREAD_ID, t.TYPE, t.NAME, t.PARENT_THREAD_ID, t.INSTRUMENTED, t.PROCESSLIST_INFO, a.ATTR_VALUE FROM performance_schema.threads t LEFT OUTER JOIN performance_schema.session_connect_attrs a ON t.processlist_id = a.processlist_id AND (a.attr_name IS NULL OR a.attr_name = 'program_name') WHERE t.TYPE <> 'BACKGROUND';
-- empty: thread 1 has no locks
SELECT * FROM performance_schema.metadata_locks WHERE owner_thread_id = 1;
SELECT ATTR_NAME, ATTR_VALUE FROM performance_schema.session_connect_attrs WHERE PROCESSLIST_ID = CONNECTION_ID();
SELECT * FROM performance_schema.setup_instruments;
SELECT * FROM performance_schema.setup_consumers;
SELECT * FROM performance_schema.setup_actors;
SELECT * FROM performance_schema.setup_objects;
SELECT * FROM performance_schema.setup_threads;
SELECT sys.ps_is_consumer_enabled('events_statements_history');
SELECT sys.version_major(), sys.version_minor(), sys.version_patch();
SELECT * FROM sys.version;
-- has: object_name=orders
SELECT table_schema, table_name AS object_name, total_latency, rows_fetched, rows_inserted FROM sys.`x$schema_table_statistics`;
SELECT * FROM sys.`x$memory_global_total`;
SELECT * FROM sys.`x$memory_global_by_current_bytes`;
SELECT * FROM sys.`x$io_global_by_file_by_latency`;
SELECT * FROM sys.`x$io_global_by_file_by_bytes`;
SELECT * FROM sys.`x$io_global_by_wait_by_bytes`;
SELECT * FROM sys.`x$io_global_by_wait_by_latency`;
SELECT * FROM sys.`x$io_by_thread_by_latency`;
-- has: query=SELECT * FROM `orders`
SELECT * FROM sys.`x$statement_analysis`;
SELECT * FROM sys.`x$statements_with_full_table_scans`;
SELECT * FROM sys.`x$statements_with_runtimes_in_95th_percentile`;
SELECT * FROM sys.`x$statements_with_errors_or_warnings`;
SELECT * FROM sys.`x$statements_with_sorting`;
SELECT * FROM sys.`x$statements_with_temp_tables`;
SELECT * FROM sys.`x$schema_index_statistics`;
SELECT * FROM sys.`x$schema_table_statistics_with_buffer`;
SELECT * FROM sys.`x$schema_tables_with_full_table_scans`;
SELECT * FROM sys.schema_unused_indexes;
SELECT * FROM sys.schema_object_overview;
SELECT * FROM sys.`x$waits_global_by_latency`;
SELECT * FROM sys.`x$waits_by_user_by_latency`;
SELECT * FROM sys.`x$wait_classes_global_by_latency`;
SELECT * FROM sys.`x$user_summary`;
SELECT * FROM sys.`x$user_summary_by_file_io`;
-- has: user=background event_name=stage/server/opening databases
SELECT * FROM sys.`x$user_summary_by_stages`;
SELECT * FROM sys.`x$user_summary_by_statement_latency`;
SELECT * FROM sys.`x$user_summary_by_statement_type`;
SELECT * FROM sys.`x$host_summary`;
-- empty: no InnoDB
SELECT * FROM sys.`x$innodb_buffer_stats_by_schema`;
-- empty: no InnoDB
SELECT * FROM sys.`x$innodb_buffer_stats_by_table`;
-- empty: no row locks
SELECT * FROM sys.`x$innodb_lock_waits`;
-- has: SQL_TEXT=SELECT * FROM orders
SELECT st.* FROM performance_schema.events_statements_history_long st WHERE st.sql_text = 'SELECT * FROM orders';
EXPLAIN FORMAT=JSON SELECT * FROM shop.orders WHERE name = 'apple';
SELECT st.event_id, st.sql_text, st.timer_wait FROM performance_schema.events_statements_current st JOIN performance_schema.threads thr ON thr.thread_id = st.thread_id WHERE thr.processlist_id = CONNECTION_ID();
-- empty: stages are not kept by default
SELECT st.* FROM performance_schema.events_stages_history_long st WHERE st.nesting_event_id = 0;
