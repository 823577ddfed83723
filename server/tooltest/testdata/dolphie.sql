-- tool: Dolphie
-- version: sources at 011d13b
-- asks: dolphie/Modules/Queries.py of charles-001/dolphie

SHOW GLOBAL STATUS;
SHOW GLOBAL VARIABLES;
SHOW ENGINE INNODB STATUS;
-- empty: no binary log
SHOW BINARY LOG STATUS;
-- empty: no replica
SHOW REPLICA STATUS;
-- empty: no replica
SHOW REPLICAS;
SELECT id, User AS user, Host AS host, db AS db, Command AS command, Time AS time, Info AS query, State AS state, trx_query AS trx_query, trx_state AS trx_state, trx_operation_state AS trx_operation_state, trx_rows_locked AS trx_rows_locked, trx_rows_modified AS trx_rows_modified, trx_concurrency_tickets AS trx_concurrency_tickets, "" AS connection_type, TIMESTAMPDIFF(SECOND, trx_started, NOW()) AS trx_time FROM information_schema.PROCESSLIST pl LEFT JOIN information_schema.innodb_trx ON trx_mysql_thread_id = pl.Id WHERE command != 'Daemon';
-- has: state=User lock
SELECT processlist_id AS id, thread_id AS mysql_thread_id, processlist_user AS user, processlist_host AS host, processlist_db AS db, processlist_command AS command, processlist_time AS time, processlist_info AS query, processlist_state AS state, trx_query AS trx_query, trx_state AS trx_state, trx_operation_state AS trx_operation_state, trx_rows_locked AS trx_rows_locked, trx_rows_modified AS trx_rows_modified, trx_concurrency_tickets AS trx_concurrency_tickets, connection_type AS connection_type, TIMESTAMPDIFF(SECOND, trx_started, NOW()) AS trx_time FROM performance_schema.threads t LEFT JOIN information_schema.innodb_trx tx ON trx_mysql_thread_id = t.processlist_id WHERE processlist_id IS NOT NULL AND processlist_time IS NOT NULL AND processlist_command != 'Daemon';
-- empty: no row locks
SELECT /*+ MAX_EXECUTION_TIME(10000) */ wait_age, locked_type, waiting_pid, waiting_trx_age, waiting_trx_rows_modified, waiting_trx_rows_locked, waiting_lock_mode, waiting_query, blocking_pid, blocking_trx_age, blocking_trx_rows_modified, blocking_trx_rows_locked, blocking_lock_mode, blocking_query FROM sys.innodb_lock_waits;
-- has: Seconds_Behind_Master=NULL
SELECT MAX(`lag`) AS Seconds_Behind_Master FROM (SELECT MAX(TIMESTAMPDIFF(SECOND, APPLYING_TRANSACTION_IMMEDIATE_COMMIT_TIMESTAMP, NOW())) AS `lag` FROM performance_schema.replication_applier_status_by_worker UNION SELECT MIN(CASE WHEN LAST_QUEUED_TRANSACTION = 'ANONYMOUS' OR LAST_APPLIED_TRANSACTION = 'ANONYMOUS' OR GTID_SUBTRACT(LAST_QUEUED_TRANSACTION, LAST_APPLIED_TRANSACTION) = '' THEN 0 ELSE TIMESTAMPDIFF(SECOND, LAST_APPLIED_TRANSACTION_IMMEDIATE_COMMIT_TIMESTAMP, NOW()) END) AS `lag` FROM performance_schema.replication_applier_status_by_worker w JOIN performance_schema.replication_connection_status s ON s.channel_name = w.channel_name) required;
SELECT CONVERT(SUM(SUM_NUMBER_OF_BYTES_READ), UNSIGNED) AS io_read, CONVERT(SUM(SUM_NUMBER_OF_BYTES_WRITE), UNSIGNED) AS io_write FROM `performance_schema`.`file_summary_by_event_name` WHERE `performance_schema`.`file_summary_by_event_name`.`EVENT_NAME` LIKE 'wait/io/file/%' AND `performance_schema`.`file_summary_by_event_name`.`COUNT_STAR` > 0;
-- empty: no replica
SELECT t.THREAD_ID AS id, t.PROCESSLIST_USER AS user, t.PROCESSLIST_HOST AS host, CONVERT(CAST(CONVERT(uvt.VARIABLE_VALUE USING latin1) AS BINARY) USING utf8) AS replica_uuid FROM `performance_schema`.threads AS t JOIN `performance_schema`.user_variables_by_thread AS uvt ON t.THREAD_ID = uvt.THREAD_ID WHERE t.PROCESSLIST_COMMAND LIKE 'Binlog Dump%' AND uvt.VARIABLE_NAME = 'slave_uuid';
-- has: user=root plugin=caching_sha2_password
SELECT u.user AS user, total_connections AS total_connections, current_connections AS current_connections, CONVERT(SUM(sum_rows_affected), UNSIGNED) AS rows_affected, CONVERT(SUM(sum_rows_sent), UNSIGNED) AS rows_sent, CONVERT(SUM(sum_rows_examined), UNSIGNED) AS rows_examined, CONVERT(SUM(sum_created_tmp_disk_tables), UNSIGNED) AS created_tmp_disk_tables, CONVERT(SUM(sum_created_tmp_tables), UNSIGNED) AS created_tmp_tables, plugin AS plugin FROM performance_schema.users u JOIN performance_schema.events_statements_summary_by_user_by_event_name ess ON u.user = ess.user JOIN mysql.user mysql_user ON mysql_user.user = u.user WHERE current_connections != 0 GROUP BY user ORDER BY current_connections DESC;
SELECT ATTR_NAME, ATTR_VALUE FROM `performance_schema`.session_connect_attrs sca JOIN `performance_schema`.threads t ON sca.PROCESSLIST_ID = t.processlist_id WHERE t.processlist_id = CONNECTION_ID() ORDER BY ATTR_NAME;
-- empty: no ALTER TABLE that tells how far it is
SELECT t.processlist_id, stmt.sql_text AS sql_text, stage.event_name AS state, CONCAT(ROUND(100 * stage.work_completed / stage.work_estimated, 2), "%") AS percentage_completed, stmt.timer_wait AS started_ago, CONVERT(stmt.timer_wait / ROUND(100 * stage.work_completed / stage.work_estimated, 2) * 100, UNSIGNED) AS estimated_full_time, CONVERT((stmt.timer_wait / ROUND(100 * stage.work_completed / stage.work_estimated, 2) * 100) - stmt.timer_wait, UNSIGNED) AS estimated_remaining_time, CONVERT(SUM(`mt`.`CURRENT_NUMBER_OF_BYTES_USED`), UNSIGNED) AS memory FROM `performance_schema`.`events_statements_current` stmt JOIN `performance_schema`.`events_stages_current` stage ON stage.nesting_event_id = stmt.event_id JOIN `performance_schema`.`memory_summary_by_thread_by_event_name` `mt` ON `mt`.thread_id = stmt.thread_id JOIN `performance_schema`.`threads` t ON t.thread_id = stmt.thread_id WHERE stage.event_name LIKE 'stage/innodb/alter%' GROUP BY t.processlist_id;
SELECT FILE_NAME AS NAME, EVENT_NAME, SUM_TIMER_WAIT, COUNT_READ, COUNT_WRITE, COUNT_MISC, SUM_NUMBER_OF_BYTES_READ, SUM_NUMBER_OF_BYTES_WRITE FROM performance_schema.file_summary_by_instance WHERE COUNT_STAR > 0;
-- has: NAME=shop.orders
SELECT CONCAT(OBJECT_SCHEMA, '.', OBJECT_NAME) AS NAME, COUNT_STAR, SUM_TIMER_WAIT, COUNT_FETCH, SUM_TIMER_FETCH, COUNT_INSERT, SUM_TIMER_INSERT, COUNT_UPDATE, SUM_TIMER_UPDATE, COUNT_DELETE, SUM_TIMER_DELETE FROM performance_schema.table_io_waits_summary_by_table WHERE COUNT_STAR > 0;
-- has: OBJECT_TYPE=USER LEVEL LOCK LOCK_STATUS=PENDING
SELECT OBJECT_INSTANCE_BEGIN AS id, OBJECT_TYPE, OBJECT_SCHEMA AS OBJECT_SCHEMA, GROUP_CONCAT(OBJECT_NAME ORDER BY OBJECT_NAME) AS OBJECT_NAME, LOCK_TYPE, LOCK_STATUS, SOURCE AS CODE_SOURCE, NAME AS THREAD_SOURCE, PROCESSLIST_ID AS PROCESSLIST_ID, PROCESSLIST_USER AS PROCESSLIST_USER, PROCESSLIST_TIME AS PROCESSLIST_TIME, PROCESSLIST_INFO AS PROCESSLIST_INFO FROM `performance_schema`.`metadata_locks` mlb JOIN `performance_schema`.`threads` t ON mlb.OWNER_THREAD_ID = t.THREAD_ID WHERE NOT (OBJECT_TYPE = 'TABLE' AND LOCK_STATUS = 'GRANTED' AND LOCK_TYPE LIKE 'SHARED%' AND PROCESSLIST_TIME <= 2) AND OBJECT_TYPE != 'COLUMN STATISTICS' GROUP BY THREAD_ID, OBJECT_TYPE, LOCK_TYPE, LOCK_STATUS;
SELECT logged AS timestamp, prio AS level, subsystem, data AS message, error_code FROM performance_schema.error_log WHERE data != 'Could not open log file.' ORDER BY timestamp;
SELECT user, current_allocated, total_allocated FROM sys.memory_by_user_by_current_bytes WHERE user != "background";
-- has: code_area=memory/sql
SELECT SUBSTRING_INDEX(event_name, '/', 2) AS code_area, sys.format_bytes(SUM(current_alloc)) AS current_allocated FROM sys.x$memory_global_by_current_bytes GROUP BY SUBSTRING_INDEX(event_name, '/', 2) ORDER BY SUM(current_alloc) DESC;
SELECT host, current_allocated, total_allocated FROM sys.memory_by_host_by_current_bytes WHERE host != "background";
SELECT SCHEMA_NAME FROM information_schema.SCHEMATA ORDER BY SCHEMA_NAME;
-- empty: no InnoDB
SELECT NAME, COUNT FROM information_schema.INNODB_METRICS WHERE name IN ('adaptive_hash_searches', 'adaptive_hash_searches_btree', 'trx_rseg_history_len');
SELECT COUNT(*) AS count FROM performance_schema.file_instances WHERE file_name LIKE '%innodb_redo/%' AND file_name NOT LIKE '%_tmp';
-- empty: no transaction open
SELECT DATE_SUB(NOW(), INTERVAL (SELECT variable_value FROM performance_schema.global_status WHERE variable_name = 'UPTIME') - TIMER_START * 10e-13 SECOND) AS start_time, sql_text FROM performance_schema.events_statements_history WHERE nesting_event_id = (SELECT EVENT_ID FROM performance_schema.events_transactions_current t WHERE t.thread_id = 0) ORDER BY event_id;
-- has: worker_id=NULL
SELECT worker_id, ANY_VALUE(FORMAT_PICO_TIME((a.LAST_APPLIED_TRANSACTION_END_APPLY_TIMESTAMP - a.LAST_APPLIED_TRANSACTION_START_APPLY_TIMESTAMP) * 1000000000000)) AS apply_time, ANY_VALUE(a.LAST_APPLIED_TRANSACTION) AS last_applied_transaction, CONVERT(SUM(e.COUNT_STAR), UNSIGNED) AS total_thread_events FROM `performance_schema`.replication_applier_status_by_worker a JOIN `performance_schema`.events_transactions_summary_by_thread_by_event_name e USING (THREAD_ID) WHERE a.THREAD_ID IN (SELECT THREAD_ID FROM `performance_schema`.replication_applier_status_by_worker) GROUP BY worker_id WITH ROLLUP ORDER BY worker_id;
-- empty: no group replication
SELECT * FROM performance_schema.replication_group_members LEFT JOIN performance_schema.replication_group_member_stats USING (MEMBER_ID);
-- empty: no binary log
SELECT compression_percentage FROM performance_schema.binary_log_transaction_compression_stats WHERE log_type = 'BINARY' AND compression_type = 'ZSTD' LIMIT 1;
