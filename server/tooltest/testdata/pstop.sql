-- tool: ps-top, all views
-- version: 1.2.1, run against the server
-- asks: model, view, global and setupinstruments of sjmudd/ps-top, and what the server recorded of a run

-- error: 1109 on MySQL 9.7 too: asked to find MySQL 5.6 out
SELECT VARIABLE_NAME, VARIABLE_VALUE FROM INFORMATION_SCHEMA.GLOBAL_VARIABLES;
USE performance_schema;
-- has: VARIABLE_NAME=version_comment
SELECT VARIABLE_NAME, VARIABLE_VALUE FROM performance_schema.global_variables;
-- has: VARIABLE_VALUE=0+
SELECT VARIABLE_VALUE FROM performance_schema.global_status WHERE VARIABLE_NAME = 'UPTIME';
-- may: be empty
SELECT NAME, ENABLED, TIMED FROM setup_instruments WHERE NAME LIKE 'stage/sql/%' AND 'YES' NOT IN (ENABLED, TIMED);
SELECT NAME, ENABLED, TIMED FROM setup_instruments WHERE NAME LIKE 'wait/synch/mutex/%' AND 'YES' NOT IN (ENABLED, TIMED);
UPDATE setup_instruments SET enabled = 'YES', TIMED = 'YES' WHERE NAME = 'wait/synch/mutex/gms/user_locks';
UPDATE setup_instruments SET enabled = 'NO', TIMED = 'NO' WHERE NAME = 'wait/synch/mutex/gms/user_locks';
SELECT 1 FROM performance_schema.table_io_waits_summary_by_table LIMIT 1;
SELECT 1 FROM performance_schema.file_summary_by_instance LIMIT 1;
SELECT 1 FROM performance_schema.table_lock_waits_summary_by_table LIMIT 1;
SELECT 1 FROM performance_schema.processlist LIMIT 1;
SELECT 1 FROM performance_schema.events_waits_summary_global_by_event_name LIMIT 1;
SELECT 1 FROM performance_schema.events_stages_summary_global_by_event_name LIMIT 1;
SELECT 1 FROM performance_schema.memory_summary_global_by_event_name LIMIT 1;
-- has: OBJECT_SCHEMA=shop OBJECT_NAME=orders COUNT_INSERT=2 SUM_TIMER_INSERT=1+
SELECT OBJECT_SCHEMA, OBJECT_NAME, COUNT_STAR, SUM_TIMER_WAIT, COUNT_READ, SUM_TIMER_READ, COUNT_WRITE, SUM_TIMER_WRITE, COUNT_FETCH, SUM_TIMER_FETCH, COUNT_INSERT, SUM_TIMER_INSERT, COUNT_UPDATE, SUM_TIMER_UPDATE, COUNT_DELETE, SUM_TIMER_DELETE FROM table_io_waits_summary_by_table WHERE SUM_TIMER_WAIT > 0;
-- has: COUNT_WRITE=1+ SUM_NUMBER_OF_BYTES_WRITE=1+
SELECT FILE_NAME, SUM_TIMER_WAIT, SUM_TIMER_READ, SUM_TIMER_WRITE, SUM_NUMBER_OF_BYTES_READ, SUM_NUMBER_OF_BYTES_WRITE, SUM_TIMER_MISC, COUNT_STAR, COUNT_READ, COUNT_WRITE, COUNT_MISC FROM file_summary_by_instance WHERE SUM_TIMER_WAIT > 0;
-- may: be empty
SELECT OBJECT_SCHEMA, OBJECT_NAME, SUM_TIMER_WAIT, SUM_TIMER_READ, SUM_TIMER_WRITE, SUM_TIMER_READ_WITH_SHARED_LOCKS, SUM_TIMER_READ_HIGH_PRIORITY, SUM_TIMER_READ_NO_INSERT, SUM_TIMER_READ_NORMAL, SUM_TIMER_READ_EXTERNAL, SUM_TIMER_WRITE_ALLOW_WRITE, SUM_TIMER_WRITE_CONCURRENT_INSERT, SUM_TIMER_WRITE_LOW_PRIORITY, SUM_TIMER_WRITE_NORMAL, SUM_TIMER_WRITE_EXTERNAL FROM table_lock_waits_summary_by_table WHERE COUNT_STAR > 0;
-- has: COUNT(*)=1
SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'performance_schema' and table_name = 'processlist';
-- has: USER=root COMMAND=Query STATE=User lock
SELECT ID, USER, HOST, DB, COMMAND, TIME, STATE, INFO FROM performance_schema.processlist;
-- may: be empty
SELECT EVENT_NAME, SUM_TIMER_WAIT, COUNT_STAR FROM events_waits_summary_global_by_event_name WHERE SUM_TIMER_WAIT > 0 AND (EVENT_NAME LIKE 'wait/synch/mutex/%' OR EVENT_NAME LIKE 'wait/synch/sxlock/innodb/%');
-- may: be empty
SELECT EVENT_NAME, COUNT_STAR, SUM_TIMER_WAIT FROM events_stages_summary_global_by_event_name WHERE SUM_TIMER_WAIT > 0;
-- has: eventName=memory/dolt/node_cache currentBytesUsed=1+
SELECT EVENT_NAME AS eventName, CURRENT_COUNT_USED AS currentCountUsed, HIGH_COUNT_USED AS highCountUsed, CURRENT_NUMBER_OF_BYTES_USED AS currentBytesUsed, HIGH_NUMBER_OF_BYTES_USED AS highBytesUsed, COUNT_ALLOC + COUNT_FREE AS totalMemoryOps, SUM_NUMBER_OF_BYTES_ALLOC + SUM_NUMBER_OF_BYTES_FREE AS totalBytesManaged FROM memory_summary_global_by_event_name WHERE HIGH_COUNT_USED > 0;
