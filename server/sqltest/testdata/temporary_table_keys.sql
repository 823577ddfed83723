-- A temporary table keeps its keys and CHECKs as a stored one does, and what a failed statement
-- has changed of it is undone.
CREATE DATABASE keys_of;
USE keys_of;
CREATE TEMPORARY TABLE t (a INT PRIMARY KEY AUTO_INCREMENT, b INT UNIQUE, c VARCHAR(10), KEY (c), CHECK (b < 100));
INSERT INTO t (b, c) VALUES (1, 'x'), (2, 'y');
INSERT INTO t (b, c) VALUES (3, 'z'), (1, 'z');
INSERT INTO t (b) VALUES (100);
SELECT * FROM t;
INSERT IGNORE INTO t (b, c) VALUES (1, 'i'), (4, 'j');
INSERT INTO t (b, c) VALUES (2, 'k') ON DUPLICATE KEY UPDATE c = 'k';
REPLACE INTO t (b, c) VALUES (4, 'l');
UPDATE t SET b = 1 WHERE c = 'k';
SELECT * FROM t;
SELECT a FROM t WHERE b = 2;
SELECT a FROM t WHERE c = 'l';
SELECT a FROM t WHERE b = NULL;
SELECT COUNT(*) FROM t;
ALTER TABLE t DROP INDEX c;
CREATE UNIQUE INDEX u ON t (c);
INSERT INTO t (b, c) VALUES (9, 'X');
SHOW CREATE TABLE t;
TRUNCATE t;
INSERT INTO t (b, c) VALUES (1, 'x');
SELECT * FROM t;

CREATE TEMPORARY TABLE n (a INT, b INT AS (a * 2), c INT, UNIQUE (a), KEY (b), KEY (c));
INSERT INTO n (a, c) VALUES (1, 1), (2, 2);
INSERT INTO n (a, c) VALUES (1, 7), (5, 5) ON DUPLICATE KEY UPDATE c = 8;
SELECT * FROM n WHERE c = 7;
SELECT * FROM n WHERE c = 8;
SELECT * FROM n WHERE b = 4;
TRUNCATE n;
INSERT INTO n (a, c) VALUES (3, 3);
SELECT * FROM n WHERE b > 1;
CREATE TEMPORARY TABLE s (a INT UNIQUE) SELECT * FROM (SELECT 1 AS a UNION ALL SELECT 1) AS u;
CREATE TEMPORARY TABLE r (a INT UNIQUE) SELECT * FROM (SELECT 1 AS a UNION ALL SELECT 2) AS u;
INSERT INTO r VALUES (2);

-- So does a stored one that has no primary key: what it did not take is found by none of its keys.
CREATE TABLE k (a INT, b INT, c VARCHAR(10), UNIQUE (b, c), KEY (a), KEY (c));
INSERT INTO k VALUES (1, 1, 'x'), (2, 2, 'y');
INSERT INTO k VALUES (3, 1, 'X') ON DUPLICATE KEY UPDATE a = 4;
INSERT IGNORE INTO k VALUES (5, 1, 'x'), (6, 2, 'Y'), (7, 3, 'z');
UPDATE IGNORE k SET a = a + 10, b = 1, c = 'x';
SELECT * FROM k WHERE a = 3;
SELECT * FROM k WHERE a BETWEEN 5 AND 6;
SELECT * FROM k WHERE a > 0 ORDER BY a;
SELECT * FROM k WHERE c = 'x';

-- A foreign key to a table that a temporary one hides is neither broken nor followed.
CREATE TABLE p (a INT PRIMARY KEY);
CREATE TABLE ch (a INT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES p (a) ON DELETE CASCADE);
INSERT INTO p VALUES (1);
INSERT INTO ch VALUES (1, 1);
CREATE TEMPORARY TABLE p (a INT PRIMARY KEY);
INSERT INTO p VALUES (1), (99);
INSERT INTO ch VALUES (2, 99);
DELETE FROM p WHERE a = 1;
SELECT * FROM ch;
DROP TEMPORARY TABLE p;
INSERT INTO ch VALUES (2, 99);
DELETE FROM p WHERE a = 1;
SELECT * FROM ch;
-- A temporary table is none of those that LOCK TABLES must name.
CREATE DATABASE exempt;
USE exempt;
CREATE TABLE other (n INT);
CREATE TEMPORARY TABLE own (id INT PRIMARY KEY AUTO_INCREMENT, n INT);
INSERT INTO own (n) VALUES (1), (2);
CREATE TEMPORARY TABLE keyless (n INT, m INT AS (n + 1));
LOCK TABLES other READ;
TRUNCATE own;
TRUNCATE keyless;
INSERT INTO keyless (n) VALUES (1);
UPDATE keyless SET n = 2;
SELECT * FROM keyless;
INSERT INTO own (n) VALUES (3);
SELECT * FROM own;
UNLOCK TABLES;
DROP DATABASE exempt;
