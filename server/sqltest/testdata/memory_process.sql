-- The memory of the whole process: one row per part, the last of which is what no other explains.
SELECT COUNT(*) AS last_is_unexplained FROM profiling.memory_reconciliation WHERE PART = 'unexplained' AND MEMORY_KIND = 'unexplained' AND BYTES IS NOT NULL;
SELECT ABS(SUM(CASE WHEN PART = 'unexplained' THEN BYTES ELSE 0 END)) < 0.05 * SUM(BYTES) AS within_5_percent, SUM(BYTES) > 50000000 AS plausible FROM profiling.memory_reconciliation;
SELECT MEMORY_KIND, COUNT(*) > 0 AS parts FROM profiling.memory_reconciliation GROUP BY MEMORY_KIND ORDER BY MEMORY_KIND;
SELECT PART, MEMORY_KIND, BYTES > 0 AS some, COUNT_USED > 0 AS counted, COMMENT FROM profiling.memory_reconciliation WHERE PART LIKE 'memory/go/runtime/%' AND PART NOT LIKE '%untouched' AND PART NOT LIKE '%released' AND PART NOT LIKE '%heap_free' AND PART NOT LIKE '%buffers' AND PART NOT LIKE '%garbage' AND PART NOT LIKE '%growth';
SELECT PART, MEMORY_KIND, BYTES > 0 AS some, COMMENT FROM profiling.memory_reconciliation WHERE PART LIKE 'memory/os/program/%';
SELECT COUNT(*) AS positive_corrections FROM profiling.memory_reconciliation WHERE PART LIKE '%untouched' AND BYTES > 0;

-- Packages are sampled, and say how well; what instruments count is exact.
SELECT COUNT(*) > 0 AS packages, SUM(MEMORY_KIND <> 'sampled') AS not_sampled, SUM(BYTES_ERROR IS NULL) AS no_error FROM profiling.memory_reconciliation WHERE PART LIKE 'memory/go/heap/%.%/%';
SELECT PART, MEMORY_KIND, BYTES > 0 AS some, BYTES_ERROR FROM profiling.memory_reconciliation WHERE PART = 'memory/performance_schema/profiling.worker_threads';

-- They are instruments with global statistics, and the parts of the global summary.
SELECT NAME, ENABLED, TIMED, PROPERTIES, VOLATILITY, DOCUMENTATION FROM performance_schema.setup_instruments WHERE NAME IN ('memory/go/runtime/stacks', 'memory/go/heap/other');
SELECT COUNT(*) > 0 AS packages, SUM(DOCUMENTATION NOT LIKE 'sampled: %') AS not_marked FROM performance_schema.setup_instruments WHERE NAME LIKE 'memory/go/heap/%.%/%';
SELECT COUNT(*) > 0 AS packages, SUM(CURRENT_NUMBER_OF_BYTES_USED <> SUM_NUMBER_OF_BYTES_ALLOC - SUM_NUMBER_OF_BYTES_FREE) AS wrong, SUM(COUNT_ALLOC IS NULL) AS uncounted FROM performance_schema.memory_summary_global_by_event_name WHERE EVENT_NAME LIKE 'memory/go/heap/%.%/%';
SELECT EVENT_NAME, COUNT_ALLOC, CURRENT_COUNT_USED, CURRENT_NUMBER_OF_BYTES_USED > 0 AS some FROM performance_schema.memory_summary_global_by_event_name WHERE EVENT_NAME IN ('memory/go/runtime/mspan', 'memory/os/program/text');
SELECT COUNT(*) AS by_thread FROM performance_schema.memory_summary_by_thread_by_event_name WHERE EVENT_NAME LIKE 'memory/go/%' OR EVENT_NAME LIKE 'memory/os/%';
SELECT ABS(s.bytes - r.bytes) < 0.1 * r.bytes AS summary_is_the_process FROM
  (SELECT SUM(CURRENT_NUMBER_OF_BYTES_USED) AS bytes FROM performance_schema.memory_summary_global_by_event_name) s,
  (SELECT SUM(BYTES) AS bytes FROM profiling.memory_reconciliation) r;
UPDATE performance_schema.setup_instruments SET ENABLED = 'NO' WHERE NAME = 'memory/os/program/text';
SELECT EVENT_NAME, CURRENT_NUMBER_OF_BYTES_USED FROM performance_schema.memory_summary_global_by_event_name WHERE EVENT_NAME = 'memory/os/program/text';
SHOW STATUS LIKE 'Performance_schema_memory_classes_lost';

-- Nobody writes to it.
DELETE FROM profiling.memory_reconciliation;
