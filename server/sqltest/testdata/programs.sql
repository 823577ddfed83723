-- Stored procedures and triggers: their calls, and the statements in them.
CREATE DATABASE shop;
USE shop;
CREATE TABLE item (id INT PRIMARY KEY, price INT);
CREATE TABLE audit (id INT, what VARCHAR(20));
INSERT INTO item VALUES (1, 10), (2, 20), (3, 30);
CREATE PROCEDURE raise_prices(IN at_least INT, IN by_how_much INT)
BEGIN DECLARE n INT DEFAULT 0; IF by_how_much > 0 THEN UPDATE item SET price = price + 5 WHERE price >= at_least; ELSE SELECT 'nothing to do'; END IF; SELECT id, price FROM item WHERE price >= at_least; END;
CREATE PROCEDURE twice() BEGIN CALL raise_prices(20, 1); CALL raise_prices(20, 0); END;
CREATE TRIGGER note_insert AFTER INSERT ON item FOR EACH ROW INSERT INTO audit VALUES (NEW.id, 'new');
CREATE TRIGGER round_price BEFORE INSERT ON item FOR EACH ROW SET NEW.price = NEW.price * 10;
TRUNCATE TABLE performance_schema.events_statements_history;
CALL raise_prices(20, 5);

-- Its statements are nested in the CALL, and have no digest.
SELECT EVENT_NAME, SQL_TEXT, DIGEST IS NULL AS no_digest, OBJECT_TYPE, OBJECT_SCHEMA, OBJECT_NAME, NESTING_EVENT_TYPE, NESTING_EVENT_LEVEL FROM performance_schema.events_statements_history WHERE THREAD_ID = PS_CURRENT_THREAD_ID() AND (NESTING_EVENT_LEVEL > 0 OR EVENT_NAME = 'statement/sql/call_procedure') ORDER BY EVENT_ID;
TRUNCATE TABLE performance_schema.events_statements_history;
CALL twice();
SELECT EVENT_NAME, SQL_TEXT, OBJECT_NAME, NESTING_EVENT_LEVEL FROM performance_schema.events_statements_history WHERE THREAD_ID = PS_CURRENT_THREAD_ID() AND (NESTING_EVENT_LEVEL > 0 OR EVENT_NAME = 'statement/sql/call_procedure') ORDER BY EVENT_ID;

-- A trigger runs once for each row.
TRUNCATE TABLE performance_schema.events_statements_history;
INSERT INTO item VALUES (4, 4), (5, 5);
SELECT EVENT_NAME, SQL_TEXT, OBJECT_TYPE, OBJECT_NAME, NESTING_EVENT_LEVEL, ROWS_AFFECTED FROM performance_schema.events_statements_history WHERE THREAD_ID = PS_CURRENT_THREAD_ID() AND (NESTING_EVENT_LEVEL > 0 OR EVENT_NAME = 'statement/sql/insert') ORDER BY EVENT_ID;

-- sort
SELECT OBJECT_TYPE, OBJECT_SCHEMA, OBJECT_NAME, COUNT_STAR, COUNT_STATEMENTS, SUM_ERRORS, SUM_ROWS_AFFECTED, SUM_ROWS_SENT, SUM_ROWS_EXAMINED, SUM_SELECT_SCAN FROM performance_schema.events_statements_summary_by_program;
-- sort
SELECT OBJECT_NAME, SUM_TIMER_WAIT > SUM_STATEMENTS_WAIT AS calls_contain_statements, MIN_TIMER_WAIT > 0 AND MIN_TIMER_WAIT <= MAX_TIMER_WAIT AS in_order FROM performance_schema.events_statements_summary_by_program;

