-- The numbers of AUTO_INCREMENT of one INSERT are taken in one reach: those of rows that
-- follow a number that a row brings are behind it, and what no row takes is lost.
CREATE DATABASE d;
USE d;
CREATE TABLE a (id INT PRIMARY KEY AUTO_INCREMENT, n INT UNIQUE);
INSERT INTO a (n) VALUES (1), (2), (3);
SELECT LAST_INSERT_ID();
INSERT INTO a VALUES (NULL, 4), (10, 5), (NULL, 6), (0, 7), (12, 8), (DEFAULT, 9);
SELECT LAST_INSERT_ID();
INSERT INTO a VALUES (NULL, 10), (5, 11), (NULL, 12);
SELECT LAST_INSERT_ID();
SELECT * FROM a ORDER BY n;
-- Numbers that are apart.
TRUNCATE a;
SET auto_increment_increment = 10, auto_increment_offset = 5;
INSERT INTO a (n) VALUES (1), (2), (3);
SELECT LAST_INSERT_ID();
INSERT INTO a VALUES (NULL, 4), (36, 5), (NULL, 6), (NULL, 7);
SELECT LAST_INSERT_ID();
SELECT * FROM a ORDER BY n;
SET auto_increment_increment = 1, auto_increment_offset = 1;
-- Rows that are there already, and a statement that fails.
TRUNCATE a;
INSERT INTO a (n) VALUES (1), (2), (3);
INSERT INTO a (n) VALUES (4), (1), (5);
SELECT LAST_INSERT_ID();
REPLACE INTO a (n) VALUES (1), (2);
SELECT LAST_INSERT_ID();
SELECT COUNT(*), MAX(id) - MIN(id) FROM a WHERE n IN (1, 2);
-- A trigger that changes the number.
CREATE TABLE log (id INT PRIMARY KEY AUTO_INCREMENT, n INT);
CREATE TABLE b (id INT PRIMARY KEY AUTO_INCREMENT, n INT);
CREATE TRIGGER t BEFORE INSERT ON b FOR EACH ROW BEGIN INSERT INTO log (n) VALUES (NEW.n), (NEW.n); IF NEW.n = 2 THEN SET NEW.id = 100; END IF; END;
INSERT INTO b (n) VALUES (1), (2), (3), (4);
SELECT LAST_INSERT_ID();
SELECT * FROM b;
SELECT * FROM log;
-- A column that ends.
CREATE TABLE tiny (id TINYINT PRIMARY KEY AUTO_INCREMENT, n INT);
INSERT INTO tiny VALUES (124, 0);
INSERT INTO tiny (n) VALUES (1), (2), (3), (4);
INSERT INTO tiny (n) VALUES (1), (2), (3);
SELECT * FROM tiny;
-- Temporary tables, NO_AUTO_VALUE_ON_ZERO, and values of a prepared statement.
CREATE TEMPORARY TABLE tt (id INT PRIMARY KEY AUTO_INCREMENT, n INT);
INSERT INTO tt (n) VALUES (1), (2);
INSERT INTO tt VALUES (NULL, 3), (9, 4), (NULL, 5);
SELECT LAST_INSERT_ID();
SELECT * FROM tt;
SET sql_mode = CONCAT(@@sql_mode, ',NO_AUTO_VALUE_ON_ZERO');
TRUNCATE b;
DROP TRIGGER t;
INSERT INTO b VALUES (NULL, 1), (0, 2), (NULL, 3);
SELECT LAST_INSERT_ID();
SELECT * FROM b;
SET sql_mode = DEFAULT;
PREPARE p FROM 'INSERT INTO b VALUES (?, 4), (?, 5), (?, 6)';
SET @a = NULL, @b = 20;
EXECUTE p USING @a, @b, @a;
SELECT LAST_INSERT_ID();
SELECT * FROM b;
DROP DATABASE d;
