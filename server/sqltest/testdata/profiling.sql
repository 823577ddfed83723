-- What a session's statements did, stage by stage.
CREATE DATABASE profiled;
USE profiled;
CREATE TABLE t (a INT PRIMARY KEY, b INT);
INSERT INTO t VALUES (1,3),(2,2),(3,1);
SELECT @@profiling, @@profiling_history_size, @@profiling_scope, @@have_profiling;
SET profiling = 1;
SHOW WARNINGS;
SELECT a FROM t ORDER BY b;
INSERT INTO t VALUES (1,1);
SELECT b, COUNT(*) FROM t GROUP BY b;
-- mask Duration
SHOW PROFILES;
SHOW WARNINGS;
SHOW PROFILE FOR QUERY 2;
SHOW WARNINGS;
SHOW PROFILE FOR QUERY 3 LIMIT 2 OFFSET 4;
SHOW PROFILE MEMORY, IPC, SWAPS FOR QUERY 2 LIMIT 1;
SHOW PROFILE FOR QUERY 99;
SHOW PROFILE CPU, NONSENSE FOR QUERY 1;
SHOW PROFILE FOR QUERY one;
SHOW PROFILE BLOCK;
SHOW PROFILE FOR QUERY 2147483648;
SHOW PROFILE LIMIT x;
SHOW PROFILE SOURCE, CPU CPU;
SET profiling = 0;
-- What has been measured, and that it adds up.
SELECT QUERY_ID, MIN(SEQ), COUNT(*) = MAX(SEQ) - 1 AS no_gaps, SUM(DURATION) > 0 AS took, SUM(CPU_USER + CPU_SYSTEM) > 0 AS cpu,
       COUNT(SWAPS) AS swaps, MIN(SOURCE_FILE LIKE '%.go' AND SOURCE_LINE > 0) AS source
  FROM INFORMATION_SCHEMA.PROFILING GROUP BY QUERY_ID ORDER BY QUERY_ID;
SELECT STATE FROM INFORMATION_SCHEMA.PROFILING WHERE QUERY_ID = 2 ORDER BY SEQ;
SHOW WARNINGS;
SHOW CREATE TABLE INFORMATION_SCHEMA.PROFILING;
-- What switches nothing is a statement like others.
SET profiling = 1;
SET profiling = 1;
SET profiling = 0;
SELECT STATE FROM INFORMATION_SCHEMA.PROFILING WHERE QUERY_ID = (SELECT MAX(QUERY_ID) FROM INFORMATION_SCHEMA.PROFILING) AND SEQ = 2;
SHOW PROFILES;
-- The history.
SET profiling_history_size = 101;
SHOW WARNINGS;
SET profiling_history_size = 2;
SELECT QUERY_ID, COUNT(*) > 0 FROM INFORMATION_SCHEMA.PROFILING GROUP BY QUERY_ID ORDER BY QUERY_ID;
-- A CALL gives profiles of the statements in it.
CREATE PROCEDURE p() BEGIN UPDATE t SET b = 9 WHERE a = 1; SELECT b FROM t WHERE a = 1; END;
SET profiling_history_size = 15, profiling = 1;
CALL p();
SET profiling = 0;
SHOW PROFILES;
-- So does one without tables; SET and conditions are no statements. What a trigger does belongs to the statement that sets it off.
CREATE TABLE log (n INT);
CREATE TRIGGER logged AFTER UPDATE ON t FOR EACH ROW BEGIN INSERT INTO log VALUES (NEW.b); SET @logged = 1; END;
CREATE PROCEDURE q() BEGIN DECLARE i INT DEFAULT 0; SELECT SLEEP(0.001); SELECT 1 + 1; SELECT 5 INTO i; SET i = i + 1; IF i > 5 THEN SELECT i; END IF; UPDATE t SET b = 8 WHERE a = 1; END;
SET profiling_history_size = 0;
SET profiling_history_size = 15, profiling = 1;
CALL q();
SELECT SLEEP(0.001) FROM t WHERE a = 1;
SET profiling = 0;
SHOW PROFILES;
SELECT QUERY_ID, SEQ, STATE, DURATION >= 0.001 FROM INFORMATION_SCHEMA.PROFILING WHERE STATE = 'User sleep' ORDER BY QUERY_ID, SEQ;
-- The session as another sees it.
CREATE USER plain;
CREATE USER watcher;
GRANT PROCESS ON *.* TO watcher;
-- connection plain plain
SELECT * FROM profiling.session_profiles;
SHOW PROFILE FOR CONNECTION 1;
-- connection watcher watcher
SELECT QUERY_ID, SQL_TEXT, COUNT(*) AS stages FROM profiling.session_profiles WHERE QUERY_ID > 4 GROUP BY QUERY_ID, SQL_TEXT ORDER BY QUERY_ID;
-- What was not profiled is there too, though no stage is recorded anywhere: times and source alone.
SELECT QUERY_ID, SQL_TEXT, MIN(SEQ), COUNT(*) = MAX(SEQ) - 1 AS no_gaps, SUM(DURATION) > 0 AS took, COUNT(CPU_USER) AS cpu, MIN(SOURCE_FILE LIKE '%.go') AS source
  FROM profiling.session_profiles WHERE SQL_TEXT LIKE 'CREATE USER%' GROUP BY QUERY_ID, SQL_TEXT ORDER BY MIN(EVENT_ID);
SELECT STATE FROM profiling.session_profiles WHERE SQL_TEXT = 'CREATE USER plain' ORDER BY SEQ;
SHOW PROFILE FOR CONNECTION 99999;
-- connection root
SELECT COUNT(*) FROM performance_schema.events_stages_history_long;
-- Values that none of the variables can have.
SET profiling_history_size = -1;
SHOW WARNINGS;
SET profiling_history_size = 1.5;
SET profiling = 2;
SET profiling = NULL;
DROP DATABASE profiled;
DROP USER plain;
DROP USER watcher;
