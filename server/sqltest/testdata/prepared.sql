-- Prepared statements: a row each while they exist, and what executing them cost.
-- mask OBJECT_INSTANCE_BEGIN, OWNER_THREAD_ID, OWNER_EVENT_ID
CREATE DATABASE shop;
USE shop;
CREATE TABLE item (id INT PRIMARY KEY, price INT);
INSERT INTO item VALUES (1, 10), (2, 20), (3, 30);
PREPARE by_id FROM 'SELECT price FROM item WHERE id = ?';
SET @id = 2, @text = 'UPDATE item SET price = price + 1 WHERE price > ?', @price = 15;
PREPARE dearer FROM @text;
EXECUTE by_id USING @id;
EXECUTE by_id USING @id;
EXECUTE dearer USING @price;
SELECT OBJECT_INSTANCE_BEGIN, STATEMENT_NAME, SQL_TEXT, OWNER_THREAD_ID, OWNER_EVENT_ID, OWNER_OBJECT_TYPE, EXECUTION_ENGINE, COUNT_REPREPARE FROM performance_schema.prepared_statements_instances;
SELECT STATEMENT_NAME, COUNT_EXECUTE, SUM_ERRORS, SUM_ROWS_AFFECTED, SUM_ROWS_SENT, SUM_ROWS_EXAMINED, SUM_SELECT_SCAN, SUM_NO_INDEX_USED FROM performance_schema.prepared_statements_instances;
SELECT STATEMENT_NAME, TIMER_PREPARE > 0, MIN_TIMER_EXECUTE > 0 AND MIN_TIMER_EXECUTE <= AVG_TIMER_EXECUTE AND AVG_TIMER_EXECUTE <= MAX_TIMER_EXECUTE AND MAX_TIMER_EXECUTE <= SUM_TIMER_EXECUTE AS in_order FROM performance_schema.prepared_statements_instances;

-- The owner is the thread, and the event that prepared the statement.
SELECT p.STATEMENT_NAME, h.EVENT_NAME, h.SQL_TEXT, h.TIMER_WAIT = p.TIMER_PREPARE AS same_time FROM performance_schema.prepared_statements_instances p JOIN performance_schema.events_statements_history h ON h.THREAD_ID = p.OWNER_THREAD_ID AND h.EVENT_ID = p.OWNER_EVENT_ID ORDER BY p.STATEMENT_NAME;

-- The executions are those of the summary by event name.
SELECT (SELECT SUM(SUM_TIMER_EXECUTE) FROM performance_schema.prepared_statements_instances) = (SELECT SUM_TIMER_WAIT FROM performance_schema.events_statements_summary_global_by_event_name WHERE EVENT_NAME = 'statement/sql/execute_sql') AS sums_agree;

-- One that fails counts an error; preparing under the same name begins anew.
DROP TABLE item;
EXECUTE by_id USING @id;
SELECT STATEMENT_NAME, COUNT_EXECUTE, SUM_ERRORS FROM performance_schema.prepared_statements_instances WHERE STATEMENT_NAME = 'by_id';
PREPARE by_id FROM 'SELECT 1';
SELECT STATEMENT_NAME, SQL_TEXT, COUNT_EXECUTE FROM performance_schema.prepared_statements_instances WHERE STATEMENT_NAME = 'by_id';

-- A stored procedure owns what it prepares.
CREATE PROCEDURE dynamic() BEGIN PREPARE inside FROM 'SELECT 5'; EXECUTE inside; END;
CALL dynamic();
SELECT STATEMENT_NAME, OWNER_OBJECT_TYPE, OWNER_OBJECT_SCHEMA, OWNER_OBJECT_NAME, COUNT_EXECUTE FROM performance_schema.prepared_statements_instances WHERE OWNER_OBJECT_TYPE = 'PROCEDURE';

-- TRUNCATE resets the figures and keeps the rows.
TRUNCATE TABLE performance_schema.prepared_statements_instances;
SELECT STATEMENT_NAME, TIMER_PREPARE, COUNT_EXECUTE, SUM_TIMER_EXECUTE, SUM_ERRORS FROM performance_schema.prepared_statements_instances;
DEALLOCATE PREPARE dearer;
DEALLOCATE PREPARE dearer;
SELECT STATEMENT_NAME FROM performance_schema.prepared_statements_instances;

-- A PREPARE that fails deallocates the statement that had the name: whatever it fails for, and wherever it stands.
SET @none = NULL;
PREPARE again FROM 'SELECT 1';
PREPARE again FROM 'SELEC 2';
EXECUTE again;
PREPARE again FROM 'SELECT 1';
PREPARE Again FROM 'SELECT absent FROM nowhere';
EXECUTE again;
PREPARE again FROM 'SELECT 1';
PREPARE again FROM @none;
EXECUTE again;
PREPARE again FROM 'SELECT 1';
PREPARE again FROM 'SELECT 1; SELECT 2';
EXECUTE again;
PREPARE again FROM 'SELECT 1';
PREPARE again FROM 'PREPARE other FROM "SELECT 1"';
EXECUTE again;
PREPARE again FROM 'SELECT 1';
CREATE PROCEDURE fails() BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SELECT 'failed'; PREPARE again FROM 'SELEC 2'; END;
CALL fails();
EXECUTE again;
SELECT STATEMENT_NAME FROM performance_schema.prepared_statements_instances;

-- A limit is a number, of no rows if NULL; no other statement has a parameter.
PREPARE limited FROM 'SELECT 1 LIMIT ?';
SET @null = NULL, @text = 'x', @less = -1;
EXECUTE limited USING @null;
EXECUTE limited USING @text;
EXECUTE limited USING @less;
DEALLOCATE PREPARE limited;
SELECT ?;

-- connection second root
SELECT COUNT(*) FROM performance_schema.prepared_statements_instances;
PREPARE own FROM 'SELECT 2';
SELECT STATEMENT_NAME FROM performance_schema.prepared_statements_instances WHERE OWNER_THREAD_ID = PS_CURRENT_THREAD_ID();
SHOW STATUS LIKE 'Performance_schema_prepared_statements_lost';
