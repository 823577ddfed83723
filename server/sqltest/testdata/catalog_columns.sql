-- What information_schema tells of columns and tables of ours is what SHOW tells, and MySQL:
-- names of hosts are ASCII, a byte each.
SELECT CHARACTER_SET_NAME, COLLATION_NAME, COUNT(*), SUM(CHARACTER_OCTET_LENGTH = CHARACTER_MAXIMUM_LENGTH) FROM information_schema.COLUMNS WHERE TABLE_SCHEMA IN ('performance_schema', 'sys') AND COLUMN_NAME IN ('HOST', 'PROCESSLIST_HOST', 'SET_HOST', 'MEMBER_HOST') GROUP BY CHARACTER_SET_NAME, COLLATION_NAME ORDER BY CHARACTER_SET_NAME;
SELECT CHARACTER_SET_NAME, COLLATION_NAME, COUNT(*) FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'performance_schema' AND COLLATION_NAME IS NOT NULL GROUP BY CHARACTER_SET_NAME, COLLATION_NAME ORDER BY COLLATION_NAME;
SELECT COLUMN_NAME, CHARACTER_SET_NAME, CHARACTER_MAXIMUM_LENGTH, CHARACTER_OCTET_LENGTH FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'performance_schema' AND TABLE_NAME = 'replication_applier_configuration' AND CHARACTER_SET_NAME = 'utf8mb3';
SELECT COLUMN_TYPE, NUMERIC_PRECISION, NUMERIC_SCALE FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'performance_schema' AND COLUMN_NAME IN ('BUCKET_QUANTILE', 'HEARTBEAT_INTERVAL');
SHOW FULL COLUMNS FROM performance_schema.accounts;
SHOW COLUMNS FROM performance_schema.events_statements_histogram_global LIKE 'BUCKET_Q%';
SHOW FULL COLUMNS FROM sys.host_summary LIKE 'host';
-- A unique index none of whose columns may be NULL stands in for a primary key.
SELECT COLUMN_NAME, COLUMN_KEY FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'performance_schema' AND TABLE_NAME = 'temporary_account_locks' AND COLUMN_KEY <> '';
DESCRIBE performance_schema.temporary_account_locks;
CREATE DATABASE told;
CREATE TABLE told.pair (a INT NOT NULL, b INT NOT NULL, c DATE, d INT, UNIQUE (a, b), UNIQUE (b), KEY (d));
DESCRIBE told.pair;
SELECT COLUMN_NAME, COLUMN_KEY, DATETIME_PRECISION FROM information_schema.COLUMNS WHERE TABLE_NAME = 'pair' ORDER BY ORDINAL_POSITION;
CREATE TABLE told.nullable (a INT NOT NULL, b INT, UNIQUE (a, b), UNIQUE (a));
DESCRIBE told.nullable;
-- Of tables what SHOW TABLE STATUS tells is what TABLES does. When a table was made nobody knows.
CREATE TABLE told.counted (a INT PRIMARY KEY AUTO_INCREMENT);
INSERT INTO told.counted VALUES (), ();
SHOW TABLE STATUS FROM told;
SHOW TABLE STATUS FROM performance_schema WHERE NAME IN ('users', 'keyring_keys');
SHOW TABLE STATUS FROM information_schema LIKE 'TABLES';
SELECT TABLE_SCHEMA, TABLE_NAME, ENGINE, ROW_FORMAT, AUTO_INCREMENT, CREATE_TIME, UPDATE_TIME, TABLE_COLLATION, CREATE_OPTIONS FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'told' OR TABLE_NAME IN ('users', 'keyring_keys', 'TABLES') ORDER BY 1, 2;
SELECT COUNT(*), SUM(CREATE_TIME IS NULL), SUM(UPDATE_TIME IS NULL) = COUNT(*) FROM information_schema.TABLES WHERE CREATE_TIME IS NULL HAVING COUNT(*) > 200;
-- information_schema can be read, and has a collation of its own.
SELECT DISTINCT PRIVILEGES FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'information_schema';
SHOW FULL COLUMNS FROM information_schema.SCHEMATA LIKE 'SCHEMA_NAME';
SELECT DEFAULT_CHARACTER_SET_NAME, DEFAULT_COLLATION_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = 'information_schema';
-- Its columns have MySQL's capitals.
SELECT TABLE_NAME, COLUMN_NAME FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'information_schema' AND BINARY COLUMN_NAME <> UPPER(COLUMN_NAME) AND TABLE_NAME NOT IN ('INNODB_TRX', 'INNODB_CMP', 'INNODB_CMP_RESET', 'INNODB_CMPMEM', 'INNODB_CMPMEM_RESET', 'INNODB_CMP_PER_INDEX', 'INNODB_CMP_PER_INDEX_RESET', 'INNODB_FT_DEFAULT_STOPWORD');
SELECT COLUMN_NAME FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'information_schema' AND TABLE_NAME IN ('INNODB_FT_BEING_DELETED', 'RESOURCE_GROUPS', 'VIEW_ROUTINE_USAGE') ORDER BY TABLE_NAME, ORDINAL_POSITION;
SELECT SPACE, NAME FROM information_schema.INNODB_TABLESPACES WHERE SPACE < 0;
-- What sys has was made in MySQL's mode, whatever the session's is.
SET sql_mode = '';
SELECT DISTINCT SQL_MODE, COLLATION_CONNECTION FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = 'sys' AND ROUTINE_TYPE = 'FUNCTION';
SET sql_mode = DEFAULT;
DROP DATABASE told;
-- What keeps the tables of performance_schema is a storage engine; XA none has.
SELECT ENGINE, SUPPORT, TRANSACTIONS, XA, SAVEPOINTS FROM information_schema.ENGINES;
SELECT COUNT(*) FROM information_schema.ENGINES WHERE ENGINE = 'Performance_Schema';
SHOW ENGINES;
-- Of performance_schema no table has a comment, and columns have one where MySQL's have: who
-- compares two servers finds no difference. Tables of profiling have theirs.
SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'performance_schema' AND TABLE_COMMENT <> '';
SELECT TABLE_NAME, COUNT(*), SUM(COLUMN_COMMENT <> '') FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'performance_schema' GROUP BY TABLE_NAME HAVING SUM(COLUMN_COMMENT <> '') > 0 ORDER BY TABLE_NAME;
SELECT COUNT(*) FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'profiling' AND COLUMN_COMMENT = '';
SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'profiling' AND TABLE_COMMENT = '';
-- What is always filled is NOT NULL.
SELECT TABLE_NAME, COLUMN_NAME, IS_NULLABLE FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'performance_schema' AND (TABLE_NAME, COLUMN_NAME) IN (('socket_instances', 'SOCKET_ID'), ('variables_metadata', 'DOCUMENTATION'));
SELECT COUNT(*) FROM performance_schema.variables_metadata WHERE DOCUMENTATION IS NULL;
