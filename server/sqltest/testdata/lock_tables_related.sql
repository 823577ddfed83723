-- LOCK TABLES and what hangs together with a table.
CREATE DATABASE shop;
USE shop;
-- What a foreign key changes is locked, too, but by others; who has locked tables makes and
-- drops no database.
CREATE TABLE whole (id INT PRIMARY KEY);
CREATE TABLE part (id INT PRIMARY KEY, belongs INT, FOREIGN KEY (belongs) REFERENCES whole (id) ON DELETE CASCADE);
INSERT INTO whole VALUES (1), (2);
INSERT INTO part VALUES (10, 1), (20, 2);
LOCK TABLES part READ;
CREATE DATABASE another;
DROP DATABASE shop;
ALTER DATABASE shop CHARACTER SET utf8mb4;
-- connection b root
-- start
DELETE FROM shop.whole WHERE id = 1;
-- connection root
-- until 1
SELECT COUNT(*) FROM performance_schema.processlist WHERE STATE = 'Waiting for table metadata lock';
UNLOCK TABLES;
-- finish b
LOCK TABLES whole WRITE;
DELETE FROM whole WHERE id = 2;
UNLOCK TABLES;
SELECT COUNT(*) FROM part;
-- To drop a database is to drop its tables.
LOCK TABLES part READ;
-- connection b
-- start
DROP DATABASE shop;
-- connection root
-- until 1
SELECT COUNT(*) FROM performance_schema.processlist WHERE STATE = 'Waiting for table metadata lock';
SELECT COUNT(*) FROM part;
UNLOCK TABLES;
-- finish b
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE OBJECT_SCHEMA = 'shop';
