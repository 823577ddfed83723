-- Where queries' time goes, by resource and by operator, in the database profiling.
SHOW TABLES FROM profiling;
SHOW VARIABLES WHERE Variable_name IN ('profiling_sampler', 'profiling_sample_interval', 'profiling_max_query_profiles', 'profiling_max_digests', 'profiling_slow_query_time', 'profiling_slow_query_share');
SET GLOBAL profiling_sampler = OFF;
CREATE DATABASE watched;
USE watched;
CREATE TABLE t (a INT PRIMARY KEY, b INT);
CREATE TABLE u (a INT PRIMARY KEY, c INT);
INSERT INTO t VALUES (1,3),(2,2),(3,1);
INSERT INTO u VALUES (1,10),(2,20),(4,40);
TRUNCATE TABLE profiling.query_profiles;
TRUNCATE TABLE profiling.query_profiles_summary_by_digest;
-- Queries that take no time, and one that sleeps for 30 ticks.
SELECT t.a, c FROM t JOIN u ON t.b = u.a ORDER BY c;
SELECT SLEEP(0.3);
INSERT INTO t VALUES (4,4);
SELECT * FROM nothing;
-- A row a query, with the columns of the Snowset. It can be joined with its event and with its digest.
SELECT e.SQL_TEXT, p.queryId = e.STATEMENT_ID AS same, databaseId, serverCount, producedRows,
       TIMESTAMPDIFF(MICROSECOND, createdTime, endTime) DIV 1000 BETWEEN durationTotal - 1 AND durationTotal + 1 AS ended,
       durationTotal >= durationCompiling + durationExec - 1 AS parts, warehouseId
  FROM profiling.query_profiles p JOIN performance_schema.events_statements_history e USING (THREAD_ID, EVENT_ID) ORDER BY queryId;
SELECT p.DIGEST_TEXT, durationTotal >= 300 AS took, profIdle > durationTotal / 2 AS idle, profCpu < profIdle AS cpu
  FROM profiling.query_profiles p JOIN performance_schema.events_statements_summary_by_digest d USING (DIGEST) WHERE d.DIGEST_TEXT LIKE 'SELECT `SLEEP%';
-- Few end in a second: none is left out, and each stands for itself.
SELECT DISTINCT WEIGHT FROM profiling.query_profiles;
-- With its text, in which no password stands; where its own time went, whatever cores it might use; and the slowest of each digest.
CREATE USER careful IDENTIFIED BY 'hush';
SELECT SQL_TEXT, DIGEST_TEXT FROM profiling.query_profiles WHERE SQL_TEXT LIKE 'CREATE USER%' OR SQL_TEXT LIKE 'SELECT SLEEP%' ORDER BY queryId;
SELECT SQL_TEXT, perServerCores > 1 AS several, WALL_IDLE > WALL_CPU + WALL_WAITING AS idle, CORES_USED < 0.5 AS cores,
       ABS(WALL_CPU + WALL_WAITING + WALL_IDLE - (SELECT SUM(WALL_TIME) FROM profiling.query_resources_by_operator WHERE QUERY_ID = queryId)) < 0.01 AS all_of_it
  FROM profiling.query_profiles WHERE SQL_TEXT LIKE 'SELECT SLEEP%';
SELECT d.DIGEST_TEXT, d.MAX_DURATION >= 300 AS took, p.SQL_TEXT, d.SLOWEST_SEEN = p.endTime AS same, d.WALL_IDLE > d.WALL_CPU + d.WALL_WAITING AS idle
  FROM profiling.query_profiles_summary_by_digest d JOIN profiling.query_profiles p ON p.queryId = d.SLOWEST_QUERY_ID WHERE d.DIGEST_TEXT LIKE 'SELECT `SLEEP%';
SELECT PHASE, OPERATOR, RESOURCE, WALL_SHARE > 0.5 AS most FROM profiling.query_resources_summary_by_digest
  JOIN profiling.query_profiles_summary_by_digest USING (DIGEST) WHERE DIGEST_TEXT LIKE 'SELECT `SLEEP%' AND RESOURCE = 'profIdle' AND WALL_TIME > 0;
DROP USER careful;
SELECT PHASE, OPERATOR, RESOURCE, RESOURCE_COUNTS_AS, SHARE > 0.5 AS most
  FROM profiling.query_resources_by_operator WHERE QUERY_ID = (SELECT queryId FROM profiling.query_profiles WHERE SQL_TEXT LIKE 'SELECT SLEEP%') AND SHARE > 0.5;
-- Its plan, a row a node.
SELECT NODE_ID, PARENT_ID, OPERATOR, COUNTS_AS, OBJECT_NAME, LOOPS, ROWS_OUT FROM profiling.query_operators o
  JOIN profiling.query_profiles p ON o.QUERY_ID = p.queryId WHERE SQL_TEXT LIKE 'SELECT t.a%' AND NODE_ID IS NOT NULL ORDER BY NODE_ID;
