-- What LOCK TABLES has locked is in data_locks too, with autocommit off.
CREATE DATABASE shop;
USE shop;
CREATE TABLE item (id INT PRIMARY KEY, n INT);
CREATE TABLE sale (id INT PRIMARY KEY);
LOCK TABLES item WRITE;
SELECT COUNT(*) FROM performance_schema.data_locks;
UNLOCK TABLES;
SET autocommit = 0;
LOCK TABLES item WRITE, sale READ;
SELECT ENGINE, ENGINE_TRANSACTION_ID, THREAD_ID = PS_CURRENT_THREAD_ID() AS own, OBJECT_SCHEMA, OBJECT_NAME, INDEX_NAME, LOCK_TYPE, LOCK_MODE, LOCK_STATUS, LOCK_DATA
  FROM performance_schema.data_locks ORDER BY OBJECT_NAME;
SELECT COUNT(DISTINCT ENGINE_LOCK_ID) FROM performance_schema.data_locks;
SELECT OBJECT_NAME FROM performance_schema.data_locks WHERE OBJECT_SCHEMA = 'shop' AND OBJECT_NAME = 'sale';
LOCK TABLES sale WRITE;
SELECT OBJECT_NAME, LOCK_MODE FROM performance_schema.data_locks;
-- No other transaction holds any.
-- connection b root
START TRANSACTION;
INSERT INTO shop.item VALUES (1, 1);
SELECT * FROM shop.item FOR UPDATE;
SELECT OBJECT_NAME, LOCK_MODE FROM performance_schema.data_locks;
COMMIT;
-- connection root
UNLOCK TABLES;
SELECT COUNT(*) FROM performance_schema.data_locks;
DROP DATABASE shop;
