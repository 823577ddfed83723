-- What a client may take from the server: the limits that statements meet.
-- docs/limits.md says the rest.

SELECT @@GLOBAL.max_allowed_packet, @@GLOBAL.connect_timeout, @@wait_timeout, @@GLOBAL.interactive_timeout, @@net_read_timeout, @@net_write_timeout;

-- What would be larger than max_allowed_packet is NULL, with a warning.

SELECT REPEAT('a', 4e9), LENGTH(REPEAT('a', @@max_allowed_packet)), REPEAT('ab', -1);
SHOW WARNINGS;
SELECT SPACE(9223372036854775807), LPAD('a', 9223372036854775807, 'b');
SHOW WARNINGS;
SELECT REPLACE(REPEAT('a', 100000), 'a', REPEAT('b', 100000));
SHOW WARNINGS;
SELECT ERROR_NAME, SUM_ERROR_RAISED FROM performance_schema.events_errors_summary_global_by_error WHERE ERROR_NUMBER = 1301;

-- A session may not lift its own limit of memory.

SET SESSION connection_memory_limit = 18446744073709551615;
SHOW GLOBAL STATUS LIKE 'Connection_memory_limit_exceeded';
SHOW GLOBAL STATUS LIKE 'Panics_caught';
