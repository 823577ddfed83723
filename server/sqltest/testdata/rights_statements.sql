-- Each kind of statement, tried by accounts that may not: what they get is what MySQL
-- says, with its number. See rights.sql for what an account can do to others.
CREATE DATABASE shop;
CREATE DATABASE vault;
CREATE TABLE shop.item (id INT PRIMARY KEY, name VARCHAR(20));
INSERT INTO shop.item VALUES (1, 'nut'), (2, 'bolt');
CREATE TABLE shop.child (id INT PRIMARY KEY, item INT, KEY (item));
CREATE TABLE shop.trg (i INT);
CREATE TABLE vault.secret (id INT PRIMARY KEY, word VARCHAR(20));
CREATE VIEW shop.names AS SELECT name FROM shop.item;
CREATE VIEW vault.words AS SELECT word FROM vault.secret;
CREATE PROCEDURE shop.peek() SELECT 1;
CREATE PROCEDURE vault.peek() SELECT 1;
CREATE TRIGGER shop.trg BEFORE INSERT ON shop.item FOR EACH ROW SET @x = 1;
CREATE EVENT shop.ev ON SCHEDULE EVERY 1 DAY DISABLE DO SELECT 1;
CREATE USER nobody, reader, other, tabler, execer, eventer, triggerer, namesake, temper, inserter, shopper, viewer, locker, indexer, dropper;
GRANT SELECT ON shop.* TO reader;
GRANT ALL ON vault.* TO other;
GRANT ALL ON shop.item TO tabler;
GRANT ALL ON shop.things TO tabler;
GRANT SELECT, INSERT ON vault.secret TO tabler;
GRANT EXECUTE ON shop.* TO execer;
GRANT EVENT ON shop.* TO eventer;
GRANT TRIGGER ON shop.item TO triggerer;
GRANT TRIGGER ON shop.trg TO namesake;
GRANT CREATE TEMPORARY TABLES ON shop.* TO temper;
GRANT INSERT ON shop.* TO inserter;
GRANT ALL ON shop.* TO shopper;
GRANT SELECT, SHOW VIEW ON shop.* TO viewer;
GRANT LOCK TABLES ON shop.* TO locker;
GRANT INDEX ON shop.* TO indexer;
GRANT DROP, ALTER ON shop.* TO dropper;

