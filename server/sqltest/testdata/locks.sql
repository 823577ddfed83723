-- GET_LOCK() takes locks; a DBA sees who has them and who waits for whom.
UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME LIKE 'events_waits%';
SELECT NAME, ENABLED, TIMED FROM performance_schema.setup_instruments WHERE NAME LIKE 'wait/lock/metadata/%';
SELECT GET_LOCK('nightly', 0), GET_LOCK('nightly', 0), GET_LOCK('weekly', 0);
SELECT OBJECT_TYPE, OBJECT_SCHEMA, OBJECT_NAME, COLUMN_NAME, LOCK_TYPE, LOCK_DURATION, LOCK_STATUS, OWNER_THREAD_ID = PS_CURRENT_THREAD_ID() AS mine
  FROM performance_schema.metadata_locks ORDER BY OBJECT_NAME;
-- The lock belongs to an event of the statement that took it.
SELECT s.SQL_TEXT FROM performance_schema.metadata_locks l
  JOIN performance_schema.events_statements_history s ON s.THREAD_ID = l.OWNER_THREAD_ID AND l.OWNER_EVENT_ID BETWEEN s.EVENT_ID AND s.END_EVENT_ID
 WHERE l.OBJECT_NAME = 'weekly';
-- connection waiter root
SELECT CONNECTION_ID();
-- start
SELECT GET_LOCK('nightly', 60);
-- connection dba root
-- until 1
SELECT COUNT(*) FROM performance_schema.events_waits_current WHERE EVENT_NAME = 'wait/lock/metadata/sql/mdl' AND END_EVENT_ID IS NULL;
-- Who waits for whom.
SELECT w.OBJECT_TYPE, w.OBJECT_NAME, wt.PROCESSLIST_STATE AS waiter_state, wt.PROCESSLIST_INFO AS waiting,
       ht.PROCESSLIST_COMMAND AS holder_command, LEFT(hs.SQL_TEXT, 17) AS holder_last
  FROM performance_schema.metadata_locks w
  JOIN performance_schema.metadata_locks h
    ON h.OBJECT_TYPE = w.OBJECT_TYPE AND h.OBJECT_SCHEMA <=> w.OBJECT_SCHEMA AND h.OBJECT_NAME <=> w.OBJECT_NAME AND h.LOCK_STATUS = 'GRANTED'
  JOIN performance_schema.threads wt ON wt.THREAD_ID = w.OWNER_THREAD_ID
  JOIN performance_schema.threads ht ON ht.THREAD_ID = h.OWNER_THREAD_ID
  JOIN performance_schema.events_statements_current hs ON hs.THREAD_ID = h.OWNER_THREAD_ID
 WHERE w.LOCK_STATUS = 'PENDING';
SELECT e.EVENT_NAME, e.OPERATION, e.OBJECT_TYPE, e.OBJECT_SCHEMA, e.OBJECT_NAME, e.OBJECT_INSTANCE_BEGIN = l.OBJECT_INSTANCE_BEGIN AS same_lock, e.TIMER_WAIT > 0, e.NESTING_EVENT_TYPE
  FROM performance_schema.metadata_locks l JOIN performance_schema.events_waits_current e ON e.THREAD_ID = l.OWNER_THREAD_ID
 WHERE l.LOCK_STATUS = 'PENDING';
-- What has waited for more than a microsecond and still does.
SELECT t.PROCESSLIST_INFO FROM performance_schema.events_waits_current e JOIN performance_schema.threads t USING (THREAD_ID)
 WHERE e.END_EVENT_ID IS NULL AND e.TIMER_WAIT > 1000000 AND e.OBJECT_TYPE = 'USER LEVEL LOCK';
