-- LOCK TABLES on stored tables: changes wait, and so does reading what is locked for writing.
CREATE DATABASE shop;
USE shop;
CREATE TABLE item (id INT PRIMARY KEY, n INT);
CREATE TABLE other (id INT PRIMARY KEY);
CREATE TABLE log (id INT AUTO_INCREMENT PRIMARY KEY, item INT);
CREATE TRIGGER logged AFTER INSERT ON item FOR EACH ROW INSERT INTO log (item) VALUES (NEW.id);
INSERT INTO item VALUES (1, 10);
CREATE VIEW v AS SELECT * FROM item;
LOCK TABLES item READ, other WRITE;
SHOW WARNINGS;
SELECT OBJECT_TYPE, OBJECT_SCHEMA, OBJECT_NAME, LOCK_TYPE, LOCK_DURATION, LOCK_STATUS FROM performance_schema.metadata_locks WHERE OBJECT_SCHEMA = 'shop';
-- sort
SELECT OBJECT_NAME, EXTERNAL_LOCK FROM performance_schema.table_handles WHERE OBJECT_SCHEMA = 'shop' AND EXTERNAL_LOCK IS NOT NULL;
SELECT OBJECT_NAME, COUNT_READ_EXTERNAL, COUNT_WRITE_EXTERNAL FROM performance_schema.table_lock_waits_summary_by_table WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0;
-- Who has the locks changes what is locked for writing.
INSERT INTO item VALUES (2, 20);
UPDATE item SET n = 1;
DELETE FROM item;
TRUNCATE item;
ALTER TABLE item ADD COLUMN m INT;
CREATE INDEX i ON item (n);
DROP TABLE item;
INSERT INTO log (item) VALUES (1);
CREATE TABLE new (a INT);
INSERT INTO other VALUES (1);
UPDATE performance_schema.setup_actors SET ENABLED = 'YES';
SELECT * FROM item;
-- Others read, and change what is not locked.
-- connection b root
SELECT * FROM shop.item;
SELECT * FROM shop.v;
INSERT INTO shop.log (item) VALUES (7);
LOCK TABLES shop.item READ;
UNLOCK TABLES;
SET lock_wait_timeout = 1;
UPDATE shop.item SET n = 11 WHERE id = 1;
LOCK TABLES shop.item WRITE;
INSERT INTO shop.other VALUES (2);
SELECT * FROM shop.other;
SET lock_wait_timeout = 100;
-- start
UPDATE shop.item SET n = 11 WHERE id = 1;
-- connection c root
-- start
LOCK TABLES shop.other WRITE;
-- connection root
-- until 1
SELECT COUNT(*) FROM performance_schema.processlist WHERE INFO LIKE 'UPDATE shop.item%' AND STATE = 'Waiting for table metadata lock';
-- until 1
SELECT COUNT(*) FROM performance_schema.processlist WHERE INFO LIKE 'LOCK TABLES shop.other%' AND STATE = 'Waiting for table metadata lock';
-- sort
SELECT OBJECT_NAME, LOCK_TYPE, LOCK_DURATION, LOCK_STATUS FROM performance_schema.metadata_locks WHERE OBJECT_SCHEMA = 'shop';
SELECT n FROM item;
UNLOCK TABLES;
-- finish b
-- finish c
SELECT n FROM item;
-- A trigger's table is locked with its own.
LOCK TABLES item WRITE;
INSERT INTO item VALUES (3, 30);
SELECT COUNT(*) FROM log;
-- LOCK TABLES, START TRANSACTION and the end of a connection unlock.
LOCK TABLES log READ;
-- connection b
UPDATE shop.item SET n = 12 WHERE id = 1;
-- connection root
LOCK TABLES item AS a READ, item READ;
START TRANSACTION;
-- connection b
UPDATE shop.item SET n = 13 WHERE id = 1;
-- connection c
SELECT OBJECT_NAME, LOCK_TYPE, LOCK_STATUS FROM performance_schema.metadata_locks WHERE OBJECT_SCHEMA = 'shop';
UNLOCK TABLES;
-- A procedure waits, too, and its change comes after the lock.
CREATE PROCEDURE shop.two() BEGIN INSERT INTO shop.log (item) VALUES (8); UPDATE shop.item SET n = 14 WHERE id = 1; END;
LOCK TABLES shop.item WRITE;
-- connection b
-- start
CALL shop.two();
-- connection root
-- until 1
SELECT COUNT(*) FROM performance_schema.processlist WHERE STATE = 'Waiting for table metadata lock';
-- connection c
UNLOCK TABLES;
-- finish b
-- connection root
SELECT n FROM item WHERE id = 1;
COMMIT;
SELECT n FROM item WHERE id = 1;
-- A temporary table is its session's own.
CREATE TEMPORARY TABLE mine (a INT);
LOCK TABLES item READ;
INSERT INTO mine VALUES (1);
SELECT * FROM mine;
UNLOCK TABLES;
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE OBJECT_SCHEMA = 'shop';
