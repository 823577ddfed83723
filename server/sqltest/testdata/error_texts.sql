-- Errors of the storage, in MySQL's words: keys, foreign keys, values, definitions.
CREATE DATABASE shop;
USE shop;
CREATE TABLE p (id INT PRIMARY KEY, n VARCHAR(20) UNIQUE, u INT);
CREATE TABLE c (id INT PRIMARY KEY, pid INT, a INT, b INT, d DECIMAL(5,2), dt DATETIME, da DATE, ti TIME, y YEAR, f DOUBLE, e ENUM('a','b'), bi TINYINT UNSIGNED, bin BINARY(4) UNIQUE, t TEXT, ck INT, nn INT NOT NULL DEFAULT 1, UNIQUE KEY ab (a, b), UNIQUE KEY tt (t(3)), CONSTRAINT fk1 FOREIGN KEY (pid) REFERENCES p (id) ON DELETE RESTRICT ON UPDATE CASCADE, CONSTRAINT positive CHECK (ck > 0));
CREATE TABLE nd (x INT NOT NULL);
INSERT INTO p VALUES (1, 'a', 1), (2, 'b,c', 2);
INSERT INTO c (id, pid, a, b, bin, t) VALUES (1, 1, 1, 2, 0x00ff4142, 'abcdef');

-- Duplicate keys.
INSERT INTO p VALUES (1, 'x', 3);
INSERT INTO p VALUES (5, 'x', 3), (6, 'b,c', 3);
UPDATE p SET n = 'a' WHERE id = 2;
INSERT INTO c (id, a, b) VALUES (2, 1, 2);
INSERT INTO c (id, bin) VALUES (2, 0x00ff4142);
INSERT INTO c (id, t) VALUES (2, 'abcxyz');
INSERT INTO p SELECT id, CONCAT(n, 'z'), u FROM p;
INSERT INTO p VALUES (3, 'c', 1);
CREATE UNIQUE INDEX us ON p (u);
INSERT IGNORE INTO p VALUES (1, 'q', 1);
SHOW WARNINGS;

-- Foreign keys.
INSERT INTO c (id, pid) VALUES (9, 99);
UPDATE c SET pid = 77;
DELETE FROM p WHERE id = 1;
DROP TABLE p;
ALTER TABLE c DROP COLUMN pid;
ALTER TABLE p DROP FOREIGN KEY nosuch;
CREATE TABLE x (a INT, CONSTRAINT k FOREIGN KEY (a) REFERENCES p (u));
CREATE TABLE x (a INT, CONSTRAINT k FOREIGN KEY (a) REFERENCES nosuch (id));
CREATE TABLE x (a INT, CONSTRAINT k FOREIGN KEY (a) REFERENCES p (nosuch));
CREATE TABLE x (a INT, CONSTRAINT k FOREIGN KEY (nosuch) REFERENCES p (id));

-- Values.
INSERT INTO c (id, d) VALUES (9, 'abc');
INSERT INTO c (id, d) VALUES (9, 12345.67);
INSERT INTO c (id, dt) VALUES (9, '2020-13-01');
INSERT INTO c (id, da) VALUES (9, '2020-02-31');
INSERT INTO c (id, ti) VALUES (9, 'noon');
INSERT INTO c (id, y) VALUES (9, 'abc');
INSERT INTO c (id, y) VALUES (9, 3000);
INSERT INTO c (id, f) VALUES (9, 'abc');
INSERT INTO c (id, e) VALUES (9, 'z');
INSERT INTO c (id, bi) VALUES (9, -1);
INSERT INTO c (id, a) VALUES (9, '12abc');
INSERT INTO c (id, a) VALUES (9, 1), (10, 'abc');
INSERT INTO c (id, bin) VALUES (9, 'too long');
INSERT INTO c (id, ck) VALUES (9, -1);
INSERT INTO c (id, nn) VALUES (9, NULL);
UPDATE c SET a = 'abc';
UPDATE c SET e = 'z';
UPDATE c SET dt = 'noon';
INSERT INTO nd VALUES ();

-- Definitions.
CREATE TABLE p (a INT);
CREATE TABLE x (a INT, a INT);
CREATE TABLE x (a INT, KEY k (a), KEY k (a));
CREATE TABLE x (a INT PRIMARY KEY, b INT PRIMARY KEY);
CREATE TABLE x (a INT, KEY (nosuch));
CREATE TABLE x (a INT DEFAULT 'x');
CREATE TABLE x (a VARCHAR(70000));
CREATE TABLE x (a TEXT, KEY (a));
CREATE TABLE x (a INT AUTO_INCREMENT);
CREATE TABLE x (a INT, b INT AS (nosuch));
CREATE TABLE x (a INT, CONSTRAINT ch CHECK (nosuch > 1));
ALTER TABLE p ADD COLUMN u INT;
ALTER TABLE p DROP COLUMN nosuch;
ALTER TABLE p MODIFY nosuch INT;
ALTER TABLE p DROP INDEX nosuch;
ALTER TABLE p ADD PRIMARY KEY (u);
ALTER TABLE nd DROP PRIMARY KEY;
CREATE TRIGGER tr BEFORE INSERT ON p FOR EACH ROW SET NEW.nosuch = 1;

-- In a program.
CREATE PROCEDURE twice() BEGIN INSERT INTO p VALUES (1, 'x', 1); END;
CALL twice();
-- sort
SELECT MYSQL_ERRNO, RETURNED_SQLSTATE, MESSAGE_TEXT FROM performance_schema.events_statements_history WHERE THREAD_ID = PS_CURRENT_THREAD_ID() AND SQL_TEXT = 'CALL twice()';
SELECT MYSQL_ERRNO, RETURNED_SQLSTATE, MESSAGE_TEXT FROM performance_schema.events_statements_history WHERE THREAD_ID = PS_CURRENT_THREAD_ID() AND NESTING_EVENT_TYPE = 'STATEMENT' AND MYSQL_ERRNO <> 0;

-- Where the SQL mode lets any value through, some setup tables refuse what their enums lack.
INSERT INTO performance_schema.setup_objects VALUES ('ILLEGAL', 'a', 'b', 'YES', 'YES');
SET sql_mode = 'NO_ENGINE_SUBSTITUTION';
INSERT INTO performance_schema.setup_objects VALUES ('ILLEGAL', 'a', 'b', 'YES', 'YES');
INSERT INTO performance_schema.setup_actors VALUES ('a', 'b', 'c', 'MAYBE', 'YES');
UPDATE performance_schema.setup_actors SET ENABLED = 'MAYBE';
UPDATE performance_schema.setup_objects SET OBJECT_TYPE = 'ILLEGAL';

-- An aggregate where there are no rows yet that it could be of.
CREATE TABLE shop.groups (a INT);
SELECT a FROM shop.groups WHERE MAX(a) > 1;
SELECT COUNT(*) FROM shop.groups WHERE SUM(a) > 100;
SELECT MAX(SUM(a)) FROM shop.groups;
INSERT INTO shop.groups VALUES (MAX(1));
UPDATE shop.groups SET a = 5 WHERE COUNT(*) > 1;
DELETE FROM shop.groups WHERE COUNT(*) > 1;
SET @a = MAX(1);
DROP TABLE shop.groups;
