-- HAVING with aggregates of any table, and with GROUP_CONCAT().
CREATE DATABASE app;
USE app;
CREATE TABLE p (id INT PRIMARY KEY, i INT, s VARCHAR(20), c CHAR(6), t TINYINT);
INSERT INTO p VALUES (1, 1, 'é', 'Ab', 1), (2, 2, 'Zed', 'zed', 2), (3, 3, NULL, NULL, 3), (4, 3, 'abc', 'ABC', 5), (5, 2, '', '', -1);
SELECT SUM(a.t) FROM p a JOIN p b ON a.id = b.id HAVING MAX(b.s) IS NOT NULL;
SELECT SUM(b.t), MAX(b.s) FROM p a JOIN p b ON a.id = b.id HAVING MAX(b.s) = 'Zed';
SELECT a.i, SUM(a.t) FROM p a JOIN p b ON a.id = b.id GROUP BY a.i HAVING MAX(b.s) IS NOT NULL AND SUM(a.t) > 0 ORDER BY SUM(b.t) DESC;
SELECT a.i, SUM(a.t) total FROM p a LEFT JOIN p b ON a.id = b.id + 1 GROUP BY a.i HAVING COUNT(b.id) = 0 OR total > 3 ORDER BY total, a.i;
SELECT COUNT(*) FROM p HAVING GROUP_CONCAT(s ORDER BY s) LIKE '%Zed%';
SELECT i, COUNT(*) n FROM p GROUP BY i HAVING GROUP_CONCAT(s ORDER BY s) = 'abc' ORDER BY n;
SELECT i k, COUNT(*) n FROM p GROUP BY k HAVING n > 0 AND GROUP_CONCAT(s ORDER BY s) IS NOT NULL ORDER BY 1 DESC LIMIT 2;
SELECT DISTINCT i + 1 FROM p GROUP BY i HAVING GROUP_CONCAT(DISTINCT c SEPARATOR '|') <> '' ORDER BY i + 1;
SELECT i, COUNT(*), SUM(t = i + 0.5) FROM p GROUP BY i ORDER BY SUM(t = i + 0.5), i;

-- LPAD() and RPAD() count characters, LIKE compares what functions give by their collation.
SELECT LPAD(s, 5, '*') l, RPAD(s, 5, 'é') r, CHAR_LENGTH(LPAD(s, 7, 'ü')) n FROM p ORDER BY id;
SELECT LPAD('éé', 1, 'x'), RPAD('hi', 4, ''), LPAD('hi', -1, 'x'), LPAD(12, 5, 0), LPAD('x', 2000000000, 'é') IS NULL;
SELECT id FROM p WHERE COALESCE(s, c) LIKE 'ABC';
SELECT COUNT(*) FROM p WHERE REPEAT('A', 2) LIKE 'a%';
SELECT id FROM p WHERE CONCAT(s, c) LIKE '%ZED%';
DROP DATABASE app;
