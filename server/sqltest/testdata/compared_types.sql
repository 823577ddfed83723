-- Values of two types are compared as values of a third, with and without an index.
CREATE DATABASE compared;
USE compared;
CREATE TABLE whole (id INT PRIMARY KEY, i INT, u INT UNSIGNED, b BIGINT, KEY (i), KEY (u), KEY (b));
INSERT INTO whole VALUES (1, 0, 0, 0), (2, 1, 1, -1), (3, 2, 2, 20240101), (4, 3, 4294967295, 4294967296), (5, NULL, NULL, NULL);
CREATE TABLE part (id INT PRIMARY KEY, d DECIMAL(8,2), e DECIMAL(6,0), f DOUBLE, g FLOAT, KEY (d), KEY (e), KEY (f), KEY (g));
INSERT INTO part VALUES (1, 1.10, 1, 1.1, 1.1), (2, 1.50, 2, 1.5, 1.5), (3, 2, 3, 2, 2), (4, 2.25, 4, 2.25, 0.1), (5, NULL, NULL, NULL, NULL);
CREATE TABLE moments (id INT PRIMARY KEY, day DATE, at DATETIME, t TIME, y YEAR, s VARCHAR(20), KEY (day), KEY (at), KEY (t), KEY (y), KEY (s));
INSERT INTO moments VALUES (1, '2024-01-01', '2024-01-01 10:00:00', '10:00:00', 2024, '2024-01-01'), (2, '2024-01-02', '2024-01-01 10:00:01', '11:00:00', 2001, '20240102'),
  (3, '2024-01-03', '2024-01-03', '-01:00:00', 1999, 'x'), (4, NULL, NULL, NULL, NULL, NULL);

-- Joins by an index of the other type, of those that differ no rows.
SELECT w.i, p.f FROM whole w JOIN part p ON w.i <=> p.f ORDER BY 1, 2;
SELECT /*+ LOOKUP_JOIN(p, w) JOIN_ORDER(p, w) */ p.f, w.i FROM part p JOIN whole w ON p.f = w.i ORDER BY 1;
SELECT /*+ LOOKUP_JOIN(p, w) JOIN_ORDER(p, w) */ p.d, w.i FROM part p JOIN whole w ON p.d = w.i ORDER BY 1;
SELECT /*+ LOOKUP_JOIN(w, p) JOIN_ORDER(w, p) */ w.b, p.d FROM whole w JOIN part p ON w.b = p.d ORDER BY 1;
SELECT /*+ MERGE_JOIN(w, p) */ w.i, p.e FROM whole w JOIN part p ON w.i <=> p.d ORDER BY 1;
SELECT w.id, (SELECT COUNT(*) FROM part p WHERE p.d = w.b) n FROM whole w ORDER BY 1;
SELECT w.id, p.id FROM whole w LEFT JOIN part p ON p.e = w.i + 0.5 ORDER BY 1, 2;

-- Decimals of other digits, and with doubles.
SELECT p.id, q.id FROM part p JOIN part q ON p.d = q.d + 0.001 ORDER BY 1, 2;
SELECT p.id, q.id FROM part p JOIN part q ON p.e = q.d ORDER BY 1, 2;
SELECT id FROM part WHERE e > (SELECT AVG(d) FROM part) ORDER BY 1;
SELECT id, d = f, d < f + 0.001, CASE d WHEN f THEN 'same' ELSE 'other' END c, NULLIF(d, f + 0.001) n FROM part ORDER BY 1;
SELECT id FROM part WHERE g = 0.1;

-- Numbers with more digits than their column, or larger.
SELECT id FROM part WHERE d = 1.501 OR e = 1.5;
SELECT id FROM part WHERE e > 1.5 ORDER BY 1;
SELECT id FROM part WHERE 1.501 > d ORDER BY 1;
SELECT id FROM part WHERE d >= 1.501 ORDER BY 1;
SELECT id FROM part WHERE d <> 1.5 ORDER BY 1;
SELECT id FROM part WHERE e <> 1.5 ORDER BY 1;
SELECT id FROM part WHERE f <> 15e-1 ORDER BY 1;
SELECT id FROM part WHERE NOT (d = 2.25) ORDER BY 1;
SELECT id FROM part WHERE d BETWEEN 1.101 AND 2.249 ORDER BY 1;
SELECT id FROM part WHERE d IN (1.1, 1.501, 99999999) ORDER BY 1;
SELECT id FROM part WHERE d NOT IN (1.1, 99999999) ORDER BY 1;
SELECT id FROM part WHERE d < 99999999 ORDER BY 1;
SELECT id FROM part WHERE d <> 99999999 ORDER BY 1;
SELECT id FROM whole WHERE i <> '1.5' ORDER BY 1;

