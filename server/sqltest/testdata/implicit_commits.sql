-- What commits, and what does not.
CREATE DATABASE shop;
USE shop;
CREATE TABLE item (id INT PRIMARY KEY);
CREATE VIEW items AS SELECT id FROM item;
-- A definition commits before it fails.
BEGIN;
INSERT INTO item VALUES (1);
CREATE TABLE item (id INT);
ROLLBACK;
SELECT * FROM item;
-- To read a view commits nothing.
BEGIN;
INSERT INTO item VALUES (2);
SELECT * FROM items ORDER BY id;
ROLLBACK;
SELECT * FROM item;
-- There are no XA transactions, and none is listed as prepared.
XA RECOVER;
XA START 'a';
DROP DATABASE shop;
