-- The slowest route, the query it spends most time on, and the mutex it waits for.
WITH requests AS (
  SELECT DIGEST_TEXT AS route, THREAD_ID, EVENT_ID, END_EVENT_ID, TIMER_WAIT
    FROM events_statements_history_long WHERE EVENT_NAME LIKE 'statement/http/%'
), slowest AS (
  SELECT route, COUNT(*) AS requests, AVG(TIMER_WAIT) AS average
    FROM requests GROUP BY route ORDER BY average DESC LIMIT 1
), queries AS (
  SELECT q.DIGEST_TEXT AS query, SUM(q.TIMER_WAIT) AS total
    FROM requests r JOIN slowest USING (route)
    JOIN events_statements_history_long q ON q.THREAD_ID = r.THREAD_ID AND q.NESTING_EVENT_ID = r.EVENT_ID
   GROUP BY query ORDER BY total DESC LIMIT 1
), locks AS (
  SELECT w.EVENT_NAME AS mutex, SUM(w.TIMER_WAIT) AS total
    FROM requests r JOIN slowest USING (route)
    JOIN events_waits_history_long w ON w.THREAD_ID = r.THREAD_ID AND w.EVENT_ID BETWEEN r.EVENT_ID AND r.END_EVENT_ID
   WHERE w.EVENT_NAME LIKE 'wait/synch/mutex/%' GROUP BY mutex ORDER BY total DESC LIMIT 1
)
SELECT route, requests, FORMAT_PICO_TIME(average) AS average, query, FORMAT_PICO_TIME(queries.total / requests) AS in_query,
       mutex, FORMAT_PICO_TIME(locks.total / requests) AS waiting
  FROM slowest LEFT JOIN queries ON TRUE LEFT JOIN locks ON TRUE;
