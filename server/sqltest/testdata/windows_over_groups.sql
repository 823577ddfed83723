-- Windows over the rows of a grouping.
CREATE DATABASE app;
USE app;
CREATE TABLE a (name VARCHAR(10), v INT);
INSERT INTO a VALUES ('abc', 1), ('abd', 2), ('xbc', 3);
SELECT SUM(SUM(v)) OVER () FROM a;
SELECT name, SUM(v) x, SUM(v) / SUM(SUM(v)) OVER () share FROM a GROUP BY name ORDER BY name;
SELECT name, SUM(v), ROUND(100 * SUM(v) / SUM(SUM(v)) OVER (), 1) FROM a GROUP BY 1 ORDER BY 3 DESC;
SELECT LEFT(name, 2) l, SUM(v) x, RANK() OVER (ORDER BY SUM(v), LEFT(name, 2)) r FROM a GROUP BY l ORDER BY r;
SELECT name, SUM(SUM(v)) OVER w x, RANK() OVER w y, COUNT(*) OVER (w) z FROM a GROUP BY name WINDOW w AS (ORDER BY SUM(v) % 2 + 1) ORDER BY name;
SELECT LEFT(name, 2), SUM(SUM(v)) OVER (ORDER BY LEFT(name, 2)) r FROM a GROUP BY LEFT(name, 2) ORDER BY r;
SELECT name, ROW_NUMBER() OVER (ORDER BY name DESC) r FROM a GROUP BY name ORDER BY name;
SELECT name, COUNT(*) c, ROW_NUMBER() OVER (PARTITION BY COUNT(*) ORDER BY name DESC) r FROM a GROUP BY name HAVING c > 0 ORDER BY r;
SELECT name, v, COUNT(*) c, SUM(COUNT(*)) OVER w r FROM a GROUP BY name, v WINDOW w AS (ORDER BY v) ORDER BY name;
SELECT MAX(v), ROW_NUMBER() OVER () FROM a;
SELECT COUNT(*), SUM(COUNT(*)) OVER () FROM a WHERE v > 100;
SELECT DISTINCT COUNT(*) OVER () FROM a GROUP BY name;
SELECT COUNT(*) OVER () n, name FROM a GROUP BY name ORDER BY MAX(v) DESC LIMIT 2;
SELECT name, SUM(v) FROM a GROUP BY name ORDER BY RANK() OVER (ORDER BY SUM(v) DESC);
SELECT name, LAG(SUM(v), 1, 0) OVER (ORDER BY name) p, (SELECT MAX(v) FROM a) m FROM a GROUP BY name ORDER BY name;
SELECT GROUP_CONCAT(name ORDER BY name) g, v % 2 k, RANK() OVER (ORDER BY v % 2) r FROM a GROUP BY v % 2 ORDER BY r;
SELECT name, CASE WHEN RANK() OVER (ORDER BY SUM(v) DESC) = 1 THEN 'top' ELSE 'rest' END t FROM a GROUP BY name ORDER BY name;
SELECT * FROM (SELECT name, DENSE_RANK() OVER (ORDER BY SUM(v)) r FROM a GROUP BY name) d WHERE r = 2;
WITH q AS (SELECT name, v FROM a) SELECT name, SUM(SUM(v)) OVER () s FROM q GROUP BY name ORDER BY name;
SELECT x.name, SUM(y.v) s, SUM(SUM(y.v)) OVER (ORDER BY x.name) c FROM a x JOIN a y ON y.v <= x.v GROUP BY x.name ORDER BY x.name;
SELECT SUM(v) x, MAX(v) x, COUNT(*) OVER () FROM a GROUP BY name ORDER BY name;
CREATE VIEW w AS SELECT name, SUM(v) s, SUM(SUM(v)) OVER () t FROM a GROUP BY name;
SELECT * FROM w ORDER BY name;
PREPARE p FROM 'SELECT name, SUM(v) + ? s, SUM(SUM(v)) OVER () + ? t FROM a GROUP BY name HAVING s > ? ORDER BY name';
SET @one = 1, @ten = 10, @two = 2;
EXECUTE p USING @one, @ten, @two;
INSERT INTO a SELECT 'all', SUM(SUM(v)) OVER () FROM a;
SELECT name, SUM(v) s, v + RANK() OVER (ORDER BY SUM(v)) FROM a GROUP BY name;
SELECT SUM(v) OVER (), name FROM a ORDER BY name;
-- HAVING leaves rows out before windows are computed.
SELECT name, v, SUM(v) OVER () AS s FROM a HAVING v > 2 ORDER BY v;
CREATE USER reader@localhost;
-- connection reader reader
SELECT name, SUM(SUM(v)) OVER () FROM app.a GROUP BY name;
