-- tool: mysqltuner, with all its parts
-- version: 1.9.9, run against the server
-- asks: what the server recorded of a run

SELECT VERSION();
-- has: Variable_name=innodb_buffer_pool_size
SHOW GLOBAL VARIABLES;
-- has: Variable_name=Uptime
SHOW GLOBAL STATUS;
-- empty: no replica
SHOW SLAVE STATUS;
-- error: 1064 on MySQL 9.7 too, whose word is REPLICAS
SHOW SLAVE HOSTS;
-- has: ENGINE=InnoDB SUPPORT=DEFAULT
SELECT ENGINE, SUPPORT FROM information_schema.ENGINES ORDER BY ENGINE ASC;
SELECT ~0;
-- empty: every account has a name
SELECT CONCAT(QUOTE(user), '@', QUOTE(host)) FROM mysql.user WHERE TRIM(user) = '' OR user IS NULL;
-- error: 1054 on MySQL 9.7 too, which has no such column
SELECT user FROM mysql.user WHERE (password = '' OR password IS NULL) AND plugin NOT IN ('unix_socket', 'auth_socket') AND account_locked = 'N' AND password_expired = 'N';
-- error: 1064 on MySQL 9.7 too, which has no such function
SELECT user FROM mysql.user WHERE user != '' AND (CAST(password as Binary) = PASSWORD(user) OR CAST(password as Binary) = PASSWORD(UPPER(user)));
-- may: be empty
SELECT CONCAT(QUOTE(user), '@', host) FROM mysql.user WHERE HOST = '%';
-- has: SCHEMA_NAME=shop
SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME NOT IN ('mysql', 'performance_schema', 'information_schema', 'sys');
-- has: ENGINE=InnoDB
SELECT ENGINE, SUM(DATA_LENGTH+INDEX_LENGTH), COUNT(ENGINE), SUM(DATA_LENGTH), SUM(INDEX_LENGTH) FROM information_schema.TABLES WHERE TABLE_SCHEMA NOT IN ('information_schema', 'performance_schema', 'mysql') AND ENGINE IS NOT NULL GROUP BY ENGINE ORDER BY ENGINE ASC;
-- empty: no table of 100 MiB
SELECT CONCAT(CONCAT(TABLE_SCHEMA, '.'), TABLE_NAME), cast(DATA_FREE as signed) FROM information_schema.TABLES WHERE TABLE_SCHEMA NOT IN ('information_schema', 'performance_schema', 'mysql') AND DATA_LENGTH/1024/1024 > 100 AND cast(DATA_FREE as signed)*100/(DATA_LENGTH+INDEX_LENGTH+cast(DATA_FREE as signed)) > 10 AND NOT ENGINE = 'MEMORY' AND NOT ENGINE IN ('InnoDB');
SELECT IFNULL(SUM(INDEX_LENGTH), 0) FROM information_schema.TABLES WHERE TABLE_SCHEMA NOT IN ('information_schema') AND ENGINE = 'MyISAM';
-- has: TABLE_SCHEMA=shop COUNT(TABLE_NAME)=3
SELECT TABLE_SCHEMA, SUM(TABLE_ROWS), SUM(DATA_LENGTH), SUM(INDEX_LENGTH), SUM(DATA_LENGTH+INDEX_LENGTH), COUNT(DISTINCT ENGINE), COUNT(TABLE_NAME), COUNT(DISTINCT(TABLE_COLLATION)) FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'shop' GROUP BY TABLE_SCHEMA ORDER BY TABLE_SCHEMA;
SELECT count(distinct(concat(TABLE_NAME, TABLE_SCHEMA, INDEX_NAME))) from information_schema.STATISTICS WHERE TABLE_SCHEMA = 'shop';
-- has: Name=orders Engine=InnoDB
SHOW TABLE STATUS FROM `shop`;
-- has: idxname=PRIMARY cols=id type=BTREE
SELECT index_name AS idxname, GROUP_CONCAT(column_name ORDER BY seq_in_index) AS cols, INDEX_TYPE as type FROM information_schema.statistics WHERE INDEX_SCHEMA = 'shop' AND TABLE_NAME = 'orders' GROUP BY idxname, type;
-- has: COLUMN_TYPE=int
SELECT COLUMN_TYPE FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'shop' AND TABLE_NAME = 'orders' AND COLUMN_NAME = 'id';
-- may: be empty
SELECT CONCAT(object_schema, '.', object_name) AS 'table', index_name FROM performance_schema.table_io_waits_summary_by_index_usage WHERE index_name IS NOT NULL AND count_star = 0 AND index_name <> 'PRIMARY' AND object_schema NOT IN ('mysql', 'performance_schema', 'information_schema') ORDER BY count_star, object_schema, object_name;
SHOW ENGINE PERFORMANCE_SCHEMA STATUS;
USE sys;
select sys_version from sys.version;
select user, total_connections from sys.user_summary order by total_connections desc LIMIT 5;
select user, statement_avg_latency from sys.x$user_summary order by statement_avg_latency desc LIMIT 5;
select user, full_scans from sys.x$user_summary_by_statement_latency order by full_scans desc LIMIT 5;
select host, lock_latency from sys.x$host_summary_by_statement_latency order by lock_latency desc LIMIT 5;
select statement, sum(total_latency) as total from sys.x$host_summary_by_statement_type group by statement order by total desc LIMIT 15;
select substring(event_name, 14), SUM(total) AS total from sys.x$host_summary_by_file_io_type GROUP BY substring(event_name, 14) ORDER BY total DESC;
select substring(event_name, 14), ROUND(SUM(total_latency), 1) AS total_latency from sys.x$host_summary_by_file_io_type GROUP BY substring(event_name, 14) ORDER BY total_latency DESC;
select substring(event_name, 14), MAX(max_latency) as max_latency from sys.x$host_summary_by_file_io_type GROUP BY substring(event_name, 14) ORDER BY max_latency DESC;
-- may: be empty
select substring(event_name, 7), MAX(avg_latency) as avg_latency from sys.x$host_summary_by_stages GROUP BY substring(event_name, 7) ORDER BY avg_latency DESC;
-- empty: no InnoDB
select object_schema, allocated, data, pages from sys.x$innodb_buffer_stats_by_schema ORDER BY pages DESC;
-- empty: no row locks
select wait_age_secs, locked_table, locked_type, waiting_query from sys.x$innodb_lock_waits order by wait_age_secs DESC;
-- empty: waits are not kept in a history by default
select thread, file, latency, operation from sys.x$latest_file_io ORDER BY latency LIMIT 10;
select file, total_written from sys.x$io_global_by_file_by_bytes order by total_written DESC LIMIT 15;
select event_name, total_latency from sys.x$io_global_by_wait_by_latency ORDER BY total_latency DESC LIMIT 20;
select events, max_latency from sys.x$waits_global_by_latency ORDER BY max_latency DESC LIMIT 30;
select event_class, total from sys.x$wait_classes_global_by_latency ORDER BY total DESC LIMIT 15;
-- has: table_schema=shop table_name=orders
select table_schema, table_name, rows_inserted+rows_updated+rows_deleted AS changes from sys.x$schema_table_statistics ORDER BY rows_inserted+rows_updated+rows_deleted DESC LIMIT 15;
-- has: table_schema=shop table_name=orders
select table_schema, table_name, index_name, select_latency from sys.x$schema_index_statistics ORDER BY select_latency DESC LIMIT 15;
-- empty: no InnoDB
select table_schema, table_name, innodb_buffer_free from sys.x$schema_table_statistics_with_buffer where innodb_buffer_allocated IS NOT NULL ORDER BY innodb_buffer_free DESC LIMIT 15;
select db, LEFT(query, 120), exec_count from sys.x$statement_analysis order by exec_count DESC LIMIT 15;
select LEFT(query, 120), last_seen from sys.x$statements_with_errors_or_warnings ORDER BY last_seen LIMIT 40;
-- may: be empty
select db, LEFT(query, 120), max_latency AS search from sys.x$statements_with_runtimes_in_95th_percentile ORDER BY max_latency DESC LIMIT 15;
select db, LEFT(query, 120), last_seen from sys.x$statements_with_full_table_scans order BY last_seen DESC LIMIT 50;
-- may: be empty
select db, LEFT(query, 120), rows_sorted from sys.x$statements_with_sorting ORDER BY ROWs_sorted DESC LIMIT 15;
-- may: be empty
select db, LEFT(query, 120), disk_tmp_tables from sys.x$statements_with_temp_tables ORDER BY disk_tmp_tables DESC LIMIT 15;
-- empty: the shop has none
select * from schema_redundant_indexes;
-- may: be empty
select * from sys.schema_unused_indexes where object_schema not in ('performance_schema');
-- may: be empty
select * from sys.x$schema_tables_with_full_table_scans order by rows_full_scanned DESC;
