-- Who may do what to whom. Each account below tries what belongs to others; what
-- it gets is what MySQL says.
CREATE DATABASE shop;
CREATE DATABASE vault;
CREATE TABLE shop.item (id INT PRIMARY KEY, name VARCHAR(20));
INSERT INTO shop.item VALUES (1, 'nut'), (2, 'bolt');
CREATE TABLE vault.secret (id INT PRIMARY KEY, word VARCHAR(20));
INSERT INTO vault.secret VALUES (1, 'hush');
USE shop;
CREATE VIEW shop.names AS SELECT name FROM shop.item;
CREATE PROCEDURE shop.peek() SELECT * FROM vault.secret;
CREATE USER nobody, reader, app, owner, monitor, tuner, keeper, witch, lender, clerk, blind;
GRANT SELECT ON shop.* TO reader;
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.* TO app;
GRANT ALL ON shop.* TO owner;
GRANT PROCESS, REPLICATION CLIENT ON *.* TO monitor;
GRANT SELECT ON performance_schema.* TO monitor;
GRANT RELOAD, SYSTEM_VARIABLES_ADMIN, CONNECTION_ADMIN ON *.* TO tuner;
GRANT CREATE USER ON *.* TO keeper;
GRANT SUPER ON *.* TO witch;
GRANT SELECT ON shop.* TO lender WITH GRANT OPTION;
GRANT SELECT ON shop.item TO clerk;
GRANT UPDATE ON shop.item TO blind;
CREATE USER shut ACCOUNT LOCK;

-- An account without grants.
-- connection nobody nobody
SHOW DATABASES;
SHOW GRANTS;
USE shop;
USE vault;
USE performance_schema;
SELECT * FROM shop.item;
SELECT * FROM vault.secret;
SELECT * FROM mysql.user;
SELECT * FROM performance_schema.threads;
SELECT * FROM performance_schema.session_connect_attrs;
SELECT COUNT(*) > 0 FROM performance_schema.session_account_connect_attrs;
SELECT * FROM profiling.query_profiles;
SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA NOT IN ('information_schema', 'performance_schema');
SELECT SCHEMA_NAME FROM information_schema.SCHEMATA;
SELECT * FROM information_schema.USER_PRIVILEGES;
SELECT USER, COUNT(*) FROM information_schema.PROCESSLIST GROUP BY USER;
SELECT USER, COUNT(*) FROM performance_schema.processlist GROUP BY USER;
SELECT COUNT(*) FROM information_schema.INNODB_TRX;
SELECT COUNT(*) FROM information_schema.innodb_metrics;
SELECT COUNT(*) FROM information_schema.INNODB_FIELDS;
SELECT COUNT(*) FROM information_schema.TRIGGERS;
SELECT COUNT(*) FROM information_schema.EVENTS;
SELECT COUNT(*) FROM information_schema.STATISTICS WHERE TABLE_SCHEMA IN ('shop', 'vault');
SELECT COUNT(*) FROM information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA IN ('shop', 'vault');
SELECT COUNT(*) FROM information_schema.TABLE_CONSTRAINTS WHERE TABLE_SCHEMA IN ('shop', 'vault');
SELECT COUNT(*) FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA IN ('shop', 'vault');
SELECT COUNT(*) FROM information_schema.SCHEMA_PRIVILEGES;
SELECT COUNT(*) FROM information_schema.TABLE_PRIVILEGES;
SELECT USER FROM information_schema.USER_ATTRIBUTES;
SHOW TABLES FROM shop;
SHOW TABLES FROM mysql;
SHOW CREATE TABLE vault.secret;
DESCRIBE vault.secret;
SHOW INDEX FROM vault.secret;
SHOW GRANTS FOR root@localhost;
SHOW ENGINE PERFORMANCE_SCHEMA STATUS;
SHOW BINARY LOGS;
SHOW REPLICA STATUS;
SHOW PROFILE FOR CONNECTION 1;
EXPLAIN ANALYZE FOR CONNECTION 1;
KILL 2;
KILL QUERY 2;
KILL 4000000;
FLUSH PRIVILEGES;
FLUSH TABLES;
FLUSH STATUS;
FLUSH LOGS;
FLUSH USER_RESOURCES;
FLUSH OPTIMIZER_COSTS;
FLUSH TABLES WITH READ LOCK;
RESET REPLICA;
CHANGE REPLICATION SOURCE TO SOURCE_HOST = 'mine';
START REPLICA;
STOP REPLICA;
SHOW TRIGGERS FROM vault;
SHOW EVENTS FROM vault;
SHOW TABLE STATUS FROM vault;
SHOW CREATE DATABASE vault;
SHOW PROFILE FOR CONNECTION 4000000;
EXPLAIN ANALYZE FOR CONNECTION 4000000;
SET GLOBAL max_connections = 10;
SET PERSIST max_connections = 10;
SET PERSIST_ONLY max_connections = 10;
SET SESSION sql_log_bin = 0;
SET SESSION sql_mode = '';
CREATE USER mallory;
ALTER USER root@localhost IDENTIFIED BY 'mine';
ALTER USER nobody IDENTIFIED BY '';
ALTER USER root@localhost ACCOUNT LOCK;
DROP USER reader;
RENAME USER reader TO writer;
CREATE ROLE boss;
DROP ROLE boss;
GRANT SELECT ON *.* TO nobody;
GRANT SELECT ON shop.* TO nobody;
GRANT SELECT ON shop.item TO nobody;
REVOKE SELECT ON shop.* FROM reader;
REVOKE ALL PRIVILEGES, GRANT OPTION FROM reader;
GRANT SYSTEM_VARIABLES_ADMIN ON *.* TO nobody;
CREATE DATABASE mine;
DROP DATABASE shop;
CREATE TABLE shop.mine (i INT);
DROP TABLE shop.item;
ALTER TABLE shop.item ADD COLUMN price INT;
CREATE INDEX by_name ON shop.item (name);
RENAME TABLE shop.item TO shop.things;
TRUNCATE TABLE shop.item;
LOCK TABLES shop.item READ;
CREATE VIEW shop.mine AS SELECT 1;
DROP VIEW shop.names;
SHOW CREATE VIEW shop.names;
CALL shop.peek();
CALL shop.dolt_gc();
DROP PROCEDURE shop.peek;
SELECT LOAD_FILE('/etc/hostname');
SELECT 1 INTO OUTFILE 'nobody.txt';
LOAD DATA INFILE 'nobody.txt' INTO TABLE shop.item;

