-- Values for generated columns: refused in strict mode, left out with a warning without it, as dumps of mariadb-dump are read in.

CREATE DATABASE shop;
USE shop;
CREATE TABLE item (id INT PRIMARY KEY, tag VARCHAR(10) AS (CONCAT('x', id)) STORED, name VARCHAR(10), twice INT AS (id * 2));

INSERT INTO item VALUES (1, 'x1', 'a', 2);
INSERT INTO item (id, name, twice) VALUES (1, 'a', DEFAULT), (2, 'b', 5);
REPLACE INTO item (id, twice) VALUES (1, DEFAULT), (2, DEFAULT), (3, 6);
INSERT INTO item VALUES (1, DEFAULT, 'a', DEFAULT), (2, DEFAULT, 'b', DEFAULT);
SELECT * FROM item;

SET sql_mode = 'NO_AUTO_VALUE_ON_ZERO';
INSERT INTO item VALUES (3, 'y', 'c', 99), (4, 'x4', 'd', 8);
SHOW WARNINGS;
REPLACE INTO shop.item (tag, id) VALUES ('z', 1);
INSERT INTO item (id, name) VALUES (5, 'e');
INSERT INTO item (id, twice, name) VALUES (6, DEFAULT, 'f');
SHOW WARNINGS;
INSERT INTO item (id, twice) VALUES (7);
INSERT INTO nothing (id, twice) VALUES (7, 1);
PREPARE p FROM 'INSERT INTO item (id, tag) VALUES (?, ''q'')';
SET @id = 8;
EXECUTE p USING @id;
UPDATE item SET twice = 1 WHERE id = 3;
SELECT * FROM item;

SET sql_mode = DEFAULT;
DROP DATABASE shop;