-- Among the rows of a subquery.
SELECT f FROM part WHERE f NOT IN (SELECT i FROM whole WHERE i IS NOT NULL) ORDER BY 1;
SELECT f, f NOT IN (SELECT i FROM whole) n, f IN (SELECT i FROM whole) x FROM part ORDER BY 1;
SELECT d FROM part WHERE d IN (SELECT i FROM whole) ORDER BY 1;
SELECT i FROM whole WHERE i IN (SELECT d FROM part) ORDER BY 1;
SELECT i FROM whole WHERE i = ANY (SELECT f FROM part) ORDER BY 1;
SELECT b FROM whole WHERE b IN (SELECT day FROM moments) ORDER BY 1;
SELECT s FROM moments WHERE s IN (SELECT day FROM moments) ORDER BY 1;
SELECT at FROM moments WHERE at IN (SELECT day FROM moments) ORDER BY 1;
SELECT at FROM moments WHERE at > ALL (SELECT b FROM whole WHERE b < 20250000) ORDER BY 1;

-- Days with moments, on an index.
SELECT id FROM moments WHERE day < '2024-01-02 10:00:00' ORDER BY 1;
SELECT id FROM moments WHERE TIMESTAMP'2024-01-02 10:00:00' > day ORDER BY 1;
SELECT id FROM moments WHERE day <> '2024-01-02 10:00:00' ORDER BY 1;
SELECT id FROM moments WHERE day NOT IN ('2024-01-02 10:00:00', '2024-01-01') ORDER BY 1;
SELECT id FROM moments WHERE day NOT BETWEEN '2024-01-01 10:00:00' AND '2024-01-02 10:00:00' ORDER BY 1;
SELECT COUNT(*) FROM moments WHERE day < NOW() AND day >= '2024-01-02' AND day < CURRENT_TIMESTAMP - INTERVAL 1 SECOND;
SELECT id FROM moments WHERE at < TIMESTAMP'2024-01-01 10:00:00.4' ORDER BY 1;
SELECT id FROM moments WHERE at > '2024-01-01 10:00:00.6' ORDER BY 1;
SELECT m.id, n.id FROM moments m JOIN moments n ON m.at = n.day ORDER BY 1;

-- Dates, times and years with numbers and texts.
SELECT id FROM moments WHERE day > 20240101 ORDER BY 1;
SELECT id FROM moments WHERE day > 20240101.5 ORDER BY 1;
SELECT id FROM moments WHERE at < 4294967295;
SELECT m.id, w.id FROM moments m JOIN whole w ON m.day = w.b ORDER BY 1;
SELECT m.id, w.id FROM moments m JOIN whole w ON m.at < w.b ORDER BY 1;
SELECT id FROM whole WHERE b = DATE'2024-01-01';
SELECT id FROM whole WHERE b IN (DATE'2024-01-01', TIMESTAMP'2024-01-02 00:00:00');
SELECT m.id, n.id FROM moments m JOIN moments n ON m.day = n.s ORDER BY 1;
SELECT id, s = DATE'2024-01-02' e, s < DATE'2024-01-02' l FROM moments ORDER BY 1;
SELECT id FROM moments WHERE t IN ('10:00:00', '-01:00:00') ORDER BY 1;
SELECT id FROM moments WHERE t NOT IN ('10:00:00') ORDER BY 1;
SELECT id FROM moments WHERE y > 127 ORDER BY 1;
SELECT w.id, m.id FROM whole w LEFT JOIN moments m ON m.y = w.b ORDER BY 1;

-- Members of an ENUM with fractions.
CREATE TABLE members (e ENUM('x', 'y', 'z'), KEY (e));
INSERT INTO members VALUES ('x'), ('y'), ('z'), (NULL);
SELECT e FROM members WHERE e = 1.5;
SELECT e FROM members WHERE e < 1.5;
SELECT e FROM members WHERE e IN (1.0, 2.5);
SELECT e FROM members WHERE e <> 1.5 ORDER BY e;

-- What is changed is what is found.
UPDATE part SET e = 9 WHERE d <> 2.25;
DELETE FROM part WHERE d <> 1.1 AND f <> 15e-1;
SELECT id, e FROM part ORDER BY 1;
DROP DATABASE compared;