-- SELECT on one database.
-- connection reader reader
USE shop;
SELECT COUNT(*) FROM item;
SELECT COUNT(*) FROM names;
SELECT * FROM `vault/main`.secret;
SELECT * FROM vault.secret AS OF 'HEAD';
SELECT * FROM shop.item JOIN vault.secret;
SELECT (SELECT word FROM vault.secret LIMIT 1);
SELECT * FROM item WHERE EXISTS (SELECT 1 FROM vault.secret);
SELECT * FROM item UNION SELECT * FROM vault.secret;
/*!50000 SELECT * FROM vault.secret */;
WITH vault AS (SELECT 1) SELECT * FROM vault.secret;
WITH mysql AS (SELECT 1) SELECT user FROM mysql.user;
PREPARE p FROM 'SELECT * FROM vault.secret';
EXPLAIN SELECT * FROM vault.secret;
EXPLAIN ANALYZE SELECT * FROM vault.secret;
CREATE TEMPORARY TABLE t AS SELECT * FROM vault.secret;
USE `vault/main`;
INSERT INTO item VALUES (3, 'gear');
UPDATE item SET name = 'x';
DELETE FROM item;
REPLACE INTO item VALUES (1, 'x');
CALL peek();
CALL dolt_commit('-Am', 'mine');
SELECT * FROM dolt_diff('HEAD', 'WORKING', 'item') LIMIT 0;
SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA NOT IN ('information_schema', 'performance_schema');
SELECT DISTINCT TABLE_SCHEMA FROM information_schema.COLUMNS WHERE TABLE_SCHEMA IN ('shop', 'vault', 'mysql', 'profiling');
SELECT TABLE_NAME, VIEW_DEFINITION FROM information_schema.VIEWS WHERE TABLE_SCHEMA = 'shop';
SELECT ROUTINE_NAME FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = 'shop';
SHOW CREATE VIEW names;
SHOW GRANTS FOR reader;
SHOW GRANTS FOR app;

-- SELECT on one table.
-- connection clerk clerk
USE shop;
SHOW TABLES;
SELECT COUNT(*) FROM item;
SELECT * FROM names;
SELECT * FROM dolt_log;
SET @@vault_head_ref = 'refs/heads/main';
SELECT DATABASE();
SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'shop';

-- UPDATE without SELECT: what a change reads is not told.
-- connection blind blind
USE shop;
UPDATE item SET name = 'nut' WHERE id = 1;
UPDATE item SET name = CONCAT(name, 'x');
SELECT * FROM item;

