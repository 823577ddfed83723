-- Subqueries in ON DUPLICATE KEY UPDATE, of rows that are listed and of such that are selected,
-- see the row that is there and the one that was to be inserted.
CREATE DATABASE duplicates;
USE duplicates;
CREATE TABLE u (id INT PRIMARY KEY, a INT, d INT DEFAULT 7, e INT DEFAULT 9);
CREATE TABLE s (id INT PRIMARY KEY, x INT);
CREATE TABLE t (id INT PRIMARY KEY, a INT);
INSERT INTO u (id, a) VALUES (1, 10), (2, 20), (7, 0);
INSERT INTO s VALUES (1, 100), (2, 200), (3, 300);
INSERT INTO t VALUES (1, 1), (2, 2);
INSERT INTO u (id, a) SELECT id, a FROM t ON DUPLICATE KEY UPDATE a = (SELECT MAX(x) FROM s WHERE s.id = u.id);
SELECT * FROM u;
INSERT INTO u (id, a) SELECT id, a FROM t ON DUPLICATE KEY UPDATE a = (SELECT MAX(x) FROM s), d = (SELECT MIN(x) FROM s WHERE x > u.id * 100) + 1;
SELECT * FROM u;
INSERT INTO u (id, a) VALUES (1, 2), (2, 3) ON DUPLICATE KEY UPDATE a = (SELECT MAX(x) FROM s WHERE s.id = u.id) + VALUES(a);
SELECT * FROM u;
INSERT INTO u (id, a) VALUES (1, 2), (2, 3) ON DUPLICATE KEY UPDATE a = (SELECT x FROM s WHERE s.id = VALUES(a));
SELECT * FROM u;
INSERT INTO u (a, id) VALUES (3, 1) ON DUPLICATE KEY UPDATE a = (SELECT x + VALUES(a) FROM s WHERE s.id = u.id);
SELECT * FROM u;
INSERT INTO u (id, a) VALUES (1, 2), (2, 3) AS n ON DUPLICATE KEY UPDATE a = (SELECT x FROM s WHERE s.id = n.a);
SELECT * FROM u;
INSERT INTO u (id, a) VALUES (1, 2), (2, 3) AS n(i, j) ON DUPLICATE KEY UPDATE a = (SELECT x FROM s WHERE s.id = j) + u.a + j, d = i;
SELECT * FROM u;
INSERT INTO u (id, a) VALUES (1, 2), (2, 3) AS n(i, j) ON DUPLICATE KEY UPDATE a = (SELECT x + VALUES(a) FROM s WHERE s.id = VALUES(id));
SELECT * FROM u;
INSERT INTO u (id, a) VALUES (1, 2), (2, 3) ON DUPLICATE KEY UPDATE a = (SELECT COUNT(*) FROM s), d = VALUES(d), e = VALUES(e);
SELECT * FROM u;
INSERT INTO u (id, a) VALUES (1, 2), (2, 3) ON DUPLICATE KEY UPDATE a = EXISTS (SELECT 1 FROM s WHERE s.id = u.a), d = VALUES(id) IN (SELECT id FROM s WHERE x < 200);
SELECT * FROM u;
INSERT INTO u VALUES (1, 2, 3, 4) AS n ON DUPLICATE KEY UPDATE a = (SELECT x FROM s WHERE id = (SELECT MIN(id) FROM s WHERE id >= n.a)), e = (SELECT x FROM s WHERE s.id = u.id AND s.x IN (SELECT x FROM s s2 WHERE s2.id = u.id));
SELECT * FROM u;
PREPARE p FROM 'INSERT INTO u (id, a) VALUES (?, ?) ON DUPLICATE KEY UPDATE a = (SELECT x + ? FROM s WHERE s.id = u.id)';
SET @id = 2, @a = 5;
EXECUTE p USING @id, @a, @a;
INSERT INTO u (a, id) VALUES (DEFAULT, 7) ON DUPLICATE KEY UPDATE e = (SELECT MAX(x) FROM s);
CREATE PROCEDURE q(n INT) INSERT INTO u (id, a) VALUES (n, n) ON DUPLICATE KEY UPDATE d = (SELECT x + n FROM s WHERE s.id = u.id);
CALL q(2);
SELECT * FROM u;
INSERT INTO u (id, a) VALUES (1, 2) ON DUPLICATE KEY UPDATE a = (SELECT x FROM s);
INSERT INTO u (id, a) VALUES (1, 2) ON DUPLICATE KEY UPDATE a = (SELECT nosuch FROM s);
INSERT INTO u (id, a) VALUES (NULL, 2) ON DUPLICATE KEY UPDATE a = (SELECT MAX(x) FROM s);
SELECT * FROM u;
-- Triggers see what subqueries give.
CREATE TRIGGER bu BEFORE UPDATE ON u FOR EACH ROW SET NEW.e = NEW.a + OLD.a;
INSERT INTO u (id, a) VALUES (1, 2) ON DUPLICATE KEY UPDATE a = (SELECT x FROM s WHERE s.id = u.id);
SELECT * FROM u;
-- Who may not read a table reads it by no subquery.
CREATE USER writer;
GRANT INSERT, SELECT, UPDATE ON duplicates.u TO writer;
-- connection writer
USE duplicates;
INSERT INTO u (id, a) VALUES (1, 2) ON DUPLICATE KEY UPDATE a = (SELECT MAX(x) FROM s);
INSERT INTO u (id, a) VALUES (1, 2) ON DUPLICATE KEY UPDATE a = (SELECT MAX(nosuch) FROM s);
