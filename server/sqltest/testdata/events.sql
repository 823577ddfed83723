-- The event scheduler: its thread, what switches it off and on, and events that run.
-- mask Id, Host, Time, PROCESSLIST_ID, PROCESSLIST_TIME, TOTAL_CONNECTIONS
SHOW PROCESSLIST;
SELECT NAME, TYPE, PROCESSLIST_ID > 0, PROCESSLIST_USER, PROCESSLIST_HOST, PROCESSLIST_DB, PROCESSLIST_COMMAND, PROCESSLIST_STATE, PROCESSLIST_INFO, INSTRUMENTED, HISTORY, CONNECTION_TYPE FROM performance_schema.threads WHERE NAME LIKE 'thread/sql/event%';
SELECT * FROM performance_schema.accounts WHERE USER = 'event_scheduler';
SELECT ID <> 0, USER, HOST, DB, COMMAND, STATE, INFO FROM information_schema.PROCESSLIST WHERE USER = 'event_scheduler';
SELECT NAME, ENABLED, HISTORY, PROPERTIES FROM performance_schema.setup_threads WHERE NAME LIKE 'thread/sql/event%';
SHOW VARIABLES LIKE 'event_scheduler';
-- Nobody ends it by KILL.
KILL 1;
KILL QUERY 1;
SELECT COUNT(*) FROM performance_schema.threads WHERE NAME = 'thread/sql/event_scheduler';
KILL 999999;
-- What the variable takes.
SET GLOBAL event_scheduler = DISABLED;
SET GLOBAL event_scheduler = 2;
SET GLOBAL event_scheduler = 'sometimes';
SET GLOBAL event_scheduler = NULL;
SET event_scheduler = OFF;
SET GLOBAL event_scheduler = OFF;
SHOW PROCESSLIST;
SELECT COUNT(*) FROM performance_schema.threads WHERE NAME LIKE 'thread/sql/event%';
SELECT USER, CURRENT_CONNECTIONS FROM performance_schema.accounts WHERE USER = 'event_scheduler';
SET GLOBAL event_scheduler = 1, read_only = OFF;
SHOW PROCESSLIST;
SET GLOBAL event_scheduler = 0;
SET GLOBAL event_scheduler = 0;
SET GLOBAL event_scheduler = ON, max_connections = 'x';
SELECT @@event_scheduler;
SELECT COUNT(*) FROM performance_schema.threads WHERE NAME LIKE 'thread/sql/event%';
SET GLOBAL event_scheduler = ON;
-- Who may not see others does not see it.
CREATE USER ann;
-- connection ann ann
SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE USER <> 'ann';
SET GLOBAL event_scheduler = OFF;
-- connection root
-- Events run, once or again and again, as their definers.
CREATE DATABASE shop;
USE shop;
CREATE TABLE seen (n INT AUTO_INCREMENT PRIMARY KEY, who VARCHAR(40), connection BIGINT);
CREATE USER bob;
GRANT ALL ON shop.* TO bob;
CREATE DEFINER = bob EVENT once ON SCHEDULE AT CURRENT_TIMESTAMP DO INSERT INTO seen (who, connection) VALUES (CURRENT_USER(), CONNECTION_ID());
-- until 1
SELECT COUNT(*) FROM seen;
SELECT n, who, connection > 1 AND connection <> CONNECTION_ID() FROM seen;
-- until 0
SELECT COUNT(*) FROM performance_schema.threads WHERE NAME = 'thread/sql/event_worker';
SELECT EVENT_NAME, COUNT_STAR, SUM_ERRORS FROM performance_schema.events_statements_summary_global_by_event_name WHERE EVENT_NAME = 'statement/scheduler/event';
SELECT EVENT_NAME FROM information_schema.EVENTS;
CREATE EVENT again ON SCHEDULE EVERY 1 SECOND DO INSERT INTO seen (who) VALUES ('again');
-- until 1
SELECT COUNT(*) >= 3 FROM seen;
-- until Waiting for next activation
SELECT PROCESSLIST_STATE FROM performance_schema.threads WHERE NAME = 'thread/sql/event_scheduler';
ALTER EVENT again DISABLE;
-- until Waiting on empty queue
SELECT PROCESSLIST_STATE FROM performance_schema.threads WHERE NAME = 'thread/sql/event_scheduler';
-- An event that runs is a thread, which can be ended.
CREATE EVENT slow ON SCHEDULE AT CURRENT_TIMESTAMP ON COMPLETION PRESERVE DO SELECT SLEEP(1000), 'slow';
-- until 2
SELECT COUNT(*) FROM performance_schema.events_statements_current JOIN performance_schema.threads USING (THREAD_ID) WHERE NAME = 'thread/sql/event_worker' AND PROCESSLIST_INFO IS NOT NULL;
SELECT PROCESSLIST_USER, PROCESSLIST_HOST, PROCESSLIST_DB, PROCESSLIST_COMMAND, PROCESSLIST_INFO FROM performance_schema.threads WHERE NAME = 'thread/sql/event_worker';
SELECT w.PARENT_THREAD_ID = s.THREAD_ID FROM performance_schema.threads w, performance_schema.threads s WHERE w.NAME = 'thread/sql/event_worker' AND s.NAME = 'thread/sql/event_scheduler';
SELECT EVENT_NAME, SQL_TEXT, CURRENT_SCHEMA FROM performance_schema.events_statements_current JOIN performance_schema.threads USING (THREAD_ID) WHERE NAME = 'thread/sql/event_worker';
SET GLOBAL event_scheduler = OFF;
SELECT COUNT(*) FROM performance_schema.threads WHERE NAME = 'thread/sql/event_worker';
SELECT EVENT_NAME, STATUS FROM information_schema.EVENTS ORDER BY EVENT_NAME;
-- Reading events leaves the counters of connections alone.
SHOW STATUS LIKE 'Threads_connected';
