-- UPDATE of joined tables sets the columns with ON UPDATE CURRENT_TIMESTAMP of each table where
-- its row changes, whatever they are called, as MySQL 9.7.4.
CREATE DATABASE joined_times;
USE joined_times;
CREATE TABLE v (id INT PRIMARY KEY, a INT, ts TIMESTAMP NULL DEFAULT '2001-01-01' ON UPDATE CURRENT_TIMESTAMP);
CREATE TABLE w (id INT PRIMARY KEY, ts TIMESTAMP(3) NULL DEFAULT '2001-01-01' ON UPDATE CURRENT_TIMESTAMP(3), a INT, d DATETIME NULL ON UPDATE NOW(), g INT AS (a + 1) STORED);
INSERT INTO v (id, a) VALUES (1, 1), (2, 2);
INSERT INTO w (id, a) VALUES (1, 1), (2, 3), (3, 1);
-- Each one alone.
UPDATE v JOIN w ON v.id = w.id SET w.a = 5 WHERE v.id = 1;
SELECT v.id, v.ts > '2020-01-01' AS v, w.ts > '2020-01-01' AS w, w.d IS NULL AS d, w.a, g FROM v JOIN w USING (id);
UPDATE v SET ts = '2001-01-01';
UPDATE w SET ts = '2001-01-01', d = NULL;
UPDATE v JOIN w ON v.id = w.id SET v.a = 6 WHERE v.id = 1;
SELECT v.id, v.ts > '2020-01-01' AS v, w.ts > '2020-01-01' AS w, w.d IS NULL AS d, w.a, g FROM v JOIN w USING (id);
-- Both, of which one does not change.
UPDATE v SET ts = '2001-01-01';
UPDATE w SET ts = '2001-01-01', d = NULL;
UPDATE v x JOIN w y ON x.id = y.id SET x.a = 2, y.a = 7;
SELECT v.id, v.ts > '2020-01-01' AS v, w.ts > '2020-01-01' AS w, w.d IS NULL AS d, w.a, g FROM v JOIN w USING (id);
-- What the statement sets stays.
UPDATE v x JOIN w y ON x.id = y.id SET x.a = 3, x.ts = '2002-02-02', y.a = 8;
SELECT v.id, v.ts, w.ts > '2020-01-01' AS w, w.a, g FROM v JOIN w USING (id);
UPDATE v x JOIN w y ON x.id = y.id SET x.a = 4, y.ts = '2003-03-03', y.a = 9;
SELECT v.id, v.ts > '2020-01-01' AS v, w.ts, w.d > '2020-01-01' AS d, w.a, g FROM v JOIN w USING (id);
-- A table joined with itself.
UPDATE w SET ts = '2001-01-01', d = NULL;
UPDATE w x JOIN w y ON x.id = y.id + 1 SET x.a = 10, y.a = 11 WHERE x.id = 3;
SELECT id, ts > '2020-01-01' AS ts, d IS NULL AS d, a, g FROM w;
