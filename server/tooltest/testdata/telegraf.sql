-- tool: Telegraf, mysql input
-- version: sources at 013c539
-- asks: plugins/inputs/mysql of influxdata/telegraf

SHOW GLOBAL STATUS;
SHOW GLOBAL VARIABLES;
-- empty: no replica
SHOW SLAVE STATUS;
-- empty: no replica
SHOW REPLICA STATUS;
-- empty: no binary log
SHOW BINARY LOGS;
SELECT COALESCE(command, ''), COALESCE(state, ''), count(*) FROM information_schema.processlist WHERE ID != connection_id() GROUP BY command, state ORDER BY null;
-- has: TABLE_NAME=orders COLUMN_NAME=id AUTO_INCREMENT=3
SELECT table_schema, table_name, column_name, auto_increment, CAST(pow(2, case data_type when 'tinyint' then 7 when 'smallint' then 15 when 'mediumint' then 23 when 'int' then 31 when 'bigint' then 63 end + (column_type like '% unsigned')) - 1 AS decimal(19)) AS max_int FROM information_schema.tables t JOIN information_schema.columns c USING (table_schema, table_name) WHERE c.extra = 'auto_increment' AND t.auto_increment IS NOT NULL;
-- empty: no InnoDB
SELECT NAME, COUNT FROM information_schema.INNODB_METRICS WHERE status = 'enabled';
-- has: OBJECT_NAME=orders COUNT_INSERT=2
SELECT OBJECT_SCHEMA, OBJECT_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE, SUM_TIMER_FETCH, SUM_TIMER_INSERT, SUM_TIMER_UPDATE, SUM_TIMER_DELETE FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_SCHEMA NOT IN ('mysql', 'performance_schema');
SELECT OBJECT_SCHEMA, OBJECT_NAME, ifnull(INDEX_NAME, 'NONE') AS INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE, SUM_TIMER_FETCH, SUM_TIMER_INSERT, SUM_TIMER_UPDATE, SUM_TIMER_DELETE FROM performance_schema.table_io_waits_summary_by_index_usage WHERE OBJECT_SCHEMA NOT IN ('mysql', 'performance_schema');
SELECT OBJECT_SCHEMA, OBJECT_NAME, COUNT_READ_NORMAL, COUNT_WRITE_EXTERNAL, SUM_TIMER_READ_NORMAL, SUM_TIMER_WRITE_EXTERNAL FROM performance_schema.table_lock_waits_summary_by_table WHERE OBJECT_SCHEMA NOT IN ('mysql', 'performance_schema', 'information_schema');
SELECT EVENT_NAME, COUNT_STAR, SUM_TIMER_WAIT FROM performance_schema.events_waits_summary_global_by_event_name;
SELECT EVENT_NAME, COUNT_READ, SUM_TIMER_READ, SUM_NUMBER_OF_BYTES_READ, COUNT_WRITE, SUM_TIMER_WRITE, SUM_NUMBER_OF_BYTES_WRITE, COUNT_MISC, SUM_TIMER_MISC FROM performance_schema.file_summary_by_event_name;
-- has: TABLE_NAME=orders TABLE_TYPE=BASE TABLE ENGINE=InnoDB
SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE, ifnull(ENGINE, 'NONE') AS ENGINE, ifnull(VERSION, '0') AS VERSION, ifnull(ROW_FORMAT, 'NONE') AS ROW_FORMAT, ifnull(TABLE_ROWS, '0') AS TABLE_ROWS, ifnull(DATA_LENGTH, '0') AS DATA_LENGTH, ifnull(INDEX_LENGTH, '0') AS INDEX_LENGTH, ifnull(DATA_FREE, '0') AS DATA_FREE, ifnull(CREATE_OPTIONS, 'NONE') AS CREATE_OPTIONS FROM information_schema.tables WHERE TABLE_SCHEMA = 'shop';
-- has: TABLE_SCHEMA=shop
SELECT table_schema AS TABLE_SCHEMA, COUNT(*) FROM information_schema.tables WHERE TABLE_SCHEMA NOT IN ('mysql', 'sys') GROUP BY table_schema;
SELECT USER, EVENT_NAME, COUNT_STAR, SUM_TIMER_WAIT, MIN_TIMER_WAIT, AVG_TIMER_WAIT, MAX_TIMER_WAIT, SUM_LOCK_TIME, SUM_ERRORS, SUM_WARNINGS, SUM_ROWS_AFFECTED, SUM_ROWS_SENT, SUM_ROWS_EXAMINED, SUM_CREATED_TMP_DISK_TABLES, SUM_CREATED_TMP_TABLES, SUM_SELECT_FULL_JOIN, SUM_SELECT_FULL_RANGE_JOIN, SUM_SELECT_RANGE, SUM_SELECT_RANGE_CHECK, SUM_SELECT_SCAN, SUM_SORT_MERGE_PASSES, SUM_SORT_RANGE, SUM_SORT_ROWS, SUM_SORT_SCAN, SUM_NO_INDEX_USED, SUM_NO_GOOD_INDEX_USED FROM performance_schema.events_statements_summary_by_account_by_event_name WHERE event_name IN ('statement/sql/select');
SELECT ifnull(SCHEMA_NAME, 'NONE') AS SCHEMA_NAME, DIGEST, LEFT(DIGEST_TEXT, 120) AS DIGEST_TEXT, COUNT_STAR, SUM_TIMER_WAIT, SUM_ERRORS, SUM_WARNINGS, SUM_ROWS_AFFECTED, SUM_ROWS_SENT, SUM_ROWS_EXAMINED, SUM_CREATED_TMP_DISK_TABLES, SUM_CREATED_TMP_TABLES, SUM_SORT_MERGE_PASSES, SUM_SORT_ROWS, SUM_NO_INDEX_USED FROM performance_schema.events_statements_summary_by_digest WHERE SCHEMA_NAME NOT IN ('mysql', 'performance_schema', 'information_schema') AND last_seen > DATE_SUB(NOW(), INTERVAL 86400 SECOND) ORDER BY SUM_TIMER_WAIT DESC LIMIT 250;
