-- What statements hold while they run, by thread; nothing is left when they have ended.
SELECT NAME, ENABLED, TIMED, PROPERTIES, FLAGS, DOCUMENTATION FROM performance_schema.setup_instruments WHERE NAME LIKE 'memory/sql/%' OR NAME LIKE 'memory/dolt/%' ORDER BY NAME;
CREATE DATABASE shop;
USE shop;
CREATE TABLE n (i INT PRIMARY KEY, k INT, name VARCHAR(100));
INSERT INTO n WITH RECURSIVE r AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM r WHERE i < 3000) SELECT i, (i * 7919) % 3000, CONCAT('name ', i, REPEAT('.', 80)) FROM r;

-- connection ann root
USE shop;
SELECT COUNT(*) FROM (SELECT * FROM n ORDER BY name LIMIT 100000) t;
SELECT COUNT(*) FROM (SELECT DISTINCT k FROM n) t;
SELECT COUNT(*) FROM (SELECT k, MAX(name) FROM n GROUP BY k) t;
SELECT COUNT(*) FROM n a JOIN n b ON a.name = b.name;
SELECT MAX(r) FROM (SELECT ROW_NUMBER() OVER (ORDER BY k) AS r FROM n) t;
SELECT EVENT_NAME, COUNT_ALLOC > 0 AS used, COUNT_ALLOC = COUNT_FREE AS given_back, CURRENT_COUNT_USED, CURRENT_NUMBER_OF_BYTES_USED, LOW_NUMBER_OF_BYTES_USED, HIGH_NUMBER_OF_BYTES_USED DIV 262144 AS high_in_quarters_of_mib FROM performance_schema.memory_summary_by_thread_by_event_name WHERE THREAD_ID = ps_current_thread_id() AND EVENT_NAME IN ('memory/sql/Filesort_buffer::sort_keys', 'memory/sql/distinct', 'memory/sql/grouping', 'memory/sql/window_frame') ORDER BY EVENT_NAME;

-- A statement that fails, and one that ends early.
SELECT name, (SELECT i FROM n WHERE k > 5) FROM n ORDER BY name;
SELECT * FROM (SELECT * FROM n ORDER BY k LIMIT 100000) t LIMIT 1;
SELECT EVENT_NAME, CURRENT_COUNT_USED, CURRENT_NUMBER_OF_BYTES_USED FROM performance_schema.memory_summary_by_thread_by_event_name WHERE THREAD_ID = ps_current_thread_id() AND EVENT_NAME = 'memory/sql/Filesort_buffer::sort_keys';

-- What a connection holds between statements.
SET @text = REPEAT('x', 10000);
PREPARE p FROM 'SELECT name FROM n WHERE i = ?';
SELECT EVENT_NAME, CURRENT_COUNT_USED, CURRENT_NUMBER_OF_BYTES_USED DIV 8192 AS pages FROM performance_schema.memory_summary_by_thread_by_event_name WHERE THREAD_ID = ps_current_thread_id() AND EVENT_NAME IN ('memory/sql/NET::buff', 'memory/sql/Prepared_statement::main_mem_root', 'memory/sql/user_var_entry::value') ORDER BY EVENT_NAME;
DEALLOCATE PREPARE p;
SELECT CURRENT_COUNT_USED, CURRENT_NUMBER_OF_BYTES_USED FROM performance_schema.memory_summary_by_thread_by_event_name WHERE THREAD_ID = ps_current_thread_id() AND EVENT_NAME = 'memory/sql/Prepared_statement::main_mem_root';

-- Dolt's caches are of the whole server.
-- connection root
SELECT EVENT_NAME, CURRENT_COUNT_USED > 0 AS used, CURRENT_NUMBER_OF_BYTES_USED > 0 AS bytes FROM performance_schema.memory_summary_global_by_event_name WHERE EVENT_NAME = 'memory/dolt/node_cache';

-- An instrument that is off counts nothing.
UPDATE performance_schema.setup_instruments SET ENABLED = 'NO' WHERE NAME = 'memory/sql/Filesort_buffer::sort_keys';
-- connection ben root
SELECT COUNT(*) FROM (SELECT * FROM shop.n ORDER BY name LIMIT 100000) t;
SELECT COUNT_ALLOC FROM performance_schema.memory_summary_by_thread_by_event_name WHERE THREAD_ID = ps_current_thread_id() AND EVENT_NAME = 'memory/sql/Filesort_buffer::sort_keys';

-- The alarm.
SELECT @@GLOBAL.profiling_memory_watch;
SET GLOBAL profiling_memory_watch = 'memory/sql/hash_op:64M,memory/sql/result:1G';
SHOW GLOBAL VARIABLES LIKE 'profiling_memory_watch';
SET GLOBAL profiling_memory_watch = 'memory/sql/hash_op';
SET GLOBAL profiling_memory_watch = 'memory/sql/hash_op:much';
SET GLOBAL profiling_memory_watch = 'memory/sql/unknown:1M';
SET GLOBAL profiling_memory_watch = 1;
SET SESSION profiling_memory_watch = '';
SELECT @@GLOBAL.profiling_memory_watch;
SET GLOBAL profiling_memory_watch = '';
