-- The triggers and checks of a table go with it when it is renamed, as in MySQL.
CREATE DATABASE kept;
USE kept;
-- hide Created
CREATE TABLE a (id INT PRIMARY KEY, x INT);
CREATE TABLE log (m VARCHAR(50));
CREATE TABLE other (i INT);
CREATE TRIGGER ta AFTER INSERT ON kept.a FOR EACH ROW INSERT INTO log VALUES (CONCAT('inserted ', NEW.id));
CREATE TRIGGER tb BEFORE UPDATE ON `a` FOR EACH ROW SET NEW.x = NEW.x + 1;
RENAME TABLE a TO b;
INSERT INTO b VALUES (1, 1);
UPDATE b SET x = 5;
SELECT * FROM b;
SELECT * FROM log;
SHOW CREATE TRIGGER ta;
SELECT TRIGGER_NAME, EVENT_OBJECT_TABLE, ACTION_STATEMENT FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = 'kept' ORDER BY 1;
CREATE TABLE a (id INT);
INSERT INTO a VALUES (7);
SELECT * FROM log;
DROP TABLE other;
DROP TABLE b;
SHOW TRIGGERS;
SELECT * FROM a;

-- A chain, and a table that goes around.
CREATE TABLE c (id INT, CHECK (id > 0));
CREATE TABLE e (id INT, CHECK (id < 100));
CREATE TRIGGER tc BEFORE INSERT ON c FOR EACH ROW SET NEW.id = NEW.id + 1;
CREATE TRIGGER te BEFORE INSERT ON e FOR EACH ROW SET NEW.id = NEW.id + 2;
CREATE TRIGGER td BEFORE INSERT ON e FOR EACH ROW PRECEDES te SET NEW.id = NEW.id * 2;
RENAME TABLE c TO x, e TO c, x TO e;
INSERT INTO c VALUES (10);
INSERT INTO e VALUES (10);
SELECT c.id AS c, e.id AS e FROM c, e;
SHOW CREATE TABLE c;
SHOW CREATE TABLE e;
RENAME TABLE c TO d, e TO c;
INSERT INTO d VALUES (20);
INSERT INTO c VALUES (20);
SELECT c.id AS c, d.id AS d FROM c, d ORDER BY 1, 2;
RENAME TABLE d TO D;
INSERT INTO d VALUES (30);
SELECT * FROM D;
SHOW CREATE TABLE d;

-- With other changes, from another database, and in a procedure.
ALTER TABLE D ADD COLUMN y INT, RENAME TO f;
USE mysql;
ALTER TABLE kept.f RENAME AS kept.g;
USE kept;
CREATE PROCEDURE moves() RENAME TABLE g TO h;
CALL moves();
INSERT INTO h VALUES (40, 1);
SELECT * FROM h;
LOCK TABLES h WRITE;
ALTER TABLE h RENAME TO i;
UNLOCK TABLES;
INSERT INTO i VALUES (50, 1);
SELECT * FROM i WHERE id > 50;

-- Odd names, and the sql_mode of each trigger.
SET sql_mode = 'ANSI_QUOTES';
CREATE TRIGGER "on ""for""" BEFORE UPDATE ON "i" FOR EACH ROW SET NEW.id = 99, @z = 'x';
SET sql_mode = DEFAULT;
RENAME TABLE i TO `o``n`;
UPDATE `o``n` SET id = 3;
SELECT id, @z FROM `o``n` GROUP BY id;
SHOW TRIGGERS LIKE 'o`n';
SELECT @@sql_mode;

-- A foreign key to the table, and one of its own.
CREATE TABLE p (id INT PRIMARY KEY);
CREATE TABLE k (id INT, pid INT, FOREIGN KEY (pid) REFERENCES p (id));
CREATE TRIGGER tk BEFORE INSERT ON k FOR EACH ROW SET NEW.id = 7;
CREATE TRIGGER tp AFTER INSERT ON p FOR EACH ROW INSERT INTO log VALUES ('p');
RENAME TABLE p TO pp, k TO kk;
INSERT INTO pp VALUES (1);
INSERT INTO kk VALUES (1, 1);
INSERT INTO kk VALUES (1, 2);
SELECT * FROM kk;
SELECT * FROM log;
DROP TABLE kk, pp;
SHOW TRIGGERS LIKE '%k';

-- A temporary table hides the stored one from ALTER TABLE, but not from RENAME TABLE.
CREATE TABLE q (id INT);
CREATE TRIGGER tq BEFORE INSERT ON q FOR EACH ROW SET NEW.id = 1;
CREATE TEMPORARY TABLE q (z INT);
ALTER TABLE q RENAME TO q2;
RENAME TABLE q TO q2;
INSERT INTO q VALUES (5);
INSERT INTO q2 VALUES (5);
SELECT z, id FROM q, q2;
DROP TABLE q;

-- A trigger without its table, as an earlier server left one at a RENAME TABLE, is in nobody's way.
CREATE TABLE gone (id INT PRIMARY KEY);
-- mask hash, fast_forward
CALL dolt_commit('-Am', 'gone');
CALL dolt_checkout('-b', 'other');
CREATE TRIGGER tg BEFORE INSERT ON gone FOR EACH ROW SET NEW.id = 1;
CALL dolt_commit('-Am', 'trigger');
CALL dolt_checkout('main');
DROP TABLE gone;
CALL dolt_commit('-Am', 'dropped');
CALL dolt_merge('other');
SELECT TRIGGER_NAME, EVENT_OBJECT_TABLE FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = 'kept' ORDER BY 1;
RENAME TABLE q2 TO q3;
INSERT INTO q3 VALUES (6);
SELECT * FROM q3;
DROP TABLE a, q3;
DROP TRIGGER tg;
SHOW TRIGGERS;
DROP DATABASE kept;
