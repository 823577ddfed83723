-- LOCK INSTANCE FOR BACKUP: nobody else defines anything until it is released; rows are changed on.
CREATE DATABASE shop;
CREATE TABLE shop.item (id INT PRIMARY KEY);
CREATE TABLE shop.old (id INT PRIMARY KEY);
CREATE PROCEDURE shop.fill(n INT) INSERT INTO shop.item VALUES (n);
CREATE PROCEDURE shop.grow() BEGIN INSERT INTO shop.item VALUES (100); CREATE TABLE shop.grown (id INT); INSERT INTO shop.item VALUES (101); END;
CREATE USER ann;
GRANT ALL ON shop.* TO ann;
-- connection backup root
USE shop;
START TRANSACTION;
INSERT INTO item VALUES (1);
LOCK INSTANCE FOR BACKUP;
LOCK INSTANCE FOR BACKUP;
SELECT OBJECT_TYPE, OBJECT_SCHEMA, OBJECT_NAME, LOCK_TYPE, LOCK_DURATION, LOCK_STATUS FROM performance_schema.metadata_locks;
-- The transaction goes on, and who has the lock may define.
ROLLBACK;
SELECT COUNT(*) FROM item;
CREATE TABLE own (id INT);
-- Others change rows, lock tables and make temporary tables.
-- connection other root
USE shop;
INSERT INTO item VALUES (2);
CALL fill(3);
UPDATE item SET id = 4 WHERE id = 3;
DELETE FROM item WHERE id = 4;
START TRANSACTION;
INSERT INTO item VALUES (5);
COMMIT;
CREATE TEMPORARY TABLE mine (id INT);
CREATE INDEX i ON mine (id);
DROP TABLE mine;
UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME = 'events_stages_current';
FLUSH TABLES;
FLUSH TABLES WITH READ LOCK;
UNLOCK TABLES;
LOCK TABLES item WRITE;
UNLOCK TABLES;
SET GLOBAL max_connections = 200;
CALL dolt_add('-A');
-- mask hash
CALL dolt_commit('-m', 'rows');
-- They define nothing.
SET lock_wait_timeout = 1;
CREATE TABLE new (id INT);
SHOW WARNINGS;
SET lock_wait_timeout = 100;
-- start
TRUNCATE old;
-- connection dropper root
-- start
DROP DATABASE shop;
-- connection definer root
-- start
CREATE USER bob;
-- connection brancher root
USE shop;
-- start
CALL dolt_branch('b');
-- connection caller root
-- start
CALL shop.grow();
-- connection reader root
-- until 5
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'PENDING';
SELECT OBJECT_TYPE, LOCK_TYPE, LOCK_DURATION, LOCK_STATUS, PROCESSLIST_STATE, PROCESSLIST_INFO
  FROM performance_schema.metadata_locks JOIN performance_schema.threads ON THREAD_ID = OWNER_THREAD_ID
 WHERE THREAD_ID <> PS_CURRENT_THREAD_ID() ORDER BY LOCK_STATUS, PROCESSLIST_INFO;
SELECT id FROM shop.item ORDER BY id;
-- Who waits keeps no global read lock waiting, and may be killed.
FLUSH TABLES WITH READ LOCK;
UNLOCK TABLES;
KILL QUERY 5;
-- finish dropper
-- Any number of sessions may have it. UNLOCK TABLES is not UNLOCK INSTANCE, and one that has it waits for the others.
LOCK INSTANCE FOR BACKUP;
-- connection backup
UNLOCK TABLES;
SET lock_wait_timeout = 1;
DROP TABLE own;
UNLOCK INSTANCE;
UNLOCK INSTANCE;
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'PENDING';
-- The end of the connection releases it.
KILL 9;
-- finish other
-- finish definer
-- finish brancher
-- finish caller
SELECT id FROM item ORDER BY id;
SHOW TABLES;
SELECT OBJECT_TYPE FROM performance_schema.metadata_locks;
-- It waits for a definition that runs.
-- connection other
SELECT GET_LOCK('hold', 0);
-- connection definer
-- start
CREATE TABLE shop.made AS SELECT GET_LOCK('hold', 60) AS l;
-- connection other
-- until 1
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE OBJECT_TYPE = 'USER LEVEL LOCK' AND LOCK_STATUS = 'PENDING';
-- connection backup
LOCK INSTANCE FOR BACKUP;
SET lock_wait_timeout = 100;
-- start
LOCK INSTANCE FOR BACKUP;
-- connection other
-- until 1
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE OBJECT_TYPE = 'BACKUP LOCK' AND LOCK_STATUS = 'PENDING' AND LOCK_TYPE = 'SHARED';
SELECT RELEASE_LOCK('hold');
-- finish definer
-- finish backup
SELECT OBJECT_TYPE, LOCK_STATUS FROM performance_schema.metadata_locks WHERE OBJECT_TYPE = 'BACKUP LOCK';
-- connection backup
UNLOCK INSTANCE;
-- An account without the right.
-- connection ann ann
LOCK INSTANCE FOR BACKUP;
UNLOCK INSTANCE;
LOCK INSTANCE;
LOCK INSTANCE FOR BACKUP NOW;
UNLOCK INSTANCE FOR BACKUP;
SHOW GLOBAL STATUS LIKE 'Com_%lock_instance';