-- An account without grants.
-- connection nobody nobody
ANALYZE TABLE shop.item;
SHOW CREATE TABLE shop.item;
SHOW CREATE TABLE shop.nothing;
SHOW CREATE VIEW shop.names;
SHOW CREATE DATABASE shop;
SHOW CREATE PROCEDURE shop.peek;
SHOW CREATE PROCEDURE shop.nothing;
SHOW CREATE TRIGGER shop.trg;
SHOW CREATE EVENT shop.ev;
-- hide Cardinality
SHOW INDEX FROM shop.item;
SHOW INDEX FROM shop.nothing;
SHOW COLUMNS FROM shop.item;
SHOW FULL COLUMNS FROM shop.item;
SHOW COLUMNS FROM shop.nothing;
SHOW FIELDS FROM item FROM shop;
SHOW KEYS FROM item FROM shop;
SHOW TABLES FROM shop;
SHOW FULL TABLES FROM shop;
SHOW TRIGGERS FROM shop;
SHOW EVENTS FROM shop;
SHOW TABLES FROM nothing;
SHOW TABLES;
SHOW TABLE STATUS;
SHOW TRIGGERS;
SHOW EVENTS;
SHOW ENGINE PERFORMANCE_SCHEMA STATUS;
SHOW BINARY LOGS;
SHOW BINARY LOG STATUS;
SHOW REPLICA STATUS;
SHOW GRANTS FOR root@localhost;
DESCRIBE shop.item;
DESCRIBE shop.names;
DESCRIBE shop.nothing;
EXPLAIN FORMAT=TREE SELECT * FROM shop.names;
USE shop;
USE nothing;
SELECT * FROM shop.item;
SELECT * FROM shop.nothing;
SELECT * FROM nothing.nothing;
SELECT * FROM shop.names;
SELECT name FROM shop.item WHERE id = 1 FOR UPDATE;
TABLE shop.item;
INSERT INTO shop.item VALUES (3, 'x');
INSERT INTO shop.item SELECT * FROM vault.secret;
INSERT INTO shop.item VALUES (1, 'x') ON DUPLICATE KEY UPDATE name = 'x';
REPLACE INTO shop.item VALUES (1, 'x');
UPDATE shop.item SET name = 'x';
UPDATE shop.item i JOIN vault.secret s ON i.id = s.id SET i.name = s.word;
DELETE FROM shop.item;
DELETE i FROM shop.item i JOIN vault.secret s ON i.id = s.id;
TRUNCATE TABLE shop.item;
INSERT INTO shop.nothing VALUES (1);
UPDATE shop.nothing SET a = 1;
DELETE FROM shop.nothing;
LOAD DATA INFILE '/tmp/x' INTO TABLE shop.item;
SELECT 1 INTO OUTFILE '/tmp/nobody.txt';
SELECT 1 INTO DUMPFILE '/tmp/nobody.txt';
LOCK TABLES shop.item READ;
LOCK TABLES shop.item WRITE;
LOCK TABLES vault.secret READ, shop.item READ;
LOCK TABLES shop.nothing READ;
RENAME TABLE shop.item TO shop.things;
RENAME TABLE shop.item TO vault.things;
RENAME TABLE vault.secret TO shop.secret;
RENAME USER reader TO writer;
CREATE DATABASE mine;
CREATE DATABASE IF NOT EXISTS shop;
ALTER DATABASE shop CHARACTER SET utf8mb4;
DROP DATABASE shop;
DROP DATABASE IF EXISTS shop;
DROP DATABASE nothing;
CREATE TABLE shop.mine (i INT);
CREATE TABLE shop.mine LIKE shop.item;
CREATE TABLE shop.mine LIKE vault.secret;
CREATE TABLE shop.mine AS SELECT * FROM shop.item;
CREATE TABLE vault.mine LIKE shop.item;
CREATE TABLE vault.mine AS SELECT * FROM shop.item;
CREATE TABLE vault.mine (i INT PRIMARY KEY, FOREIGN KEY (i) REFERENCES shop.item (id));
CREATE TEMPORARY TABLE shop.mine (i INT);
CREATE TABLE mine (i INT);
DROP TABLE shop.item;
DROP TABLE IF EXISTS shop.item;
DROP TABLE shop.nothing;
DROP TABLE vault.nothing, shop.item;
DROP TEMPORARY TABLE shop.item;
ALTER TABLE shop.item ADD COLUMN price INT;
ALTER TABLE shop.item RENAME TO shop.things;
ALTER TABLE shop.item DROP COLUMN name;
ALTER TABLE shop.item MODIFY name TEXT;
ALTER TABLE shop.item ADD INDEX (name);
ALTER TABLE shop.item ADD PRIMARY KEY (name);
ALTER TABLE shop.item DROP PRIMARY KEY;
ALTER TABLE shop.item AUTO_INCREMENT = 9;
ALTER TABLE shop.item COMMENT 'x';
ALTER TABLE shop.item ADD CONSTRAINT c CHECK (id > 0);
ALTER TABLE shop.item DROP CHECK c;
ALTER TABLE shop.item ALTER COLUMN name SET DEFAULT 'x';
ALTER TABLE shop.child ADD FOREIGN KEY (item) REFERENCES shop.item (id);
ALTER TABLE shop.child DROP FOREIGN KEY f;
ALTER TABLE shop.item ENGINE = InnoDB;
ALTER TABLE shop.item RENAME COLUMN name TO nom;
ALTER TABLE shop.item RENAME INDEX a TO b;
ALTER TABLE shop.item CONVERT TO CHARACTER SET utf8mb4;
ALTER TABLE shop.nothing ADD COLUMN price INT;
CREATE INDEX by_name ON shop.item (name);
DROP INDEX by_name ON shop.item;
CREATE VIEW shop.mine AS SELECT 1;
CREATE OR REPLACE VIEW shop.names AS SELECT 1;
CREATE VIEW vault.mine AS SELECT * FROM shop.item;
DROP VIEW shop.names;
DROP VIEW IF EXISTS shop.nothing;
DROP VIEW shop.nothing;
CREATE PROCEDURE shop.mine() SELECT 1;
DROP PROCEDURE shop.peek;
DROP PROCEDURE shop.nothing;
DROP PROCEDURE IF EXISTS shop.nothing;
CALL shop.peek();
CALL shop.nothing();
SELECT shop.f();
CREATE TRIGGER shop.mine BEFORE INSERT ON shop.item FOR EACH ROW SET @x = 1;
CREATE TRIGGER vault.mine BEFORE INSERT ON shop.item FOR EACH ROW SET @x = 1;
DROP TRIGGER shop.trg;
DROP TRIGGER shop.nothing;
CREATE EVENT shop.mine ON SCHEDULE EVERY 1 DAY DO SELECT 1;
ALTER EVENT shop.ev DISABLE;
ALTER EVENT shop.ev RENAME TO vault.ev;
DROP EVENT shop.ev;
DROP EVENT shop.nothing;
SET @a = (SELECT name FROM shop.item LIMIT 1);
SET GLOBAL max_connections = 10;
SET GLOBAL nothing = 1;
SET PERSIST max_connections = 10;
RESET REPLICA;
PURGE BINARY LOGS TO 'x';
BINLOG 'x';
CHANGE REPLICATION SOURCE TO SOURCE_HOST = 'mine';
START REPLICA;
STOP REPLICA;
FLUSH PRIVILEGES;
FLUSH TABLES;
FLUSH TABLES shop.item;
FLUSH TABLES shop.item WITH READ LOCK;
FLUSH STATUS;
FLUSH LOGS;
FLUSH BINARY LOGS;
FLUSH HOSTS;
KILL 4000000;
CREATE SPATIAL REFERENCE SYSTEM 990000 NAME 'x' DEFINITION 'x';
CREATE OR REPLACE SPATIAL REFERENCE SYSTEM 990000 NAME 'x' DEFINITION 'x';
SIGNAL SQLSTATE '45000';
CREATE USER mallory;
CREATE USER IF NOT EXISTS reader;
ALTER USER reader ACCOUNT LOCK;
DROP USER reader;
DROP USER IF EXISTS mallory;
CREATE ROLE boss;
DROP ROLE boss;
GRANT SELECT ON *.* TO reader;
GRANT SELECT ON shop.* TO reader;
GRANT SELECT ON shop.item TO reader;
GRANT SELECT (id) ON shop.item TO reader;
GRANT INSERT ON shop.item TO other;
GRANT EXECUTE ON PROCEDURE shop.peek TO reader;
GRANT SELECT ON vault.* TO nobody;
GRANT PROXY ON root@localhost TO reader;
GRANT PROXY ON reader TO nobody;
REVOKE PROXY ON root@localhost FROM reader;
GRANT boss TO reader;
REVOKE boss FROM reader;
GRANT SYSTEM_VARIABLES_ADMIN ON *.* TO reader;
REVOKE SELECT ON *.* FROM reader;
REVOKE SELECT ON shop.* FROM reader;
REVOKE SELECT ON shop.item FROM reader;
REVOKE ALL PRIVILEGES, GRANT OPTION FROM reader;
SELECT * FROM mysql.user;
SELECT * FROM information_schema.nothing;
UPDATE information_schema.TABLES SET TABLE_NAME = 'x';
DELETE FROM information_schema.TABLES;
INSERT INTO information_schema.TABLES VALUES (1);
CREATE TABLE information_schema.mine (i INT);
DROP TABLE information_schema.TABLES;
DROP DATABASE information_schema;
CREATE DATABASE information_schema;
USE mysql;
SHOW TABLES FROM mysql;
UPDATE mysql.user SET user = 'x';
DROP TABLE mysql.user;
DROP DATABASE mysql;

