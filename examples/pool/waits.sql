-- Who waits for whom: for a mutex that is who holds it, for a channel who did the opposite
-- on it before.
WITH waits AS (
  SELECT THREAD_ID, EVENT_NAME, OPERATION, OBJECT_INSTANCE_BEGIN AS object
    FROM events_waits_current WHERE END_EVENT_ID IS NULL AND EVENT_NAME LIKE 'wait/synch/%/pool/%'
), others AS (
  SELECT OBJECT_INSTANCE_BEGIN AS object, 'lock' AS waits_to, LOCKED_BY_THREAD_ID AS THREAD_ID FROM mutex_instances
  UNION
  SELECT OBJECT_INSTANCE_BEGIN, IF(OPERATION = 'send', 'recv', 'send'), THREAD_ID FROM events_waits_history
   WHERE OPERATION IN ('send', 'recv')
)
SELECT t.NAME AS who, w.OPERATION AS operation, w.EVENT_NAME AS on_what, o.NAME AS for_whom, COUNT(DISTINCT w.THREAD_ID) AS waiting
  FROM waits w
  JOIN threads t ON t.THREAD_ID = w.THREAD_ID
  JOIN others x ON x.object = w.object AND x.waits_to = w.OPERATION
  JOIN threads o ON o.THREAD_ID = x.THREAD_ID
 GROUP BY who, operation, on_what, for_whom ORDER BY who, on_what;
