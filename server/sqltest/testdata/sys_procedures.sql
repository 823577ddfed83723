-- The routines of sys, as information_schema lists them; in a database of users' too.
CREATE DATABASE shop;
USE shop;
CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(20));
INSERT INTO item VALUES (1, 'nut'), (2, 'bolt');
CREATE VIEW names AS SELECT name FROM item;
CREATE PROCEDURE own(IN a INT) COMMENT 'mine' READS SQL DATA SELECT a;
SELECT ROUTINE_SCHEMA, ROUTINE_TYPE, COUNT(*), MIN(DEFINER), MIN(SECURITY_TYPE) FROM information_schema.ROUTINES GROUP BY ROUTINE_SCHEMA, ROUTINE_TYPE ORDER BY 1, 2;
SELECT ROUTINE_NAME, ROUTINE_DEFINITION, SQL_DATA_ACCESS, IS_DETERMINISTIC, ROUTINE_COMMENT, CREATED > '2020-01-01' FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = 'shop';
SELECT ORDINAL_POSITION, PARAMETER_MODE, PARAMETER_NAME, DATA_TYPE, DTD_IDENTIFIER, NUMERIC_PRECISION, NUMERIC_SCALE, CHARACTER_MAXIMUM_LENGTH, COLLATION_NAME FROM information_schema.PARAMETERS WHERE SPECIFIC_NAME IN ('ps_trace_thread', 'ps_thread_account') ORDER BY SPECIFIC_NAME, ORDINAL_POSITION;
SELECT COUNT(*) FROM information_schema.PARAMETERS WHERE SPECIFIC_SCHEMA = 'sys';
SELECT DATA_TYPE, DTD_IDENTIFIER FROM information_schema.ROUTINES WHERE ROUTINE_NAME = 'version_major';