-- SELECT on that database: where the answer is another one.
-- connection reader reader
ANALYZE TABLE shop.item;
SHOW CREATE TABLE shop.item;
SHOW CREATE TABLE shop.nothing;
SHOW CREATE DATABASE shop;
SHOW INDEX FROM shop.item;
SHOW INDEX FROM shop.nothing;
SHOW COLUMNS FROM shop.item;
SHOW FULL COLUMNS FROM shop.item;
SHOW COLUMNS FROM shop.nothing;
SHOW FIELDS FROM item FROM shop;
SHOW KEYS FROM item FROM shop;
SHOW TABLES FROM shop;
SHOW FULL TABLES FROM shop;
DESCRIBE shop.item;
DESCRIBE shop.names;
DESCRIBE shop.nothing;
EXPLAIN FORMAT=TREE SELECT * FROM shop.names;
USE shop;
SELECT * FROM shop.item;
SELECT * FROM shop.nothing;
SELECT * FROM shop.names;
SELECT name FROM shop.item WHERE id = 1 FOR UPDATE;
TABLE shop.item;
UPDATE shop.item i JOIN vault.secret s ON i.id = s.id SET i.name = s.word;
DELETE i FROM shop.item i JOIN vault.secret s ON i.id = s.id;
SET @a = (SELECT name FROM shop.item LIMIT 1);
GRANT PROXY ON reader TO nobody;

