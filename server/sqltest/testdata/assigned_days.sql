-- A DATE that is put into a column of texts is a day without a time, and one that is put into a column of numbers is
-- YYYYMMDD: it was '2020-01-03 00:00:00', and the seconds since 1970. A TIME was an error.
CREATE DATABASE days;
USE days;
CREATE TABLE t (id INT PRIMARY KEY, d DATE, g DATETIME, k DATETIME(2), h TIME, y YEAR);
INSERT INTO t VALUES (1, '2020-01-03', '2020-01-03 04:05:06', '2020-01-03 04:05:06.78', '10:11:12', 2020);
CREATE TABLE s (id INT PRIMARY KEY, v VARCHAR(40), x TEXT, b VARBINARY(40), a BIGINT, n DECIMAL(20,2));
INSERT INTO s SELECT 1, d, d, d, d, d FROM t;
INSERT INTO s SELECT 2, g, g, g, g, g FROM t;
INSERT INTO s SELECT 3, k, k, k, k, k FROM t;
INSERT INTO s SELECT 4, h, h, h, h, h FROM t;
INSERT INTO s SELECT 5, y, y, y, y, y FROM t;
INSERT INTO s (id, v, x) SELECT 6, LAST_DAY(g), MAX(d) FROM t GROUP BY g;
INSERT INTO s (id, v, x) VALUES (7, (SELECT d FROM t), DATE('2020-01-05 10:11:12'));
INSERT INTO s (id, v) VALUES (8, 1), (9, 2), (10, 3);
UPDATE s SET v = (SELECT d FROM t), x = DATE_ADD(DATE '2020-01-03', INTERVAL 1 DAY) WHERE id = 8;
UPDATE s JOIN t ON t.id = 1 SET s.v = t.d, s.x = t.h, s.a = t.d WHERE s.id = 9;
INSERT INTO s (id, v) VALUES (10, 0) ON DUPLICATE KEY UPDATE v = (SELECT MAX(d) FROM t);
SELECT * FROM s ORDER BY id;
CREATE TRIGGER r BEFORE INSERT ON s FOR EACH ROW SET NEW.v = (SELECT d FROM t), NEW.a = CAST('2020-01-06' AS DATE);
INSERT INTO s (id) VALUES (20);
SET @d = (SELECT d FROM t);
UPDATE s SET x = @d WHERE id = 20;
SELECT * FROM s WHERE id = 20;
-- A text with a fraction for a column of integers, which UPDATE refused, and took for 0 with IGNORE.
UPDATE s SET a = '2.5' WHERE id = 1;
UPDATE IGNORE s SET a = '3.5' WHERE id = 2;
UPDATE s SET a = 'abc' WHERE id = 3;
INSERT INTO s (id) VALUES (4) ON DUPLICATE KEY UPDATE a = '4.5';
SELECT id, a FROM s WHERE id < 5;
DROP DATABASE days;
