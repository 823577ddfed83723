-- What a grouping gives besides its aggregates.
CREATE DATABASE shop;
USE shop;
CREATE TABLE sale (k INT, v INT);
INSERT INTO sale VALUES (1, 2), (1, 3), (2, 5);
-- A subquery has aggregates of its own.
SELECT k, SUM(v), (SELECT SUM(v) FROM sale) AS total FROM sale GROUP BY k ORDER BY k;
SELECT k, SUM(v) FROM sale GROUP BY k HAVING SUM(v) * 2 = (SELECT SUM(v) FROM sale) ORDER BY k;
-- Constants, and what the keys decide, are no columns that are missing among the keys.
SELECT VERSION() = VERSION() AS same, USER() AS u, COUNT(*) FROM sale;
SELECT k + 1 AS n, COUNT(*) FROM sale GROUP BY k ORDER BY n DESC;
SELECT v, COUNT(*) FROM sale GROUP BY k;
DROP DATABASE shop;
