-- REPLACE runs the triggers of DELETE for each row that it takes away, INSERT ... ON DUPLICATE
-- KEY UPDATE those of UPDATE for each row that it changes, and AFTER INSERT runs for rows that
-- are new, as in MySQL 9.7.4.
CREATE DATABASE replaced;
USE replaced;
CREATE TABLE t (id INT PRIMARY KEY, a INT, b INT UNIQUE, c VARCHAR(20) NOT NULL, CHECK (a < 100));
CREATE TABLE told (n INT AUTO_INCREMENT PRIMARY KEY, what VARCHAR(100) UNIQUE);
CREATE TRIGGER bi BEFORE INSERT ON t FOR EACH ROW BEGIN INSERT INTO told (what) VALUES (CONCAT_WS(',', 'before insert', NEW.id, NEW.a, NEW.b, NEW.c)); SET NEW.a = IFNULL(NEW.a, 0) + 1; END;
CREATE TRIGGER ai AFTER INSERT ON t FOR EACH ROW INSERT INTO told (what) VALUES (CONCAT_WS(',', 'after insert', NEW.id, NEW.a, NEW.b, NEW.c));
CREATE TRIGGER bu BEFORE UPDATE ON t FOR EACH ROW BEGIN INSERT INTO told (what) VALUES (CONCAT_WS(',', 'before update', OLD.id, OLD.a, OLD.b, OLD.c, '>', NEW.id, NEW.a, NEW.b, NEW.c)); SET NEW.c = CONCAT(NEW.c, '!'); END;
CREATE TRIGGER bu2 BEFORE UPDATE ON t FOR EACH ROW SET NEW.c = IF(NEW.a = 51, NULL, CONCAT(NEW.c, '?')), NEW.a = IF(NEW.a = 50, 200, NEW.a);
CREATE TRIGGER au AFTER UPDATE ON t FOR EACH ROW INSERT INTO told (what) VALUES (CONCAT_WS(',', 'after update', OLD.id, OLD.a, OLD.b, OLD.c, '>', NEW.id, NEW.a, NEW.b, NEW.c));
CREATE TRIGGER bd BEFORE DELETE ON t FOR EACH ROW INSERT INTO told (what) VALUES (CONCAT_WS(',', 'before delete', OLD.id, OLD.a, OLD.b, OLD.c));
CREATE TRIGGER ad AFTER DELETE ON t FOR EACH ROW INSERT INTO told (what) VALUES (CONCAT_WS(',', 'after delete', OLD.id, OLD.a, OLD.b, OLD.c));
INSERT INTO t VALUES (1, 1, 1, 'x'), (2, 2, 2, 'y');
SELECT what FROM told ORDER BY n;
DELETE FROM told;
-- A row that is there.
INSERT INTO t VALUES (1, 5, 9, 'n') ON DUPLICATE KEY UPDATE a = VALUES(a), c = 'z';
SELECT ROW_COUNT();
SELECT * FROM t;
SELECT what FROM told ORDER BY n;
DELETE FROM told;
-- New rows, and one that this statement has made.
INSERT INTO t VALUES (1, 5, 9, 'n'), (3, 3, 3, 'q'), (3, 4, 4, 'r') ON DUPLICATE KEY UPDATE a = VALUES(a) + t.a;
SELECT * FROM t;
SELECT what FROM told ORDER BY n;
DELETE FROM told;
-- Two rows for one.
REPLACE INTO t VALUES (1, 7, 2, 'rep');
SELECT * FROM t;
SELECT what FROM told ORDER BY n;
DELETE FROM told;
REPLACE INTO t VALUES (8, 7, 8, 'rep');
SELECT what FROM told ORDER BY n;
DELETE FROM told;
-- What triggers make of a row is checked.
INSERT INTO t VALUES (1, 1, 1, 'x') ON DUPLICATE KEY UPDATE a = 50;
INSERT INTO t VALUES (1, 1, 1, 'x') ON DUPLICATE KEY UPDATE a = 51;
SELECT * FROM t WHERE id = 1;
SELECT what FROM told ORDER BY n;
-- An error of a trigger is the statement's, that of a key too.
INSERT INTO told (what) VALUES ('before delete,8,8,8,rep');
REPLACE INTO t VALUES (8, 9, 8, 'more');
INSERT INTO t VALUES (20, 1, 20, 'x'), (8, 1, 1, 'x') ON DUPLICATE KEY UPDATE c = 'in';
SELECT * FROM t;
-- Whatever inserts: SELECT, a prepared statement, a procedure, in a transaction that is taken back.
TRUNCATE told;
INSERT INTO t SELECT id, a, b, c FROM t ON DUPLICATE KEY UPDATE c = 's';
PREPARE p FROM 'INSERT INTO t VALUES (?, 1, ?, ''x'') ON DUPLICATE KEY UPDATE a = ?';
SET @id = 1, @a = 30;
EXECUTE p USING @id, @id, @a;
CREATE PROCEDURE call_it(x INT) BEGIN INSERT INTO t VALUES (x, 1, x, 'p') ON DUPLICATE KEY UPDATE a = 40; REPLACE INTO t VALUES (x, 1, x, 'q'); END;
CALL call_it(1);
BEGIN;
REPLACE INTO t VALUES (1, 2, 3, 'gone');
ROLLBACK;
SELECT * FROM t;
SELECT what FROM told ORDER BY n;
-- Triggers whose statements run triggers, and such that come back.
TRUNCATE told;
CREATE TABLE u (id INT PRIMARY KEY, a INT);
CREATE TRIGGER u_bd BEFORE DELETE ON u FOR EACH ROW INSERT INTO told (what) VALUES (CONCAT('u ', OLD.id, ' ', OLD.a));
DROP TRIGGER ad;
CREATE TRIGGER ad AFTER DELETE ON t FOR EACH ROW BEGIN REPLACE INTO u VALUES (1, OLD.id); END;
REPLACE INTO t VALUES (1, 1, 1, 'a');
REPLACE INTO t VALUES (1, 1, 1, 'b');
SELECT what FROM told ORDER BY n;
DROP TRIGGER u_bd;
CREATE TRIGGER u_bd BEFORE DELETE ON u FOR EACH ROW REPLACE INTO t VALUES (OLD.id, 1, 1, 'c');
REPLACE INTO u VALUES (1, 2);
SELECT * FROM u;
-- Their definer is asked for the rights to what they do.
CREATE USER maker, writer;
GRANT TRIGGER ON replaced.* TO maker;
GRANT SELECT ON replaced.t TO maker;
GRANT INSERT, DELETE ON replaced.u TO writer;
DROP TRIGGER u_bd;
-- connection maker
USE replaced;
CREATE TRIGGER u_bd BEFORE DELETE ON u FOR EACH ROW SET @seen = (SELECT MAX(c) FROM t);
-- connection writer
USE replaced;
REPLACE INTO u VALUES (7, 7), (7, 8);
-- connection root
REVOKE SELECT ON replaced.t FROM maker;
-- connection writer
REPLACE INTO u VALUES (7, 9), (8, 9);
INSERT INTO u VALUES (7, 10) ON DUPLICATE KEY UPDATE a = 11;
-- connection root
SELECT * FROM u;
