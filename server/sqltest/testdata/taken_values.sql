-- What is made of an inserted value is made of what the column takes for it, 2 of '1.6': generated columns and their
-- indexes, what CHECKs and BEFORE triggers look at, of a row that is listed, selected, replaced or written as DEFAULT.
CREATE DATABASE taken;
USE taken;
CREATE TABLE t (id INT PRIMARY KEY, a INT, d DATE, n DECIMAL(5,1), e ENUM('x','y'), y YEAR, c VARCHAR(3), b BIT(4), s VARCHAR(50) AS (CONCAT_WS('|', a, d, n, e, y, c, b + 0)) STORED, v VARCHAR(50) AS (CONCAT_WS('|', a, d, n, e, y, c, b + 0)) VIRTUAL, KEY (s), KEY (v));
INSERT INTO t (id, a) VALUES (1, 1.6), (2, '2.7');
INSERT INTO t (id, d) VALUES (3, '2020-1-2'), (4, '2020-05-06 11:12:13');
INSERT INTO t (id, n) VALUES (5, 1.25), (6, '3.333'), (7, 7);
INSERT INTO t (id, e, y) VALUES (8, 1, 20), (9, 'Y', '21'), (10, 2, 99);
INSERT IGNORE INTO t (id, a, c) VALUES (11, '99999999999', 'abcdef'), (12, '12abc', 12345), (13, 'abc', '');
INSERT INTO t (id, b) VALUES (14, 3), (15, x'07');
INSERT INTO t VALUES (16, 1.6, NULL, 1.25, 2, 20, NULL, NULL, DEFAULT, DEFAULT);
INSERT INTO t (id, a, n, e) SELECT 17, 1.6, 1.25, 2;
REPLACE INTO t (id, a, e) VALUES (1, '3.6', 1);
INSERT INTO t (id, a) VALUES (1, 1) ON DUPLICATE KEY UPDATE a = 7.6, e = 2;
PREPARE p FROM 'INSERT INTO t (id, a, n) VALUES (?, ?, ?)';
SET @id = 18, @a = '4.6', @n = 4.56;
EXECUTE p USING @id, @a, @n;
SELECT id, s, v FROM t;
SELECT id, v FROM t FORCE INDEX (v) WHERE v >= ' ' ORDER BY v, id;
SELECT id FROM t WHERE v = '2|1.3|y';
SELECT id FROM t IGNORE INDEX (v) WHERE v = '2|1.3|y';
INSERT INTO t (id, a) VALUES (30, 'abc');
UPDATE t SET a = 1, e = NULL, n = n + 1;
SELECT COUNT(*) FROM t FORCE INDEX (v) WHERE v >= ' ';
DELETE FROM t;
SELECT COUNT(*) FROM t FORCE INDEX (v) WHERE v >= ' ';
-- A NULL for which IGNORE has 0.
CREATE TABLE z (id INT PRIMARY KEY, a INT NOT NULL, s INT AS (a + 1) STORED, v INT AS (a + 2) VIRTUAL, KEY (v));
INSERT IGNORE INTO z (id, a) VALUES (1, NULL), (2, 1.6);
SELECT * FROM z;
SELECT v FROM z FORCE INDEX (v) WHERE v > 0 ORDER BY v;
-- A CHECK.
CREATE TABLE k (id INT PRIMARY KEY, a INT CHECK (a < 2));
INSERT INTO k VALUES (1, '1.6');
INSERT IGNORE INTO k VALUES (1, '1.6');
INSERT INTO k VALUES (1, '1.4');
SELECT * FROM k;
-- BEFORE triggers, one after the other.
CREATE TABLE r (id INT PRIMARY KEY, a INT, e ENUM('x','y'), m VARCHAR(20), s INT AS (a * 10) STORED, v VARCHAR(20) AS (CONCAT(m, '!')) VIRTUAL, KEY (s), KEY (v));
CREATE TRIGGER r1 BEFORE INSERT ON r FOR EACH ROW SET NEW.m = CONCAT_WS('|', NEW.a * 10, NEW.e);
CREATE TRIGGER r2 BEFORE INSERT ON r FOR EACH ROW SET NEW.a = NEW.a / 4;
INSERT INTO r (id, a, e) VALUES (1, '2.7', 2), (2, 1.6, 1);
INSERT INTO r VALUES (3, '2.7', 2, NULL, DEFAULT, DEFAULT);
INSERT INTO r () VALUES ();
REPLACE INTO r (id, a, e) VALUES (1, '9.5', 1);
SELECT * FROM r;
SELECT id, v FROM r FORCE INDEX (v) WHERE v > '' ORDER BY v, id;
-- UPDATE of a table that is joined to a query, behind a BEFORE trigger.
CREATE TABLE j (id INT PRIMARY KEY, a INT, b INT, s INT AS (a + b) STORED, v INT AS (a + b) VIRTUAL, KEY (s), KEY (v));
INSERT INTO j (id, a, b) VALUES (1, 1, 1), (2, 2, 2);
CREATE TRIGGER ju BEFORE UPDATE ON j FOR EACH ROW SET NEW.b = NEW.b + 1000;
UPDATE j JOIN (SELECT 2 AS x) q ON q.x = j.id SET j.a = j.a + 1;
UPDATE j AS o JOIN (SELECT 1 AS x) q ON q.x = o.id SET o.a = o.a + 20;
SELECT * FROM j;
SELECT id FROM j WHERE v = 1005;
SELECT id FROM j WHERE s = 1005;
SELECT id FROM j WHERE s < 10 OR v < 10;
-- A row that belongs to several rows of the other table is changed once.
CREATE TABLE m (id INT PRIMARY KEY, n INT, k INT);
INSERT INTO m VALUES (1, 1, 1), (2, 1, 2), (3, 2, 1);
UPDATE j JOIN m ON m.n = j.id SET j.a = j.a + 5, m.k = m.k + 1;
SELECT * FROM j;
SELECT * FROM m;
SELECT id, v FROM j FORCE INDEX (v) WHERE v > 0 ORDER BY id;
DROP DATABASE taken;
