-- A variable is read where it has a value. Whether it may be set there is asked before what it is set to.
SELECT @@global.sort_buffer_size = @@session.sort_buffer_size;
SELECT @@session.max_connections;
SELECT @@local.max_connections;
SELECT @@global.pseudo_thread_id;
SELECT @@global.last_insert_id;
SELECT 1 FROM (SELECT @@global.warning_count) AS t;
SELECT @@nosuch;
SELECT @@global.nosuch;

SET SESSION max_connections = 'x';
SET max_connections = DEFAULT;
SET @@local.max_connections = NULL;
SET GLOBAL pseudo_thread_id = 'x';
SET GLOBAL sql_log_bin = DEFAULT;
SET @x = @@global.insert_id;
SET SESSION version = 1;
SET GLOBAL server_uuid = 'x';
SET GLOBAL log_bin = 1;
SET SESSION max_allowed_packet = 1024;
SET net_buffer_length = 1024;
SET insert_id = DEFAULT;
SET server_id = 1;

-- None of several is set where one cannot be.
SET @x = 7, SESSION max_connections = 1;
SELECT @x;

-- What is prepared is refused as it is prepared.
PREPARE reading FROM 'SELECT @@session.max_connections';
-- A scope holds for the variables after it.
SET GLOBAL max_connections = 200, max_error_count = 70;
SELECT @@SESSION.max_error_count = 70 AS session_too, @@GLOBAL.max_error_count;
SET GLOBAL max_error_count = DEFAULT, max_connections = DEFAULT;
