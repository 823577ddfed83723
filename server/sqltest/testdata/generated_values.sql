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

-- A row without values has the default values of all columns.
CREATE TABLE made (c INT AS (a + 1), a INT DEFAULT 4, b INT AS (c * 2) STORED, d INT DEFAULT (a + 10), e VARCHAR(9) DEFAULT (CONCAT(a, d)), CHECK (c > 1));
INSERT INTO made () VALUES ();
INSERT INTO made VALUES (), ();
REPLACE INTO made () VALUES ();
CREATE PROCEDURE make() INSERT INTO made () VALUES ();
CALL make();
SELECT *, COUNT(*) FROM made GROUP BY c, a, b, d, e;

-- Nothing is told of a table to who may not insert.
CREATE USER nobody, reader;
GRANT SELECT ON shop.item TO reader;
-- connection nobody nobody
INSERT INTO shop.item VALUES (1, DEFAULT, 'a', DEFAULT), (2, DEFAULT, 'b', 5);
SET sql_mode = '';
INSERT INTO shop.item VALUES (1, 'x', 'a', 2);
SHOW WARNINGS;
INSERT INTO shop.absent VALUES (1, 'x', 'a', 2);
-- connection reader reader
SET sql_mode = '';
INSERT INTO shop.item VALUES (1, 'x', 'a', 2);
SHOW WARNINGS;

-- connection root
SET sql_mode = DEFAULT;
DROP USER nobody, reader;
DROP DATABASE shop;
