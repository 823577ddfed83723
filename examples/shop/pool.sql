-- Which route waits for a connection of the pool, and for how long; and the pool itself.
SELECT r.DIGEST_TEXT AS route, COUNT(*) AS connections, FORMAT_PICO_TIME(AVG(w.TIMER_WAIT)) AS average, FORMAT_PICO_TIME(MAX(w.TIMER_WAIT)) AS longest,
       p.OPEN AS open, p.COUNT_WAITED AS found_none_free, p.SUM_WAITED AS for_ms
  FROM performance_schema.events_waits_history_long w
  JOIN performance_schema.events_statements_history_long r ON r.THREAD_ID = w.THREAD_ID AND w.EVENT_ID BETWEEN r.EVENT_ID AND r.END_EVENT_ID
  JOIN profiling.connection_pools p ON p.OBJECT_INSTANCE_BEGIN = w.OBJECT_INSTANCE_BEGIN
 WHERE w.EVENT_NAME = 'wait/synch/cond/db/connection' AND r.EVENT_NAME LIKE 'statement/http/%'
 GROUP BY route, open, found_none_free, for_ms ORDER BY SUM(w.TIMER_WAIT) DESC;
