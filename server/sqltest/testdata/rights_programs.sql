-- A procedure or stored function does what its definer may, whoever calls it, and with SQL
-- SECURITY INVOKER what its caller may: the session's account, or the definer of the program
-- that it is called in. Who calls one needs EXECUTE, and so does its definer.

CREATE DATABASE shop;
CREATE DATABASE vault;
CREATE TABLE vault.secret (word VARCHAR(20));
INSERT INTO vault.secret VALUES ('hush');
CREATE TABLE vault.log (who VARCHAR(50));
CREATE TABLE shop.item (id INT PRIMARY KEY);
CREATE USER keeper, clerk, maker, thief;
CREATE ROLE opener, idle;
GRANT SELECT, INSERT ON vault.* TO keeper;
GRANT EXECUTE ON shop.* TO keeper;
GRANT EXECUTE ON shop.* TO clerk;
GRANT ALL ON shop.* TO thief;

CREATE FUNCTION shop.read_as_caller() RETURNS VARCHAR(20) SQL SECURITY INVOKER READS SQL DATA RETURN (SELECT word FROM vault.secret);
CREATE PROCEDURE shop.as_caller() SQL SECURITY INVOKER SELECT CURRENT_USER(), (SELECT COUNT(*) FROM vault.secret) AS secrets;
CREATE DEFINER = keeper FUNCTION shop.read_as_keeper() RETURNS VARCHAR(20) READS SQL DATA RETURN (SELECT word FROM vault.secret);
CREATE DEFINER = keeper PROCEDURE shop.as_keeper() SELECT CURRENT_USER(), word FROM vault.secret;
CREATE DEFINER = keeper PROCEDURE shop.nested() BEGIN DECLARE w VARCHAR(20) DEFAULT shop.read_as_caller(); CALL shop.as_caller(); SET @word = w; END;
CREATE DEFINER = clerk PROCEDURE shop.for_clerk() BEGIN CALL shop.as_keeper(); CALL shop.as_caller(); END;
CREATE DEFINER = keeper PROCEDURE shop.prepares() BEGIN PREPARE s FROM 'SELECT word FROM vault.secret'; EXECUTE s; END;
CREATE DEFINER = keeper PROCEDURE shop.fails() BEGIN SELECT word FROM vault.secret; SIGNAL SQLSTATE '45000'; END;
CREATE DEFINER = keeper PROCEDURE shop.handles() BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION SELECT word FROM vault.secret; SIGNAL SQLSTATE '45000'; END;
CREATE DEFINER = keeper PROCEDURE shop.fetches() BEGIN DECLARE w VARCHAR(20); DECLARE c CURSOR FOR SELECT word FROM vault.secret; OPEN c; FETCH c INTO w; CLOSE c; SELECT w; END;
CREATE DEFINER = keeper PROCEDURE shop.takes(IN a VARCHAR(20), OUT b VARCHAR(20)) SELECT word INTO b FROM vault.secret;
CREATE DEFINER = keeper PROCEDURE shop.writes(IN a VARCHAR(50)) INSERT INTO vault.log VALUES (a);
CREATE DEFINER = keeper PROCEDURE shop.drops() DROP TABLE vault.log;
CREATE DEFINER = keeper PROCEDURE shop.kept_from() SELECT User FROM mysql.user;
CREATE DEFINER = opener PROCEDURE shop.as_role() SELECT CURRENT_USER();
CREATE DEFINER = gone PROCEDURE shop.as_nobody() SELECT 1;
CREATE SQL SECURITY INVOKER VIEW shop.words AS SELECT word, CURRENT_USER() AS reader FROM vault.secret;
CREATE DEFINER = keeper PROCEDURE shop.views() SELECT * FROM shop.words;
CREATE DEFINER = thief TRIGGER shop.item_in BEFORE INSERT ON shop.item FOR EACH ROW SET @stolen = shop.read_as_caller();
GRANT SELECT ON shop.words TO keeper;
GRANT INSERT ON shop.item TO keeper;

-- connection clerk clerk
CALL shop.as_keeper();
SELECT shop.read_as_keeper();
CALL shop.nested();
SELECT @word;
CALL shop.for_clerk();
CALL shop.as_caller();
SELECT shop.read_as_caller();
CALL shop.prepares();
EXECUTE s;
CALL shop.fails();
SELECT word FROM vault.secret;
CALL shop.handles();
SELECT word FROM vault.secret;
CALL shop.fetches();
CALL shop.takes(shop.read_as_caller(), @b);
CALL shop.takes((SELECT word FROM vault.secret), @b);
CALL shop.takes('', @b);
SELECT @b;
CALL shop.writes(shop.read_as_keeper());
CALL shop.drops();
CALL shop.kept_from();
CALL shop.views();
CALL shop.as_role();
CALL shop.as_nobody();
USE vault;
SELECT COUNT(*) FROM vault.log;
SHOW DATABASES;
SHOW TABLES FROM vault;
SELECT SCHEMA_NAME FROM information_schema.SCHEMATA ORDER BY SCHEMA_NAME;
SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'vault';