-- Queries are found by index.
EXPLAIN PLAN SELECT 1 FROM profiling.query_profiles p JOIN profiling.query_operators o USING (THREAD_ID, EVENT_ID);
EXPLAIN PLAN SELECT NODE_ID FROM profiling.query_operators WHERE QUERY_ID = 4711;
-- All queries of one digest together, in milliseconds and in ticks.
SELECT SCHEMA_NAME, DIGEST_TEXT, COUNT_STAR, COUNT_SAMPLED, SAMPLES > 3 AS samples, profIdle > profCpu AS idle
  FROM profiling.query_profiles_summary_by_digest WHERE DIGEST_TEXT LIKE 'SELECT `SLEEP%';
SELECT SUM(COUNT_STAR) FROM profiling.query_profiles_summary_by_digest WHERE DIGEST_TEXT LIKE 'INSERT%' OR DIGEST_TEXT LIKE 'SELECT `t`%';
-- What runs now: another connection sleeps.
-- connection sleeper root
SELECT CONNECTION_ID();
-- start
SELECT SLEEP(60);
-- connection root
-- until 1
SELECT COUNT(*) FROM profiling.worker_threads w JOIN profiling.query_profiles p ON p.queryId = w.QUERY_ID WHERE STATE = 'idle' AND PHASE IS NOT NULL;
SELECT w.NAME, STATE, PHASE, w.QUERY_THREAD_ID = w.THREAD_ID AS own, t.PROCESSLIST_INFO, p.endTime, p.producedRows, p.durationTotal < 60000 AS so_far
  FROM profiling.worker_threads w JOIN profiling.query_profiles p ON p.queryId = w.QUERY_ID JOIN performance_schema.threads t ON t.THREAD_ID = w.THREAD_ID
 WHERE STATE = 'idle' AND PHASE IS NOT NULL;
SELECT STATE, SAMPLE_INTERVAL, TICKS > 0 AS ticks, QUERIES_RUNNING >= 1 AS running, QUERY_PROFILES > 5 AS kept, MAX_QUERY_PROFILES, QUERY_PROFILES_EVICTED, QUERY_PROFILES_LOST, DIGESTS_LOST, MEMORY > 0 AS memory
  FROM profiling.profiler_status;
KILL QUERY 3;
-- finish sleeper
SHOW STATUS LIKE 'Profiling\_query%';
-- Who may read and truncate.
CREATE USER plain;
CREATE USER watcher;
GRANT PROCESS ON *.* TO watcher;
-- connection plain plain
SELECT COUNT(*) FROM profiling.query_profiles;
-- connection watcher watcher
SELECT COUNT(*) > 5 FROM profiling.query_profiles;
TRUNCATE TABLE profiling.query_profiles;
DELETE FROM profiling.query_profiles;
TRUNCATE TABLE profiling.query_operators;
-- connection root
GRANT DROP ON profiling.* TO watcher;
-- connection watcher watcher
TRUNCATE TABLE profiling.query_profiles;
SELECT COUNT(*) < 3 AS truncated FROM profiling.query_profiles;
-- connection root
-- The plans of a change, with what its trigger does, and of a procedure, with its statements.
CREATE TABLE v (a INT PRIMARY KEY, n INT);
CREATE TRIGGER changes AFTER UPDATE ON t FOR EACH ROW INSERT INTO v VALUES (NEW.a % 2, 1) ON DUPLICATE KEY UPDATE n = n + 1;
CREATE PROCEDURE add_up(IN least INT) BEGIN DECLARE s INT; SELECT MAX(b) INTO s FROM t WHERE a >= least; IF s > 1 THEN DELETE FROM v WHERE a < s; END IF; SELECT a, c FROM u; END;
TRUNCATE TABLE profiling.query_profiles;
UPDATE t SET b = b + 1 WHERE a < 4;
CALL add_up(2);
SELECT NODE_ID, PARENT_ID, OPERATOR, COUNTS_AS, o.OBJECT_NAME, LOOPS, ROWS_OUT FROM profiling.query_operators o JOIN performance_schema.events_statements_history e ON QUERY_ID = STATEMENT_ID
 WHERE SQL_TEXT LIKE 'UPDATE%' AND NODE_ID IS NOT NULL ORDER BY NODE_ID;
SELECT NODE_ID, PARENT_ID, OPERATOR, COUNTS_AS, o.OBJECT_NAME, LOOPS, ROWS_OUT FROM profiling.query_operators o JOIN performance_schema.events_statements_history e ON QUERY_ID = STATEMENT_ID
 WHERE SQL_TEXT LIKE 'CALL%' AND NODE_ID IS NOT NULL ORDER BY NODE_ID;
DROP USER plain;
DROP USER watcher;
DROP DATABASE watched;
