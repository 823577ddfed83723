-- information_schema is read: whatever else is done there is denied to everybody, whether or not there is such a table.
CREATE DATABASE shop;
INSERT INTO information_schema.tables VALUES (1);
INSERT INTO information_schema.nosuch VALUES (1);
REPLACE INTO information_schema.tables (table_name) VALUES ('x');
UPDATE information_schema.tables SET table_name = 'x';
DELETE FROM information_schema.tables;
TRUNCATE TABLE information_schema.tables;
LOAD DATA INFILE '/nowhere' INTO TABLE information_schema.tables;
CREATE TABLE information_schema.x (a INT);
CREATE TEMPORARY TABLE information_schema.x (a INT);
DROP TABLE information_schema.tables;
DROP TABLE IF EXISTS information_schema.nosuch;
ALTER TABLE information_schema.tables ADD COLUMN x INT;
CREATE INDEX i ON information_schema.tables (table_name);
RENAME TABLE information_schema.tables TO information_schema.x;
CREATE VIEW information_schema.v AS SELECT 1;
DROP VIEW information_schema.tables;
LOCK TABLES information_schema.tables READ;
CREATE PROCEDURE information_schema.p() SELECT 1;
CREATE TRIGGER information_schema.t BEFORE INSERT ON information_schema.tables FOR EACH ROW SET @a = 1;
CREATE EVENT information_schema.e ON SCHEDULE EVERY 1 DAY DO SELECT 1;
DROP DATABASE information_schema;
ALTER DATABASE information_schema CHARACTER SET utf8mb4;
USE information_schema;
INSERT INTO tables VALUES (1);
CREATE TABLE x (a INT);
PREPARE changing FROM 'DELETE FROM information_schema.tables';

-- Reading it is everybody's.
SELECT COUNT(*) FROM tables WHERE table_schema = 'shop';
SHOW CREATE TABLE schemata;
DESCRIBE character_sets;
