-- What MySQL has no databases of can be left out of the lists of databases, and is read by name all the same.
SELECT @@GLOBAL.profiling_show_databases;
SHOW DATABASES;
SET GLOBAL profiling_show_databases = OFF;
SHOW DATABASES;
SHOW DATABASES LIKE 'prof%';
SELECT SCHEMA_NAME FROM information_schema.SCHEMATA ORDER BY SCHEMA_NAME;
SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'profiling';
SELECT COUNT(*) FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'profiling';
SELECT COUNT(*) > 0 FROM information_schema.TABLES WHERE TABLE_SCHEMA IN ('performance_schema', 'sys');
USE profiling;
SELECT COUNT(*) FROM profiler_status;
SELECT COUNT(*) FROM history_status;
SHOW TABLES LIKE 'profiler%';
SHOW COLUMNS FROM profiling.memory_reconciliation;
CREATE DATABASE profiling;
DROP DATABASE profiling;
SET SESSION profiling_show_databases = ON;
SET GLOBAL profiling_show_databases = NULL;
SET GLOBAL profiling_show_databases = 2;
SET GLOBAL profiling_show_databases = 'sometimes';
-- connection reader root
CREATE USER reader;
GRANT PROCESS ON *.* TO reader;
-- connection other reader
SHOW DATABASES;
SELECT COUNT(*) FROM profiling.profiler_status;
SET GLOBAL profiling_show_databases = ON;
-- connection reader
SET PERSIST profiling_show_databases = ON;
SELECT VARIABLE_NAME, VARIABLE_VALUE FROM performance_schema.persisted_variables;
SHOW DATABASES LIKE 'prof%';
RESET PERSIST;
