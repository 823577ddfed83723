-- What is read, written and committed below the data directory, by file.
USE performance_schema;
SELECT NAME, ENABLED, TIMED, PROPERTIES, FLAGS, VOLATILITY, DOCUMENTATION FROM setup_instruments WHERE NAME LIKE 'wait/io/file/%' ORDER BY NAME;
-- sort
SELECT SUBSTRING_INDEX(FILE_NAME, '/data/', -1) AS FILE, EVENT_NAME, OPEN_COUNT FROM file_instances;
CREATE DATABASE shop;
CREATE TABLE shop.t (id INT PRIMARY KEY, v VARCHAR(20));
CREATE USER ann;
-- sort
SELECT SUBSTRING_INDEX(FILE_NAME, '/data/', -1) AS FILE, COUNT_READ, COUNT_WRITE > 0 AS WRITTEN, SUM_NUMBER_OF_BYTES_WRITE > 0 AS BYTES_WRITTEN FROM file_summary_by_instance WHERE COUNT_WRITE > 0 AND FILE_NAME <> '/dev/stderr';

-- Each statement that changes something is committed once: misc is sync.
TRUNCATE TABLE file_summary_by_instance;
INSERT INTO shop.t VALUES (1, 'a');
INSERT INTO shop.t VALUES (2, 'b'), (3, 'c');
UPDATE shop.t SET v = 'x' WHERE id = 1;
DELETE FROM shop.t WHERE id = 2;
SELECT COUNT_MISC, COUNT_WRITE = COUNT_MISC, SUM_NUMBER_OF_BYTES_WRITE > 0, COUNT_READ, SUM_TIMER_MISC > 0 FROM file_summary_by_instance WHERE FILE_NAME LIKE '%/shop/.dolt/noms';

-- In a transaction only COMMIT is.
TRUNCATE TABLE file_summary_by_instance;
BEGIN;
INSERT INTO shop.t VALUES (5, 'e');
INSERT INTO shop.t VALUES (6, 'f');
SELECT COUNT_MISC FROM file_summary_by_instance WHERE FILE_NAME LIKE '%/shop/.dolt/noms';
COMMIT;
SELECT COUNT_MISC FROM file_summary_by_instance WHERE FILE_NAME LIKE '%/shop/.dolt/noms';

-- The waits are those of the statement.
UPDATE setup_consumers SET ENABLED = 'YES' WHERE NAME LIKE 'events_waits%';
TRUNCATE TABLE events_waits_history_long;
INSERT INTO shop.t VALUES (7, 'g');
SELECT w.EVENT_NAME, w.OPERATION, SUBSTRING_INDEX(w.OBJECT_NAME, '/data/', -1) AS OBJECT_NAME, w.OBJECT_TYPE, w.NESTING_EVENT_TYPE, s.SQL_TEXT, COUNT(*) > 0 AS HAPPENED, COUNT(w.NUMBER_OF_BYTES) > 0 AS WITH_BYTES FROM events_waits_history_long w JOIN events_statements_history s ON s.THREAD_ID = w.THREAD_ID AND w.EVENT_ID BETWEEN s.EVENT_ID AND s.END_EVENT_ID WHERE w.EVENT_NAME = 'wait/io/file/dolt/chunk_store' AND s.SQL_TEXT LIKE 'INSERT%7%' GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 2;

-- What was dropped is gone, but not what it counted.
DROP DATABASE shop;
SELECT COUNT(*) FROM file_instances WHERE FILE_NAME LIKE '%/shop/%';
SELECT COUNT_MISC > 8 FROM file_summary_by_event_name WHERE EVENT_NAME = 'wait/io/file/dolt/chunk_store';
UPDATE setup_instruments SET ENABLED = 'NO' WHERE NAME = 'wait/io/file/dolt/chunk_store';
TRUNCATE TABLE file_summary_by_event_name;
CREATE DATABASE other;
SELECT COUNT_STAR FROM file_summary_by_event_name WHERE EVENT_NAME = 'wait/io/file/dolt/chunk_store';

-- The status variables of the log are of the journals, Open_files of what the server opens itself; TRUNCATE does not reset them.
TRUNCATE TABLE file_summary_by_event_name;
SELECT VARIABLE_NAME, VARIABLE_VALUE > 0 FROM global_status WHERE VARIABLE_NAME IN ('Innodb_log_write_requests', 'Innodb_log_writes', 'Innodb_os_log_fsyncs', 'Innodb_os_log_written', 'Open_files', 'Opened_files');
UPDATE setup_instruments SET ENABLED = 'YES' WHERE NAME = 'wait/io/file/dolt/chunk_store';
CREATE DATABASE shop;
CREATE TABLE shop.t (id INT PRIMARY KEY, v VARCHAR(20));
SELECT SUM(VARIABLE_VALUE) INTO @before FROM global_status WHERE VARIABLE_NAME IN ('Innodb_log_writes', 'Innodb_os_log_fsyncs');
INSERT INTO shop.t VALUES (8, 'h');
SELECT SUM(VARIABLE_VALUE) - @before FROM global_status WHERE VARIABLE_NAME IN ('Innodb_log_writes', 'Innodb_os_log_fsyncs');
