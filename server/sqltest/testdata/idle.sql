-- Until its client sends the next command a connection is idle.
USE performance_schema;
SELECT NAME, ENABLED, TIMED, PROPERTIES, FLAGS, VOLATILITY, DOCUMENTATION FROM setup_instruments WHERE NAME = 'idle';
UPDATE setup_consumers SET ENABLED = 'YES' WHERE NAME LIKE 'events_waits%';
-- connection ann root
SELECT 1;
SELECT 2;
-- connection root
-- until 1
SELECT COUNT(*) FROM socket_instances WHERE STATE = 'IDLE';
SELECT w.EVENT_NAME, w.OPERATION, w.END_EVENT_ID, w.NESTING_EVENT_ID, w.NUMBER_OF_BYTES, w.OBJECT_NAME, w.TIMER_WAIT > 0 FROM events_waits_current w JOIN threads t ON t.THREAD_ID = w.THREAD_ID WHERE t.PROCESSLIST_COMMAND = 'Sleep';
SELECT EVENT_NAME, OPERATION, END_EVENT_ID IS NULL FROM events_waits_current WHERE THREAD_ID = ps_current_thread_id();
SELECT k.EVENT_NAME, t.PROCESSLIST_COMMAND, k.STATE FROM socket_instances k JOIN threads t ON t.THREAD_ID = k.THREAD_ID ORDER BY 1, 2;
TRUNCATE TABLE events_waits_summary_by_thread_by_event_name;
SELECT 'a command';
SELECT 'another';
SELECT COUNT_STAR, SUM_TIMER_WAIT > 0 FROM events_waits_summary_by_thread_by_event_name WHERE THREAD_ID = ps_current_thread_id() AND EVENT_NAME = 'idle';
UPDATE setup_instruments SET ENABLED = 'NO' WHERE NAME = 'idle';
TRUNCATE TABLE events_waits_summary_by_thread_by_event_name;
SELECT 'unseen';
SELECT COUNT_STAR FROM events_waits_summary_by_thread_by_event_name WHERE THREAD_ID = ps_current_thread_id() AND EVENT_NAME = 'idle';
