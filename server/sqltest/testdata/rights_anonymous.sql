-- What the anonymous account of a host has on databases holds for everybody there; and what
-- accounts of the same name on other hosts have on databases, tables and routines that fit, too.
-- Of what fits a database the most specific host counts, then the most specific pattern, then the
-- name before no name, and nothing of the others.
CREATE DATABASE shop;
CREATE TABLE shop.orders (id INT);
CREATE DATABASE shopping;
CREATE TABLE shopping.lists (id INT);
CREATE DATABASE depot;
CREATE TABLE depot.stock (id INT);
CREATE PROCEDURE depot.count_stock() SQL SECURITY INVOKER SELECT 7 AS counted;
CREATE USER ann, bob@localhost, eve;
CREATE USER '';

-- connection ann ann
SELECT * FROM shop.orders;
USE shop;
SHOW DATABASES;

-- connection root
GRANT SELECT, INSERT ON shop.* TO '';

-- It holds at once, on that database alone, and is not shown as ann's.
-- connection ann
SELECT * FROM shop.orders;
INSERT INTO shop.orders VALUES (1);
UPDATE shop.orders SET id = 2;
CREATE TABLE shop.more (id INT);
SELECT * FROM shopping.lists;
SELECT * FROM depot.stock;
USE depot;
USE shop;
SHOW DATABASES;
SHOW TABLES;
SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA LIKE 'shop%';
SELECT CURRENT_USER();
SHOW GRANTS;
SELECT * FROM information_schema.SCHEMA_PRIVILEGES;
GRANT SELECT ON shop.* TO eve;

-- An account of its own right on the database has that alone.
-- connection root
GRANT UPDATE ON shop.* TO ann;
GRANT DELETE ON shop.* TO bob@localhost;
-- connection ann
SELECT * FROM shop.orders;
UPDATE shop.orders SET id = 2;
INSERT INTO shop.orders VALUES (1);
-- connection bob bob
INSERT INTO shop.orders VALUES (1);
DELETE FROM shop.orders;

-- A right on a table goes with it.
-- connection root
REVOKE UPDATE ON shop.* FROM ann;
GRANT UPDATE ON shop.orders TO ann;
-- connection ann
UPDATE shop.orders SET id = 3;
SELECT * FROM shop.orders;
DELETE FROM shop.orders;

-- The more specific host counts, if it says less too.
-- connection root
CREATE USER ''@localhost, ''@'192.168.7.7';
GRANT DELETE ON `sho%`.* TO ''@localhost;
GRANT ALL ON shop.* TO ''@'192.168.7.7';
-- connection ann
SELECT * FROM shop.orders;
DELETE FROM shop.orders;
SELECT * FROM shopping.lists;
SHOW DATABASES;
-- connection root
DROP USER ''@localhost;

-- So does the more specific pattern, though it is nobody's.
GRANT DELETE ON `sho%`.* TO eve;
-- connection eve eve
SELECT * FROM shop.orders;
DELETE FROM shop.orders WHERE id = 0;
SELECT * FROM shopping.lists;
SHOW TABLES FROM shopping;

-- With a role active nothing but the account's own and the role's counts.
-- connection root
CREATE ROLE clerk;
GRANT SELECT ON depot.* TO clerk;
GRANT clerk TO ann;
-- connection ann
SET ROLE clerk;
SELECT * FROM shop.orders;
SELECT * FROM depot.stock;
UPDATE shop.orders SET id = 3;
SET ROLE NONE;
SELECT * FROM shop.orders;

-- What the anonymous account has on everything or on a table is its own.
-- connection root
GRANT SELECT, PROCESS ON *.* TO '';
GRANT INSERT ON depot.stock TO '';
-- connection ann
SELECT * FROM depot.stock;
INSERT INTO depot.stock VALUES (1);
SELECT COUNT(*) FROM information_schema.INNODB_METRICS;
-- connection nobody nobody
SELECT CURRENT_USER();
SELECT * FROM depot.stock;
INSERT INTO depot.stock VALUES (1);

-- GRANT OPTION is among what it has on a database.
-- connection root
REVOKE ALL PRIVILEGES, GRANT OPTION FROM '';
GRANT SELECT ON shop.* TO '' WITH GRANT OPTION;
-- connection ann
GRANT SELECT ON shop.* TO bob@localhost;
GRANT INSERT ON shop.* TO bob@localhost;
GRANT SELECT ON depot.* TO bob@localhost;
-- connection root
SHOW GRANTS FOR bob@localhost;

-- What a definer does is done at the definer's host.
CREATE USER ''@localhost;
GRANT SELECT ON depot.* TO ''@localhost;
CREATE DATABASE office;
GRANT EXECUTE ON office.* TO ann, bob@localhost;
CREATE DEFINER = ann PROCEDURE office.of_ann() SELECT * FROM depot.stock;
CREATE DEFINER = bob@localhost PROCEDURE office.of_bob() SELECT * FROM depot.stock;
CREATE DEFINER = ann VIEW shop.of_ann AS SELECT * FROM depot.stock;
CREATE DEFINER = bob@localhost VIEW shop.of_bob AS SELECT * FROM depot.stock;

CALL office.of_ann();
CALL office.of_bob();
SELECT * FROM shop.of_ann;
SELECT * FROM shop.of_bob;
-- connection ann
SELECT * FROM depot.stock;
-- connection root
DROP USER ''@localhost;

-- Accounts of the same name, by which databases, tables and routines are had too.
CREATE USER eve@localhost;
GRANT SELECT ON depot.stock TO eve;
GRANT EXECUTE ON PROCEDURE depot.count_stock TO eve;
GRANT INSERT ON shop.orders TO eve;
GRANT UPDATE ON shop.orders TO eve@localhost;
GRANT RELOAD ON *.* TO eve;
-- connection eve_here eve
SELECT CURRENT_USER();
SELECT * FROM depot.stock;
CALL depot.count_stock();
DELETE FROM shopping.lists;
UPDATE shop.orders SET id = 4;
INSERT INTO shop.orders VALUES (5);
FLUSH STATUS;
SHOW GRANTS;

-- Nothing is left of what is taken away.
-- connection root
DROP USER '', eve;
-- connection eve_here
SELECT * FROM depot.stock;
CALL depot.count_stock();
DELETE FROM shopping.lists;
SHOW DATABASES;
-- connection ann
SELECT * FROM shop.orders;
SHOW DATABASES;

-- connection root
DROP USER ''@'192.168.7.7', ann, bob@localhost, eve@localhost;
DROP ROLE clerk;
DROP DATABASE shop;
DROP DATABASE shopping;
DROP DATABASE depot;
DROP DATABASE office;
