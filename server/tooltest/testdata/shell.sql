-- tool: MySQL Shell, reports and dumpInstance
-- version: 9, not compared with its source
-- asks: the reports query, threads and thread, and util.dumpInstance, of MySQL Shell's manual

SELECT @@version, @@version_comment, @@server_uuid, @@sql_mode;
SELECT CONCAT(@@version, ' ', @@version_comment);
SET SESSION sql_quote_show_create = 1;
-- has: tid=1+
SELECT t.thread_id AS tid, t.processlist_id AS cid, t.processlist_user AS user, t.processlist_host AS host, t.processlist_db AS db, t.processlist_command AS command, t.processlist_time AS time, t.processlist_state AS state, x.trx_state AS txstate, s.sql_text AS info, s.nesting_event_type AS nesting FROM performance_schema.threads t LEFT JOIN information_schema.innodb_trx x ON x.trx_mysql_thread_id = t.processlist_id LEFT JOIN performance_schema.events_statements_current s ON s.thread_id = t.thread_id WHERE t.processlist_id IS NOT NULL ORDER BY t.thread_id;
SELECT VARIABLE_NAME, VARIABLE_VALUE FROM performance_schema.status_by_thread WHERE THREAD_ID = sys.ps_thread_id(NULL) AND VARIABLE_NAME IN ('Bytes_sent', 'Ssl_cipher');
SELECT VARIABLE_NAME, VARIABLE_VALUE FROM performance_schema.user_variables_by_thread;
SELECT EVENT_NAME, sys.format_time(TIMER_WAIT), SQL_TEXT FROM performance_schema.events_statements_history WHERE THREAD_ID = sys.ps_thread_id(NULL);
SELECT sys.ps_thread_account(sys.ps_thread_id(NULL));
FLUSH TABLES WITH READ LOCK;
SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ;
START TRANSACTION WITH CONSISTENT SNAPSHOT;
UNLOCK TABLES;
SELECT SCHEMA_NAME, DEFAULT_COLLATION_NAME FROM information_schema.schemata WHERE SCHEMA_NAME NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys');
-- has: TABLE_NAME=orders
SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_ROWS, AVG_ROW_LENGTH, ENGINE, CREATE_OPTIONS, TABLE_COMMENT FROM information_schema.tables WHERE TABLE_TYPE = 'BASE TABLE' AND STRCMP(TABLE_SCHEMA COLLATE utf8_bin, 'shop') = 0;
SELECT COLUMN_NAME, DATA_TYPE, GENERATION_EXPRESSION FROM information_schema.columns WHERE TABLE_SCHEMA = 'shop' AND TABLE_NAME = 'orders' ORDER BY ORDINAL_POSITION;
-- may: be empty
SELECT SCHEMA_NAME, TABLE_NAME, COLUMN_NAME, JSON_EXTRACT(HISTOGRAM, '$."number-of-buckets-specified"') FROM information_schema.column_statistics WHERE SCHEMA_NAME = 'shop';
SHOW CREATE TABLE `shop`.`orders`;
SHOW CREATE DATABASE IF NOT EXISTS `shop`;
-- empty: no binary log
SHOW BINARY LOG STATUS;
-- may: be empty
SELECT @@GLOBAL.GTID_EXECUTED;
-- has: MIN(`id`)=1
SELECT SQL_NO_CACHE MIN(`id`), MAX(`id`) FROM `shop`.`orders`;
SELECT SQL_NO_CACHE `id`, `name`, `total`, `made` FROM `shop`.`orders` WHERE (`id` BETWEEN 1 AND 100000) ORDER BY `id` /* mysqlsh dumpInstance, dumping table `shop`.`orders`, chunk ID: 0 */;
COMMIT;
