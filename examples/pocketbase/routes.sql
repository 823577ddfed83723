-- Where the time of requests goes: how much of it is spent in SQL.
WITH requests AS (
  SELECT DIGEST_TEXT AS route, THREAD_ID, EVENT_ID, END_EVENT_ID, TIMER_WAIT
    FROM performance_schema.events_statements_history_long WHERE EVENT_NAME LIKE 'statement/http/%'
), times AS (
  SELECT route, COUNT(*) AS requests, SUM(TIMER_WAIT) AS total FROM requests GROUP BY route
), queries AS (
  SELECT r.route, COUNT(*) AS queries, SUM(q.TIMER_WAIT) AS total
    FROM requests r JOIN performance_schema.events_statements_history_long q
      ON q.THREAD_ID = r.THREAD_ID AND q.EVENT_ID BETWEEN r.EVENT_ID AND r.END_EVENT_ID AND q.EVENT_NAME LIKE 'statement/db/%'
   GROUP BY r.route
)
SELECT times.route, requests, queries, FORMAT_PICO_TIME(times.total / requests) AS average, FORMAT_PICO_TIME(queries.total / requests) AS in_sql
  FROM times LEFT JOIN queries ON queries.route = times.route ORDER BY times.total DESC LIMIT 5;
