-- What is changed about a query is changed in the WITH of a UNION, too, and in its ORDER BY.
CREATE DATABASE shop;
USE shop;
CREATE TABLE item (a INT, b INT, s VARCHAR(9));
INSERT INTO item VALUES (1, 10, 'x'), (1, 20, 'y'), (2, 30, 'z');
WITH c AS (SELECT a, RANK() OVER w AS r, SUM(SUM(b)) OVER w AS s FROM item GROUP BY a WINDOW w AS (ORDER BY a)) SELECT a, r, s FROM c UNION ALL SELECT 9, 9, 9;
WITH c AS (SELECT SUM(b) OVER (ORDER BY a, b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS s FROM item) SELECT s FROM c UNION SELECT SUM(b) FROM item GROUP BY a ORDER BY s;
WITH c AS (SELECT a, SUM(b) AS s FROM item GROUP BY a HAVING SUM(b) > 25 AND MAX(s) > 'a') SELECT a, s FROM c UNION ALL SELECT 9, 9;
SELECT a FROM item UNION SELECT 7 ORDER BY (SELECT 1), a DESC LIMIT 2;
SET @q = (WITH c AS (SELECT SUM(SUM(b)) OVER () AS s FROM item GROUP BY a LIMIT 1) SELECT s FROM c UNION SELECT s FROM c);
SELECT @q;

-- A view reads with the rights of its definer there, and calls them by their name.
CREATE USER definer, reader;
GRANT SELECT ON shop.item TO definer;
CREATE DEFINER = definer VIEW told AS WITH c AS (SELECT a, CURRENT_USER() AS u FROM item WHERE b > 15) SELECT a, u FROM c UNION SELECT 7, CURRENT_USER();
GRANT SELECT ON shop.told TO reader;
-- connection reader reader
SELECT * FROM shop.told ORDER BY a;
SELECT * FROM shop.item;
-- connection root root
DROP USER definer, reader;
DROP DATABASE shop;
