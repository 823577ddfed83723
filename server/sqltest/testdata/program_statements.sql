-- Statements of stored programs.
CREATE DATABASE shop;
USE shop;
CREATE TABLE item (id INT PRIMARY KEY, n INT);
INSERT INTO item VALUES (1, 7);
-- Handlers and named conditions.
CREATE PROCEDURE named() BEGIN DECLARE missing CONDITION FOR 1146; DECLARE CONTINUE HANDLER FOR missing SELECT 'missing'; SELECT * FROM nosuch; END;
CALL named();
CREATE PROCEDURE caught() BEGIN DECLARE EXIT HANDLER FOR 1146, SQLWARNING SELECT 'caught'; SELECT * FROM nosuch; END;
CALL caught();
-- Of several assignments those before one that fails stay.
SET @a = 0, @b = 0;
CREATE PROCEDURE assign() SET @a = 1, @b = (SELECT n FROM nosuch);
CALL assign();
SELECT @a, @b;
-- CALL has no columns; a parameter is none of another procedure.
CREATE PROCEDURE show_n(n INT) SELECT n;
CREATE PROCEDURE hand_on(id INT) CALL show_n(id + 1);
CALL hand_on(10);
CALL show_n(n);
CALL show_n((SELECT n FROM item));
-- ALTER USER changes a password in a program, and nothing else.
CREATE USER ann IDENTIFIED BY 'old';
CREATE PROCEDURE alter_limits() ALTER USER ann WITH MAX_QUERIES_PER_HOUR 1;
CREATE PROCEDURE alter_nothing() ALTER USER ann;
CREATE PROCEDURE alter_password() ALTER USER ann IDENTIFIED BY 'new';
CALL alter_password();
-- connection ann ann:new
SELECT CURRENT_USER();
-- connection root
-- What has gone wrong.
SELECT * FROM shop.nosuch;
GET DIAGNOSTICS @conditions = NUMBER;
SELECT * FROM shop.nosuch;
GET DIAGNOSTICS CONDITION 1 @number = MYSQL_ERRNO, @text = MESSAGE_TEXT;
SELECT @conditions, @number, @text;
DROP USER ann;
DROP DATABASE shop;
