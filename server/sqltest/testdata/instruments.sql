-- What is fixed about instruments, as in MySQL: memory and errors have no time, memory alone has flags.
SELECT DISTINCT SUBSTRING_INDEX(NAME, '/', 1) AS kind, TIMED IS NOT NULL AS has_time, FLAGS IS NOT NULL AS has_flags FROM performance_schema.setup_instruments ORDER BY kind;
SELECT NAME, ENABLED, TIMED, PROPERTIES, FLAGS, VOLATILITY FROM performance_schema.setup_instruments
 WHERE NAME IN ('idle', 'error', 'transaction', 'wait/io/table/sql/handler', 'wait/lock/table/sql/handler', 'wait/lock/metadata/sql/mdl',
                'statement/sql/select', 'statement/com/Ping', 'stage/sql/executing', 'memory/performance_schema/threads') ORDER BY NAME;
SELECT NAME, PROPERTIES, DOCUMENTATION FROM performance_schema.setup_instruments WHERE NAME LIKE 'statement/abstract/%' ORDER BY NAME;
SELECT NAME, ENABLED, HISTORY, PROPERTIES, VOLATILITY FROM performance_schema.setup_threads WHERE NAME IN ('thread/sql/main', 'thread/sql/one_connection') ORDER BY NAME;
-- Every instrument of a kind starts as MySQL's do.
SELECT SUBSTRING_INDEX(NAME, '/', 2) AS kind, MIN(ENABLED), MAX(ENABLED), MIN(TIMED), MAX(TIMED) FROM performance_schema.setup_instruments
 WHERE NAME LIKE 'wait/io/table/%' OR NAME LIKE 'wait/lock/%' OR NAME LIKE 'statement/%' OR NAME LIKE 'memory/performance_schema/%' GROUP BY kind ORDER BY kind;
-- A change takes effect at once, on tables that were used before.
CREATE DATABASE shop;
CREATE TABLE shop.orders (id INT PRIMARY KEY);
INSERT INTO shop.orders VALUES (1), (2);
SELECT COUNT_STAR > 0, SUM_TIMER_WAIT > 0 FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_SCHEMA = 'shop';
UPDATE performance_schema.setup_instruments SET TIMED = 'NO' WHERE NAME = 'wait/io/table/sql/handler';
TRUNCATE TABLE performance_schema.table_io_waits_summary_by_table;
INSERT INTO shop.orders VALUES (3);
SELECT COUNT_INSERT, SUM_TIMER_WAIT FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_SCHEMA = 'shop';
UPDATE performance_schema.setup_instruments SET ENABLED = 'NO' WHERE NAME = 'wait/io/table/sql/handler';
INSERT INTO shop.orders VALUES (4);
SELECT COUNT_INSERT, SUM_TIMER_WAIT FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_SCHEMA = 'shop';
-- What cannot be changed reports success and stays.
UPDATE performance_schema.setup_instruments SET TIMED = 'NO' WHERE NAME = 'error';
UPDATE performance_schema.setup_instruments SET FLAGS = 'controlled' WHERE NAME = 'idle';
UPDATE performance_schema.setup_instruments SET ENABLED = 'NO' WHERE NAME = 'memory/performance_schema/threads';
SELECT NAME, ENABLED, TIMED, FLAGS FROM performance_schema.setup_instruments WHERE NAME IN ('error', 'idle', 'memory/performance_schema/threads') ORDER BY NAME;
UPDATE performance_schema.setup_instruments SET VOLATILITY = 8 WHERE NAME = 'idle';
-- The timers; one the platform lacks has NULLs.
SELECT TIMER_NAME, TIMER_RESOLUTION > 0, TIMER_OVERHEAD > 0 FROM performance_schema.performance_timers;
-- Every array has a size, and nothing was lost for want of room.
SHOW VARIABLES LIKE 'performance_schema_max_%';
SELECT VARIABLE_NAME, VARIABLE_VALUE FROM performance_schema.global_status WHERE VARIABLE_NAME LIKE 'performance_schema%lost' AND VARIABLE_VALUE <> '0';
