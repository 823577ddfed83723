-- What is allowed on tables of waits: nothing on instances, TRUNCATE on the rest.
UPDATE performance_schema.mutex_instances SET LOCKED_BY_THREAD_ID = 1;
DELETE FROM performance_schema.file_instances;
TRUNCATE TABLE performance_schema.socket_instances;
TRUNCATE TABLE performance_schema.data_locks;
INSERT INTO performance_schema.objects_summary_global_by_type (OBJECT_NAME) VALUES ('t');
TRUNCATE TABLE performance_schema.objects_summary_global_by_type;
TRUNCATE TABLE performance_schema.table_io_waits_summary_by_table;
TRUNCATE TABLE performance_schema.table_io_waits_summary_by_index_usage;
TRUNCATE TABLE performance_schema.table_lock_waits_summary_by_table;
TRUNCATE TABLE performance_schema.file_summary_by_event_name;
TRUNCATE TABLE performance_schema.file_summary_by_instance;
TRUNCATE TABLE performance_schema.socket_summary_by_event_name;
TRUNCATE TABLE performance_schema.socket_summary_by_instance;
TRUNCATE TABLE performance_schema.events_waits_summary_by_instance;
TRUNCATE TABLE performance_schema.events_waits_summary_global_by_event_name;
TRUNCATE TABLE performance_schema.events_waits_current;
TRUNCATE TABLE performance_schema.events_waits_history;
TRUNCATE TABLE performance_schema.events_waits_history_long;
-- The locks that do not exist.
SELECT COUNT(*) FROM performance_schema.data_locks;
SELECT COUNT(*) FROM performance_schema.data_lock_waits;
SHOW INDEX FROM performance_schema.data_lock_waits;
-- Every instrument of waits has a row.
SELECT COUNT(*) FROM performance_schema.setup_instruments i
  LEFT JOIN performance_schema.events_waits_summary_global_by_event_name g ON g.EVENT_NAME = i.NAME
 WHERE (i.NAME LIKE 'wait/%' OR i.NAME = 'idle') AND g.EVENT_NAME IS NULL;
SELECT COUNT(*) FROM performance_schema.events_waits_summary_global_by_event_name g
  LEFT JOIN performance_schema.setup_instruments i ON i.NAME = g.EVENT_NAME WHERE i.NAME IS NULL;
SELECT EVENT_NAME FROM performance_schema.events_waits_summary_global_by_event_name
 WHERE EVENT_NAME IN ('idle', 'wait/io/table/sql/handler', 'wait/lock/table/sql/handler') ORDER BY 1;
-- Rows of a table, found by index and without.
CREATE DATABASE wait_test;
USE wait_test;
CREATE TABLE product (id INT PRIMARY KEY, name VARCHAR(20), KEY name (name));
INSERT INTO product VALUES (1,'a'),(2,'b'),(3,'c');
SELECT COUNT(name) FROM product;
SELECT OBJECT_TYPE, OBJECT_SCHEMA, OBJECT_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_STAR = COUNT_READ + COUNT_WRITE AS adds_up
  FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_SCHEMA = 'wait_test';
SELECT OBJECT_NAME, INDEX_NAME, COUNT_INSERT FROM performance_schema.table_io_waits_summary_by_index_usage
 WHERE OBJECT_TYPE = 'TABLE' AND OBJECT_SCHEMA = 'wait_test' AND OBJECT_NAME = 'product' ORDER BY INDEX_NAME;
SELECT COUNT(*) FROM performance_schema.table_io_waits_summary_by_index_usage
 WHERE OBJECT_SCHEMA = 'wait_test' AND INDEX_NAME IS NULL;
SELECT o.COUNT_STAR = i.COUNT_STAR + l.COUNT_STAR AS adds_up
  FROM performance_schema.objects_summary_global_by_type o
  JOIN performance_schema.table_io_waits_summary_by_table i ON i.OBJECT_SCHEMA = o.OBJECT_SCHEMA AND i.OBJECT_NAME = o.OBJECT_NAME
  JOIN performance_schema.table_lock_waits_summary_by_table l ON l.OBJECT_SCHEMA = o.OBJECT_SCHEMA AND l.OBJECT_NAME = o.OBJECT_NAME
 WHERE o.OBJECT_SCHEMA = 'wait_test';
SELECT SUM(COUNT_STAR) FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_SCHEMA = 'performance_schema';
DROP TABLE product;
SELECT COUNT(*) FROM performance_schema.objects_summary_global_by_type WHERE OBJECT_SCHEMA = 'wait_test';
DROP DATABASE wait_test;
-- An instance is found by its address.
SELECT COUNT(*) FROM performance_schema.events_waits_summary_by_instance w
  JOIN performance_schema.socket_instances s ON s.OBJECT_INSTANCE_BEGIN = w.OBJECT_INSTANCE_BEGIN
 WHERE s.EVENT_NAME <> w.EVENT_NAME;
