-- GROUP BY of a number in parentheses is that of a column, of another literal one group.
CREATE DATABASE shop;
USE shop;
CREATE TABLE item (id INT PRIMARY KEY, kind INT);
INSERT INTO item VALUES (1, 1), (2, 1), (3, 2);
SELECT COUNT(*), kind FROM item GROUP BY (2) ORDER BY kind;
SELECT COUNT(*) FROM item GROUP BY 'x';
SELECT COUNT(*) FROM item GROUP BY 1.5;
PREPARE s FROM 'SELECT COUNT(*) FROM item GROUP BY ?';
SET @one = 1;
EXECUTE s USING @one;
DROP DATABASE shop;
