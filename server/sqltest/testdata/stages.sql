-- The stages of a statement add up to it.
UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES' WHERE NAME LIKE 'stage/%';
UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME LIKE 'events_stages%' OR NAME LIKE 'events_statements%long';
CREATE DATABASE stage_test;
USE stage_test;
CREATE TABLE t (a INT PRIMARY KEY, b INT);
INSERT INTO t VALUES (1,3),(2,2),(3,1);
SELECT a FROM t ORDER BY b;
SELECT g.EVENT_NAME
  FROM performance_schema.events_stages_history_long g
  JOIN performance_schema.events_statements_history_long s ON s.THREAD_ID = g.THREAD_ID AND s.EVENT_ID = g.NESTING_EVENT_ID
 WHERE s.SQL_TEXT = 'SELECT a FROM t ORDER BY b' ORDER BY g.EVENT_ID;
-- The scheduler may come between a statement's begin and its first stage: in the median it adds up, and none has more.
SELECT a FROM t ORDER BY b;
SELECT a FROM t ORDER BY b;
SELECT a FROM t ORDER BY b;
SELECT a FROM t ORDER BY b;
WITH each_one AS
 (SELECT s.EVENT_ID, SUM(g.TIMER_WAIT) / MAX(s.TIMER_WAIT) AS share, MIN(g.SOURCE LIKE '%.go:%') AS has_source
    FROM performance_schema.events_stages_history_long g
    JOIN performance_schema.events_statements_history_long s ON s.THREAD_ID = g.THREAD_ID AND s.EVENT_ID = g.NESTING_EVENT_ID
   WHERE s.SQL_TEXT = 'SELECT a FROM t ORDER BY b' GROUP BY s.EVENT_ID)
SELECT COUNT(*) AS statements, SUM(share >= 0.95) >= 3 AS adds_up_in_the_median, MAX(share) <= 1 AS none_has_more, MIN(has_source) AS has_source FROM each_one;
-- What has no tables passes by what is about them, what begins, ends or sets something what plans; a stored function opens tables anew.
CREATE FUNCTION twice (a INT) RETURNS INT DETERMINISTIC RETURN a * 2;
SELECT 1 + 1;
START TRANSACTION;
INSERT INTO t VALUES (4, 4);
COMMIT;
SET @a = 1;
SELECT twice(4);
UPDATE t SET b = 5 WHERE a = 4;
SELECT s.SQL_TEXT, GROUP_CONCAT(REPLACE(g.EVENT_NAME, 'stage/sql/', '') ORDER BY g.EVENT_ID SEPARATOR ', ') AS stages
  FROM performance_schema.events_stages_history_long g
  JOIN performance_schema.events_statements_history_long s ON s.THREAD_ID = g.THREAD_ID AND s.EVENT_ID = g.NESTING_EVENT_ID
 WHERE s.SQL_TEXT IN ('SELECT 1 + 1', 'START TRANSACTION', 'INSERT INTO t VALUES (4, 4)', 'COMMIT', 'SET @a = 1', 'SELECT twice(4)', 'UPDATE t SET b = 5 WHERE a = 4')
 GROUP BY s.EVENT_ID, s.SQL_TEXT ORDER BY s.EVENT_ID;
SELECT COUNT(*) > 0 FROM performance_schema.events_stages_summary_global_by_event_name WHERE EVENT_NAME = 'stage/sql/Creating sort index' AND COUNT_STAR > 0;
DROP DATABASE stage_test;
UPDATE performance_schema.setup_instruments SET ENABLED = 'NO', TIMED = 'NO' WHERE NAME LIKE 'stage/%';
UPDATE performance_schema.setup_consumers SET ENABLED = 'NO' WHERE NAME LIKE 'events_stages%' OR NAME LIKE 'events_statements%long';
