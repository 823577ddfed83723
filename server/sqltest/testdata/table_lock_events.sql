-- Where waits are events, each use of a table by a statement is one: MySQL's external locks.
CREATE DATABASE shop;
USE shop;
CREATE TABLE item (id INT PRIMARY KEY, n INT);
CREATE TABLE log (item INT);
-- A table without an index has a row once it is used, be it empty.
DESCRIBE log;
LOCK TABLES log WRITE;
SELECT OBJECT_NAME, INDEX_NAME FROM performance_schema.table_io_waits_summary_by_index_usage WHERE OBJECT_SCHEMA = 'shop' ORDER BY OBJECT_NAME;
UNLOCK TABLES;
SELECT * FROM log;
SELECT OBJECT_NAME, INDEX_NAME FROM performance_schema.table_io_waits_summary_by_index_usage WHERE OBJECT_SCHEMA = 'shop' ORDER BY OBJECT_NAME;
UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES' WHERE NAME = 'wait/lock/table/sql/handler';
UPDATE performance_schema.setup_instruments SET ENABLED = 'NO' WHERE NAME LIKE 'wait/%' AND NAME <> 'wait/lock/table/sql/handler';
UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME LIKE 'events_waits%';
TRUNCATE performance_schema.events_waits_history_long;
TRUNCATE performance_schema.table_lock_waits_summary_by_table;
SELECT * FROM item;
SELECT * FROM log;
INSERT INTO item VALUES (1, 1);
INSERT INTO log SELECT id FROM item;
UPDATE item SET n = 2;
SELECT OBJECT_TYPE, OBJECT_SCHEMA, OBJECT_NAME, OPERATION, NESTING_EVENT_TYPE, NUMBER_OF_BYTES, TIMER_END IS NULL AS untimed
  FROM performance_schema.events_waits_history_long WHERE OBJECT_SCHEMA = 'shop' ORDER BY EVENT_ID;
-- The sums are theirs.
SELECT OBJECT_NAME, COUNT_READ_EXTERNAL, COUNT_WRITE_EXTERNAL FROM performance_schema.table_lock_waits_summary_by_table WHERE OBJECT_SCHEMA = 'shop' ORDER BY OBJECT_NAME;
-- By setup_objects a table has no times, or no events.
INSERT INTO performance_schema.setup_objects VALUES ('TABLE', 'shop', 'item', 'YES', 'NO'), ('TABLE', 'shop', 'log', 'NO', 'NO');
TRUNCATE performance_schema.events_waits_history_long;
SELECT * FROM item;
SELECT * FROM log;
SELECT OBJECT_NAME, OPERATION, TIMER_END IS NULL AS untimed FROM performance_schema.events_waits_history_long WHERE OBJECT_SCHEMA = 'shop' ORDER BY EVENT_ID;
DELETE FROM performance_schema.setup_objects WHERE OBJECT_SCHEMA = 'shop';
-- Temporary tables are no objects of the summary of all.
CREATE TEMPORARY TABLE scratch (a INT);
INSERT INTO scratch VALUES (1);
SELECT OBJECT_TYPE, OBJECT_NAME FROM performance_schema.objects_summary_global_by_type WHERE OBJECT_SCHEMA = 'shop' ORDER BY OBJECT_NAME;
DROP TEMPORARY TABLE scratch;
DROP DATABASE shop;
UPDATE performance_schema.setup_consumers SET ENABLED = 'NO' WHERE NAME LIKE 'events_waits%';
