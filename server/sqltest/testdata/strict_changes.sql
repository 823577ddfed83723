-- With a strict sql_mode a change ends where it makes a number of a text that is none, or only
-- begins as one, as in MySQL 9.7.4; IGNORE, and a sql_mode that is not strict, warn.
CREATE DATABASE strict_changes;
USE strict_changes;
CREATE TABLE d (id INT PRIMARY KEY, a INT DEFAULT 7, c VARCHAR(5) DEFAULT 'x', ts TIMESTAMP NULL);
INSERT INTO d (id) VALUES (1), (2), (3);
UPDATE d SET a = 1 WHERE id = '2x';
UPDATE d SET a = 1 WHERE id > '2x';
UPDATE d SET a = 1 WHERE c = 0;
UPDATE d SET a = 1 WHERE id IN ('2x', 1);
UPDATE d SET a = 1 WHERE id BETWEEN '1x' AND 2;
UPDATE d SET a = 1 WHERE '1x';
UPDATE d SET a = 1 WHERE a = '7x' OR id = 2;
UPDATE d SET a = 1 WHERE c IN (1, 2);
UPDATE d SET a = c + 1 WHERE id = 1;
UPDATE d SET a = LENGTH(c) + LEFT('abc', '1z');
UPDATE d SET a = (SELECT 1 FROM DUAL WHERE 1 = '1x');
UPDATE d SET a = (SELECT MAX(id) FROM (SELECT id FROM d WHERE c = 0) AS x);
DELETE FROM d WHERE id = '3y';
DELETE FROM d WHERE id = '3y' LIMIT 1;
DELETE FROM d WHERE c = 1;
INSERT INTO d (id, a) SELECT 77, 1 FROM d WHERE id = '2x';
INSERT INTO d (id, a) SELECT id + 10, a + c FROM d;
INSERT INTO d (id, a) VALUES (91, '1x' + 1);
REPLACE INTO d (id, a) SELECT id + 10, '1x' + 0 FROM d;
CREATE TABLE e AS SELECT id FROM d WHERE id = '1x';
SHOW TABLES;
SELECT * FROM d;
-- Prepared.
SET @none = 'zz';
PREPARE s FROM 'DELETE FROM d WHERE id = ''2x''';
EXECUTE s;
PREPARE s FROM 'UPDATE d SET a = 5 WHERE c + 0 = ?';
EXECUTE s USING @none;
SELECT * FROM d;
-- In a transaction what went before stays.
BEGIN;
INSERT INTO d (id) VALUES (60);
UPDATE d SET a = 61 WHERE id = '60x';
UPDATE d SET a = 62 WHERE id = 60;
COMMIT;
SELECT * FROM d;
-- In a trigger.
CREATE TRIGGER t BEFORE UPDATE ON d FOR EACH ROW SET NEW.c = LEFT(NEW.a + '1x', 3);
UPDATE d SET a = 8 WHERE id = 1;
DROP TRIGGER t;
-- With IGNORE, in queries and without a strict sql_mode these are warnings.
UPDATE IGNORE d SET a = 3 WHERE id = '3y';
DELETE IGNORE FROM d WHERE id = '3y';
INSERT IGNORE INTO d (id, a) SELECT 77, 1 FROM d WHERE id = '2x';
SELECT id FROM d WHERE id = '2x';
SET sql_mode = '';
UPDATE d SET a = 2 WHERE id = '2x';
DELETE FROM d WHERE id = '2x';
SELECT * FROM d;