-- Everything on one database.
-- connection owner owner
USE shop;
CREATE TABLE mine (i INT PRIMARY KEY, secret INT, FOREIGN KEY (secret) REFERENCES vault.secret (id));
CREATE TABLE mine LIKE vault.secret;
CREATE TABLE mine AS SELECT * FROM vault.secret;
CREATE TABLE mine (i INT PRIMARY KEY);
RENAME TABLE mine TO vault.mine;
DROP TABLE mine;
CREATE VIEW spy AS SELECT * FROM vault.secret;
CREATE DEFINER = root@localhost VIEW spy AS SELECT 1;
CREATE DEFINER = root@localhost PROCEDURE spy() SELECT 1;
CREATE DEFINER = root@localhost TRIGGER spy BEFORE INSERT ON item FOR EACH ROW SET @x = 1;
CREATE DEFINER = root@localhost EVENT spy ON SCHEDULE EVERY 1 DAY DO SELECT 1;
CREATE TRIGGER spy BEFORE INSERT ON item FOR EACH ROW SET @x = (SELECT word FROM vault.secret LIMIT 1);
CREATE TRIGGER spy BEFORE INSERT ON item FOR EACH ROW SET GLOBAL max_connections = 10;
CALL peek();
CALL dolt_stats_stop();
CALL dolt_gc();
CREATE DATABASE mine;
DROP DATABASE vault;
GRANT SELECT ON shop.* TO nobody;
GRANT SELECT ON *.* TO owner;
SET GLOBAL max_connections = 10;

-- A grant can be passed on, as far as it goes.
-- connection lender lender
USE shop;
GRANT SELECT ON shop.* TO nobody;
REVOKE SELECT ON shop.* FROM nobody;
GRANT SELECT ON *.* TO nobody;
GRANT INSERT ON shop.* TO nobody;
GRANT SELECT ON vault.* TO nobody;

-- PROCESS and REPLICATION CLIENT.
-- connection monitor monitor
SELECT COUNT(*) > 1 FROM information_schema.PROCESSLIST;
SELECT COUNT(*) > 1 FROM performance_schema.threads;
SELECT COUNT(*) >= 0 FROM profiling.query_profiles;
SELECT COUNT(*) FROM information_schema.INNODB_TRX;
SHOW BINARY LOGS;
SHOW GRANTS FOR root@localhost;
KILL 2;
UPDATE performance_schema.setup_consumers SET ENABLED = 'YES';
TRUNCATE TABLE performance_schema.events_statements_history;
TRUNCATE TABLE profiling.query_profiles;
FLUSH STATUS;

-- RELOAD, SYSTEM_VARIABLES_ADMIN and CONNECTION_ADMIN.
-- connection tuner tuner
SET GLOBAL max_connections = 151;
SET SESSION sql_log_bin = 1;
SET PERSIST_ONLY max_connections = 10;
FLUSH TABLES;
FLUSH STATUS;
KILL 4000000;
SHOW ENGINE PERFORMANCE_SCHEMA STATUS;
CREATE USER mallory;

-- CREATE USER is not what makes an account a superuser.
-- connection keeper keeper
CREATE USER trainee ACCOUNT LOCK;
ALTER USER trainee ACCOUNT UNLOCK;
GRANT SELECT ON shop.* TO trainee;
DROP USER trainee;
SELECT * FROM mysql.user;
SET GLOBAL max_connections = 10;

-- SUPER stands for what it always stood for, and for no more.
-- connection witch witch
SET GLOBAL max_connections = 151;
SET SESSION sql_log_bin = 1;
KILL 4000000;
SHOW BINARY LOGS;
SELECT * FROM shop.item;
UPDATE shop.item SET name = 'x';
DROP TABLE shop.item;
DROP DATABASE shop;
CREATE USER mallory;
GRANT SELECT ON *.* TO witch;
SHOW ENGINE PERFORMANCE_SCHEMA STATUS;
FLUSH STATUS;
SET PERSIST_ONLY max_connections = 10;
SELECT LOAD_FILE('/etc/hostname');

-- What nobody may be given on a table of performance_schema.
-- connection root
GRANT SELECT, UPDATE ON performance_schema.setup_instruments TO app;
GRANT DROP ON performance_schema.setup_instruments TO app;
GRANT INSERT ON performance_schema.setup_instruments TO app;
GRANT INSERT, DELETE ON performance_schema.setup_actors TO app;
GRANT UPDATE ON performance_schema.events_statements_history TO app;
GRANT ALTER ON performance_schema.threads TO app;
GRANT ALL ON performance_schema.threads TO app;
GRANT ALL ON performance_schema.* TO app;

-- What has been taken away is away, from a superuser too.
CREATE USER boss;
GRANT ALL ON *.* TO boss WITH GRANT OPTION;
REVOKE UPDATE, DROP ON *.* FROM boss;
-- connection boss boss
UPDATE shop.item SET name = 'x';
DROP TABLE shop.item;
SELECT COUNT(*) FROM shop.item;
-- connection root
SELECT * FROM shop.item;
DROP USER nobody, reader, app, owner, monitor, tuner, keeper, witch, lender, clerk, blind, shut, boss;
DROP DATABASE shop;
DROP DATABASE vault;
