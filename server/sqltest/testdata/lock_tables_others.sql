-- Who has locked tables waits for no lock of others: they may wait for it. What it has locked it may define, whoever waits for that.
CREATE DATABASE d;
CREATE TABLE d.mine (id INT);
CREATE TABLE d.yours (id INT);
-- connection a root
SET lock_wait_timeout = 100;
LOCK TABLES d.mine WRITE;
-- connection b root
SET lock_wait_timeout = 100;
LOCK TABLES d.yours WRITE;
-- connection a
ALTER TABLE d.yours ADD COLUMN k INT;
DROP TABLE d.yours;
INSERT INTO d.yours VALUES (1);
SELECT * FROM d.yours;
-- connection b
TRUNCATE d.mine;
UNLOCK TABLES;
-- start
ALTER TABLE d.mine ADD COLUMN k INT;
-- connection root
-- until 1
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'PENDING';
-- connection a
ALTER TABLE d.mine ADD COLUMN n INT;
INSERT INTO d.mine VALUES (1, 2);
UNLOCK TABLES;
-- finish b
SELECT * FROM d.mine;
DROP DATABASE d;
