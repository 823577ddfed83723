-- A transaction reads a table that others have defined anew since it began as it was, and changes nothing of it, however often it tries.
CREATE DATABASE d;
CREATE TABLE d.used (id INT PRIMARY KEY);
CREATE TABLE d.item (id INT PRIMARY KEY AUTO_INCREMENT, n INT);
INSERT INTO d.item (n) VALUES (1), (2);
CREATE PROCEDURE d.put() INSERT INTO d.item (n) VALUES (3);
-- connection open root
START TRANSACTION;
SELECT * FROM d.used;
-- connection root
TRUNCATE d.item;
-- connection open
SELECT * FROM d.item;
CALL d.put();
CALL d.put();
INSERT INTO d.item (n) VALUES (4);
UPDATE d.item, d.used SET n = 5;
DELETE d.item FROM d.item JOIN d.used;
COMMIT;
CALL d.put();
SELECT * FROM d.item;
-- Who updates or deletes rows of several tables changes them, too.
START TRANSACTION;
UPDATE d.item, d.used SET n = 5 WHERE d.item.id = d.used.id;
SELECT OBJECT_NAME, LOCK_TYPE FROM performance_schema.metadata_locks WHERE OBJECT_SCHEMA = 'd' ORDER BY OBJECT_NAME;
COMMIT;
START TRANSACTION;
DELETE i FROM d.item AS i JOIN d.used ON i.id = d.used.id;
SELECT OBJECT_NAME, LOCK_TYPE FROM performance_schema.metadata_locks WHERE OBJECT_SCHEMA = 'd' ORDER BY OBJECT_NAME;
COMMIT;
-- A table goes on with its numbers under another name.
RENAME TABLE d.item TO d.thing;
INSERT INTO d.thing (n) VALUES (6);
ALTER TABLE d.thing RENAME TO d.item;
CREATE TABLE d.thing (id INT PRIMARY KEY AUTO_INCREMENT, n INT);
INSERT INTO d.item (n) VALUES (7);
INSERT INTO d.thing (n) VALUES (8);
SELECT * FROM d.item;
SELECT * FROM d.thing;
DROP DATABASE d;