-- connection root
GRANT EXECUTE ON shop.* TO opener;
REVOKE SELECT ON vault.* FROM keeper;

-- connection clerk
CALL shop.as_role();
CALL shop.as_keeper();
SELECT shop.read_as_keeper();

-- A definer has the roles that its sessions begin with.

-- connection root
GRANT SELECT ON vault.* TO opener;
GRANT opener, idle TO keeper;

-- connection clerk
CALL shop.as_keeper();

-- connection root
SET DEFAULT ROLE opener TO keeper;

-- connection clerk
CALL shop.as_keeper();

-- connection root
REVOKE EXECUTE ON shop.* FROM keeper;
REVOKE EXECUTE ON shop.* FROM opener;

-- connection clerk
CALL shop.as_keeper();
SELECT shop.read_as_keeper();

-- Who is had to call another's program lends it nothing.

-- connection thief thief
CREATE PROCEDURE shop.trap() BEGIN CALL shop.as_caller(); SELECT * FROM vault.secret; END;
CREATE PROCEDURE shop.give() GRANT ALL ON vault.* TO thief;
CREATE PROCEDURE shop.make() BEGIN PREPARE s FROM 'CREATE VIEW shop.trojan AS SELECT 1 AS one'; EXECUTE s; END;
CREATE PROCEDURE shop.make_as_root() BEGIN PREPARE s FROM 'CREATE DEFINER = root@localhost VIEW shop.horse AS SELECT 1 AS one'; EXECUTE s; END;
CREATE PROCEDURE shop.spy() SELECT COUNT(*) FROM performance_schema.processlist WHERE USER = 'root';
CREATE PROCEDURE shop.call_function() SELECT shop.read_as_caller();
CREATE PROCEDURE shop.role() GRANT opener TO thief;
CREATE DEFINER = root@localhost PROCEDURE shop.climb() SELECT 1;
CREATE OR REPLACE DEFINER = root@localhost VIEW shop.climb AS SELECT 1;

-- connection root
CALL shop.trap();
CALL shop.give();
CALL shop.make();
SELECT DEFINER FROM information_schema.VIEWS WHERE TABLE_NAME = 'trojan';
CALL shop.make_as_root();
CALL shop.spy();
CALL shop.call_function();
CALL shop.role();
INSERT INTO shop.item VALUES (1);
SELECT @stolen;
SHOW GRANTS FOR thief;

-- A DEFINER other than oneself.

-- connection root
GRANT CREATE ROUTINE, EXECUTE ON shop.* TO maker;
GRANT SET_ANY_DEFINER ON *.* TO maker;

-- connection maker maker
CREATE DEFINER = keeper PROCEDURE shop.made1() SELECT 1;
CREATE DEFINER = root@localhost PROCEDURE shop.made2() SELECT 1;
CREATE DEFINER = nobody PROCEDURE shop.made3() SELECT 1;
CREATE DEFINER = CURRENT_USER PROCEDURE shop.made4() SELECT CURRENT_USER();
CREATE DEFINER = CURRENT_USER() FUNCTION shop.made5() RETURNS VARCHAR(50) DETERMINISTIC RETURN CURRENT_USER();

-- connection root
SELECT ROUTINE_NAME, DEFINER FROM information_schema.ROUTINES WHERE ROUTINE_NAME LIKE 'made%' ORDER BY ROUTINE_NAME;
CALL shop.made4();
SELECT shop.made5();

-- IF NOT EXISTS of what is there asks for the right to make it, as for what is not.
-- connection clerk
CREATE PROCEDURE IF NOT EXISTS shop.as_keeper() SELECT 1;
CREATE PROCEDURE IF NOT EXISTS shop.not_there() SELECT 1;
CREATE TRIGGER IF NOT EXISTS shop.item_in BEFORE INSERT ON shop.item FOR EACH ROW SET @a = 1;
CREATE TRIGGER IF NOT EXISTS shop.not_there BEFORE INSERT ON shop.item FOR EACH ROW SET @a = 1;

-- connection root
CREATE PROCEDURE IF NOT EXISTS shop.as_keeper() SELECT 1;
SHOW WARNINGS;
