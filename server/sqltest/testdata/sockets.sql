-- The sockets of the server. They are rows whether or not their instruments are enabled.
USE performance_schema;
SELECT NAME, ENABLED, TIMED, PROPERTIES, FLAGS, VOLATILITY, DOCUMENTATION FROM setup_instruments WHERE NAME LIKE 'wait/io/socket/%' ORDER BY NAME;
SELECT EVENT_NAME, COUNT_STAR, SUM_NUMBER_OF_BYTES_READ, SUM_NUMBER_OF_BYTES_WRITE FROM socket_summary_by_event_name ORDER BY 1;
UPDATE setup_instruments SET ENABLED = 'YES', TIMED = 'YES' WHERE NAME LIKE 'wait/io/socket/%';
-- connection ann root
USE performance_schema;
-- connection root
-- until 1
SELECT COUNT(*) FROM socket_instances WHERE STATE = 'IDLE';
SELECT k.EVENT_NAME, t.NAME, t.PROCESSLIST_COMMAND, k.THREAD_ID = ps_current_thread_id() AS MINE, k.SOCKET_ID > 0, k.IP, k.PORT > 0, k.STATE FROM socket_instances k JOIN threads t ON t.THREAD_ID = k.THREAD_ID ORDER BY 1, 4;
TRUNCATE TABLE socket_summary_by_instance;
-- connection ann
SELECT 'some rows' UNION SELECT 'to send' UNION SELECT 'to the client';
-- connection root
-- until 1
SELECT COUNT(*) FROM socket_instances WHERE STATE = 'IDLE';
SELECT EVENT_NAME, COUNT_READ > 0, SUM_NUMBER_OF_BYTES_READ > 0, COUNT_WRITE > 0, SUM_NUMBER_OF_BYTES_WRITE > 0, COUNT_STAR = COUNT_READ + COUNT_WRITE + COUNT_MISC FROM socket_summary_by_event_name ORDER BY 1;
SELECT s.EVENT_NAME, s.COUNT_READ, s.SUM_NUMBER_OF_BYTES_READ, s.COUNT_WRITE, s.SUM_NUMBER_OF_BYTES_WRITE, s.COUNT_MISC FROM socket_summary_by_instance s JOIN socket_instances k ON k.OBJECT_INSTANCE_BEGIN = s.OBJECT_INSTANCE_BEGIN WHERE k.THREAD_ID <> ps_current_thread_id() AND k.EVENT_NAME = 'wait/io/socket/sql/client_connection';
TRUNCATE TABLE socket_summary_by_instance;
SELECT s.COUNT_STAR, s.SUM_NUMBER_OF_BYTES_READ FROM socket_summary_by_instance s JOIN socket_instances k ON k.OBJECT_INSTANCE_BEGIN = s.OBJECT_INSTANCE_BEGIN WHERE k.THREAD_ID <> ps_current_thread_id() AND k.EVENT_NAME = 'wait/io/socket/sql/client_connection';
