-- An ALTER TABLE waited for a transaction that nobody ended. When all is over, the history still
-- says who waited, for which table, who was in the way, and what that one had run last.
CREATE DATABASE shop;
USE shop;
CREATE TABLE item (id INT PRIMARY KEY, n INT);
INSERT INTO item VALUES (1, 10);
-- connection idler root
USE shop;
START TRANSACTION;
SELECT n FROM item WHERE id = 1;
-- connection alters root
USE shop;
-- start
ALTER TABLE item ADD COLUMN k INT;
-- connection root
-- until 1
SELECT COUNT(*) > 0 FROM profiling.active_session_history WHERE BLOCKING_THREAD_ID IS NOT NULL;
-- connection idler
COMMIT;
-- finish alters
-- connection root
SELECT USER, DB, EVENT_NAME, DIGEST_TEXT, STAGE, STATE, RESOURCE, WAIT_EVENT_NAME, OBJECT_TYPE, OBJECT_SCHEMA, OBJECT_NAME FROM profiling.active_session_history WHERE BLOCKING_THREAD_ID IS NOT NULL ORDER BY SAMPLE_ID LIMIT 1;
SELECT BLOCKING_THREADS, BLOCKING_STATE, BLOCKING_DIGEST_TEXT, BLOCKING_PROCESSLIST_ID FROM profiling.active_session_history WHERE BLOCKING_THREAD_ID IS NOT NULL ORDER BY SAMPLE_ID LIMIT 1;
SELECT ELAPSED > 0, SAMPLE_TIME BETWEEN NOW() - INTERVAL 1 HOUR AND NOW() + INTERVAL 1 SECOND FROM profiling.active_session_history WHERE BLOCKING_THREAD_ID IS NOT NULL LIMIT 1;
-- The rows of one statement, by its number, its thread and its digest.
SELECT COUNT(*) > 0, COUNT(*) = SUM(h.DIGEST = s.DIGEST) FROM profiling.active_session_history h JOIN performance_schema.events_statements_summary_by_digest s USING (DIGEST) WHERE h.BLOCKING_THREAD_ID IS NOT NULL;
SELECT ACTIVE_SESSION_ROWS > 0, ACTIVE_SESSION_ROWS_EVICTED FROM profiling.profiler_status;
SHOW VARIABLES LIKE 'profiling_active_session%';
-- Who may not see what others do reads nothing of it.
CREATE USER low;
-- connection low low
SELECT COUNT(*) FROM profiling.active_session_history;
TRUNCATE profiling.active_session_history;
-- connection root
TRUNCATE profiling.active_session_history;
SELECT COUNT(*) FROM profiling.active_session_history WHERE BLOCKING_THREAD_ID IS NOT NULL;
DROP USER low;
DROP DATABASE shop;