-- Everything on another database.
-- connection other other
LOCK TABLES vault.secret READ, shop.item READ;
RENAME TABLE shop.item TO vault.things;
RENAME TABLE vault.secret TO shop.secret;
CREATE TABLE vault.mine LIKE shop.item;
CREATE TABLE vault.mine AS SELECT * FROM shop.item;
CREATE TABLE vault.mine (i INT PRIMARY KEY, FOREIGN KEY (i) REFERENCES shop.item (id));
DROP TABLE vault.nothing, shop.item;
CREATE VIEW vault.mine AS SELECT * FROM shop.item;

-- TRIGGER on a table.
-- connection triggerer triggerer
SELECT TRIGGER_NAME FROM information_schema.TRIGGERS;
DROP TRIGGER shop.trg;
DROP TRIGGER shop.trg;
DROP TRIGGER IF EXISTS shop.trg;
CREATE TRIGGER shop.trg BEFORE INSERT ON shop.item FOR EACH ROW SET @x = 1;

-- TRIGGER on a table that is named as a trigger of another one.
-- connection namesake namesake
SHOW CREATE TRIGGER shop.trg;
SHOW TRIGGERS FROM shop;
DROP TRIGGER shop.trg;

-- EVENT on a database.
-- connection eventer eventer
ALTER EVENT shop.ev RENAME TO vault.ev;
DROP EVENT shop.nothing;
ALTER EVENT shop.ev DISABLE;

-- EXECUTE on a database.
-- connection execer execer
SHOW CREATE PROCEDURE shop.peek;
SHOW CREATE PROCEDURE shop.nothing;
CALL shop.peek();
CALL shop.nothing();
DROP PROCEDURE shop.peek;
SHOW TABLES FROM shop;

-- INSERT on a database.
-- connection inserter inserter
REPLACE INTO shop.item VALUES (9, 'x');
INSERT INTO shop.item VALUES (1, 'x') ON DUPLICATE KEY UPDATE name = 'x';
INSERT INTO shop.item SELECT * FROM shop.item;
INSERT INTO shop.item (id) VALUES ((SELECT MAX(id) + 1 FROM shop.item i));
ANALYZE TABLE shop.item;
USE shop;
ANALYZE TABLE item;
LOCK TABLES shop.item READ;
SHOW CREATE TABLE shop.item;
SHOW COLUMNS FROM shop.item;
SHOW INDEX FROM shop.item;
DESCRIBE shop.item;
USE shop;
SHOW TABLES;
SELECT COUNT(*) FROM shop.item;
SHOW CREATE PROCEDURE shop.peek;
SHOW CREATE VIEW shop.names;
SHOW CREATE TABLE shop.names;
SHOW TRIGGERS FROM shop;
SHOW EVENTS FROM shop;
USE shop;
SHOW EVENTS;
SHOW CREATE EVENT ev;
ANALYZE TABLE item;
SHOW EVENTS FROM vault;

-- CREATE TEMPORARY TABLES on a database.
-- connection temper temper
CREATE TEMPORARY TABLE shop.t (i INT);
DROP TEMPORARY TABLE shop.t;
CREATE TEMPORARY TABLE shop.item (i INT);
CREATE TEMPORARY TABLE shop.t LIKE shop.item;
CREATE TEMPORARY TABLE shop.t AS SELECT 1 AS a;
DROP TEMPORARY TABLE shop.item;
DROP TEMPORARY TABLE IF EXISTS shop.item;
SHOW TABLES FROM shop;
USE vault;

-- SELECT and SHOW VIEW on a database.
-- connection viewer viewer
EXPLAIN FORMAT=TREE SELECT * FROM shop.names;
SHOW CREATE VIEW shop.names;
SHOW CREATE TABLE shop.names;
CREATE TABLE shop.mine LIKE shop.item;

-- LOCK TABLES on a database.
-- connection locker locker
LOCK TABLES shop.item READ;
LOCK TABLES shop.item WRITE;

