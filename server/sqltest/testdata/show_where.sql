-- WHERE of SHOW tells no capitals, but in the names of databases and tables and in the kind of a table.
CREATE DATABASE conditions;
CREATE TABLE conditions.t (Abc VARCHAR(10), PRIMARY KEY (Abc));
CREATE TABLE conditions.T2 (i INT);
SHOW VARIABLES WHERE Variable_name = 'AUTOCOMMIT' AND Value = 'on';
SHOW VARIABLES WHERE Variable_name LIKE 'AUTOC%' AND Value LIKE 'O_';
SHOW STATUS WHERE Variable_name = 'PREPARED_STMT_COUNT' AND Value = '0';
SHOW DATABASES WHERE `Database` = 'CONDITIONS';
SHOW DATABASES WHERE `Database` = 'conditions';
SHOW TABLES FROM conditions WHERE Tables_in_conditions = 't2';
SHOW FULL TABLES FROM conditions WHERE Tables_in_conditions = 'T2' AND Table_type = 'BASE TABLE';
SHOW FULL TABLES FROM conditions WHERE Table_type = 'base table';
SHOW COLUMNS FROM conditions.t WHERE Field = 'aBC' AND Type = 'VARCHAR(10)';
SHOW COLUMNS FROM conditions.t WHERE Field = 'aBC' AND Type = 'varchar(10)';
SHOW FULL COLUMNS FROM conditions.t WHERE Field IN ('ABC') AND `Key` <> 'x';
SHOW CHARACTER SET WHERE Charset = 'LATIN1';
SHOW COLLATION WHERE Charset = 'UTF8MB3' AND Id = 33;
SHOW COLLATION LIKE 'utf8mb3_general%';
-- So does information_schema.
SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'Conditions';
SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'conditions' AND TABLE_NAME IN ('T', 't2');
SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'conditions' ORDER BY TABLE_NAME;
SELECT COLUMN_NAME FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'conditions' AND TABLE_NAME = 't' AND COLUMN_NAME = 'ABC';
SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = 'CONDITIONS';
SELECT INDEX_NAME FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = 'conditions' AND TABLE_NAME = 'T';
SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'performance_schema' AND TABLE_NAME LIKE 'global_var%' ORDER BY TABLE_NAME;
SELECT DISTINCT t.TABLE_NAME FROM information_schema.TABLES t JOIN information_schema.TABLE_PRIVILEGES p ON p.TABLE_NAME = t.TABLE_NAME WHERE t.TABLE_NAME = 'nosuch';
SELECT DISTINCT t.TABLE_NAME FROM information_schema.TABLES t JOIN performance_schema.objects_summary_global_by_type p ON p.OBJECT_NAME = t.TABLE_NAME AND p.OBJECT_SCHEMA = t.TABLE_SCHEMA WHERE t.TABLE_SCHEMA = 'conditions' AND t.TABLE_NAME = 'nosuch';
DROP DATABASE conditions;
