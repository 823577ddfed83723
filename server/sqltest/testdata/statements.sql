-- What a statement costs: counters of the plan that ran.
CREATE DATABASE app;
USE app;
CREATE TABLE t (id INT PRIMARY KEY, grp INT, name VARCHAR(20), KEY by_grp (grp));
INSERT INTO t VALUES (1,1,'a'),(2,1,'b'),(3,2,'c'),(4,2,'d'),(5,3,'e');
CREATE TABLE u (id INT PRIMARY KEY, note VARCHAR(20));
INSERT INTO u VALUES (1,'x'),(2,'y'),(3,'z');
TRUNCATE TABLE performance_schema.events_statements_history;
SELECT * FROM t WHERE id = 3;
SELECT COUNT(*) FROM t;
SELECT id FROM t WHERE grp = 2;
SELECT id FROM t WHERE id BETWEEN 2 AND 4;
SELECT name FROM t ORDER BY name DESC;
SELECT t.name, u.note FROM t JOIN u ON t.id + 0 = u.id + 0 ORDER BY t.id;
UPDATE t SET name = 'z' WHERE grp = 1;
DELETE FROM t WHERE id = 5;
SELECT * FROM missing;
SELECT 1 +;

SELECT EVENT_NAME, SQL_TEXT, ROWS_SENT, ROWS_EXAMINED, ROWS_AFFECTED, SELECT_SCAN, SELECT_RANGE, SELECT_FULL_JOIN, SORT_ROWS, SORT_SCAN, NO_INDEX_USED, ERRORS, MYSQL_ERRNO, RETURNED_SQLSTATE, CURRENT_SCHEMA
  FROM performance_schema.events_statements_history
 WHERE THREAD_ID = PS_CURRENT_THREAD_ID()
 ORDER BY EVENT_ID;
-- The statement that reads is running: its end is unknown, its wait is not.
SELECT EVENT_NAME, END_EVENT_ID, TIMER_WAIT > 0, TIMER_END > TIMER_START, NESTING_EVENT_LEVEL FROM performance_schema.events_statements_current WHERE THREAD_ID = PS_CURRENT_THREAD_ID();
DROP DATABASE app;
