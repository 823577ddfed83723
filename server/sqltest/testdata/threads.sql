SELECT NAME, TYPE, PROCESSLIST_USER, PROCESSLIST_HOST, PROCESSLIST_DB, PROCESSLIST_COMMAND, PROCESSLIST_TIME, INSTRUMENTED, HISTORY, CONNECTION_TYPE
  FROM performance_schema.threads WHERE THREAD_ID = PS_CURRENT_THREAD_ID();
SELECT PS_THREAD_ID(CONNECTION_ID()) = PS_CURRENT_THREAD_ID();
SELECT USER, HOST LIKE 'localhost:%', DB, COMMAND, INFO FROM performance_schema.processlist WHERE ID = CONNECTION_ID();
SELECT USER, HOST, CURRENT_CONNECTIONS FROM performance_schema.accounts WHERE USER = 'root';
SELECT USER, CURRENT_CONNECTIONS FROM performance_schema.users WHERE USER = 'root';
-- sort
SELECT ATTR_NAME FROM performance_schema.session_account_connect_attrs WHERE PROCESSLIST_ID = CONNECTION_ID() AND ATTR_NAME LIKE '\_client%';
SELECT FORMAT_BYTES(1), FORMAT_BYTES(1024), FORMAT_BYTES(1610612736), FORMAT_PICO_TIME(1000), FORMAT_PICO_TIME(NULL), FORMAT_PICO_TIME(86400000000000000);
SHOW VARIABLES LIKE 'performance_schema_max_d%';
SHOW STATUS LIKE 'performance_schema_d%';
SELECT @@performance_schema, @@performance_schema_events_statements_history_size;
SET GLOBAL performance_schema_digests_size = 1;
-- The thread that accepts connections belongs to no account. Helpers that wait for work are in the background, too.
SELECT NAME, TYPE, PROCESSLIST_ID, PROCESSLIST_USER, PROCESSLIST_COMMAND, PROCESSLIST_TIME IS NULL, RESOURCE_GROUP FROM performance_schema.threads WHERE TYPE = 'BACKGROUND' AND NAME <> 'thread/sql/statement_helper';
SELECT USER, HOST, CURRENT_CONNECTIONS FROM performance_schema.accounts WHERE USER IS NULL;
