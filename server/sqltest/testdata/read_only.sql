-- read_only and super_read_only: who may change what.
CREATE DATABASE shop;
CREATE TABLE shop.item (id INT PRIMARY KEY);
CREATE TABLE shop.other (id INT PRIMARY KEY);
INSERT INTO shop.item VALUES (1);
CREATE PROCEDURE shop.fill(n INT) SQL SECURITY INVOKER INSERT INTO shop.item VALUES (n);
CREATE PROCEDURE shop.local(n INT) SQL SECURITY INVOKER BEGIN INSERT INTO mine VALUES (n); INSERT INTO item VALUES (n); END;
CREATE USER ann;
GRANT ALL ON shop.* TO ann;
GRANT CREATE USER, SYSTEM_VARIABLES_ADMIN ON *.* TO ann;
CREATE USER admin;
GRANT ALL ON shop.* TO admin;
GRANT CONNECTION_ADMIN ON *.* TO admin;
CREATE USER bob;
-- connection ann ann
USE shop;
PREPARE s FROM 'INSERT INTO item VALUES (5)';
CREATE TEMPORARY TABLE before_it (id INT);
START TRANSACTION;
INSERT INTO item VALUES (2);
-- connection root
SET SESSION read_only = 1;
SET GLOBAL read_only = 2;
SET GLOBAL read_only = ON;
SELECT @@read_only, @@GLOBAL.super_read_only;
-- connection ann
-- What was begun before is not committed, and is rolled back.
INSERT INTO item VALUES (3);
COMMIT;
SELECT id FROM item;
INSERT INTO item VALUES (3);
UPDATE item SET id = id WHERE id = 77;
DELETE FROM item WHERE 1 = 0;
REPLACE INTO item VALUES (1);
INSERT IGNORE INTO item SELECT * FROM item;
LOAD DATA LOCAL INFILE '/nowhere' INTO TABLE item;
CREATE TABLE x (a INT);
CREATE TABLE IF NOT EXISTS item (id INT);
CREATE TABLE y LIKE item;
CREATE TABLE y AS SELECT 1;
TRUNCATE item;
DROP TABLE item;
DROP TABLE IF EXISTS nobody;
ALTER TABLE item ADD COLUMN b INT;
CREATE INDEX i ON item (id);
RENAME TABLE item TO item2;
CREATE VIEW v AS SELECT 1;
CREATE PROCEDURE p() SELECT 1;
CREATE TRIGGER tr BEFORE INSERT ON item FOR EACH ROW SET @a = 1;
CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO SELECT 1;
DROP DATABASE shop;
CREATE USER cat;
ALTER USER bob IDENTIFIED BY 'x';
DROP USER bob;
GRANT SELECT ON shop.item TO bob;
SET PASSWORD FOR bob = 'x';
ANALYZE TABLE item;
LOCK TABLES item WRITE;
EXECUTE s;
CALL fill(6);
CALL dolt_commit('-Am', 'all');
-- What stays allowed.
CREATE TEMPORARY TABLE mine (id INT);
INSERT INTO mine VALUES (1), (2);
INSERT INTO before_it SELECT * FROM item;
INSERT INTO mine SELECT id FROM item;
UPDATE mine SET id = 7 WHERE id = 2;
UPDATE item, mine SET item.id = 8 WHERE mine.id = 7;
DELETE mine FROM mine JOIN item ON mine.id = item.id;
DELETE item FROM mine JOIN item ON 1 = 1;
SELECT id FROM mine;
START TRANSACTION;
INSERT INTO mine VALUES (9);
COMMIT;
SELECT * FROM mine;
DROP TEMPORARY TABLE mine;
DROP TEMPORARY TABLE IF EXISTS mine;
CREATE TEMPORARY TABLE mine AS SELECT 1 AS id;
-- A procedure that has changed a temporary table changes no other.
CALL local(20);
SELECT id FROM mine;
LOCK TABLES item READ;
UNLOCK TABLES;
CHECK TABLE item;
START TRANSACTION READ WRITE;
SELECT id FROM item;
COMMIT;
SET @a = 1;
SET GLOBAL max_error_count = DEFAULT;
KILL 999999;
PREPARE s2 FROM 'DELETE FROM item';
EXECUTE s2;
-- connection admin admin
USE shop;
INSERT INTO item VALUES (10);
CALL fill(11);
CREATE TABLE z (a INT);
DROP TABLE z;
-- connection root
INSERT INTO shop.item VALUES (12);
UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME = 'events_stages_current';
-- Nobody is exempt from super_read_only, which needs read_only.
SET GLOBAL super_read_only = 1;
SELECT @@read_only, @@super_read_only;
INSERT INTO shop.item VALUES (13);
CREATE USER cat;
CALL shop.fill(14);
UPDATE performance_schema.setup_consumers SET ENABLED = 'NO' WHERE NAME = 'events_stages_current';
TRUNCATE performance_schema.events_statements_summary_by_digest;
FLUSH PRIVILEGES;
SET PERSIST max_error_count = 64;
RESET PERSIST max_error_count;
-- connection admin
INSERT INTO item VALUES (15);
-- connection root
SET GLOBAL read_only = 0;
SELECT @@read_only, @@super_read_only;
SET GLOBAL super_read_only = 1;
SELECT @@read_only, @@super_read_only;
SET GLOBAL super_read_only = 0;
SELECT @@read_only, @@super_read_only;
SET GLOBAL read_only = DEFAULT;
INSERT INTO shop.item VALUES (16);
-- Who has locked tables, or a transaction open, cannot set them.
USE shop;
LOCK TABLES item READ;
SET GLOBAL read_only = 1;
SET GLOBAL super_read_only = 1;
UNLOCK TABLES;
START TRANSACTION;
INSERT INTO item VALUES (17);
SET GLOBAL read_only = 1;
ROLLBACK;
FLUSH TABLES WITH READ LOCK;
SET GLOBAL read_only = 1;
SET GLOBAL read_only = 0;
UNLOCK TABLES;
SET @b = 1, GLOBAL read_only = 1;
SELECT @@read_only;
SET GLOBAL read_only = 0, @b = 2;
SELECT @@read_only;
-- A change that runs is waited for, and one that comes meanwhile is refused.
SELECT GET_LOCK('hold', 0);
-- connection ann
-- start
INSERT INTO item SELECT 30 + GET_LOCK('hold', 60);
-- connection root
-- until 1
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE OBJECT_TYPE = 'USER LEVEL LOCK' AND LOCK_STATUS = 'PENDING';
-- connection setter root
-- start
SET GLOBAL super_read_only = 1;
-- connection root
-- until 1
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE OBJECT_TYPE = 'GLOBAL' AND LOCK_STATUS = 'PENDING';
-- connection admin
-- start
INSERT INTO item VALUES (40);
-- connection root
-- until 2
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE OBJECT_TYPE = 'GLOBAL' AND LOCK_STATUS = 'PENDING';
SELECT RELEASE_LOCK('hold');
-- finish ann
-- finish setter
-- finish admin
-- connection root
SELECT id FROM item WHERE id > 16;
SET GLOBAL read_only = 0;
INSERT INTO item VALUES (50);
