-- What may be done with the memory tables, and what TRUNCATE leaves.
SHOW CREATE TABLE performance_schema.memory_summary_by_account_by_event_name;
SHOW CREATE TABLE performance_schema.memory_summary_global_by_event_name;

-- Every instrument has a row of every thread, but those with global statistics alone.
SELECT COUNT(*) AS wrong FROM performance_schema.threads t JOIN performance_schema.setup_instruments i LEFT JOIN performance_schema.memory_summary_by_thread_by_event_name m ON m.THREAD_ID = t.THREAD_ID AND m.EVENT_NAME = i.NAME WHERE i.NAME LIKE 'memory/%' AND (m.EVENT_NAME IS NULL) <> (i.PROPERTIES LIKE '%global_statistics%') AND t.PROCESSLIST_ID = CONNECTION_ID();
SELECT COUNT(*) AS wrong FROM performance_schema.setup_instruments i LEFT JOIN performance_schema.memory_summary_global_by_event_name m ON m.EVENT_NAME = i.NAME WHERE i.NAME LIKE 'memory/%' AND i.NAME NOT LIKE 'memory/go/%' AND i.NAME NOT LIKE 'memory/os/%' AND m.EVENT_NAME IS NULL;

-- What is in use is what was allocated less what was released, within its marks.
SELECT COUNT(*) AS wrong FROM performance_schema.memory_summary_by_thread_by_event_name WHERE CAST(COUNT_ALLOC AS SIGNED) - CAST(COUNT_FREE AS SIGNED) <> CURRENT_COUNT_USED OR CAST(SUM_NUMBER_OF_BYTES_ALLOC AS SIGNED) - CAST(SUM_NUMBER_OF_BYTES_FREE AS SIGNED) <> CURRENT_NUMBER_OF_BYTES_USED OR LOW_COUNT_USED > CURRENT_COUNT_USED OR CURRENT_COUNT_USED > HIGH_COUNT_USED OR LOW_NUMBER_OF_BYTES_USED > CURRENT_NUMBER_OF_BYTES_USED OR CURRENT_NUMBER_OF_BYTES_USED > HIGH_NUMBER_OF_BYTES_USED;
SELECT COUNT(*) AS wrong FROM performance_schema.memory_summary_global_by_event_name WHERE LOW_NUMBER_OF_BYTES_USED > CURRENT_NUMBER_OF_BYTES_USED OR CURRENT_NUMBER_OF_BYTES_USED > HIGH_NUMBER_OF_BYTES_USED OR CAST(SUM_NUMBER_OF_BYTES_ALLOC AS SIGNED) - CAST(SUM_NUMBER_OF_BYTES_FREE AS SIGNED) <> CURRENT_NUMBER_OF_BYTES_USED;

-- Its own buffers, always on.
UPDATE performance_schema.setup_instruments SET ENABLED = 'NO' WHERE NAME LIKE 'memory/performance_schema/%';
SELECT DISTINCT ENABLED, TIMED, PROPERTIES, FLAGS, VOLATILITY FROM performance_schema.setup_instruments WHERE NAME LIKE 'memory/performance_schema/%';
SELECT EVENT_NAME, COUNT_ALLOC, COUNT_FREE, CURRENT_COUNT_USED FROM performance_schema.memory_summary_global_by_event_name WHERE EVENT_NAME IN ('memory/performance_schema/events_statements_history_long', 'memory/performance_schema/events_waits_history_long') ORDER BY EVENT_NAME;
UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME = 'events_waits_history_long';
SELECT EVENT_NAME, COUNT_ALLOC, COUNT_FREE, CURRENT_COUNT_USED FROM performance_schema.memory_summary_global_by_event_name WHERE EVENT_NAME IN ('memory/performance_schema/events_statements_history_long', 'memory/performance_schema/events_waits_history_long') ORDER BY EVENT_NAME;
UPDATE performance_schema.setup_consumers SET ENABLED = 'NO' WHERE NAME = 'events_waits_history_long';

-- FLAGS.
UPDATE performance_schema.setup_instruments SET FLAGS = 'controlled' WHERE NAME = 'memory/sql/NET::buff';
SELECT NAME, FLAGS FROM performance_schema.setup_instruments WHERE NAME = 'memory/sql/NET::buff';
UPDATE performance_schema.setup_instruments SET FLAGS = '' WHERE NAME = 'memory/sql/NET::buff';
SELECT NAME, FLAGS FROM performance_schema.setup_instruments WHERE NAME = 'memory/sql/NET::buff';
UPDATE performance_schema.setup_instruments SET FLAGS = 'mine' WHERE NAME = 'memory/sql/NET::buff';
UPDATE performance_schema.setup_instruments SET FLAGS = 'controlled' WHERE NAME = 'statement/sql/select';
SELECT NAME, FLAGS FROM performance_schema.setup_instruments WHERE NAME = 'statement/sql/select';
UPDATE performance_schema.setup_instruments SET TIMED = 'YES' WHERE NAME = 'memory/sql/NET::buff';
SELECT NAME, ENABLED, TIMED FROM performance_schema.setup_instruments WHERE NAME = 'memory/sql/NET::buff';

-- A new baseline frees nothing; the account keeps what was released.
TRUNCATE TABLE performance_schema.memory_summary_by_thread_by_event_name;
SELECT COUNT(*) AS wrong FROM performance_schema.memory_summary_by_thread_by_event_name WHERE EVENT_NAME = 'memory/sql/NET::buff' AND COUNT_ALLOC <> CURRENT_COUNT_USED;
SELECT EVENT_NAME, COUNT_FREE, CURRENT_COUNT_USED > 0 AS used, CURRENT_NUMBER_OF_BYTES_USED > 0 AS bytes FROM performance_schema.memory_summary_by_thread_by_event_name WHERE EVENT_NAME = 'memory/sql/NET::buff' AND THREAD_ID = ps_current_thread_id();
TRUNCATE TABLE performance_schema.memory_summary_by_account_by_event_name;
TRUNCATE TABLE performance_schema.memory_summary_by_user_by_event_name;
TRUNCATE TABLE performance_schema.memory_summary_by_host_by_event_name;
TRUNCATE TABLE performance_schema.memory_summary_global_by_event_name;
SELECT USER, HOST, EVENT_NAME, COUNT_FREE, CURRENT_NUMBER_OF_BYTES_USED > 0 AS bytes FROM performance_schema.memory_summary_by_account_by_event_name WHERE EVENT_NAME = 'memory/sql/NET::buff' AND USER = 'root';

-- What is not allowed.
INSERT INTO performance_schema.memory_summary_global_by_event_name (EVENT_NAME) VALUES ('memory/mine');
UPDATE performance_schema.memory_summary_by_user_by_event_name SET COUNT_ALLOC = 0;
DELETE FROM performance_schema.memory_summary_by_host_by_event_name;

-- Sizes.
SHOW GLOBAL VARIABLES LIKE 'performance_schema_max_memory_classes';
SHOW GLOBAL STATUS LIKE 'Performance_schema_memory_classes_lost';
SET GLOBAL performance_schema_max_memory_classes = 10;
