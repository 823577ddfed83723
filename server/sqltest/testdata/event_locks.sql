-- What an event changes waits for LOCK TABLES and for who defines its table, and is made then.
CREATE DATABASE d;
CREATE TABLE d.tick (n INT);
-- connection holder root
LOCK TABLES d.tick WRITE;
-- connection root
CREATE EVENT d.once ON SCHEDULE AT NOW() DO INSERT INTO d.tick (n) VALUES (1);
-- until 1
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'PENDING';
SELECT NAME, OBJECT_NAME, LOCK_TYPE, LOCK_STATUS, PROCESSLIST_STATE FROM performance_schema.metadata_locks JOIN performance_schema.threads ON THREAD_ID = OWNER_THREAD_ID ORDER BY LOCK_STATUS;
-- connection holder
UNLOCK TABLES;
-- connection root
-- until 1
SELECT COUNT(*) FROM d.tick;
-- connection holder
BEGIN;
SELECT * FROM d.tick;
-- connection root
-- start
ALTER TABLE d.tick ADD COLUMN m INT;
-- connection watcher root
-- until 1
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'PENDING';
CREATE EVENT d.once ON SCHEDULE AT NOW() DO INSERT INTO d.tick (n) VALUES (2);
-- until 2
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'PENDING';
-- connection holder
COMMIT;
-- finish root
-- until 2
SELECT COUNT(*) FROM d.tick;
SELECT * FROM d.tick ORDER BY n;
SELECT DATA FROM performance_schema.error_log WHERE DATA LIKE 'Event Scheduler: [root%';
-- until 0
SELECT COUNT(*) FROM performance_schema.metadata_locks;
DROP DATABASE d;
