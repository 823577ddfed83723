-- Conditions of inner joins on what outer joins bring are asked, in whichever order tables are joined.
CREATE DATABASE outer_joins;
USE outer_joins;
CREATE TABLE a (id INT PRIMARY KEY, x INT, y INT);
CREATE TABLE b (id INT PRIMARY KEY, x INT, y INT, KEY (x));
CREATE TABLE c (id INT, x INT, y INT);
CREATE TABLE d (id INT PRIMARY KEY, x INT, y INT);
INSERT INTO a VALUES (1, 1, 1), (2, 1, 2), (3, 2, 3), (4, NULL, 4), (5, 9, 5);
INSERT INTO b VALUES (1, 1, 2), (2, 2, 1), (3, 2, NULL), (4, NULL, 3), (5, 3, 5);
INSERT INTO c VALUES (1, 1, 3), (2, 2, 1), (3, 1, NULL), (4, 4, 2), (2, 9, 5);
INSERT INTO d VALUES (1, 1, 1), (2, 2, 2), (3, 1, 3), (4, 4, NULL), (5, 9, 1);

-- One condition is of the tables before, the other of the outer join's.
SELECT a.id, b.id, c.id FROM a LEFT JOIN b ON a.x = b.x JOIN c ON a.id = c.id AND b.id <> c.id ORDER BY 1, 2, 3;
SELECT a.id, b.id, c.id FROM a LEFT JOIN b ON a.x = b.x JOIN c ON a.id = c.id AND b.y < c.y ORDER BY 1, 2, 3;
SELECT a.id, b.id, c.id FROM a LEFT JOIN b ON a.x = b.x JOIN c ON a.id = c.id AND (b.y < c.y OR b.id IS NULL) ORDER BY 1, 2, 3;
SELECT a.id, b.id, c.id FROM b RIGHT JOIN a ON a.x = b.x JOIN c ON a.id = c.id AND b.y <=> c.y ORDER BY 1, 2, 3;
SELECT a.id, b.id, c.id FROM a LEFT JOIN b ON a.x = b.x AND b.id > 1 JOIN c ON a.id = c.id AND b.id = c.x ORDER BY 1, 2, 3;
SELECT a.id, b.id, c.id FROM a LEFT JOIN b ON a.x = b.x, c WHERE a.id = c.id AND b.y <> c.y ORDER BY 1, 2, 3;
SELECT a.id, b.id, c.id FROM a LEFT JOIN b ON a.x = b.x JOIN c ON a.id < c.id AND b.x = c.x ORDER BY 1, 2, 3;
SELECT a.id, b.id, c.id FROM a LEFT JOIN b ON a.x = b.x JOIN c ON a.id + b.id = c.id AND a.y = c.x ORDER BY 1, 2, 3;

-- Of that one table alone, and of none.
SELECT a.id, b.id, c.id FROM a LEFT JOIN b ON a.x = b.x JOIN c ON a.id = c.id AND b.y IS NULL ORDER BY 1, 2, 3;
SELECT a.id, b.id, c.id FROM a LEFT JOIN b ON a.x = b.x JOIN c ON b.id = c.id ORDER BY 1, 2, 3;
SELECT a.id, b.id, c.id FROM a LEFT JOIN b ON a.x = b.x JOIN c ON a.id = c.id AND 1 = 1 ORDER BY 1, 2, 3;

-- Four tables: by way of a third one, of two outer joins, and of joins in brackets.
SELECT a.id, b.id, c.id, d.id FROM a LEFT JOIN b ON a.x = b.x JOIN c ON b.x = c.x JOIN d ON a.y = d.y AND d.x = c.x ORDER BY 1, 2, 3, 4;
SELECT a.id, b.id, c.id, d.id FROM a LEFT JOIN b ON a.x = b.x JOIN d ON a.id = d.id JOIN c ON d.id = c.id AND b.id <> c.x ORDER BY 1, 2, 3, 4;
SELECT a.id, b.id, c.id, d.id FROM a LEFT JOIN b ON a.x = b.x LEFT JOIN c ON c.id = a.id JOIN d ON d.id = a.id AND d.x <> b.id AND d.y = c.x ORDER BY 1, 2, 3, 4;
SELECT a.id, b.id, c.id, d.id FROM a LEFT JOIN b ON a.x = b.x JOIN c ON a.id = c.id AND b.id <> c.id LEFT JOIN d ON d.id = b.id ORDER BY 1, 2, 3, 4;
SELECT a.id, b.id, c.id, d.id FROM d LEFT JOIN (a LEFT JOIN b ON a.x = b.x JOIN c ON a.id = c.id AND b.id <> c.id) ON d.id = a.id ORDER BY 1, 2, 3, 4;
SELECT a.id, b.id, c.id, d.id FROM d JOIN (a LEFT JOIN b ON a.x = b.x JOIN c ON a.id = c.id AND b.id <> c.id) ON d.id = a.id ORDER BY 1, 2, 3, 4;
SELECT a.id, b.id, c.id, d.id FROM d JOIN (c JOIN (a LEFT JOIN b ON a.x = b.x) ON a.id = c.id AND b.id <> c.id) ON d.id = c.id AND d.y <> b.id ORDER BY 1, 2, 3, 4;

-- With subqueries, groups, and as what is changed.
SELECT a.id, b.id, c.id FROM a LEFT JOIN b ON a.x = b.x JOIN c ON a.id = c.id AND b.id <> c.id WHERE EXISTS (SELECT 1 FROM d WHERE d.x = a.x) ORDER BY 1, 2, 3;
SELECT a.id, b.id, c.id FROM a LEFT JOIN b ON a.x = b.x JOIN c ON a.id = c.id AND b.id <> c.id WHERE b.id NOT IN (SELECT d.x FROM d WHERE d.x > 2) ORDER BY 1, 2, 3;
SELECT a.id, b.id, c.id FROM a LEFT JOIN b ON a.x = b.x JOIN c ON a.id = c.id AND b.id <> (SELECT MIN(d.x) FROM d WHERE d.id = c.id) ORDER BY 1, 2, 3;
SELECT a.x, COUNT(*), SUM(b.y) FROM a LEFT JOIN b ON a.x = b.x JOIN c ON a.id = c.id AND b.id <> c.id GROUP BY a.x ORDER BY 1;
SELECT d.id, (SELECT COUNT(*) FROM a LEFT JOIN b ON a.x = b.x JOIN c ON a.id = c.id AND b.id <> c.id AND a.id <> d.id) n FROM d ORDER BY 1;
UPDATE a LEFT JOIN b ON a.x = b.x JOIN d ON a.id = d.id AND b.id <> d.id SET a.y = 0;
SELECT * FROM a ORDER BY id;
DROP DATABASE outer_joins;
