-- tool: PMM, query analytics by Performance Schema
-- version: sources at 0032d9d, 13e526b
-- asks: agent/agents/mysql of percona/pmm

SELECT /* pmm-agent:connectionchecker */ @@version, @@version_comment;
-- has: Variable_name=performance_schema_digests_size
SHOW VARIABLES /* agent='perfschema' */ LIKE 'performance_schema_digests_size';
-- has: Variable_name=performance_schema_events_statements_history_long_size
SHOW VARIABLES /* agent='perfschema' */ LIKE 'performance_schema_events_statements_history_long_size';
-- has: NAME=events_statements_history_long ENABLED=YES
SELECT /* agent='perfschema' */ `performance_schema`.`setup_consumers`.`NAME`, `performance_schema`.`setup_consumers`.`ENABLED` FROM `performance_schema`.`setup_consumers`;
-- has: NAME=statement/sql/select ENABLED=YES
SELECT /* agent='perfschema' */ `performance_schema`.`setup_instruments`.`NAME`, `performance_schema`.`setup_instruments`.`ENABLED`, `performance_schema`.`setup_instruments`.`TIMED` FROM `performance_schema`.`setup_instruments`;
-- has: SCHEMA_NAME=shop DIGEST_TEXT=SELECT * FROM `orders`
SELECT /* agent='perfschema' */ `performance_schema`.`events_statements_summary_by_digest`.`SCHEMA_NAME`, `performance_schema`.`events_statements_summary_by_digest`.`DIGEST`, `performance_schema`.`events_statements_summary_by_digest`.`DIGEST_TEXT`, `performance_schema`.`events_statements_summary_by_digest`.`COUNT_STAR`, `performance_schema`.`events_statements_summary_by_digest`.`SUM_TIMER_WAIT`, `performance_schema`.`events_statements_summary_by_digest`.`MIN_TIMER_WAIT`, `performance_schema`.`events_statements_summary_by_digest`.`SUM_LOCK_TIME`, `performance_schema`.`events_statements_summary_by_digest`.`SUM_ERRORS`, `performance_schema`.`events_statements_summary_by_digest`.`SUM_ROWS_SENT`, `performance_schema`.`events_statements_summary_by_digest`.`SUM_SELECT_SCAN`, `performance_schema`.`events_statements_summary_by_digest`.`SUM_NO_GOOD_INDEX_USED` FROM `performance_schema`.`events_statements_summary_by_digest` WHERE DIGEST IS NOT NULL AND DIGEST_TEXT IS NOT NULL;
-- has: CURRENT_SCHEMA=shop SQL_TEXT=SELECT * FROM orders
SELECT /* agent='perfschema' */ `performance_schema`.`events_statements_history_long`.`SQL_TEXT`, `performance_schema`.`events_statements_history_long`.`DIGEST`, `performance_schema`.`events_statements_history_long`.`DIGEST_TEXT`, `performance_schema`.`events_statements_history_long`.`CURRENT_SCHEMA` FROM `performance_schema`.`events_statements_history_long` WHERE DIGEST IS NOT NULL AND SQL_TEXT IS NOT NULL;
-- has: QUERY_SAMPLE_TEXT=SELECT * FROM orders
SELECT /* agent='perfschema' */ `performance_schema`.`events_statements_summary_by_digest`.`QUERY_SAMPLE_TEXT`, `performance_schema`.`events_statements_summary_by_digest`.`DIGEST`, `performance_schema`.`events_statements_summary_by_digest`.`SCHEMA_NAME` FROM `performance_schema`.`events_statements_summary_by_digest` WHERE DIGEST IS NOT NULL AND QUERY_SAMPLE_TEXT IS NOT NULL;
USE `shop`;
EXPLAIN SELECT * FROM orders;
EXPLAIN FORMAT=JSON SELECT * FROM orders;
EXPLAIN FORMAT=TREE SELECT * FROM orders;
SHOW CREATE TABLE `shop`.`orders`;
SHOW INDEXES FROM `shop`.`orders`;
-- has: Name=orders Engine=InnoDB
SHOW TABLE STATUS FROM `shop` WHERE Name = 'orders';
SELECT COUNT(*) FROM information_schema.tables;
