-- A DELETE of joined tables tells of each row that it has deleted once, and an outer join's rows of
-- NULLs are none, as in MySQL 9.7.4.
-- told
CREATE DATABASE deleted_rows;
USE deleted_rows;
CREATE TABLE a (id INT PRIMARY KEY, v INT);
CREATE TABLE b (id INT PRIMARY KEY, aid INT, v INT);
CREATE TABLE c (x INT, y INT);
INSERT INTO a VALUES (1, 1), (2, 2), (3, 3), (4, 4), (5, 5);
INSERT INTO b VALUES (1, 1, 1), (2, 1, 2), (3, 2, 3), (4, 2, 4), (5, 9, 5);
INSERT INTO c VALUES (1, 1), (1, 1), (2, 2);
DELETE a, b FROM a JOIN b ON a.id = b.aid WHERE a.id = 1;
SELECT ROW_COUNT();
DELETE FROM a, b USING a JOIN b ON a.id = b.aid WHERE a.id = 2;
DELETE FROM b USING a, b WHERE a.id = 4;
SELECT * FROM a;
SELECT * FROM b;
INSERT INTO a VALUES (1, 1), (2, 2);
INSERT INTO b VALUES (1, 1, 1), (2, 1, 2), (3, 2, 3), (4, 2, 4), (5, 9, 5);
DELETE a, b FROM a LEFT JOIN b ON a.id = b.aid WHERE a.id <= 3;
SELECT ROW_COUNT();
SELECT * FROM a;
SELECT * FROM b;
INSERT INTO a VALUES (1, 1), (2, 2), (3, 3);
DELETE x, y FROM a AS x, a AS y WHERE x.id = y.id + 1;
SELECT * FROM a;
INSERT INTO a VALUES (1, 1), (2, 2);
DELETE a FROM a, c WHERE a.id = c.x;
SELECT ROW_COUNT();
INSERT INTO a VALUES (1, 1), (2, 2);
CREATE PROCEDURE p() BEGIN DELETE a, b FROM a LEFT JOIN b ON a.id = b.aid; SET @n = ROW_COUNT(); END;
CALL p();
SELECT @n;
DELETE FROM c;
SELECT ROW_COUNT();
TRUNCATE a;
SELECT ROW_COUNT();

-- A REPLACE by the same row counts as one.
REPLACE INTO a VALUES (1, 1);
REPLACE INTO a VALUES (1, 1);
REPLACE INTO a VALUES (1, 2), (10, 10);
SELECT ROW_COUNT();

-- All rows of a table elsewhere, whose children go with them.
-- connection elsewhere root
CREATE DATABASE elsewhere;
CREATE TABLE elsewhere.parent (a INT PRIMARY KEY);
CREATE TABLE elsewhere.child (a INT, FOREIGN KEY (a) REFERENCES elsewhere.parent (a) ON DELETE CASCADE);
INSERT INTO elsewhere.parent VALUES (1), (2);
INSERT INTO elsewhere.child VALUES (1), (2);
DELETE FROM elsewhere.parent;
SELECT COUNT(*) FROM elsewhere.child;
INSERT INTO elsewhere.parent VALUES (1);
INSERT INTO elsewhere.child VALUES (1);
CREATE DATABASE here;
USE here;
DELETE FROM elsewhere.parent;
SELECT COUNT(*) FROM elsewhere.child;
DROP DATABASE here;
DROP DATABASE elsewhere;
