-- Statements that change rows compare values of two types as SELECT does.
CREATE DATABASE compared_changes;
USE compared_changes;
CREATE TABLE t (id INT PRIMARY KEY, a INT, dc DECIMAL(8,2), d DOUBLE, u INT UNSIGNED, s VARCHAR(5), dt DATE, dm DATETIME, e ENUM('1', 'x'));
INSERT INTO t VALUES (1, 1, 1.5, 1.5, 1, '1', '2020-01-01', '2020-01-01', '1'), (2, 2, 2, 2, 2, '2', '2020-01-02', '2020-01-02 10:00:00', 'x'),
  (3, 3, 2.25, 2.25, 3, '1.5', '2020-01-03', '2020-01-03', '1'), (4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);

-- A list of whole numbers and others.
SELECT id FROM t WHERE a IN (1, 1.5) ORDER BY id;
SELECT id FROM t WHERE a NOT IN (1, 1.5) ORDER BY id;
SELECT id FROM t WHERE a IN (3, 1.5e0, 2.2) ORDER BY id;
SELECT id FROM t WHERE u IN (3, -1, 1.5) ORDER BY id;
SELECT id FROM t WHERE -a IN (-1, -1.5) ORDER BY id;
SELECT id FROM t WHERE a + 0 IN (1, NULL, 1.5) ORDER BY id;
SELECT id FROM t WHERE a NOT IN (NULL, 1.5) ORDER BY id;
SELECT id FROM t WHERE dc IN (2, 1.501, 2.25) ORDER BY id;
SELECT id FROM t WHERE dc IN (2, 15e-1) ORDER BY id;
SELECT id FROM t WHERE d IN (2, 2.25, 1) ORDER BY id;
SELECT id FROM t WHERE id IN (TRUE, 1.5, 2) ORDER BY id;
SELECT id FROM t WHERE (a, dc) IN ((1, 2), (1, 1.5)) ORDER BY id;
UPDATE t SET a = a + 10 WHERE a IN (1, 1.5);
UPDATE t SET a = a - 10 WHERE a IN (11, 2.5) AND id IN (1, 1.5);
DELETE FROM t WHERE a IN (1, 1.5) AND id = 99;
SELECT id, a FROM t ORDER BY id;

-- Dates and numbers, texts and numbers.
UPDATE t SET a = a + 10 WHERE dt = 20200101;
UPDATE t SET a = a + 10 WHERE dm = 20200102100000;
UPDATE t SET a = a + 10 WHERE dm > 20200102;
UPDATE t SET a = a + 10 WHERE dt BETWEEN 20200101 AND '2020-01-02';
UPDATE t SET a = a + 10 WHERE dt IN (20200101, '2020-01-03');
UPDATE t SET a = a + 10 WHERE dt = '2020-01-02 10:00:00';
UPDATE t SET a = a + 10 WHERE id = 1.5 OR id > 2.5;
UPDATE t SET a = a + 10 WHERE s;
UPDATE t SET a = a + 10 WHERE s = u;
UPDATE t SET a = a + 10 WHERE s > 1.2;
UPDATE t SET a = a + 10 WHERE CASE a WHEN 31.5 THEN 1 ELSE 0 END;
SELECT id, a FROM t ORDER BY id;
INSERT INTO t (id, s) VALUES (1, '1') ON DUPLICATE KEY UPDATE a = IF(t.dt = 20200101, 7, 8);
DELETE FROM t WHERE dt = 20200102;
DELETE FROM t WHERE id IN (3.4, 4);
DELETE FROM t WHERE s = 2.5;
SELECT id, a FROM t ORDER BY id;
DROP DATABASE compared_changes;
