-- The slowest route, the query it spends most time on, and the trace of its slowest request.
WITH requests AS (
  SELECT DIGEST_TEXT AS route, THREAD_ID, EVENT_ID, TIMER_WAIT, OBJECT_SCHEMA AS trace
    FROM events_statements_history_long WHERE EVENT_NAME = 'statement/otel/request'
), slowest AS (
  SELECT route, COUNT(*) AS requests, AVG(TIMER_WAIT) AS average, MAX(TIMER_WAIT) AS longest
    FROM requests GROUP BY route ORDER BY average DESC LIMIT 1
), queries AS (
  SELECT q.DIGEST_TEXT AS query, SUM(q.TIMER_WAIT) AS total
    FROM requests r JOIN slowest USING (route)
    JOIN events_statements_history_long q ON q.THREAD_ID = r.THREAD_ID AND q.NESTING_EVENT_ID = r.EVENT_ID
   GROUP BY query ORDER BY total DESC LIMIT 1
)
SELECT slowest.route, requests, FORMAT_PICO_TIME(average) AS average, query, FORMAT_PICO_TIME(queries.total / requests) AS in_query,
       FORMAT_PICO_TIME(longest) AS longest, trace
  FROM slowest LEFT JOIN queries ON TRUE JOIN requests ON requests.route = slowest.route AND requests.TIMER_WAIT = longest LIMIT 1;
