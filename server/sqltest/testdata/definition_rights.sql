-- Who lacks the rights to define a table is told so at once, and keeps nobody from using it; who has them waits for those who use it.
CREATE DATABASE d;
CREATE TABLE d.item (id INT PRIMARY KEY AUTO_INCREMENT, n INT, KEY n (n));
CREATE VIEW d.seen AS SELECT n FROM d.item;
CREATE USER low;
GRANT SELECT, EXECUTE ON d.* TO low;
CREATE USER able;
GRANT ALTER, CREATE, DROP, INDEX, INSERT, TRIGGER, CREATE VIEW, EXECUTE ON d.* TO able;
CREATE PROCEDURE d.invoked() SQL SECURITY INVOKER ALTER TABLE d.item ADD COLUMN k INT;
CREATE DEFINER = able PROCEDURE d.defined() ALTER TABLE d.item ADD COLUMN k INT;
-- connection open root
START TRANSACTION;
SELECT * FROM d.seen;
-- connection low low
SET lock_wait_timeout = 1;
ALTER TABLE d.item ADD COLUMN k INT;
CREATE INDEX k ON d.item (n);
DROP INDEX n ON d.item;
TRUNCATE d.item;
RENAME TABLE d.item TO d.thing;
DROP TABLE d.item;
CREATE TRIGGER d.t BEFORE INSERT ON d.item FOR EACH ROW SET @a = 1;
DROP VIEW d.seen;
DROP DATABASE d;
PREPARE p FROM 'TRUNCATE d.item';
EXECUTE p;
CALL d.invoked();
CALL d.defined();
-- connection able able
SET lock_wait_timeout = 1;
ALTER TABLE d.item ADD COLUMN k INT;
CREATE INDEX k ON d.item (n);
DROP INDEX n ON d.item;
TRUNCATE d.item;
RENAME TABLE d.item TO d.thing;
DROP TABLE d.item;
CREATE TRIGGER d.t BEFORE INSERT ON d.item FOR EACH ROW SET @a = 1;
DROP VIEW d.seen;
DROP DATABASE d;
PREPARE p FROM 'TRUNCATE d.item';
EXECUTE p;
-- connection open
COMMIT;
-- connection low
CALL d.defined();
-- connection root
SHOW COLUMNS FROM d.item;
DROP DATABASE d;
DROP USER low, able;
