-- tool: prometheus-mysqld-exporter, all collectors
-- version: 0.20.0, built from its source at 55c0976 and run against the server
-- asks: what the server recorded of it

SET lock_wait_timeout = 2;
SELECT @@version;
SELECT c.table_schema, c.table_name, column_name, auto_increment, pow(2, case data_type when 'tinyint' then 7 when 'smallint' then 15 when 'mediumint' then 23 when 'int' then 31 when 'bigint' then 63 end+(column_type like '% unsigned'))-1 as max_int FROM information_schema.columns c STRAIGHT_JOIN information_schema.tables t ON (BINARY c.table_schema=t.table_schema AND BINARY c.table_name=t.table_name) WHERE c.extra = 'auto_increment' AND t.auto_increment IS NOT NULL;
SELECT @@log_bin;
SELECT user, statements, statement_latency, table_scans, file_ios, file_io_latency, current_connections, total_connections, unique_hosts, current_memory, total_memory_allocated FROM sys.x$user_summary;
SELECT OBJECT_SCHEMA, OBJECT_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE, SUM_TIMER_FETCH, SUM_TIMER_INSERT, SUM_TIMER_UPDATE, SUM_TIMER_DELETE FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_SCHEMA NOT IN ('mysql', 'performance_schema');
SELECT EVENT_NAME, COUNT_READ, SUM_TIMER_READ, SUM_NUMBER_OF_BYTES_READ, COUNT_WRITE, SUM_TIMER_WRITE, SUM_NUMBER_OF_BYTES_WRITE, COUNT_MISC, SUM_TIMER_MISC FROM performance_schema.file_summary_by_event_name;
-- empty: no InnoDB
SELECT page_size, buffer_pool_instance, pages_used, pages_free, relocation_ops, relocation_time FROM information_schema.innodb_cmpmem;
SELECT OBJECT_SCHEMA, OBJECT_NAME, ifnull(INDEX_NAME, 'NONE') as INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE, SUM_TIMER_FETCH, SUM_TIMER_INSERT, SUM_TIMER_UPDATE, SUM_TIMER_DELETE FROM performance_schema.table_io_waits_summary_by_index_usage WHERE OBJECT_SCHEMA NOT IN ('mysql', 'performance_schema');
-- empty: no InnoDB
SELECT page_size, compress_ops, compress_ops_ok, compress_time, uncompress_ops, uncompress_time FROM information_schema.innodb_cmp;
SELECT table_name FROM information_schema.tables WHERE table_name = 'INNODB_SYS_TABLESPACES' OR table_name = 'INNODB_TABLESPACES';
SHOW GLOBAL STATUS;
SHOW GLOBAL VARIABLES;
-- empty: no replica
SELECT * FROM performance_schema.replication_group_member_stats WHERE MEMBER_ID=@@server_uuid;
-- empty: no replica
SHOW REPLICAS;
SELECT EVENT_NAME, SUM_NUMBER_OF_BYTES_ALLOC, SUM_NUMBER_OF_BYTES_FREE, CURRENT_NUMBER_OF_BYTES_USED FROM performance_schema.memory_summary_global_by_event_name where COUNT_ALLOC > 0;
SELECT user, host, Select_priv, Insert_priv, Update_priv, Delete_priv, Create_priv, Drop_priv, Reload_priv, Shutdown_priv, Process_priv, File_priv, Grant_priv, References_priv, Index_priv, Alter_priv, Show_db_priv, Super_priv, Create_tmp_table_priv, Lock_tables_priv, Execute_priv, Repl_slave_priv, Repl_client_priv, Create_view_priv, Show_view_priv, Create_routine_priv, Alter_routine_priv, Create_user_priv, Event_priv, Trigger_priv, Create_tablespace_priv, max_questions, max_updates, max_connections, max_user_connections FROM mysql.user;
SELECT column_name FROM information_schema.columns WHERE table_schema = 'information_schema' AND table_name = 'INNODB_METRICS' AND column_name IN ('status', 'enabled') LIMIT 1;
-- empty: it is MariaDB's and Percona's
SHOW GLOBAL VARIABLES WHERE Variable_Name='userstat' OR Variable_Name='userstat_running';
-- empty: no replica
SELECT CHANNEL_NAME, WORKER_ID, LAST_APPLIED_TRANSACTION_ORIGINAL_COMMIT_TIMESTAMP, LAST_APPLIED_TRANSACTION_IMMEDIATE_COMMIT_TIMESTAMP, LAST_APPLIED_TRANSACTION_START_APPLY_TIMESTAMP, LAST_APPLIED_TRANSACTION_END_APPLY_TIMESTAMP, APPLYING_TRANSACTION_ORIGINAL_COMMIT_TIMESTAMP, APPLYING_TRANSACTION_IMMEDIATE_COMMIT_TIMESTAMP, APPLYING_TRANSACTION_START_APPLY_TIMESTAMP FROM performance_schema.replication_applier_status_by_worker;
SELECT EVENT_NAME, COUNT_STAR, SUM_TIMER_WAIT FROM performance_schema.events_waits_summary_global_by_event_name;
SHOW ENGINE INNODB STATUS;
-- empty: no replica
SELECT * FROM performance_schema.replication_group_members;
-- empty: no InnoDB
SELECT SPACE, NAME, ifnull((SELECT column_name FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'information_schema' AND TABLE_NAME = 'INNODB_TABLESPACES' AND COLUMN_NAME = 'FILE_FORMAT' LIMIT 1), 'NONE') as FILE_FORMAT, ifnull(ROW_FORMAT, 'NONE') as ROW_FORMAT, ifnull(SPACE_TYPE, 'NONE') as SPACE_TYPE, FILE_SIZE, ALLOCATED_SIZE FROM information_schema.`INNODB_TABLESPACES`;
SELECT ifnull(SCHEMA_NAME, 'NONE') as SCHEMA_NAME, DIGEST, LEFT(DIGEST_TEXT, 120) as DIGEST_TEXT, COUNT_STAR, SUM_TIMER_WAIT, SUM_LOCK_TIME, SUM_CPU_TIME, SUM_ERRORS, SUM_WARNINGS, SUM_ROWS_AFFECTED, SUM_ROWS_SENT, SUM_ROWS_EXAMINED, SUM_CREATED_TMP_DISK_TABLES, SUM_CREATED_TMP_TABLES, SUM_SORT_MERGE_PASSES, SUM_SORT_ROWS, SUM_NO_INDEX_USED, QUANTILE_95, QUANTILE_99, QUANTILE_999 FROM ( SELECT * FROM performance_schema.events_statements_summary_by_digest WHERE SCHEMA_NAME NOT IN ('mysql', 'performance_schema', 'information_schema', '') AND LAST_SEEN > DATE_SUB(NOW(), INTERVAL 86400 SECOND) ORDER BY LAST_SEEN DESC )Q GROUP BY Q.SCHEMA_NAME, Q.DIGEST, Q.DIGEST_TEXT, Q.COUNT_STAR, Q.SUM_TIMER_WAIT, Q.SUM_LOCK_TIME, Q.SUM_CPU_TIME, Q.SUM_ERRORS, Q.SUM_WARNINGS, Q.SUM_ROWS_AFFECTED, Q.SUM_ROWS_SENT, Q.SUM_ROWS_EXAMINED, Q.SUM_CREATED_TMP_DISK_TABLES, Q.SUM_CREATED_TMP_TABLES, Q.SUM_SORT_MERGE_PASSES, Q.SUM_SORT_ROWS, Q.SUM_NO_INDEX_USED, Q.QUANTILE_95, Q.QUANTILE_99, Q.QUANTILE_999 ORDER BY SUM_TIMER_WAIT DESC LIMIT 250;
-- empty: no replica
SHOW SLAVE STATUS;
SELECT OBJECT_SCHEMA, OBJECT_NAME, COUNT_READ_NORMAL, COUNT_READ_WITH_SHARED_LOCKS, COUNT_READ_HIGH_PRIORITY, COUNT_READ_NO_INSERT, COUNT_READ_EXTERNAL, COUNT_WRITE_ALLOW_WRITE, COUNT_WRITE_CONCURRENT_INSERT, COUNT_WRITE_LOW_PRIORITY, COUNT_WRITE_NORMAL, COUNT_WRITE_EXTERNAL, SUM_TIMER_READ_NORMAL, SUM_TIMER_READ_WITH_SHARED_LOCKS, SUM_TIMER_READ_HIGH_PRIORITY, SUM_TIMER_READ_NO_INSERT, SUM_TIMER_READ_EXTERNAL, SUM_TIMER_WRITE_ALLOW_WRITE, SUM_TIMER_WRITE_CONCURRENT_INSERT, SUM_TIMER_WRITE_LOW_PRIORITY, SUM_TIMER_WRITE_NORMAL, SUM_TIMER_WRITE_EXTERNAL FROM performance_schema.table_lock_waits_summary_by_table WHERE OBJECT_SCHEMA NOT IN ('mysql', 'performance_schema', 'information_schema');
SELECT SUM(COUNT_STAR) AS SUM_COUNT_STAR, SUM(SUM_CREATED_TMP_DISK_TABLES) AS SUM_SUM_CREATED_TMP_DISK_TABLES, SUM(SUM_CREATED_TMP_TABLES) AS SUM_SUM_CREATED_TMP_TABLES, SUM(SUM_ERRORS) AS SUM_SUM_ERRORS, SUM(SUM_LOCK_TIME) AS SUM_SUM_LOCK_TIME, SUM(SUM_NO_GOOD_INDEX_USED) AS SUM_SUM_NO_GOOD_INDEX_USED, SUM(SUM_NO_INDEX_USED) AS SUM_SUM_NO_INDEX_USED, SUM(SUM_ROWS_AFFECTED) AS SUM_SUM_ROWS_AFFECTED, SUM(SUM_ROWS_EXAMINED) AS SUM_SUM_ROWS_EXAMINED, SUM(SUM_ROWS_SENT) AS SUM_SUM_ROWS_SENT, SUM(SUM_SELECT_FULL_JOIN) AS SUM_SUM_SELECT_FULL_JOIN, SUM(SUM_SELECT_FULL_RANGE_JOIN) AS SUM_SUM_SELECT_FULL_RANGE_JOIN, SUM(SUM_SELECT_RANGE) AS SUM_SUM_SELECT_RANGE, SUM(SUM_SELECT_RANGE_CHECK) AS SUM_SUM_SELECT_RANGE_CHECK, SUM(SUM_SELECT_SCAN) AS SUM_SUM_SELECT_SCAN, SUM(SUM_SORT_MERGE_PASSES) AS SUM_SUM_SORT_MERGE_PASSES, SUM(SUM_SORT_RANGE) AS SUM_SUM_SORT_RANGE, SUM(SUM_SORT_ROWS) AS SUM_SUM_SORT_ROWS, SUM(SUM_SORT_SCAN) AS SUM_SUM_SORT_SCAN, SUM(SUM_TIMER_WAIT) AS SUM_SUM_TIMER_WAIT, SUM(SUM_WARNINGS) AS SUM_SUM_WARNINGS FROM performance_schema.events_statements_summary_by_digest;
SELECT SCHEMA_NAME FROM information_schema.schemata WHERE SCHEMA_NAME NOT IN ('mysql', 'performance_schema', 'information_schema', 'sys');
-- empty: no InnoDB
SELECT name, subsystem, type, comment, count FROM information_schema.innodb_metrics WHERE `status` = 'enabled';
SELECT user, SUBSTRING_INDEX(host, ':', 1) AS host, COALESCE(command, '') AS command, COALESCE(state, '') AS state, COUNT(*) AS processes, SUM(time) AS seconds FROM information_schema.processlist WHERE ID != connection_id() AND TIME >= 0 GROUP BY user, host, command, state;
-- has: TABLE_NAME=orders
SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE, ifnull(ENGINE, 'NONE') as ENGINE, ifnull(VERSION, '0') as VERSION, ifnull(ROW_FORMAT, 'NONE') as ROW_FORMAT, ifnull(TABLE_ROWS, '0') as TABLE_ROWS, ifnull(DATA_LENGTH, '0') as DATA_LENGTH, ifnull(INDEX_LENGTH, '0') as INDEX_LENGTH, ifnull(DATA_FREE, '0') as DATA_FREE, ifnull(CREATE_OPTIONS, 'NONE') as CREATE_OPTIONS FROM information_schema.tables WHERE TABLE_SCHEMA = 'shop';
SELECT FILE_NAME, EVENT_NAME, COUNT_READ, COUNT_WRITE, SUM_NUMBER_OF_BYTES_READ, SUM_NUMBER_OF_BYTES_WRITE FROM performance_schema.file_summary_by_instance where FILE_NAME REGEXP '.';
-- error: 1064 on MySQL 9.7 too, whose word is REPLICAS
SHOW SLAVE HOSTS;
-- error: 1064 on MySQL too: MariaDB's
SHOW ALL SLAVES STATUS;
-- error: 1286 on MySQL too, without TokuDB
SHOW ENGINE TOKUDB STATUS;
-- error: 1193 on MySQL too, without Percona's plugin
SELECT @@query_response_time_stats;
-- error: 1049 on MySQL too, where no table of heartbeats is made
SELECT UNIX_TIMESTAMP(ts), UNIX_TIMESTAMP(NOW(6)), server_id from `heartbeat`.`heartbeat`;
-- error: 1109 on MySQL too: RocksDB's
SELECT TABLE_SCHEMA, TABLE_NAME, ifnull(PARTITION_NAME, ''), STAT_TYPE, VALUE FROM information_schema.ROCKSDB_PERF_CONTEXT;
-- error: 1109 on MySQL too: Aurora's
SELECT SERVER_ID, CPU FROM information_schema.replica_host_status;
