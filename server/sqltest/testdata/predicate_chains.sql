-- IN, LIKE, BETWEEN, REGEXP and IS NULL bind closer than comparisons, on both sides of them.
CREATE DATABASE shop;
USE shop;
CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(10));
INSERT INTO item VALUES (1, 'one'), (2, NULL), (3, 'three');
SELECT id, id IN (1, 2) = 0, 0 = id IN (1, 2), id NOT IN (1, 2) <> 1, id IN (SELECT 1) = 1 FROM item ORDER BY id;
SELECT id BETWEEN 0 AND 2 = 1, name LIKE 'o%' = 0, name REGEXP 'e$' = 1, name IS NULL = 0, name IS NOT NULL = 1 = 1 FROM item ORDER BY id;
SELECT 1 = id IN (1) = 1, CASE WHEN id IN (1) = 1 THEN 'a' ELSE id IN (2) END = 'a' = 1 FROM item ORDER BY id;
SELECT id FROM item WHERE id IN (1, 3) = 0 OR name LIKE 't%' = 1 ORDER BY id IN (3) = 1, id;
UPDATE item SET name = id IN (1, 2) = 0;
SELECT * FROM item ORDER BY id;
-- The error is MySQL's too.
SELECT 1 IN (1, 2) IN (1);
-- A hint that no index is to be used.
SELECT COUNT(*) FROM item USE INDEX () WHERE id = 1;
SELECT COUNT(*) FROM item USE KEY FOR JOIN () WHERE id = 1;
SELECT COUNT(*) > 0 FROM performance_schema.threads USE INDEX () WHERE PROCESSLIST_ID IS NULL = 0;
SELECT COUNT(*) FROM item IGNORE INDEX ();
DROP DATABASE shop;
