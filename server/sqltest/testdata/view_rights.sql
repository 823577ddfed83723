-- What a view reads it reads with the rights of its definer, or, with SQL SECURITY INVOKER,
-- of whom it is read by.
CREATE DATABASE vault;
CREATE DATABASE shop;
CREATE TABLE vault.secret (id INT PRIMARY KEY, word VARCHAR(20));
INSERT INTO vault.secret VALUES (1, 'hush');
CREATE TABLE shop.secret (id INT PRIMARY KEY, word VARCHAR(20));
INSERT INTO shop.secret VALUES (1, 'known to all');
CREATE TABLE shop.own (id INT PRIMARY KEY, word VARCHAR(20));
INSERT INTO shop.own VALUES (1, '');
CREATE USER keeper, reader, maker, loser;
GRANT SELECT ON vault.secret TO keeper, loser;
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, CREATE VIEW, DROP, CREATE ROUTINE, EXECUTE, TRIGGER, EVENT ON shop.* TO reader, maker;
USE vault;
CREATE DEFINER = keeper VIEW d AS SELECT * FROM secret;
CREATE DEFINER = keeper SQL SECURITY INVOKER VIEW i AS SELECT * FROM secret;
CREATE DEFINER = loser VIEW lost AS SELECT * FROM secret;
CREATE DEFINER = nobody VIEW gone AS SELECT * FROM secret;
CREATE DEFINER = keeper VIEW d_over_d AS SELECT * FROM d;
CREATE VIEW r_over_i AS SELECT * FROM i;
CREATE SQL SECURITY INVOKER VIEW i_over_d AS SELECT * FROM d;
CREATE SQL SECURITY INVOKER VIEW i_over_i AS SELECT * FROM i;
CREATE VIEW nested AS SELECT word FROM (SELECT word FROM secret WHERE id IN (SELECT id FROM secret)) x UNION ALL SELECT (SELECT word FROM secret);
CREATE DEFINER = loser VIEW named AS WITH secret AS (SELECT 'of the view' AS word) SELECT * FROM secret;
CREATE DEFINER = loser VIEW misnamed AS SELECT * FROM (WITH secret AS (SELECT 1 AS one) SELECT * FROM secret) x JOIN secret s;
CREATE VIEW accounts AS SELECT User FROM mysql.user WHERE User = 'root';
CREATE DEFINER = keeper VIEW accounts_of_keeper AS SELECT User FROM mysql.user;
CREATE VIEW version AS SELECT VARIABLE_NAME FROM performance_schema.global_variables WHERE VARIABLE_NAME = 'version';
CREATE VIEW who AS SELECT CURRENT_USER() AS definer, CURRENT_USER, USER();
CREATE SQL SECURITY INVOKER VIEW who_reads AS SELECT CURRENT_USER() AS invoker;
CREATE VIEW who_over AS SELECT * FROM who_reads;
CREATE VIEW tables AS SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'vault' ORDER BY TABLE_NAME LIMIT 3;
CREATE FUNCTION f() RETURNS VARCHAR(20) READS SQL DATA RETURN (SELECT word FROM secret);
CREATE VIEW calls AS SELECT f();
GRANT SELECT ON vault.d TO reader, maker;
GRANT SELECT ON vault.i TO reader, maker, keeper;
GRANT SELECT ON vault.lost TO reader;
GRANT SELECT ON vault.gone TO reader;
GRANT SELECT ON vault.d_over_d TO reader;
GRANT SELECT ON vault.r_over_i TO reader;
GRANT SELECT ON vault.i_over_d TO reader;
GRANT SELECT ON vault.i_over_i TO reader;
GRANT SELECT ON vault.nested TO reader;
GRANT SELECT ON vault.named TO reader;
GRANT SELECT ON vault.misnamed TO reader;
GRANT SELECT ON vault.accounts TO reader;
GRANT SELECT ON vault.accounts_of_keeper TO reader;
GRANT SELECT ON vault.version TO reader;
GRANT SELECT ON vault.who TO reader;
GRANT SELECT ON vault.who_reads TO reader;
GRANT SELECT ON vault.who_over TO reader;
GRANT SELECT ON vault.tables TO reader;
GRANT SELECT ON vault.calls TO reader;
REVOKE SELECT ON vault.secret FROM loser;

