-- What a statement that defines or alters a table leaves as MySQL 9.7.4 does: the next
-- number of AUTO_INCREMENT, names of checks, keys, warnings of duplicate indexes.
CREATE DATABASE shop;
USE shop;
-- A table that never had a row keeps its AUTO_INCREMENT while it is written anew.
CREATE TABLE item (id INT AUTO_INCREMENT PRIMARY KEY, b INT, c INT, d INT) AUTO_INCREMENT = 100;
ALTER TABLE item DROP COLUMN c;
ALTER TABLE item MODIFY b BIGINT;
ALTER TABLE item ADD UNIQUE (b);
ALTER TABLE item ADD COLUMN e INT UNIQUE, DROP COLUMN d, CHANGE b price DECIMAL(9,2);
SHOW CREATE TABLE item;
ALTER TABLE item COMMENT = 'c', AUTO_INCREMENT = 101, ADD COLUMN f INT DEFAULT NULL AFTER id;
CREATE UNIQUE INDEX other ON item (e, price);
INSERT INTO item (price) VALUES (1);
SELECT id FROM item;
DELETE FROM item;
ALTER TABLE item AUTO_INCREMENT = 7, DROP COLUMN e;
INSERT INTO item (price) VALUES (2);
SELECT id FROM item;
ALTER TABLE item MODIFY id INT, DROP COLUMN price;
SHOW CREATE TABLE item;
-- Checks without a name are counted.
CREATE TABLE part (a INT CHECK (a > 0), b INT, CHECK (b > 0), CONSTRAINT part_chk_7 CHECK (a < b), CHECK (a < 100) NOT ENFORCED);
ALTER TABLE part ADD CHECK (b < 1000);
ALTER TABLE part ADD CONSTRAINT CHECK (b < 1001), ADD COLUMN d INT CHECK (d > 0);
ALTER TABLE part DROP CHECK part_chk_1;
SHOW CREATE TABLE part;
RENAME TABLE part TO piece;
SHOW CREATE TABLE piece;
INSERT INTO piece (a, b) VALUES (5, 1000);
CREATE TABLE twin LIKE piece;
SHOW CREATE TABLE twin;
-- KEY of a column is its primary key.
CREATE TABLE keyed (id INT COMMENT 'x' KEY);
CREATE TABLE bare (a INT);
ALTER TABLE bare ADD COLUMN id INT KEY FIRST;
SHOW CREATE TABLE keyed;
SHOW CREATE TABLE bare;
-- What is a duplicate index, and what is none.
CREATE TABLE indexed (a INT, b VARCHAR(20), c INT AS (LENGTH(b)) VIRTUAL, KEY (a), UNIQUE (a), KEY ab (a, b), KEY ba (b, a), KEY (c), KEY short (b(5)), KEY shorter (b(4)), KEY again (b(5)));
SHOW WARNINGS;
ALTER TABLE indexed ADD KEY whole (b), ADD KEY third (a);
SHOW WARNINGS;
CREATE UNIQUE INDEX once ON indexed (c);
SHOW WARNINGS;
-- Options that do nothing may be DEFAULT.
ALTER TABLE indexed PACK_KEYS = DEFAULT, STATS_SAMPLE_PAGES DEFAULT STATS_PERSISTENT = DEFAULT;
CREATE TABLE packed (a INT) PACK_KEYS = DEFAULT COMMENT = 'c';
-- The storage cannot keep a backslash in the member of a type.
CREATE TABLE listed (a ENUM('a\\b', 'c'));
ALTER TABLE bare ADD COLUMN s SET('x', 'y\\');
