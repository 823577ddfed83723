-- A transaction that cannot be committed is rolled back: what its session changes next is not in it.
CREATE DATABASE shop;
CREATE TABLE shop.item (id INT PRIMARY KEY);
-- connection backup root
-- connection writer root
USE shop;
-- connection writer
BEGIN;
INSERT INTO item VALUES (10);
-- connection backup
FLUSH TABLES WITH READ LOCK;
-- connection writer
-- start
COMMIT;
-- connection root
-- until 1
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'PENDING';
KILL QUERY 4;
-- finish writer
-- connection backup
UNLOCK TABLES;
-- connection writer
SELECT * FROM item;
INSERT INTO item VALUES (11);
-- connection root
SELECT * FROM shop.item;
-- connection writer
BEGIN;
INSERT INTO item VALUES (20);
-- connection backup
FLUSH TABLES WITH READ LOCK;
-- connection writer
-- start
START TRANSACTION;
-- connection root
-- until 1
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'PENDING';
KILL QUERY 4;
-- finish writer
-- connection backup
UNLOCK TABLES;
-- connection writer
SELECT * FROM item;
INSERT INTO item VALUES (21);
-- connection root
SELECT * FROM shop.item;
-- connection writer
BEGIN;
INSERT INTO item VALUES (30);
-- connection backup
FLUSH TABLES WITH READ LOCK;
-- connection writer
-- start
CREATE TABLE more (id INT);
-- connection root
-- until 1
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'PENDING';
KILL QUERY 4;
-- finish writer
-- connection backup
UNLOCK TABLES;
-- connection writer
SELECT * FROM item;
INSERT INTO item VALUES (31);
-- connection root
SELECT * FROM shop.item;
-- connection writer
BEGIN;
INSERT INTO item VALUES (40);
-- connection backup
FLUSH TABLES WITH READ LOCK;
-- connection writer
-- start
TRUNCATE item;
-- connection root
-- until 1
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'PENDING';
KILL QUERY 4;
-- finish writer
-- connection backup
UNLOCK TABLES;
-- connection writer
SELECT * FROM item;
INSERT INTO item VALUES (41);
-- connection root
SELECT * FROM shop.item;
-- connection writer
BEGIN;
INSERT INTO item VALUES (50);
-- connection backup
FLUSH TABLES WITH READ LOCK;
-- connection writer
-- start
LOCK TABLES item READ;
-- connection root
-- until 1
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'PENDING';
KILL QUERY 4;
-- finish writer
-- connection backup
UNLOCK TABLES;
-- connection writer
SELECT * FROM item;
INSERT INTO item VALUES (51);
-- connection root
SELECT * FROM shop.item;
-- connection writer
SET autocommit = 0;
INSERT INTO item VALUES (60);
-- connection backup
FLUSH TABLES WITH READ LOCK;
-- connection writer
-- start
SET autocommit = 1;
-- connection root
-- until 1
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'PENDING';
KILL QUERY 4;
-- finish writer
-- connection backup
UNLOCK TABLES;
-- connection writer
SELECT * FROM item;
INSERT INTO item VALUES (61);
-- connection root
SELECT * FROM shop.item;
-- connection writer
COMMIT;
-- connection root
DROP DATABASE shop;