-- Who may do everything reads what definers may.
SELECT * FROM d;
SELECT * FROM lost;
SELECT * FROM gone;
SELECT * FROM d_over_d;
SELECT * FROM misnamed;
SELECT * FROM named;
SELECT * FROM accounts_of_keeper;
SHOW CREATE VIEW gone;

-- Who has SELECT on the views alone.
-- connection reader reader
SELECT * FROM vault.secret;
SELECT * FROM vault.d;
SELECT word FROM vault.d WHERE id = 1;
SELECT * FROM vault.i;
SELECT * FROM vault.lost;
SELECT * FROM vault.gone;
SELECT * FROM vault.d_over_d;
SELECT * FROM vault.r_over_i;
SELECT * FROM vault.i_over_d;
SELECT * FROM vault.i_over_i;
SELECT * FROM vault.nested;
SELECT * FROM vault.named;
SELECT * FROM vault.misnamed;
SELECT * FROM vault.accounts;
SELECT * FROM vault.accounts_of_keeper;
SELECT * FROM vault.version;
SELECT * FROM vault.who;
SELECT * FROM vault.who_reads;
SELECT * FROM vault.who_over;
SELECT * FROM vault.tables;
SELECT * FROM vault.calls;

-- Whatever is selected, and whatever stands beside it.
USE shop;
SELECT * FROM vault.d;
SELECT * FROM vault.i;
SELECT * FROM vault.i_over_i;
SELECT * FROM vault.misnamed;
SELECT * FROM vault.d, vault.i;
SELECT * FROM vault.d, vault.secret;
SELECT * FROM vault.d UNION SELECT * FROM vault.i;
SELECT * FROM vault.d UNION SELECT * FROM vault.secret;
SELECT * FROM vault.d WHERE id IN (SELECT id FROM vault.secret);
SELECT * FROM vault.i_over_d, vault.i;
WITH secret AS (SELECT * FROM vault.d) SELECT word FROM secret;
WITH d AS (SELECT * FROM vault.secret) SELECT word FROM d;
SELECT d.word FROM vault.d JOIN secret USING (id);
PREPARE p FROM 'SELECT word FROM vault.d';
EXECUTE p;
PREPARE p FROM 'SELECT word FROM vault.i';
CREATE TABLE shop.copied AS SELECT * FROM vault.d;
SELECT * FROM copied;
INSERT INTO own SELECT 2, word FROM vault.d;
INSERT INTO own SELECT 3, word FROM vault.i;
UPDATE own SET word = (SELECT word FROM vault.d) WHERE id = 1;
UPDATE own JOIN vault.d ON own.id = d.id SET own.word = d.word;
UPDATE own JOIN vault.i ON own.id = i.id SET own.word = i.word;
DELETE own FROM own JOIN vault.d ON own.id = d.id WHERE d.word = 'x';
DELETE own FROM own JOIN vault.i ON own.id = i.id WHERE i.word = 'x';
SELECT * FROM own ORDER BY id;

