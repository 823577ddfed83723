-- An UPDATE whose subquery becomes a join changes all rows of a table without a key that are
-- equal, each once, as in MySQL 9.7.4. One that names the join is refused.
-- told
CREATE DATABASE updated_copies;
USE updated_copies;
CREATE TABLE c (a INT, b INT, t VARCHAR(10));
CREATE TABLE k (id INT PRIMARY KEY, n INT);
INSERT INTO c VALUES (1, 1, 'x'), (1, 1, 'x'), (1, 1, 'X'), (2, 2, 'y'), (3, 3, NULL), (3, 3, NULL);
INSERT INTO k VALUES (1, 1), (2, 2), (3, 3), (4, 1);
UPDATE c SET b = 7 WHERE a IN (SELECT id FROM k WHERE id = 3);
SELECT ROW_COUNT();
SELECT * FROM c ORDER BY a, b, BINARY t;
UPDATE c JOIN k ON c.a = k.id SET c.b = 10 WHERE k.id = 1;
-- However many rows of the other belong to it.
UPDATE c SET b = b + 1 WHERE a IN (SELECT n FROM k);
SELECT * FROM c ORDER BY a, b, BINARY t;
-- In a transaction, and in a program.
CREATE PROCEDURE p() BEGIN UPDATE c SET b = 8 WHERE a IN (SELECT id FROM k WHERE id = 2); END;
START TRANSACTION;
CALL p();
UPDATE c SET b = 9 WHERE a IN (SELECT id FROM k WHERE id = 3);
SELECT * FROM c ORDER BY a, b, BINARY t;
ROLLBACK;
SELECT * FROM c ORDER BY a, b, BINARY t;
-- With triggers, which make changes visible, a row is changed once, too.
CREATE TABLE log (id INT AUTO_INCREMENT PRIMARY KEY, n INT);
CREATE TABLE twice (a INT);
INSERT INTO twice VALUES (1), (1), (2);
CREATE TRIGGER changed AFTER UPDATE ON k FOR EACH ROW INSERT INTO log (n) VALUES (NEW.n);
UPDATE k JOIN twice ON k.id = twice.a SET k.n = k.n + 1;
SELECT * FROM k;
SELECT n FROM log ORDER BY n;
DROP TRIGGER changed;
DELETE FROM log;
CREATE TRIGGER changing BEFORE UPDATE ON k FOR EACH ROW INSERT INTO log (n) VALUES (NEW.n);
UPDATE k LEFT JOIN twice ON k.id = twice.a SET k.n = k.n + 1;
SELECT * FROM k;
DROP TRIGGER changing;
UPDATE c SET a = 1;
CREATE TRIGGER copied AFTER UPDATE ON c FOR EACH ROW INSERT INTO log (n) VALUES (NEW.b);
UPDATE c SET b = b + 1 WHERE a IN (SELECT a FROM twice);
SELECT a, b FROM c ORDER BY a, b;
DROP DATABASE updated_copies;
