-- The index of a VIRTUAL column has what a SELECT computes, also where the storage computes it: for the row that ON
-- DUPLICATE KEY UPDATE, REPLACE or a foreign key changes, and where two transactions or branches are merged.
CREATE DATABASE computes;
USE computes;
CREATE TABLE t (id INT PRIMARY KEY, a INT, e ENUM('x','y'), v VARCHAR(20) AS (CONCAT_WS('|', a, e)) VIRTUAL, w VARCHAR(9) AS (UPPER(e)) VIRTUAL, KEY (v), KEY (w));
INSERT INTO t (id, a, e) VALUES (1, 1, 1), (2, 2, 2), (3, 3, 1);
INSERT INTO t (id, a) VALUES (1, 0) ON DUPLICATE KEY UPDATE a = 5, e = 2;
REPLACE INTO t (id, a, e) VALUES (2, 6, 1);
SELECT id, v FROM t FORCE INDEX (v) WHERE v > '' ORDER BY id;
SELECT id, w FROM t FORCE INDEX (w) WHERE w > '' ORDER BY id;
-- connection a root
USE computes;
START TRANSACTION;
UPDATE t SET a = 10 WHERE id = 1;
-- connection b root
USE computes;
UPDATE t SET a = 20, e = 2 WHERE id = 2;
INSERT INTO t (id, a, e) VALUES (4, 4, 2);
-- connection a
COMMIT;
SELECT id, v FROM t FORCE INDEX (v) WHERE v > '' ORDER BY id;
SELECT id, w FROM t FORCE INDEX (w) WHERE w > '' ORDER BY id;
CREATE TABLE p (e ENUM('x','y') PRIMARY KEY);
INSERT INTO p VALUES (1), (2);
CREATE TABLE c (id INT PRIMARY KEY, e ENUM('x','y'), v VARCHAR(20) AS (CONCAT(e, '!')) VIRTUAL, KEY (v), KEY (e), FOREIGN KEY (e) REFERENCES p (e) ON DELETE SET NULL);
INSERT INTO c (id, e) VALUES (1, 'x'), (2, 'y');
DELETE FROM p WHERE e = 'x';
SELECT id, v FROM c FORCE INDEX (v) WHERE v > '' ORDER BY id;
SELECT * FROM c;
-- A foreign key that changes what a STORED column is computed of is refused.
CREATE TABLE k (c VARCHAR(5) PRIMARY KEY);
CREATE TABLE s (id INT PRIMARY KEY, c VARCHAR(5), s VARCHAR(9) AS (CONCAT(c, '!')) STORED, KEY (c), FOREIGN KEY (c) REFERENCES k (c) ON UPDATE CASCADE);
CREATE TABLE s (id INT PRIMARY KEY, c VARCHAR(5), s VARCHAR(9) AS (CONCAT(c, '!')) STORED, KEY (c), FOREIGN KEY (c) REFERENCES k (c) ON DELETE SET NULL);
CREATE TABLE s (id INT PRIMARY KEY, c VARCHAR(5), s VARCHAR(9) AS (CONCAT(c, '!')) STORED, KEY (c), FOREIGN KEY (c) REFERENCES k (c) ON DELETE CASCADE);
ALTER TABLE s ADD FOREIGN KEY (c) REFERENCES k (c) ON UPDATE SET NULL;
ALTER TABLE s ADD FOREIGN KEY (c) REFERENCES k (c);
-- So is a STORED column that is added where such a key is.
CREATE TABLE g (id INT PRIMARY KEY, c VARCHAR(5), w VARCHAR(9), KEY (c), FOREIGN KEY (c) REFERENCES k (c) ON UPDATE CASCADE);
ALTER TABLE g ADD s VARCHAR(9) AS (CONCAT(c, '!')) STORED;
ALTER TABLE g ADD s VARCHAR(9) AS (CONCAT(id, '!')) STORED;
ALTER TABLE g ADD v VARCHAR(9) AS (CONCAT(c, '!')) VIRTUAL;
SHOW COLUMNS FROM g;
DROP DATABASE computes;
