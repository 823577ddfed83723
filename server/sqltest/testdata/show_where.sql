-- WHERE of SHOW INDEX and of SHOW COLLATION; names in information_schema are found in any letter case.
CREATE DATABASE conditions;
CREATE TABLE conditions.t (Abc VARCHAR(10), PRIMARY KEY (Abc));
CREATE TABLE conditions.T2 (i INT, KEY i (i), UNIQUE KEY u (i));
SHOW INDEX FROM conditions.T2 WHERE Non_unique = 0;
SHOW INDEX FROM conditions.T2 WHERE Key_name = 'i';
SHOW FULL TABLES FROM conditions WHERE Tables_in_conditions = 'T2' AND Table_type = 'BASE TABLE';
SHOW COLLATION WHERE Charset = 'UTF8MB3' AND Id = 33;
SHOW COLLATION LIKE 'utf8mb3_general%';
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
