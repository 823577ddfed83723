-- A temporary table has all its rows for who reads it after a look-up by key.
CREATE DATABASE shop;
USE shop;
CREATE TEMPORARY TABLE item (id INT AUTO_INCREMENT PRIMARY KEY, n VARCHAR(9), KEY (n));
INSERT INTO item (n) VALUES ('a'), ('b'), ('c'), ('b');
SELECT COUNT(*) FROM item;
SELECT n FROM item WHERE id = 3;
SELECT * FROM item;
SELECT id FROM item WHERE n = 'b' ORDER BY id;
SELECT * FROM item WHERE id > 1 AND n <> 'c' ORDER BY id;
SELECT COUNT(*) FROM item;
CREATE TABLE kept (id INT PRIMARY KEY, n VARCHAR(9));
SELECT n FROM item WHERE id = 2;
INSERT INTO kept SELECT id, n FROM item;
SELECT * FROM kept;
SELECT n FROM item WHERE id = 2;
CREATE TEMPORARY TABLE again (id INT PRIMARY KEY) AS SELECT id, n FROM item;
SELECT * FROM again;
-- Joined by its key, and read as a whole in the same statement.
SELECT k.id, i.n FROM kept k JOIN item i ON i.id = k.id ORDER BY k.id;
SELECT COUNT(*) FROM item, kept WHERE item.id < 9;
SELECT i.id, (SELECT COUNT(*) FROM kept) FROM item i WHERE i.id = 4;
-- What is changed by key is seen, and what is changed as a whole after that.
UPDATE item SET n = 'z' WHERE id = 1;
SELECT * FROM item;
UPDATE item SET n = UPPER(n);
SELECT * FROM item;
DELETE FROM item WHERE id = 2;
DELETE FROM item WHERE n = 'C';
SELECT * FROM item;
REPLACE INTO item VALUES (1, 'new');
SELECT * FROM item;
DELETE FROM item;
SELECT * FROM item;
DROP DATABASE shop;