-- connection root
-- Taken twice, so that the first release does not free it.
SELECT RELEASE_LOCK('nightly');
SELECT LOCK_STATUS, OWNER_THREAD_ID = PS_CURRENT_THREAD_ID() AS mine FROM performance_schema.metadata_locks WHERE OBJECT_NAME = 'nightly' ORDER BY LOCK_STATUS;
SELECT RELEASE_LOCK('nightly');
-- finish waiter
SELECT OBJECT_NAME, LOCK_STATUS, OWNER_THREAD_ID = PS_CURRENT_THREAD_ID() AS mine FROM performance_schema.metadata_locks ORDER BY OBJECT_NAME;
SELECT COUNT(*), MIN(OBJECT_NAME), MIN(END_EVENT_ID IS NOT NULL) FROM performance_schema.events_waits_history_long WHERE EVENT_NAME = 'wait/lock/metadata/sql/mdl';
SELECT COUNT_STAR, SUM_TIMER_WAIT > 0 FROM performance_schema.events_waits_summary_global_by_event_name WHERE EVENT_NAME = 'wait/lock/metadata/sql/mdl';
-- A wait that times out, and one that is killed, leave nothing behind.
-- connection waiter
SELECT GET_LOCK('weekly', 1);
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'PENDING';
-- start
SELECT GET_LOCK('weekly', -1);
-- connection root
-- until 1
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'PENDING';
KILL QUERY 3;
-- finish waiter
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'PENDING';
SELECT COUNT_STAR FROM performance_schema.events_waits_summary_global_by_event_name WHERE EVENT_NAME = 'wait/lock/metadata/sql/mdl';
SELECT RELEASE_ALL_LOCKS();
-- connection waiter
SELECT RELEASE_LOCK('nightly'), RELEASE_LOCK('nightly');
SELECT COUNT(*) FROM performance_schema.metadata_locks;
-- A transaction keeps others from defining anew what it uses, and who waits to define it keeps others from using it.
CREATE DATABASE shop;
USE shop;
CREATE TABLE item (id INT PRIMARY KEY);
INSERT INTO item VALUES (1);
START TRANSACTION;
SELECT * FROM item;
-- connection root
-- start
ALTER TABLE shop.item ADD COLUMN price INT;
-- connection dba
-- until 1
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'PENDING';
-- connection late root
USE shop;
-- start
SELECT * FROM item;
-- connection dba
-- until 2
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'PENDING';
SELECT OBJECT_TYPE, OBJECT_SCHEMA, OBJECT_NAME, LOCK_TYPE, LOCK_DURATION, LOCK_STATUS, PROCESSLIST_STATE, PROCESSLIST_INFO
  FROM performance_schema.metadata_locks JOIN performance_schema.threads ON THREAD_ID = OWNER_THREAD_ID ORDER BY LOCK_STATUS, LOCK_TYPE;
SELECT object_schema, object_name, waiting_query, waiting_lock_type, blocking_lock_type, sql_kill_blocking_connection FROM sys.schema_table_lock_waits ORDER BY waiting_lock_type;
-- connection waiter
FLUSH TABLES;
-- finish root
-- finish late
SELECT * FROM performance_schema.metadata_locks;
-- A running statement has its tables open, and no lock on them.
-- connection root
SELECT GET_LOCK('nightly', 0);
-- connection waiter
-- start
SELECT GET_LOCK('nightly', 60 + id) FROM item WHERE id IN (SELECT id FROM item);
-- connection dba
-- until 1
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'PENDING';
SELECT h.OBJECT_TYPE, h.OBJECT_SCHEMA, h.OBJECT_NAME, h.INTERNAL_LOCK, h.EXTERNAL_LOCK, s.SQL_TEXT
  FROM performance_schema.table_handles h
  JOIN performance_schema.events_statements_current s ON s.THREAD_ID = h.OWNER_THREAD_ID AND h.OWNER_EVENT_ID >= s.EVENT_ID AND s.END_EVENT_ID IS NULL;
-- connection root
SELECT RELEASE_LOCK('nightly');
-- finish waiter
SELECT * FROM performance_schema.table_handles;
-- The tables are for reading.
TRUNCATE TABLE performance_schema.metadata_locks;
TRUNCATE TABLE performance_schema.table_handles;
DELETE FROM performance_schema.metadata_locks;
SHOW STATUS WHERE Variable_name IN ('Performance_schema_metadata_lock_lost', 'Performance_schema_table_handles_lost');
SHOW VARIABLES WHERE Variable_name IN ('performance_schema_max_metadata_locks', 'performance_schema_max_table_handles');
CREATE USER reader;
-- connection reader
SELECT * FROM performance_schema.metadata_locks;
SELECT * FROM performance_schema.table_handles;
