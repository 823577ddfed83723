SHOW DATABASES LIKE 'performance%';
SHOW TABLES FROM performance_schema;
DESCRIBE performance_schema.setup_actors;
SELECT COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'performance_schema' AND TABLE_NAME = 'events_statements_histogram_global' ORDER BY ORDINAL_POSITION;
SELECT COUNT(*) FROM performance_schema.threads WHERE THREAD_ID = PS_CURRENT_THREAD_ID();
SHOW STATUS LIKE 'Compression';
SHOW VARIABLES LIKE 'protocol_version';
