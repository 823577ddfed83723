-- Two transactions that change the same row: the first to commit wins, and the other is rolled back with error 1213. What both did is never merged.
CREATE DATABASE d;
CREATE TABLE d.counter (id INT PRIMARY KEY, n INT, m INT);
CREATE TABLE d.line (text VARCHAR(10));
CREATE TABLE d.name (id INT PRIMARY KEY, name VARCHAR(10) UNIQUE);
CREATE TABLE d.part (id INT PRIMARY KEY, of_name INT, FOREIGN KEY (of_name) REFERENCES d.name (id));
CREATE TABLE d.total (id INT PRIMARY KEY, a INT, b INT, CHECK (a + b < 10));
INSERT INTO d.counter VALUES (1, 0, 0), (2, 0, 0);
INSERT INTO d.name VALUES (1, 'one'), (2, 'two');
INSERT INTO d.line VALUES ('x'), ('x'), ('x');
INSERT INTO d.total VALUES (1, 1, 1);
-- Both count up by one.
-- connection a root
USE d;
START TRANSACTION;
UPDATE counter SET n = n + 1 WHERE id = 1;
-- connection b root
USE d;
START TRANSACTION;
UPDATE counter SET n = n + 1 WHERE id = 1;
-- connection a
COMMIT;
-- connection b
COMMIT;
SELECT * FROM counter;
-- Begun anew, it counts.
START TRANSACTION;
UPDATE counter SET n = n + 1 WHERE id = 1;
COMMIT;
SELECT * FROM counter;
-- Each changes another column of the same row by what it has read of the other's.
-- connection a
START TRANSACTION;
UPDATE counter SET n = m + 10 WHERE id = 1;
-- connection b
START TRANSACTION;
UPDATE counter SET m = n + 10 WHERE id = 1;
COMMIT;
-- connection a
COMMIT;
SELECT * FROM counter;
-- Rows of their own are both changed.
START TRANSACTION;
UPDATE counter SET n = 100 WHERE id = 1;
-- connection b
START TRANSACTION;
UPDATE counter SET n = 200 WHERE id = 2;
COMMIT;
-- connection a
COMMIT;
SELECT * FROM counter;
-- Equal rows without a primary key, inserted and deleted.
START TRANSACTION;
INSERT INTO line VALUES ('y');
-- connection b
START TRANSACTION;
INSERT INTO line VALUES ('y');
COMMIT;
-- connection a
COMMIT;
SELECT text, COUNT(*) FROM line GROUP BY text;
START TRANSACTION;
DELETE FROM line WHERE text = 'x' LIMIT 1;
-- connection b
START TRANSACTION;
DELETE FROM line WHERE text = 'x' LIMIT 1;
COMMIT;
-- connection a
COMMIT;
SELECT text, COUNT(*) FROM line GROUP BY text;
-- The same row inserted, the same row deleted.
START TRANSACTION;
INSERT INTO name VALUES (3, 'three');
DELETE FROM name WHERE id = 2;
-- connection b
START TRANSACTION;
INSERT INTO name VALUES (3, 'three');
COMMIT;
START TRANSACTION;
DELETE FROM name WHERE id = 2;
COMMIT;
-- connection a
COMMIT;
SELECT * FROM name ORDER BY id;
-- A unique key, a foreign key and a CHECK that hold for each alone.
START TRANSACTION;
INSERT INTO name VALUES (4, 'four');
-- connection b
START TRANSACTION;
INSERT INTO name VALUES (5, 'four');
COMMIT;
-- connection a
COMMIT;
START TRANSACTION;
DELETE FROM name WHERE id = 1;
-- connection b
INSERT INTO part VALUES (1, 1);
-- connection a
COMMIT;
START TRANSACTION;
UPDATE total SET a = 8 WHERE id = 1;
-- connection b
UPDATE total SET b = 8 WHERE id = 1;
-- connection a
COMMIT;
SELECT * FROM name ORDER BY id;
SELECT * FROM part;
SELECT * FROM total;
-- The session may have Dolt merge them, and leave what cannot be for later.
SET dolt_allow_commit_conflicts = 1;
START TRANSACTION;
UPDATE counter SET n = 5 WHERE id = 1;
-- connection b
UPDATE counter SET m = 7 WHERE id = 1;
-- connection a
COMMIT;
SELECT * FROM counter;
-- Others define what a transaction has used when it has ended.
SET dolt_allow_commit_conflicts = 0;
START TRANSACTION;
INSERT INTO counter (id, n) VALUES (10, 1);
-- connection b
-- start
RENAME TABLE counter TO counted;
-- connection a
COMMIT;
-- finish b
SELECT * FROM counted ORDER BY id;
START TRANSACTION;
INSERT INTO counted (id, n) VALUES (11, 1);
-- connection b
-- start
ALTER TABLE counted ADD COLUMN k INT DEFAULT 3;
-- connection a
COMMIT;
-- finish b
-- connection b
INSERT INTO counted (id, n) VALUES (11, 1);
-- connection a
SELECT * FROM counted ORDER BY id;
