-- Windows of all rows: OVER () with functions that take an argument.

CREATE DATABASE shop;
USE shop;
CREATE TABLE item (id INT PRIMARY KEY, price INT);
INSERT INTO item VALUES (1, 30), (2, 10), (3, NULL);

SELECT id, FIRST_VALUE(price) OVER () AS first, LAST_VALUE(price) OVER () AS last FROM item ORDER BY id;
SELECT id, FIRST_VALUE(price) OVER () FROM item ORDER BY id;
SELECT COUNT(earlier), COUNT(later) FROM (SELECT LAG(id) OVER () AS earlier, LEAD(id, 1, 0) OVER () AS later FROM item) t;
SELECT id, FIRST_VALUE(id) OVER w AS a, LAST_VALUE(id) OVER (w ORDER BY id) AS b FROM item WINDOW w AS () ORDER BY id;
SELECT id, FIRST_VALUE(SUM(price)) OVER () AS s FROM item GROUP BY id ORDER BY id;
SELECT id, FIRST_VALUE(id) OVER (ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) = id AS own FROM item ORDER BY id;
PREPARE p FROM 'SELECT FIRST_VALUE(price) OVER () AS f FROM item WHERE id > ?';
SET @least = 1;
EXECUTE p USING @least;
SELECT ROW_NUMBER() OVER () AS n, NTILE(2) OVER () AS t FROM item ORDER BY id;

-- Where there are no rows yet that a window function could be of.
SELECT COUNT(LAG(price) OVER ()), 1 FROM item;
SELECT COUNT(*) FROM item GROUP BY RANK() OVER (ORDER BY price);
SELECT RANK() OVER (ORDER BY price) FROM item GROUP BY RANK() OVER (ORDER BY price);
SELECT id FROM item WHERE ROW_NUMBER() OVER () = 1;
SELECT SUM(RANK() OVER w) OVER () FROM item WINDOW w AS (ORDER BY id);
SELECT RANK() OVER w FROM item WINDOW w AS (ORDER BY RANK() OVER w);
SELECT GROUP_CONCAT(ROW_NUMBER() OVER ()) FROM item;
SELECT i.id FROM item i JOIN item j ON RANK() OVER () = j.id;
SELECT (SELECT COUNT(RANK() OVER ()) FROM item) FROM item;
CREATE PROCEDURE misplaced () SELECT COUNT(RANK() OVER ()) FROM item;
CALL misplaced();

DROP DATABASE shop;