-- Databases and statements.
CALL sys.create_synonym_db('shop', 'twin');
SHOW FULL TABLES FROM twin;
SELECT name FROM twin.item WHERE id = 2;
CALL sys.create_synonym_db('shop', 'twin');
CALL sys.create_synonym_db('nowhere', 'other');
DROP DATABASE twin;
CREATE TEMPORARY TABLE item (id INT PRIMARY KEY);
CREATE TEMPORARY TABLE passing (id INT PRIMARY KEY);
CALL sys.table_exists('shop', 'item', @is);
SELECT @is;
CALL sys.table_exists('shop', 'passing', @is);
SELECT @is;
DROP TEMPORARY TABLE item, passing;
CALL sys.table_exists('shop', 'item', @is);
SELECT @is;
CALL sys.execute_prepared_stmt('SELECT name FROM shop.item WHERE id = 2');
CALL sys.execute_prepared_stmt('UPDATE shop.item SET name = ''it''''s'' WHERE id = 1');
SELECT name FROM item WHERE id = 1;
CALL sys.execute_prepared_stmt(NULL);
CALL sys.execute_prepared_stmt('SELECT nothing FROM shop.item');

-- What is recorded is saved, changed, and brought back.
CALL sys.ps_setup_reload_saved();
CALL sys.ps_setup_save(0);
UPDATE performance_schema.setup_consumers SET ENABLED = 'YES';
UPDATE performance_schema.setup_instruments SET ENABLED = 'NO' WHERE NAME LIKE 'statement/%' OR NAME LIKE 'memory/%';
UPDATE performance_schema.threads SET INSTRUMENTED = 'NO' WHERE PROCESSLIST_ID = CONNECTION_ID();
DELETE FROM performance_schema.setup_actors;
INSERT INTO performance_schema.setup_objects (OBJECT_SCHEMA) VALUES ('shop');
SELECT IS_USED_LOCK('sys.ps_setup_save') = CONNECTION_ID();
-- connection other root
CALL sys.ps_setup_save(0);
-- connection root
CALL sys.ps_setup_reload_saved();
SELECT COUNT(*) FROM performance_schema.setup_consumers WHERE ENABLED = 'YES';
SELECT SUM(ENABLED = 'NO') FROM performance_schema.setup_instruments WHERE NAME LIKE 'statement/%' OR NAME LIKE 'memory/%';
SELECT INSTRUMENTED FROM performance_schema.threads WHERE PROCESSLIST_ID = CONNECTION_ID();
SELECT * FROM performance_schema.setup_actors;
SELECT COUNT(*) FROM performance_schema.setup_objects;
SELECT IS_FREE_LOCK('sys.ps_setup_save');
UPDATE performance_schema.setup_consumers SET ENABLED = 'NO' WHERE NAME LIKE 'events%';
UPDATE performance_schema.setup_instruments SET ENABLED = 'NO', TIMED = 'NO' WHERE NAME LIKE 'wait/%';
CALL sys.ps_setup_reset_to_default(FALSE);
SELECT NAME FROM performance_schema.setup_consumers WHERE ENABLED = 'YES';
SELECT COUNT(*) FROM performance_schema.setup_instruments WHERE ENABLED <> sys.ps_is_instrument_default_enabled(NAME) OR IFNULL(TIMED, 'NO') <> sys.ps_is_instrument_default_timed(NAME);

-- Analyses of normalized statements.
TRUNCATE TABLE performance_schema.events_statements_summary_by_digest;
SELECT name FROM item ORDER BY name;
SELECT missing FROM item;
CALL sys.statement_performance_analyzer('create_tmp', 'told', NULL);
CALL sys.ps_setup_disable_thread(CONNECTION_ID());
CALL sys.statement_performance_analyzer('create_table', 'shop.digests', NULL);
CALL sys.statement_performance_analyzer('create_tmp', 'later', NULL);
CALL sys.statement_performance_analyzer('snapshot', NULL, NULL);
CALL sys.statement_performance_analyzer('save', 'shop.digests', NULL);
CALL sys.statement_performance_analyzer('save', 'later', NULL);
SELECT COUNT_STAR, SUM_SORT_ROWS, MAX_TIMER_WAIT = QUERY_SAMPLE_TIMER_WAIT, QUANTILE_99 > 0, FIRST_SEEN <= LAST_SEEN FROM digests WHERE DIGEST_TEXT LIKE 'SELECT % FROM `item` ORDER BY%';
SELECT (SELECT COUNT(*) FROM later) = (SELECT COUNT(*) FROM digests);
CALL sys.ps_setup_enable_thread(CONNECTION_ID());
SELECT name FROM item WHERE id = 2;
SELECT name FROM item WHERE id = 1;
SELECT name FROM item ORDER BY name;
CALL sys.ps_setup_disable_thread(CONNECTION_ID());
CALL sys.statement_performance_analyzer('snapshot', NULL, NULL);
TRUNCATE TABLE digests;
CALL sys.statement_performance_analyzer('save', 'shop.digests', NULL);
SET @sys.statement_performance_analyzer.limit = 0;
CALL sys.statement_performance_analyzer('delta', 'later', 'with_sorting,analysis');
CALL sys.statement_performance_analyzer('overall', '`shop`.`digests`', NULL);
-- A view and a query of one's own find the copy in the place of the table.
CREATE VIEW mine AS SELECT DIGEST_TEXT AS query, COUNT_STAR AS n, QUANTILE_99 FROM performance_schema.events_statements_summary_by_digest WHERE DIGEST_TEXT LIKE 'SELECT % FROM `item` %' ORDER BY DIGEST_TEXT;
USE sys;
SELECT COUNT(*) > 0 FROM shop.mine;
USE shop;
SET @sys.statement_performance_analyzer.view = 'shop.mine', @sys.statement_performance_analyzer.limit = 10;
CALL sys.statement_performance_analyzer('overall', 'shop.digests', 'custom');
CALL sys.statement_performance_analyzer('delta', 'later', 'custom');
SET @sys.statement_performance_analyzer.view = 'SELECT SUM(COUNT_STAR) > 0 AS counted FROM performance_schema.events_statements_summary_by_digest';
CALL sys.statement_performance_analyzer('overall', 'shop.digests', 'custom');
SET @sys.statement_performance_analyzer.view = 'shop.nothing';
CALL sys.statement_performance_analyzer('overall', 'shop.digests', 'custom');
SET @sys.statement_performance_analyzer.view = NULL;
DROP VIEW mine;
CALL sys.statement_performance_analyzer('cleanup', NULL, NULL);
CALL sys.statement_performance_analyzer('delta', 'later', NULL);
CALL sys.statement_performance_analyzer('delta', NULL, NULL);
CALL sys.statement_performance_analyzer('save', 'a.b.c', NULL);
CALL sys.statement_performance_analyzer('overall', NULL, 'custom');
CALL sys.statement_performance_analyzer('more', NULL, NULL);
CALL sys.ps_setup_enable_thread(CONNECTION_ID());

-- Reports: what is no length of time is refused.
CALL sys.diagnostics(0, 1, 'current');
CALL sys.diagnostics(1, 0, 'current');
CALL sys.diagnostics(1, 2, 'current');

-- Rights.
CREATE USER plain, admin;
GRANT EXECUTE ON sys.* TO plain, admin;
GRANT SELECT, CREATE, CREATE VIEW ON shop.* TO plain;
GRANT SELECT, UPDATE, INSERT, DELETE ON performance_schema.* TO admin;
GRANT SELECT ON watched.* TO plain;
GRANT INSERT, UPDATE ON watched.* TO plain, admin;
CALL sys.revoke_schema_privileges_from_all_accounts_except('watched', JSON_ARRAY('INSERT', 'SELECT'), JSON_ARRAY("'admin'@'%'"));
SHOW GRANTS FOR plain;
SHOW GRANTS FOR admin;
CALL sys.revoke_schema_privileges_from_all_accounts_except('watched', '{}', NULL);
-- connection plain plain
SELECT ROUTINE_SCHEMA, COUNT(*) FROM information_schema.ROUTINES GROUP BY ROUTINE_SCHEMA;
CALL sys.execute_prepared_stmt('DROP TABLE shop.item');
CALL sys.ps_setup_save(0);
CALL sys.ps_setup_reset_to_default(FALSE);
CALL sys.statement_performance_analyzer('snapshot', NULL, NULL);
CALL sys.ps_statement_avg_latency_histogram();
CALL sys.ps_trace_statement_digest('x', 0, 0, FALSE, FALSE);
CALL sys.ps_trace_thread(1, '/tmp/x', 0, 0, FALSE, FALSE, FALSE);
CALL sys.diagnostics(1, 1, 'full');
CALL sys.revoke_schema_privileges_from_all_accounts_except('watched', JSON_ARRAY('UPDATE'), NULL);
SHOW GRANTS;
-- connection admin admin
CALL sys.ps_setup_save(0);
CALL sys.ps_setup_reload_saved();
