-- FLUSH TABLES WITH READ LOCK: nobody changes or commits anything until it is released.
CREATE DATABASE shop;
CREATE TABLE shop.item (id INT PRIMARY KEY);
CREATE PROCEDURE shop.fill(n INT) INSERT INTO shop.item VALUES (n);
-- connection open root
USE shop;
START TRANSACTION;
INSERT INTO item VALUES (1);
-- connection backup root
USE shop;
FLUSH TABLES WITH READ LOCK;
SELECT COUNT(*) FROM item;
-- What the holder would change.
INSERT INTO item VALUES (2);
CALL fill(2);
PREPARE s FROM 'DELETE FROM item';
EXECUTE s;
CREATE TABLE other (id INT);
ALTER TABLE item ADD COLUMN price INT;
DROP DATABASE shop;
TRUNCATE item;
CREATE VIEW v AS SELECT 1;
CREATE USER ann;
GRANT SELECT ON shop.* TO root@localhost;
ALTER USER root@localhost ACCOUNT UNLOCK;
SET PASSWORD FOR root@localhost = '';
ANALYZE TABLE item;
CALL dolt_commit('-Am', 'all');
-- What is nobody's data.
CREATE TEMPORARY TABLE mine (id INT);
INSERT INTO mine VALUES (1);
UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME = 'events_stages_current';
SET @a = 1;
FLUSH TABLES;
FLUSH TABLES WITH READ LOCK;
-- A transaction begins with what the lock protects.
START TRANSACTION WITH CONSISTENT SNAPSHOT;
-- connection writer root
USE shop;
-- start
INSERT INTO item VALUES (3);
-- connection caller root
USE shop;
-- start
CALL fill(4);
-- connection open
-- start
COMMIT;
-- connection reader root
-- until 3
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'PENDING';
SELECT OBJECT_TYPE, LOCK_TYPE, LOCK_DURATION, LOCK_STATUS, PROCESSLIST_STATE, PROCESSLIST_INFO
  FROM performance_schema.metadata_locks JOIN performance_schema.threads ON THREAD_ID = OWNER_THREAD_ID
 WHERE THREAD_ID <> PS_CURRENT_THREAD_ID() ORDER BY OBJECT_TYPE, LOCK_TYPE, PROCESSLIST_INFO;
-- Reading is not held up, nor is a transaction that has changed nothing.
SELECT COUNT(*) FROM shop.item;
START TRANSACTION;
SELECT COUNT(*) FROM shop.item;
COMMIT;
SET lock_wait_timeout = 1;
INSERT INTO shop.item VALUES (5);
DROP TABLE shop.item;
SET PASSWORD = '';
-- connection backup
UNLOCK TABLES;
-- finish writer
-- finish caller
-- finish open
SELECT COUNT(*) FROM item;
COMMIT;
SELECT id FROM item ORDER BY id;
SELECT OBJECT_TYPE, LOCK_STATUS FROM performance_schema.metadata_locks;
-- The lock waits for a change that runs; meanwhile others wait, and may be killed.
-- connection reader
SELECT GET_LOCK('hold', 0);
-- connection writer
-- start
INSERT INTO item SELECT 10 + GET_LOCK('hold', 60);
-- connection reader
-- until 1
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE OBJECT_TYPE = 'USER LEVEL LOCK' AND LOCK_STATUS = 'PENDING';
-- connection backup
-- start
FLUSH TABLES WITH READ LOCK;
-- connection reader
-- until 1
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE OBJECT_TYPE = 'GLOBAL' AND LOCK_STATUS = 'PENDING';
-- connection caller
-- start
CALL fill(20);
-- connection reader
-- until 2
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE OBJECT_TYPE = 'GLOBAL' AND LOCK_STATUS = 'PENDING';
KILL QUERY 6;
-- finish caller
SELECT RELEASE_LOCK('hold');
-- finish writer
-- finish backup
SELECT id FROM shop.item WHERE id > 9;
-- Two may hold it, and the end of a connection releases it.
FLUSH TABLES WITH READ LOCK;
UNLOCK TABLES;
-- connection writer
-- start
INSERT INTO item VALUES (30);
-- connection reader
-- until 1
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'PENDING';
KILL 4;
-- finish writer
-- What the session has changed in a transaction is committed first.
USE shop;
START TRANSACTION;
INSERT INTO item VALUES (40);
FLUSH TABLES WITH READ LOCK;
ROLLBACK;
SELECT id FROM item WHERE id >= 30;
UNLOCK TABLES;
-- An account without the right.
CREATE USER ann;
GRANT ALL ON shop.* TO ann;
-- connection ann ann
FLUSH TABLES WITH READ LOCK;
FLUSH TABLES shop.item WITH READ LOCK;
UNLOCK TABLES;
