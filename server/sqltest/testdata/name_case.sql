-- Names of databases, tables and views are stored as given and looked up in any letter case: lower_case_table_names is 2, and a second name that differs only in case is refused.
SELECT @@lower_case_table_names, @@GLOBAL.lower_case_table_names, @@lower_case_file_system;
SHOW VARIABLES LIKE 'lower_case%';
SELECT * FROM performance_schema.global_variables WHERE VARIABLE_NAME = 'lower_case_table_names';
SET GLOBAL lower_case_table_names = 0;
SET PERSIST lower_case_table_names = 0;
CREATE DATABASE Shop;
CREATE DATABASE shop;
CREATE DATABASE IF NOT EXISTS SHOP;
SHOW WARNINGS;
SHOW DATABASES LIKE 'shop';
USE SHOP;
SELECT DATABASE(), SCHEMA();
SHOW CREATE DATABASE shop;

-- Every way to make a table of a name that another has in another case. The rows stay.
CREATE TABLE Owner (OWNER_ID INT PRIMARY KEY AUTO_INCREMENT, v INT, CHECK (v > 0));
INSERT INTO Owner (v) VALUES (10);
CREATE TABLE owner (x INT);
CREATE TABLE OWNER LIKE Owner;
CREATE TABLE owner SELECT 1 AS a;
CREATE TABLE shop.owner AS SELECT * FROM Owner;
CREATE VIEW owner AS SELECT 1;
CREATE OR REPLACE VIEW owner AS SELECT 1;
CREATE TABLE IF NOT EXISTS owner (x INT);
SHOW WARNINGS;
CREATE TABLE IF NOT EXISTS oWNER LIKE owner;
SHOW WARNINGS;
CREATE TABLE IF NOT EXISTS owner SELECT 5 AS owner_id, 6 AS v;
SHOW WARNINGS;
PREPARE made FROM 'CREATE TABLE owner (x INT)';
EXECUTE made;
CREATE PROCEDURE makes() CREATE TABLE owner (x INT);
CALL makes();
SELECT * FROM owner;
SHOW FULL TABLES;

-- A view's name is taken, too. CREATE VIEW stores it in small letters.
CREATE VIEW Pairs AS SELECT * FROM OWNER;
CREATE VIEW pairs AS SELECT 2 AS a;
CREATE TABLE PAIRS (a INT);
CREATE OR REPLACE VIEW PAIRS AS SELECT 3 AS a;
SELECT * FROM pairs;
RENAME TABLE Pairs TO owner;
RENAME TABLE Owner TO pairs;
RENAME TABLE pairs TO PAIRS;
RENAME TABLE PAIRS TO pairs;
SHOW FULL TABLES;
DROP VIEW PAIRS;

-- RENAME changes the case alone, and nothing else; numbers, checks and keys go on.
RENAME TABLE Owner TO Owner;
RENAME TABLE Owner TO owner;
INSERT INTO Owner (v) VALUES (11);
SHOW CREATE TABLE OWNER;
ALTER TABLE owner RENAME TO OWNER;
ALTER TABLE OWNER RENAME Owner, ADD COLUMN z INT;
SELECT * FROM owner;
CREATE TABLE Zed (a INT);
INSERT INTO Zed VALUES (1);
RENAME TABLE Zed TO owner;
ALTER TABLE Zed RENAME oWNER;
RENAME TABLE Zed TO Yak, Owner TO zed, YAK TO Zed;
RENAME TABLE Owner TO Yak, zed TO owner, yak TO ZED;
SHOW FULL TABLES;
SELECT * FROM OWNER;
SELECT * FROM zed;
RENAME TABLE owner TO Yak, ZED TO Owner, yak TO zed;
SHOW FULL TABLES;
DROP TABLE Owner, owner;
DROP TABLE IF EXISTS ZED;

-- A temporary table hides the other in any case, and takes nothing from it.
CREATE TEMPORARY TABLE owner (q INT);
CREATE TEMPORARY TABLE OWNER (q INT);
CREATE TEMPORARY TABLE IF NOT EXISTS OWNER (q INT);
SHOW WARNINGS;
CREATE TABLE oWNER (q INT);
SELECT * FROM Owner;
DROP TEMPORARY TABLE OwneR;
SELECT * FROM owner;

-- Foreign keys tell the names as stored.
CREATE TABLE Dog (owner_id INT NOT NULL, no INT NOT NULL, sire INT, PRIMARY KEY (owner_id, no), UNIQUE (no),
  CONSTRAINT dog_owner FOREIGN KEY (owner_id) REFERENCES OWNER (owner_id), CONSTRAINT dog_sire FOREIGN KEY (sire) REFERENCES dog (NO));
CREATE TABLE Cat (o INT);
ALTER TABLE CAT ADD CONSTRAINT cat_owner FOREIGN KEY (O) REFERENCES SHOP.owner (owner_id);
ALTER TABLE cat ADD CONSTRAINT DOG_OWNER FOREIGN KEY (o) REFERENCES owner (owner_id);
SHOW CREATE TABLE dog;
SELECT CONSTRAINT_NAME, TABLE_NAME, COLUMN_NAME, REFERENCED_TABLE_SCHEMA, REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME FROM information_schema.KEY_COLUMN_USAGE
  WHERE TABLE_SCHEMA = 'Shop' ORDER BY CONSTRAINT_NAME, TABLE_NAME, ORDINAL_POSITION;
RENAME TABLE Owner TO OWNER, DOG TO dog;
SELECT CONSTRAINT_NAME, TABLE_NAME, REFERENCED_TABLE_NAME FROM information_schema.REFERENTIAL_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = 'Shop' ORDER BY CONSTRAINT_NAME;
INSERT INTO Dog VALUES (99, 1, NULL);
INSERT INTO Dog VALUES (1, 1, 1);
DELETE FROM owner;
RENAME TABLE owner TO Owner;
DROP TABLE DOG, CAT;

