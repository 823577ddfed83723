-- Settings of sys, as MySQL begins with them; who changes one is noted.
SELECT variable, value, set_by FROM sys.sys_config;
SHOW CREATE TABLE sys.sys_config;
SELECT TABLE_TYPE FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'sys' AND TABLE_NAME = 'sys_config';
UPDATE sys.sys_config SET value = '20' WHERE variable = 'statement_truncate_len';
SELECT value, set_by, set_time > NOW() - INTERVAL 1 HOUR, set_time <= NOW() FROM sys.sys_config WHERE variable = 'statement_truncate_len';
SELECT sys.format_statement('SELECT variable, value, set_time, set_by FROM sys_config');
SET @sys.statement_truncate_len = 32;
SELECT sys.format_statement('SELECT variable, value, set_time, set_by FROM sys_config');
SET @sys.statement_truncate_len = NULL;
INSERT INTO sys.sys_config (variable, value) VALUES ('mine', 'ON');
INSERT INTO sys.sys_config (variable, value) VALUES ('mine', 'OFF');
INSERT INTO sys.sys_config (variable, value) VALUES ('Mine', 'OFF') ON DUPLICATE KEY UPDATE value = 'OFF';
SELECT sys.sys_get_config('mine', 'none'), sys.sys_get_config('MINE', 'none'), sys.sys_get_config('yours', 'none'), sys.sys_get_config('yours', NULL), sys.sys_get_config('statement_performance_analyzer.view', 'v');
SET @sys.ignore_sys_config_triggers = TRUE;
REPLACE INTO sys.sys_config (variable, value, set_by) VALUES ('mine', NULL, 'an import');
SET @sys.ignore_sys_config_triggers = NULL;
SELECT variable, value, set_by FROM sys.sys_config WHERE variable = 'mine';
UPDATE sys.sys_config SET set_time = '2020-02-03 04:05:06' WHERE variable = 'mine';
SELECT set_time FROM sys.sys_config WHERE variable = 'mine';
SET time_zone = '+05:00';
SELECT set_time FROM sys.sys_config WHERE variable = 'mine';
SET time_zone = '+00:00';
UPDATE sys.sys_config SET variable = 'statement_truncate_len' WHERE variable = 'mine';
DELETE FROM sys.sys_config WHERE variable = 'mine';
SELECT COUNT(*) FROM sys.sys_config;
DROP TABLE sys.sys_config;
ALTER TABLE sys.sys_config ADD COLUMN a INT;

-- Functions.
SELECT sys.ps_is_instrument_default_enabled('statement/sql/select'), sys.ps_is_instrument_default_timed('statement/sql/select'), sys.ps_is_instrument_default_enabled('wait/synch/mutex/sql/LOCK_none'), sys.ps_is_instrument_default_timed('memory/sql/none');
SELECT COUNT(*) > 100, SUM(ENABLED <> sys.ps_is_instrument_default_enabled(NAME)) FROM performance_schema.setup_instruments;
CREATE DATABASE trace;
CREATE TABLE trace.t (a INT PRIMARY KEY);
START TRANSACTION;
INSERT INTO trace.t VALUES (1), (2);
COMMIT;
SELECT JSON_UNQUOTE(JSON_EXTRACT(d, '$[0].state')), JSON_EXTRACT(d, '$[0].statements_executed[*].rows_affected'), JSON_EXTRACT(d, '$[0].statements_executed[0].sql_text') FROM (SELECT sys.ps_thread_trx_info(PS_CURRENT_THREAD_ID()) AS d) AS x;
SET @sys.ps_thread_trx_info.max_length = 10;
SELECT LEFT(sys.ps_thread_trx_info(PS_CURRENT_THREAD_ID()), 29);
SELECT sys.ps_thread_trx_info(NULL), sys.ps_thread_trx_info(-1), JSON_EXTRACT(sys.ps_thread_stack(0, TRUE), '$.events'), JSON_EXTRACT(sys.ps_thread_stack(NULL, NULL), '$.rankdir');
UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME = 'events_statements_history_long';
SELECT 'traced';
SELECT JSON_CONTAINS(JSON_EXTRACT(sys.ps_thread_stack(PS_CURRENT_THREAD_ID(), FALSE), '$.events[*].event_info'), '"sql/select"');
UPDATE performance_schema.setup_consumers SET ENABLED = 'NO' WHERE NAME = 'events_statements_history_long';

-- Who may read and change them.
CREATE USER plain, writer;
GRANT SELECT, INSERT, UPDATE, DELETE ON sys.* TO writer;
GRANT EXECUTE ON sys.* TO plain;
-- connection plain plain
SELECT sys.sys_get_config('mine', 'none');
SELECT sys.ps_thread_trx_info(1);
SELECT sys.ps_thread_stack(1, FALSE);
SELECT sys.ps_is_instrument_default_enabled('x');
SELECT * FROM sys.sys_config;
UPDATE sys.sys_config SET value = '1';
-- connection writer writer
INSERT INTO sys.sys_config (variable, value) VALUES ('theirs', '1');
SELECT variable, set_by FROM sys.sys_config WHERE variable = 'theirs';
SELECT sys.sys_get_config('theirs', 'none');
TRUNCATE TABLE sys.sys_config;
DELETE FROM sys.sys_config;
SELECT COUNT(*) FROM sys.sys_config;
