-- tool: Datadog Agent, database monitoring
-- version: sources at 0044113, 0285ec2; table, index and sample queries from memory
-- asks: mysql/datadog_checks/mysql of DataDog/integrations-core

SELECT VERSION(), @@version_comment;
-- error: 1193 on MySQL too: asked to find Aurora out
SELECT @@aurora_version;
SHOW /*!50002 GLOBAL */ STATUS;
SHOW GLOBAL VARIABLES;
-- has: Type=InnoDB
SHOW /*!50000 ENGINE*/ INNODB STATUS;
-- has: ENGINE=InnoDB
SELECT engine FROM information_schema.ENGINES WHERE engine = 'InnoDB' AND support != 'no' AND support != 'disabled';
-- empty: no binary log
SHOW BINARY LOGS;
-- empty: no replica
SHOW REPLICA STATUS;
-- error: 3074 on MySQL too, of a channel that is not there
SHOW REPLICA STATUS FOR CHANNEL 'c1';
-- empty: no replica
SELECT THREAD_ID, NAME FROM performance_schema.threads WHERE PROCESSLIST_COMMAND LIKE 'Binlog dump%';
-- empty: no group replication
SELECT plugin_status FROM information_schema.plugins WHERE plugin_name = 'group_replication';
-- empty: no group replication
SELECT channel_name, member_state, member_role FROM performance_schema.replication_group_members WHERE member_id = @@server_uuid;
-- empty: no group replication
SELECT channel_name, count_transactions_in_queue, count_transactions_checked, count_conflicts_detected, count_transactions_rows_validating, count_transactions_remote_in_applier_queue, count_transactions_remote_applied, count_transactions_local_proposed, count_transactions_local_rollback FROM performance_schema.replication_group_member_stats WHERE channel_name IN ('group_replication_applier', 'group_replication_recovery') AND member_id = @@server_uuid;
SELECT `avg_us`, `ro` AS `percentile` FROM (SELECT `avg_us`, @rownum := @rownum + 1 AS `ro` FROM (SELECT ROUND(avg_timer_wait / 1000000) AS `avg_us` FROM performance_schema.events_statements_summary_by_digest ORDER BY `avg_us` ASC) p, (SELECT @rownum := 0) r) q WHERE q.`ro` > ROUND(.95 * @rownum) ORDER BY `percentile` ASC LIMIT 1;
-- has: table_schema=shop table_name=orders
SELECT OBJECT_SCHEMA AS table_schema, OBJECT_NAME AS table_name, COUNT_READ AS rows_read, COUNT_WRITE AS rows_changed FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_SCHEMA NOT IN ('mysql', 'performance_schema', 'information_schema');
-- has: TABLE_SCHEMA=shop
SELECT table_schema, IFNULL(SUM(data_length + index_length) / 1024 / 1024, 0) AS total_mb FROM information_schema.tables GROUP BY table_schema;
-- has: TABLE_NAME=orders
SELECT table_schema, table_name, IFNULL(index_length / 1024 / 1024, 0) AS index_size_mb, IFNULL(data_length / 1024 / 1024, 0) AS data_size_mb FROM information_schema.tables WHERE table_schema NOT IN ('mysql', 'performance_schema', 'information_schema');
-- has: schema_name=shop
SELECT schema_name, ROUND((SUM(sum_timer_wait) / SUM(count_star)) / 1000000) AS avg_us FROM performance_schema.events_statements_summary_by_digest WHERE schema_name IS NOT NULL GROUP BY schema_name;
SELECT COUNT(processlist_user) AS connections, processlist_user, processlist_host, processlist_db, processlist_state FROM performance_schema.threads WHERE processlist_user IS NOT NULL AND processlist_state IS NOT NULL GROUP BY processlist_user, processlist_host, processlist_db, processlist_state;
-- has: error_number=1146 error_name=ER_NO_SUCH_TABLE
SELECT SUM(SUM_ERROR_RAISED) AS errors_raised, ERROR_NUMBER AS error_number, ERROR_NAME AS error_name FROM performance_schema.events_errors_summary_by_user_by_error WHERE SUM_ERROR_RAISED > 0 AND ERROR_NUMBER IS NOT NULL AND ERROR_NAME IS NOT NULL AND NOT (ERROR_NAME = 'ER_NO_SYSTEM_TABLE_ACCESS' AND USER = 'datadog') GROUP BY ERROR_NUMBER, ERROR_NAME;
-- empty: no InnoDB
SELECT count AS deadlocks FROM information_schema.INNODB_METRICS WHERE NAME = 'lock_deadlocks';
-- has: NAME=events_statements_history_long
SELECT NAME, ENABLED FROM performance_schema.setup_consumers WHERE NAME LIKE 'events_%';
-- has: 1=1
SELECT 1 FROM performance_schema.setup_consumers WHERE NAME = 'events_statements_current' AND ENABLED = 'YES';
-- has: DIGEST_TEXT=SELECT * FROM `orders` schema_name=shop
SELECT SCHEMA_NAME AS schema_name, DIGEST, DIGEST_TEXT, COUNT_STAR, SUM_TIMER_WAIT, SUM_LOCK_TIME, SUM_ERRORS, SUM_ROWS_AFFECTED, SUM_ROWS_SENT, SUM_ROWS_EXAMINED, SUM_SELECT_SCAN, SUM_SELECT_FULL_JOIN, SUM_NO_INDEX_USED, SUM_NO_GOOD_INDEX_USED, LAST_SEEN FROM performance_schema.events_statements_summary_by_digest WHERE `digest_text` NOT LIKE 'EXPLAIN %' OR `digest_text` IS NULL ORDER BY `count_star` DESC LIMIT 10000;
SELECT current_schema, sql_text, digest, digest_text, timer_start, @startup_time_s + timer_end * 1e-12 AS timer_end_time_s, timer_wait / 1000 AS timer_wait_ns, lock_time / 1000 AS lock_time_ns, rows_affected, rows_sent, rows_examined, select_full_join, select_full_range_join, select_range, select_range_check, select_scan, sort_merge_passes, sort_range, sort_rows, sort_scan, no_index_used, no_good_index_used, processlist_user, processlist_host, processlist_db FROM performance_schema.events_statements_history_long E LEFT JOIN performance_schema.threads AS T ON E.thread_id = T.thread_id WHERE sql_text IS NOT NULL AND event_name LIKE 'statement/%' AND digest_text IS NOT NULL AND digest_text NOT LIKE 'EXPLAIN %' ORDER BY timer_wait DESC LIMIT 500;
SELECT thread_id FROM performance_schema.threads WHERE processlist_id = connection_id();
SELECT UNIX_TIMESTAMP() - (SELECT VARIABLE_VALUE FROM performance_schema.global_status WHERE VARIABLE_NAME = 'UPTIME') AS startup;
SELECT now(6) AS now;
-- has: wait_event=wait/lock/metadata/sql/mdl object_type=USER LEVEL LOCK
SELECT a.thread_id, a.processlist_id, a.processlist_user, a.processlist_host, a.processlist_db, a.processlist_command, a.processlist_state, COALESCE(s.sql_text, a.PROCESSLIST_info) AS sql_text, s.timer_start AS event_timer_start, s.timer_end AS event_timer_end, s.lock_time, s.current_schema, w.event_id AS event_id, w.end_event_id, IF(w.thread_id IS NULL, 'other', COALESCE(IF(a.processlist_state = 'User sleep', 'User sleep', IF(w.event_id = w.end_event_id, 'CPU', w.event_name)), 'CPU')) AS wait_event, w.operation, w.timer_start AS wait_timer_start, w.timer_end AS wait_timer_end, w.object_schema, w.object_name, w.index_name, w.object_type, w.source FROM performance_schema.threads AS a LEFT JOIN performance_schema.events_waits_current AS w ON w.thread_id = a.thread_id LEFT JOIN performance_schema.events_statements_current AS s ON s.thread_id = a.thread_id WHERE a.processlist_state IS NOT NULL AND a.processlist_command != 'Sleep' AND a.processlist_id != CONNECTION_ID() AND a.PROCESSLIST_COMMAND != 'Daemon' AND (w.EVENT_NAME != 'idle' OR w.EVENT_NAME IS NULL) AND (w.operation != 'idle' OR w.operation IS NULL) AND (w.event_id = (SELECT MAX(b.EVENT_ID) FROM performance_schema.events_waits_current AS b WHERE b.thread_id = a.thread_id) OR w.event_id IS NULL) AND COALESCE(s.sql_text, a.PROCESSLIST_info) != '';
-- has: schema_name=shop
SELECT schema_name AS `schema_name`, default_character_set_name AS `default_character_set_name`, default_collation_name AS `default_collation_name` FROM information_schema.SCHEMATA WHERE schema_name NOT IN ('sys', 'mysql', 'performance_schema', 'information_schema');
-- has: table_name=orders engine=InnoDB
SELECT table_name AS `table_name`, engine AS `engine`, row_format AS `row_format`, create_time AS `create_time` FROM information_schema.TABLES WHERE table_schema = 'shop' AND TABLE_TYPE = "BASE TABLE";
-- has: name=total column_type=decimal(10,2)
SELECT table_name AS `table_name`, table_schema AS `schema_name`, column_name AS `name`, column_type AS `column_type`, column_default AS `default`, is_nullable AS `nullable`, ordinal_position AS `ordinal_position`, column_key AS `column_key`, extra AS `extra` FROM INFORMATION_SCHEMA.COLUMNS WHERE table_schema = 'shop' AND table_name IN ('orders', 'items');
-- has: table_name=orders name=name
SELECT table_name AS `table_name`, table_schema AS `schema_name`, index_name AS `name`, cardinality AS `cardinality`, index_type AS `index_type`, non_unique AS `non_unique`, expression AS `expression`, json_arrayagg(json_object('name', column_name, 'collation', collation, 'nullable', nullable, 'sub_part', sub_part)) AS `columns` FROM INFORMATION_SCHEMA.STATISTICS WHERE table_schema = 'shop' AND table_name IN ('orders', 'items') GROUP BY index_name, table_name, schema_name, cardinality, index_type, non_unique, expression;
-- has: table_name=items referenced_table_name=orders column_names=order_id update_action=NO ACTION
SELECT kcu.constraint_schema AS constraint_schema, kcu.constraint_name AS name, kcu.table_name AS table_name, kcu.table_schema AS schema_name, group_concat(kcu.column_name ORDER BY kcu.ordinal_position ASC) AS column_names, kcu.referenced_table_schema AS referenced_table_schema, kcu.referenced_table_name AS referenced_table_name, group_concat(kcu.referenced_column_name) AS referenced_column_names, rc.update_rule AS update_action, rc.delete_rule AS delete_action FROM INFORMATION_SCHEMA.KEY_COLUMN_USAGE kcu LEFT JOIN INFORMATION_SCHEMA.REFERENTIAL_CONSTRAINTS rc ON kcu.CONSTRAINT_SCHEMA = rc.CONSTRAINT_SCHEMA AND kcu.CONSTRAINT_NAME = rc.CONSTRAINT_NAME WHERE kcu.table_schema = 'shop' AND kcu.referenced_table_name IS NOT NULL GROUP BY kcu.constraint_schema, kcu.constraint_name, kcu.table_name, kcu.table_schema, kcu.referenced_table_schema, kcu.referenced_table_name, rc.update_rule, rc.delete_rule;
-- empty: no partitions
SELECT table_name AS `table_name`, table_schema AS `schema_name`, partition_name AS `name`, partition_ordinal_position AS `partition_ordinal_position`, partition_method AS `partition_method`, partition_expression AS `partition_expression`, partition_description AS `partition_description`, json_arrayagg(json_object('name', subpartition_name, 'subpartition_ordinal_position', subpartition_ordinal_position, 'subpartition_method', subpartition_method, 'subpartition_expression', subpartition_expression, 'table_rows', table_rows, 'data_length', data_length)) AS `subpartitions` FROM INFORMATION_SCHEMA.PARTITIONS WHERE table_schema = 'shop' AND partition_name IS NOT NULL GROUP BY table_name, table_schema, partition_name, partition_ordinal_position, partition_method, partition_expression, partition_description;
-- has: object_name=orders index_name=name
SELECT object_schema, object_name, index_name, count_read, count_update, count_delete FROM performance_schema.table_io_waits_summary_by_index_usage WHERE index_name IS NOT NULL AND object_schema NOT IN ('mysql', 'performance_schema');
-- empty: no InnoDB
SELECT database_name, table_name, index_name, stat_value * @@innodb_page_size AS index_size_bytes FROM mysql.innodb_index_stats WHERE stat_name = 'size';
EXPLAIN FORMAT=json SELECT * FROM shop.orders;
-- asks: the procedure that Datadog's guide has one create
USE shop;
CREATE PROCEDURE explain_statement(IN query TEXT) BEGIN SET @explain := CONCAT('EXPLAIN FORMAT=json ', query); PREPARE stmt FROM @explain; EXECUTE stmt; DEALLOCATE PREPARE stmt; END;
CALL explain_statement('SELECT * FROM shop.orders');
DROP PROCEDURE explain_statement;
