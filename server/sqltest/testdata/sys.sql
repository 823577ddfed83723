-- The schema sys: views over performance_schema, and their twins with values as they are.
SHOW DATABASES LIKE 'sys';
SELECT TABLE_TYPE, COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'sys' GROUP BY TABLE_TYPE;
SELECT COUNT(*), MIN(DEFINER), MIN(SECURITY_TYPE) FROM information_schema.VIEWS WHERE TABLE_SCHEMA = 'sys';
SHOW FULL TABLES FROM sys LIKE 'io_global_by_f%';
DESCRIBE sys.host_summary_by_file_io;
DESCRIBE sys.`x$host_summary_by_file_io`;
SELECT * FROM sys.version;

-- Statements, by what is normalized.
CREATE DATABASE shop;
CREATE TABLE shop.item (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20), kind INT, KEY name (name), KEY name_kind (name, kind), UNIQUE KEY kind (kind));
USE shop;
TRUNCATE TABLE performance_schema.events_statements_summary_by_digest;
INSERT INTO item (name, kind) VALUES ('nut', 1), ('bolt', 2), ('screw', 3);
SELECT name FROM item ORDER BY kind + 0;
SELECT name FROM item ORDER BY kind + 0;
SELECT name FROM item WHERE id = 2;
SELECT missing FROM item;
SELECT query, db, full_scan, exec_count, err_count, rows_sent, rows_sent_avg, rows_affected FROM sys.statement_analysis WHERE query LIKE '%FROM `item`%' ORDER BY query;
SELECT COUNT(*) FROM sys.x$statement_analysis s JOIN performance_schema.events_statements_summary_by_digest d ON d.SCHEMA_NAME = s.db AND d.DIGEST = s.digest WHERE s.query = d.DIGEST_TEXT AND s.total_latency = d.SUM_TIMER_WAIT AND s.query LIKE '%FROM `item`%';
SELECT query, errors, error_pct FROM sys.statements_with_errors_or_warnings WHERE query LIKE '%`missing`%';
SELECT query, exec_count, rows_sorted, avg_rows_sorted FROM sys.statements_with_sorting WHERE query LIKE '%FROM `item`%';
SELECT query, no_index_used_pct, rows_sent_avg FROM sys.statements_with_full_table_scans WHERE query LIKE '%FROM `item`%';
SET @sys.statement_truncate_len = 20;
SELECT query FROM sys.statement_analysis WHERE query LIKE '%item%' AND exec_count = 2;
SET @sys.statement_truncate_len = NULL;

-- Tables and indexes.
SELECT table_schema, table_name, rows_fetched, rows_inserted, io_read FROM sys.schema_table_statistics WHERE table_schema = 'shop';
SELECT table_name, index_name, rows_selected, rows_inserted FROM sys.schema_index_statistics WHERE table_schema = 'shop' ORDER BY index_name;
SELECT * FROM sys.schema_unused_indexes WHERE object_schema = 'shop';
SELECT redundant_index_name, dominant_index_name, sql_drop_index FROM sys.schema_redundant_indexes WHERE table_schema = 'shop';
SELECT * FROM sys.schema_object_overview WHERE db = 'shop';
SELECT table_name, column_name, column_type, max_value, auto_increment, auto_increment_ratio FROM sys.schema_auto_increment_columns WHERE table_schema = 'shop';
SELECT object_name, rows_full_scanned FROM sys.schema_tables_with_full_table_scans WHERE object_schema = 'shop';

-- Sessions.
SELECT user, db, command, full_scan, current_statement FROM sys.session WHERE conn_id = CONNECTION_ID();
SELECT COUNT(*) FROM sys.x$processlist WHERE thd_id = PS_CURRENT_THREAD_ID();

-- Procedures do what their callers may.
CALL sys.ps_setup_disable_consumer('events_transactions');
CALL sys.ps_setup_enable_consumer('events_transactions_current');
CALL sys.ps_setup_disable_thread(CONNECTION_ID());
CALL sys.ps_setup_enable_thread(CONNECTION_ID());
CALL sys.ps_setup_disable_instrument('wait/io/table/sql/handler');
CALL sys.ps_setup_enable_instrument('wait/io/table/sql/handler');
CALL sys.ps_setup_show_disabled_consumers();
CALL sys.ps_truncate_all_tables(FALSE);
SELECT COUNT(*) FROM sys.statement_analysis WHERE db = 'shop' AND exec_count > 1;
CALL sys.table_exists('shop', 'item', @is);
SELECT @is;
CALL sys.table_exists('sys', 'session', @is);
SELECT @is;
CALL sys.table_exists('shop', 'nothing', @is);
SELECT @is;
CALL sys.nothing();
DROP PROCEDURE sys.table_exists;
CREATE PROCEDURE sys.mine() SELECT 1;

-- Nothing is written here but what MySQL lets be written.
INSERT INTO sys.session (thd_id) VALUES (1);
DELETE FROM sys.version;
TRUNCATE TABLE sys.version;
DROP DATABASE sys;
DROP VIEW sys.version;
CREATE TABLE sys.mine (a INT);
CREATE DATABASE sys;

-- Views are their invokers': they need SELECT on sys and on what is below.
CREATE USER reader, watcher, nobody;
GRANT SELECT ON sys.* TO reader, watcher;
GRANT SELECT ON performance_schema.* TO watcher;
GRANT EXECUTE ON sys.* TO watcher;
-- connection nobody nobody
SHOW DATABASES;
SELECT * FROM sys.version;
-- connection reader reader
SHOW DATABASES;
SELECT sys_version FROM sys.version;
SELECT * FROM sys.session;
SELECT * FROM sys.schema_object_overview;
-- connection watcher watcher
USE sys;
SELECT COUNT(*) > 1 FROM session;
SELECT * FROM schema_object_overview;
INSERT INTO session (thd_id) VALUES (1);
CALL table_exists('shop', 'item', @is);
SELECT @is;
CALL ps_setup_show_disabled_consumers();
CALL ps_setup_enable_consumer('events_transactions');
-- connection reader reader
CALL sys.ps_setup_show_disabled_consumers();