-- Triggers, programs, events, indexes and constraints are looked up so, too, each among its kind.
CREATE TRIGGER Tr BEFORE INSERT ON OWNER FOR EACH ROW SET NEW.v = 5;
CREATE TRIGGER tR BEFORE INSERT ON owner FOR EACH ROW SET NEW.v = 6;
CREATE TRIGGER IF NOT EXISTS tR BEFORE INSERT ON owner FOR EACH ROW SET NEW.v = 6;
SHOW WARNINGS;
SELECT TRIGGER_NAME, EVENT_OBJECT_TABLE FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = 'Shop';
RENAME TABLE Owner TO owner;
INSERT INTO Owner (v) VALUES (1);
SELECT * FROM owner;
SELECT TRIGGER_NAME, EVENT_OBJECT_TABLE FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = 'Shop';
RENAME TABLE owner TO Owner;
DROP TRIGGER TR;
CREATE PROCEDURE MAKES() SELECT 1;
CREATE FUNCTION Makes() RETURNS INT DETERMINISTIC RETURN 1;
CREATE FUNCTION makes() RETURNS INT DETERMINISTIC RETURN 2;
SELECT shop.MAKES();
CREATE EVENT Daily ON SCHEDULE EVERY 1 DAY STARTS '2099-01-01' DO SELECT 1;
CREATE EVENT daily ON SCHEDULE EVERY 1 DAY STARTS '2099-01-01' DO SELECT 1;
ALTER EVENT DAILY RENAME TO daily;
SELECT EVENT_NAME FROM information_schema.EVENTS WHERE EVENT_SCHEMA = 'Shop';
DROP EVENT DAILY;
ALTER TABLE owner ADD INDEX By_v (v), ADD CONSTRAINT Positive CHECK (v > 0);
ALTER TABLE owner ADD INDEX by_V (v, z);
CREATE INDEX BY_V ON OWNER (z);
ALTER TABLE owner ADD CONSTRAINT positive CHECK (v > 1);
ALTER TABLE owner ADD COLUMN Z INT;

-- Rights on a table hold in any case, and are taken in any.
CREATE USER ann;
GRANT SELECT ON shop.owner TO ann;
GRANT EXECUTE ON PROCEDURE SHOP.Makes TO ann;
GRANT INSERT ON sHOP.* TO ann;
SHOW GRANTS FOR ann;
-- connection ann ann
SELECT owner_id FROM Shop.OWNER;
SELECT owner_id FROM SHOP.Owner;
INSERT INTO SHOP.OWNER (v) VALUES (12);
DELETE FROM shop.Owner;
CALL shop.MAKES();
-- connection root
REVOKE SELECT ON SHOP.OWNER FROM ann;
REVOKE EXECUTE ON PROCEDURE shop.makes FROM ann;
REVOKE INSERT ON shop.* FROM ann;
SHOW GRANTS FOR ann;
DROP USER ann;

-- One table is one row wherever figures or locks are told, whatever it is called by.
SELECT COUNT(*) FROM SHOP.OWNER;
USE shop;
SELECT COUNT(*) FROM owner;
CALL Shop.Makes();
CALL makes();
SELECT OBJECT_SCHEMA, OBJECT_NAME FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_SCHEMA = 'shop' AND OBJECT_NAME = 'owner';
SELECT OBJECT_SCHEMA, OBJECT_NAME FROM performance_schema.table_lock_waits_summary_by_table WHERE OBJECT_SCHEMA = 'shop' AND OBJECT_NAME = 'owner';
SELECT OBJECT_TYPE, OBJECT_SCHEMA, OBJECT_NAME FROM performance_schema.objects_summary_global_by_type WHERE OBJECT_SCHEMA = 'shop' ORDER BY OBJECT_TYPE, OBJECT_NAME;
SELECT OBJECT_TYPE, OBJECT_SCHEMA, OBJECT_NAME FROM performance_schema.events_statements_summary_by_program WHERE OBJECT_SCHEMA = 'shop' ORDER BY OBJECT_TYPE;
SELECT DISTINCT BINARY SCHEMA_NAME FROM performance_schema.events_statements_summary_by_digest WHERE SCHEMA_NAME = 'shop';
SELECT DISTINCT BINARY CURRENT_SCHEMA FROM performance_schema.events_statements_history WHERE CURRENT_SCHEMA = 'shop';
INSERT INTO performance_schema.setup_objects VALUES ('TABLE', 'shop', 'OWNER', 'NO', 'NO');
INSERT INTO performance_schema.setup_objects VALUES ('TABLE', 'SHOP', 'owner', 'NO', 'NO');
DELETE FROM performance_schema.setup_objects WHERE OBJECT_SCHEMA = 'Shop';
LOCK TABLES OWNER READ;
SELECT OBJECT_SCHEMA, OBJECT_NAME, LOCK_TYPE FROM performance_schema.metadata_locks WHERE OBJECT_SCHEMA = 'shop';
SELECT OBJECT_SCHEMA, OBJECT_NAME FROM performance_schema.table_handles WHERE OBJECT_SCHEMA = 'shop';
SELECT COUNT(*) FROM owner;
INSERT INTO Owner (v) VALUES (13);
UNLOCK TABLES;

-- What is changed or dropped by a name in another case is the one table there is.
TRUNCATE TABLE oWNER;
SELECT * FROM Owner;
ALTER DATABASE SHOP COLLATE utf8mb4_bin;
DROP TABLE OWNER;
SHOW FULL TABLES;
DROP DATABASE SHOP;
SHOW DATABASES LIKE 'shop';