-- INDEX on a database.
-- connection indexer indexer
CREATE INDEX a ON shop.item (name);
DROP INDEX a ON shop.item;
ALTER TABLE shop.item ADD INDEX a (name);
ALTER TABLE shop.item ADD COLUMN b INT, ADD INDEX a (name);

-- Everything on a table, and on a name that no table has.
-- connection tabler tabler
SELECT * FROM shop.item;
ANALYZE TABLE vault.secret;
ANALYZE TABLE shop.item;
USE shop;
ANALYZE TABLE item;
SELECT * FROM shop.names;
SHOW TABLES FROM shop;
LOCK TABLES shop.item READ;
ALTER DATABASE shop CHARACTER SET utf8mb4;
CREATE VIEW shop.item3 AS SELECT * FROM shop.item;
SELECT (SELECT COUNT(*) FROM shop.child) FROM shop.item;
UPDATE shop.item, vault.secret SET item.name = 'x', secret.word = 'x';
UPDATE shop.item, vault.secret SET item.name = 'x' WHERE item.id = secret.id;
DELETE vault.secret FROM shop.item JOIN vault.secret;
DELETE shop.item FROM shop.item JOIN vault.secret;
RENAME TABLE shop.item TO shop.things;
RENAME TABLE shop.things TO shop.item;
RENAME TABLE shop.child TO shop.things;
USE vault;
RENAME TABLE shop.item TO shop.things;
RENAME TABLE shop.things TO shop.item;
PREPARE p FROM 'RENAME TABLE shop.item TO shop.things';
EXECUTE p;
RENAME TABLE shop.things TO shop.item;
SELECT DATABASE();

-- Everything on a database.
-- connection shopper shopper
SHOW CREATE TRIGGER shop.nothing;
SHOW CREATE EVENT shop.nothing;
SHOW CREATE PROCEDURE shop.peek;
DROP PROCEDURE shop.nothing;
CREATE TABLE shop.mine LIKE vault.secret;
CREATE TABLE shop.mine AS SELECT * FROM vault.secret;
CREATE VIEW shop.mine AS SELECT * FROM vault.secret;
ALTER TABLE shop.item RENAME TO vault.item;
RENAME TABLE shop.item TO vault.item;
DROP DATABASE vault;
LOCK TABLES shop.item READ, vault.secret READ;
GRANT SELECT ON shop.* TO nobody;
CREATE TRIGGER shop.t2 BEFORE INSERT ON vault.secret FOR EACH ROW SET @x = 1;
CREATE TRIGGER vault.t2 BEFORE INSERT ON shop.item FOR EACH ROW SET @x = 1;
ALTER EVENT shop.ev RENAME TO vault.ev;
ALTER TABLE shop.child ADD FOREIGN KEY (item) REFERENCES vault.secret (id);
CREATE TEMPORARY TABLE shop.t AS SELECT * FROM vault.secret;
USE shop;
CREATE TABLE mine LIKE item;
DROP TABLE mine;
CREATE VIEW mine AS SELECT * FROM vault.secret;
DROP TABLE shop.trg;
CREATE TABLE shop.trg (i INT);

-- DROP and ALTER on a database.
-- connection dropper dropper
ALTER TABLE shop.item ADD INDEX a (name);
ALTER TABLE shop.item DROP INDEX a;
CREATE INDEX a ON shop.item (name);
DROP INDEX item ON shop.child;
ALTER TABLE shop.item RENAME TO shop.things;
CREATE OR REPLACE VIEW shop.names AS SELECT 1;
DROP TABLE shop.item;

-- Who has selected no database can read and make views.
-- connection root
CREATE TABLE shop.item (id INT PRIMARY KEY, name VARCHAR(20));
INSERT INTO shop.item VALUES (1, 'nut');
SELECT * FROM shop.names;
SELECT DATABASE();
CREATE VIEW shop.numbers AS SELECT id FROM shop.item;
DROP VIEW shop.numbers;
GRANT PROXY ON reader TO nobody;

-- A trigger works from wherever rows come.
USE shop;
CREATE TABLE noted (id INT);
CREATE TRIGGER note AFTER INSERT ON shop.noted FOR EACH ROW SET @noted = NEW.id;
USE vault;
INSERT INTO shop.noted VALUES (7);
SELECT @noted;

DROP USER nobody, reader, other, tabler, execer, eventer, triggerer, namesake, temper, inserter, shopper, viewer, locker, indexer, dropper;
DROP DATABASE shop;
DROP DATABASE vault;
