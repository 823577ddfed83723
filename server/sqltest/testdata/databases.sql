-- Databases that others make and drop while a transaction is open: it begins with the first table that it uses, and sees those that there were then, and the next one those that there are.
CREATE DATABASE shop;
CREATE TABLE shop.item (id INT PRIMARY KEY);
-- connection open root
START TRANSACTION;
SELECT COUNT(*) FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'shop';
-- connection other root
DROP DATABASE shop;
CREATE DATABASE shop;
CREATE TABLE shop.item (id INT PRIMARY KEY, price INT);
INSERT INTO shop.item VALUES (1, 2);
CREATE DATABASE later;
CREATE TABLE later.item (id INT PRIMARY KEY);
-- connection open
SELECT COUNT(*) FROM information_schema.COLUMNS WHERE TABLE_SCHEMA IN ('shop', 'later');
SELECT * FROM later.item;
INSERT INTO later.item VALUES (1);
COMMIT;
SELECT COUNT(*) FROM information_schema.COLUMNS WHERE TABLE_SCHEMA IN ('shop', 'later');
SELECT * FROM shop.item;
INSERT INTO later.item VALUES (1);
-- connection other
SELECT * FROM later.item;
DROP DATABASE later;
DROP DATABASE shop;
