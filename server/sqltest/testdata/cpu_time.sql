-- CPU time of statements, while somebody asks for it: 0 before.
CREATE DATABASE cpu;
USE cpu;
CREATE TABLE t (a INT PRIMARY KEY, b INT);
INSERT INTO t VALUES (1,1),(2,2),(3,3);
UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME IN ('events_statements_history_long', 'events_statements_cpu');
SELECT SLEEP(0.1);
SELECT COUNT(*) FROM t x JOIN t y JOIN t z;
SELECT b, COUNT(*) FROM t GROUP BY b ORDER BY b;
INSERT INTO t VALUES (4,4);
SELECT missing FROM t;
-- One that sleeps takes next to none of the time it lasts.
SELECT SQL_TEXT, CPU_TIME > 0, CPU_TIME < TIMER_WAIT / 2 AS most_of_it_elsewhere FROM performance_schema.events_statements_history_long WHERE SQL_TEXT LIKE 'SELECT SLEEP%';
SELECT SQL_TEXT, CPU_TIME > 0 FROM performance_schema.events_statements_history_long WHERE CURRENT_SCHEMA = 'cpu' AND SQL_TEXT NOT LIKE '%performance_schema%' AND SQL_TEXT NOT LIKE '%SLEEP%' ORDER BY EVENT_ID;
SELECT DIGEST_TEXT, SUM_CPU_TIME > 0 FROM performance_schema.events_statements_summary_by_digest WHERE DIGEST_TEXT LIKE 'INSERT INTO `t`%' OR DIGEST_TEXT LIKE 'SELECT `missing`%' ORDER BY DIGEST_TEXT;
-- A statement within another has none of its own, and began before is not measured.
CREATE PROCEDURE p() SELECT COUNT(*) FROM t;
CALL p();
SELECT EVENT_NAME, CPU_TIME > 0 FROM performance_schema.events_statements_history_long WHERE EVENT_NAME = 'statement/sp/stmt' OR SQL_TEXT = 'CALL p()' ORDER BY EVENT_ID;
-- Nothing of it is in SHOW PROFILES.
SHOW PROFILES;
SET profiling = 1;
SELECT COUNT(*) FROM t;
SET profiling = 0;
SELECT CPU_TIME > 0 FROM performance_schema.events_statements_history_long WHERE SQL_TEXT = 'SELECT COUNT(*) FROM t';
UPDATE performance_schema.setup_consumers SET ENABLED = 'NO' WHERE NAME = 'events_statements_cpu';
SELECT MAX(CPU_TIME) FROM performance_schema.events_statements_history_long;
UPDATE performance_schema.setup_consumers SET ENABLED = 'NO' WHERE NAME = 'events_statements_history_long';
DROP DATABASE cpu;
