-- LIKE of SHOW tells no capitals in the names of columns and character sets; those of tables and databases are told apart.
CREATE DATABASE patterns;
CREATE TABLE patterns.t (Abc INT, abd INT);
SHOW COLUMNS FROM patterns.t LIKE 'aBC';
SHOW COLUMNS FROM patterns.t LIKE 'AB%';
SHOW COLUMNS FROM patterns.t LIKE 'x%';
SHOW COLUMNS FROM performance_schema.threads LIKE 'thread_ID';
SHOW CHARACTER SET LIKE 'UTF8MB4';
SHOW TABLES FROM patterns LIKE 'T';
SHOW DATABASES LIKE 'Patterns';
SELECT COLUMN_NAME FROM information_schema.COLUMNS WHERE TABLE_NAME = 'INNODB_DATAFILES' ORDER BY ORDINAL_POSITION;
SELECT SPACE, PATH FROM information_schema.INNODB_DATAFILES;
DROP DATABASE patterns;
