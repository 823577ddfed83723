-- A system variable without a name and a character set without texts are refused, and leave the open transaction as it is.
CREATE DATABASE shop;
USE shop;
CREATE TABLE item (id INT PRIMARY KEY);
BEGIN;
INSERT INTO item VALUES (1);
SELECT @@session.;
SELECT CONVERT('a' USING gbk);
CREATE TABLE t (a VARCHAR(9) DEFAULT (CONVERT('a' USING gbk)));
COMMIT;
SELECT * FROM item;
DROP DATABASE shop;
