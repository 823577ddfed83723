-- What is made without DEFINER is of the account that makes it, of one that may do everything too.
CREATE DATABASE shop;
CREATE TABLE shop.item (id INT PRIMARY KEY, note VARCHAR(20));
CREATE TABLE shop.log (id INT);
CREATE USER maker, gone, clerk;
GRANT TRIGGER, INSERT, UPDATE, DELETE, SELECT ON shop.* TO maker, gone;
GRANT INSERT, UPDATE, DELETE, SELECT ON shop.item TO clerk;
CREATE TRIGGER shop.fill BEFORE INSERT ON shop.item FOR EACH ROW SET NEW.note = 'filled';
CREATE TRIGGER shop.notes AFTER INSERT ON shop.item FOR EACH ROW INSERT INTO shop.log VALUES (NEW.id + 100);
CREATE PROCEDURE shop.p() SELECT 1;
CREATE FUNCTION shop.f() RETURNS INT DETERMINISTIC RETURN 1;
SELECT TRIGGER_NAME, DEFINER FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = 'shop' ORDER BY 1;
SELECT ROUTINE_NAME, DEFINER FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = 'shop' ORDER BY 1;
SHOW CREATE PROCEDURE shop.p;

-- connection maker maker
USE shop;
CREATE TRIGGER updated BEFORE UPDATE ON item FOR EACH ROW SET NEW.note = CONCAT(NEW.note, '!');
CREATE TRIGGER deleted AFTER DELETE ON item FOR EACH ROW INSERT INTO log VALUES (OLD.id);
CREATE DEFINER = root@localhost TRIGGER x BEFORE INSERT ON item FOR EACH ROW SET @x = 1;

-- A trigger runs for whom its definer may have it run.
-- connection clerk clerk
INSERT INTO shop.item VALUES (1, 'a'), (2, 'b'), (3, 'c');
UPDATE shop.item SET note = 'x' WHERE id = 1;
DELETE FROM shop.item WHERE id = 3;
SELECT * FROM shop.item;
-- connection root
SELECT * FROM shop.log ORDER BY id;
REVOKE TRIGGER ON shop.* FROM maker;
-- connection clerk
UPDATE shop.item SET note = 'y' WHERE id = 1;
DELETE FROM shop.item WHERE id = 2;
INSERT INTO shop.item VALUES (4, 'd');
SELECT * FROM shop.item;
-- connection root
UPDATE shop.item SET note = 'y' WHERE id = 1;
GRANT TRIGGER ON shop.item TO maker;
-- connection clerk
UPDATE shop.item SET note = 'y' WHERE id = 1;
PREPARE changes FROM 'UPDATE shop.item SET note = ? WHERE id = 1';
SET @note = 'z';
EXECUTE changes USING @note;
-- connection root
DROP USER maker;
-- connection clerk
EXECUTE changes USING @note;
UPDATE shop.item SET note = 'y' WHERE id = 1;
DELETE FROM shop.item WHERE id = 2;
REPLACE INTO shop.item VALUES (2, 'r');
SELECT * FROM shop.item;

-- By a role that its sessions begin with, a definer has TRIGGER too.
-- connection root
DROP TRIGGER shop.updated;
DROP TRIGGER shop.deleted;
CREATE ROLE triggers;
GRANT TRIGGER ON shop.item TO triggers;
CREATE DEFINER = gone TRIGGER shop.updated BEFORE UPDATE ON shop.item FOR EACH ROW SET NEW.note = 'of gone';
REVOKE TRIGGER ON shop.* FROM gone;
GRANT triggers TO gone;
-- connection clerk
UPDATE shop.item SET note = 'y' WHERE id = 1;
-- connection root
SET DEFAULT ROLE triggers TO gone;
-- connection clerk
UPDATE shop.item SET note = 'y' WHERE id = 1;
SELECT * FROM shop.item WHERE id = 1;
-- connection root
DROP USER gone, clerk;
UPDATE shop.item SET note = 'y' WHERE id = 1;
DROP ROLE triggers;

-- What a trigger does its definer must be allowed to when it runs, whoever has it run: what was
-- taken from them they do not get by a trigger.
DROP TRIGGER shop.updated;
CREATE DATABASE vault;
CREATE TABLE vault.secret (word VARCHAR(20));
INSERT INTO vault.secret VALUES ('sesame');
CREATE TABLE shop.copy_of (id INT, word VARCHAR(20));
CREATE USER maker, clerk;
GRANT TRIGGER, INSERT, SELECT ON shop.* TO maker;
GRANT SELECT ON vault.secret TO maker;
GRANT INSERT, DELETE ON shop.item TO clerk;
-- connection maker maker
USE shop;
CREATE TRIGGER looks BEFORE INSERT ON item FOR EACH ROW BEGIN IF NEW.id > 0 THEN SET NEW.note = (SELECT MAX(word) FROM vault.secret); END IF; END;
CREATE TRIGGER writes AFTER INSERT ON item FOR EACH ROW INSERT INTO copy_of VALUES (NEW.id, NEW.note);
-- connection clerk clerk
INSERT INTO shop.item VALUES (20, 'a');
-- connection root
SELECT * FROM shop.copy_of;
REVOKE SELECT ON vault.secret FROM maker;
INSERT INTO shop.item VALUES (21, 'b');
-- connection maker
INSERT INTO shop.item VALUES (22, 'c');
-- connection clerk
INSERT INTO shop.item VALUES (23, 'd');
-- connection root
GRANT SELECT ON vault.secret TO maker;
-- connection clerk
INSERT INTO shop.item VALUES (24, 'e');
-- connection root
REVOKE INSERT ON shop.* FROM maker;
INSERT INTO shop.item VALUES (25, 'f');
GRANT INSERT ON shop.copy_of TO maker;
INSERT INTO shop.item VALUES (26, 'g');
SELECT * FROM shop.copy_of ORDER BY id;
DROP USER maker, clerk;
DROP DATABASE vault;
DROP DATABASE shop;