-- What programs did is what the summary by event name has of statement/sp.
SELECT (SELECT SUM(COUNT_STATEMENTS) FROM performance_schema.events_statements_summary_by_program) = (SELECT SUM(COUNT_STAR) FROM performance_schema.events_statements_summary_global_by_event_name WHERE EVENT_NAME LIKE 'statement/sp/%') AS counts_agree, (SELECT SUM(SUM_ROWS_EXAMINED) FROM performance_schema.events_statements_summary_by_program) = (SELECT SUM(SUM_ROWS_EXAMINED) FROM performance_schema.events_statements_summary_global_by_event_name WHERE EVENT_NAME LIKE 'statement/sp/%') AS rows_agree;
SELECT EVENT_NAME, COUNT_STAR FROM performance_schema.events_statements_summary_global_by_event_name WHERE EVENT_NAME LIKE 'statement/sp/%' AND COUNT_STAR > 0;

-- An error in a procedure is the error of its caller too.
CREATE PROCEDURE broken() BEGIN SELECT * FROM nowhere; END;
CALL broken();
SELECT EVENT_NAME, MYSQL_ERRNO, ERRORS, NESTING_EVENT_LEVEL FROM performance_schema.events_statements_history WHERE THREAD_ID = PS_CURRENT_THREAD_ID() AND MYSQL_ERRNO <> 0 ORDER BY EVENT_ID;
SELECT OBJECT_NAME, COUNT_STAR, SUM_ERRORS FROM performance_schema.events_statements_summary_by_program WHERE OBJECT_NAME = 'broken';

-- setup_objects decides which programs count.
INSERT INTO performance_schema.setup_objects VALUES ('PROCEDURE', 'shop', 'broken', 'NO', 'NO');
CALL broken();
SELECT OBJECT_NAME, COUNT_STAR, SUM_ERRORS FROM performance_schema.events_statements_summary_by_program WHERE OBJECT_NAME = 'broken';

-- TRUNCATE keeps the rows, DROP removes them.
TRUNCATE TABLE performance_schema.events_statements_summary_by_program;
-- sort
SELECT OBJECT_NAME, COUNT_STAR, COUNT_STATEMENTS FROM performance_schema.events_statements_summary_by_program;
DROP PROCEDURE twice;
DROP TRIGGER round_price;
-- sort
SELECT OBJECT_NAME FROM performance_schema.events_statements_summary_by_program;
DROP TABLE item;
DROP DATABASE shop;
SELECT COUNT(*) FROM performance_schema.events_statements_summary_by_program;
SHOW STATUS LIKE 'Performance_schema_program_lost';

-- Events are listed, altered and dropped whatever their statements name, and whichever
-- database is selected.
CREATE DATABASE yard;
CREATE TABLE yard.gone (id INT);
CREATE EVENT yard.of_gone ON SCHEDULE EVERY 1 DAY DISABLE DO INSERT INTO yard.gone VALUES (1);
CREATE EVENT yard.of_ours ON SCHEDULE EVERY 1 DAY DISABLE DO TRUNCATE TABLE performance_schema.events_statements_history;
CREATE EVENT yard.of_accounts ON SCHEDULE EVERY 1 DAY DISABLE DO DROP USER IF EXISTS nobody;
CREATE EVENT yard.calls ON SCHEDULE EVERY 1 DAY DISABLE DO CALL sys.ps_truncate_all_tables(FALSE);
DROP TABLE yard.gone;
SELECT EVENT_NAME, EVENT_DEFINITION FROM information_schema.EVENTS;
USE information_schema;
SELECT EVENT_NAME, STATUS FROM information_schema.EVENTS;
ALTER EVENT yard.of_gone COMMENT 'its table is gone';
ALTER EVENT yard.of_gone DO SELECT 1;
SELECT EVENT_NAME, EVENT_DEFINITION, EVENT_COMMENT FROM information_schema.EVENTS WHERE EVENT_NAME = 'of_gone';
DROP EVENT yard.of_accounts;
SELECT db, object_type, count FROM sys.schema_object_overview WHERE db = 'yard';

-- Texts that Dolt would run by itself, without limits and rights, are refused.
USE yard;
SELECT * FROM dolt_query_diff('SELECT 1', 'SELECT 2');
SELECT * FROM dolt_test_run('*');
SELECT dolt_join_cost('SELECT 1');
DROP DATABASE yard;