-- A view is no way to change what it reads, and does not tell how it does.
INSERT INTO vault.d VALUES (2, 'x');
UPDATE vault.d SET word = 'x';
DELETE FROM vault.d;
REPLACE INTO vault.d VALUES (1, 'x');
UPDATE vault.secret, vault.d SET secret.word = d.word;
SHOW CREATE VIEW vault.d;
EXPLAIN SELECT * FROM vault.d;
EXPLAIN FORMAT = TREE SELECT * FROM vault.d;
EXPLAIN FORMAT = JSON SELECT * FROM vault.d;
EXPLAIN ANALYZE SELECT * FROM vault.d;
EXPLAIN SELECT * FROM vault.i_over_d;
EXPLAIN UPDATE own JOIN vault.d ON own.id = d.id SET own.word = d.word;
SELECT TABLE_NAME, VIEW_DEFINITION FROM information_schema.VIEWS WHERE TABLE_SCHEMA = 'vault' ORDER BY 1 LIMIT 2;
SHOW COLUMNS FROM vault.d;

-- Views, programs and events of one's own over them.
CREATE VIEW mine AS SELECT * FROM vault.d;
CREATE VIEW mine_too AS SELECT * FROM vault.i;
CREATE VIEW theirs AS SELECT * FROM vault.secret;
CREATE DEFINER = keeper VIEW theirs AS SELECT * FROM vault.secret;
CREATE DEFINER = root@localhost SQL SECURITY INVOKER VIEW theirs AS SELECT * FROM vault.secret;
PREPARE p FROM 'CREATE DEFINER = keeper VIEW theirs AS SELECT nothing FROM vault.secret';
EXECUTE p;
CREATE PROCEDURE make() CREATE DEFINER = keeper VIEW theirs AS SELECT nothing FROM vault.secret;
CALL make();
CREATE OR REPLACE DEFINER = keeper VIEW mine AS SELECT * FROM vault.secret;
ALTER DEFINER = keeper VIEW mine AS SELECT * FROM vault.secret;
ALTER VIEW mine AS SELECT * FROM vault.secret;
SELECT * FROM mine;
CREATE FUNCTION g() RETURNS VARCHAR(20) READS SQL DATA RETURN (SELECT word FROM vault.d);
SELECT g();
CREATE FUNCTION h() RETURNS VARCHAR(20) READS SQL DATA RETURN (SELECT word FROM vault.i);
SELECT h();
CREATE PROCEDURE q() SELECT word FROM vault.d;
CALL q();
CREATE PROCEDURE r() BEGIN SELECT word FROM vault.d; SELECT word FROM vault.i; END;
CALL r();
CREATE TRIGGER t BEFORE INSERT ON own FOR EACH ROW SET NEW.word = (SELECT word FROM vault.d);
INSERT INTO own VALUES (9, 'x');
SELECT * FROM own WHERE id = 9;

-- A view of an account that has lost its right to another view.
-- connection maker maker
USE shop;
CREATE VIEW of_maker AS SELECT * FROM vault.d;
SELECT * FROM of_maker;
-- connection root
REVOKE SELECT ON vault.d FROM maker;
-- connection reader
SELECT * FROM of_maker;
-- connection root
SELECT * FROM shop.of_maker;
GRANT SELECT ON vault.d TO maker;
-- connection reader
SELECT * FROM of_maker;
-- connection root
DROP USER maker;
SELECT * FROM shop.of_maker;
-- connection reader
SELECT * FROM of_maker;

-- Roles that the definer's sessions begin with count.
-- connection root
CREATE ROLE looks;
GRANT SELECT ON vault.secret TO looks;
GRANT looks TO loser;
-- connection reader
SELECT * FROM vault.lost;
-- connection root
SET DEFAULT ROLE looks TO loser;
-- connection reader
SELECT * FROM vault.lost;
-- connection root
REVOKE looks FROM loser;
-- connection reader
SELECT * FROM vault.lost;

-- With SHOW VIEW and SELECT on all that is read, EXPLAIN tells.
-- connection root
GRANT SHOW VIEW ON vault.d TO reader;
-- connection reader
EXPLAIN FORMAT = TREE SELECT * FROM vault.d;
-- connection root
GRANT SELECT ON vault.secret TO reader;
-- connection reader
EXPLAIN SELECT word FROM vault.d;
SHOW CREATE VIEW vault.d;
SELECT word FROM vault.i;
