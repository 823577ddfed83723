-- The name of a database in a GRANT is a pattern. Where several fit, the most specific counts
-- alone.

CREATE DATABASE app_1;
CREATE DATABASE app_2;
CREATE DATABASE apple;
CREATE TABLE app_1.t (a INT);
CREATE TABLE app_2.t (a INT);
CREATE TABLE apple.t (a INT);
CREATE PROCEDURE app_1.p() SELECT * FROM app_1.t;
CREATE USER ann, ben;
GRANT SELECT, EXECUTE ON `app\_%`.* TO ann;
SHOW GRANTS FOR ann;
SELECT * FROM information_schema.SCHEMA_PRIVILEGES WHERE GRANTEE LIKE "'ann'%" ORDER BY PRIVILEGE_TYPE;
SELECT User, Db, Select_priv, Insert_priv, Execute_priv FROM mysql.db WHERE User = 'ann';

-- connection ann ann
SHOW DATABASES;
USE app_1;
SELECT * FROM t;
INSERT INTO t VALUES (1);
CALL p();
SELECT * FROM app_2.t;
SELECT * FROM app_2.nothing;
SELECT * FROM apple.t;
USE apple;
SHOW TABLES FROM app_2;
SHOW TABLES FROM apple;
SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA LIKE 'app%' ORDER BY 1;
SELECT SCHEMA_NAME FROM information_schema.SCHEMATA ORDER BY 1;
CREATE DATABASE app_3;
SHOW CREATE TABLE apple.t;
SELECT COUNT(*) FROM mysql.user;
USE app_1;

-- A more specific one takes away what the others give; _ without \ is any character.
-- connection root root
GRANT INSERT ON `app\_2`.* TO ann;
GRANT INSERT ON app_1.* TO ann;
-- connection ann ann
SELECT * FROM app_2.t;
INSERT INTO app_2.t VALUES (1);
SELECT * FROM app_1.t;
INSERT INTO app_1.t VALUES (1);

-- What is granted on one table by its name counts besides.
-- connection root root
GRANT UPDATE ON app_1.t TO ann;
GRANT ALTER ROUTINE ON PROCEDURE app_1.p TO ann;
-- connection ann ann
UPDATE app_1.t SET a = 2;
UPDATE app_2.t SET a = 2;

-- REVOKE takes the pattern that it names.
-- connection root root
REVOKE INSERT ON `app%`.* FROM ann;
REVOKE INSERT ON `app\_1`.* FROM ann;
REVOKE INSERT ON app_1.* FROM ann;
REVOKE INSERT ON `app\_2`.* FROM ann;
REVOKE SELECT, EXECUTE ON `app\_%`.* FROM ann;
SHOW GRANTS FOR ann;
REVOKE UPDATE ON app_1.t FROM ann;
REVOKE ALTER ROUTINE ON PROCEDURE app_1.p FROM ann;
GRANT INSERT ON app_1.* TO ann;
GRANT UPDATE ON app_1.t TO ann;
REVOKE ALL ON app_1.* FROM ann;
SHOW GRANTS FOR ann;
REVOKE UPDATE ON app_1.t FROM ann;
SHOW GRANTS FOR ann;
-- connection ann ann
SELECT * FROM t;
SHOW DATABASES;

-- What is not there yet.
-- connection root root
GRANT CREATE, DROP ON `new\_%`.* TO ann;
-- connection ann ann
CREATE DATABASE new_1;
CREATE TABLE new_1.t (a INT);
SELECT * FROM new_1.t;
CREATE DATABASE newer;
DROP DATABASE new_1;
DROP DATABASE app_1;

-- GRANT OPTION goes as far as the pattern.
-- connection root root
REVOKE ALL PRIVILEGES, GRANT OPTION FROM ann;
GRANT SELECT ON `app\__`.* TO ann WITH GRANT OPTION;
-- connection grants ann
GRANT SELECT ON `app\_1`.* TO ben;
GRANT SELECT ON `app\__`.* TO ben;
GRANT SELECT ON app_1.* TO ben;
GRANT SELECT ON `app\_%`.* TO ben;
GRANT SELECT ON `app%`.* TO ben;
GRANT SELECT ON `%`.* TO ben;
GRANT SELECT ON *.* TO ben;
GRANT INSERT ON `app\_1`.* TO ben;
GRANT SELECT ON app_2.t TO ben;
GRANT SELECT ON apple.t TO ben;
-- connection root root
SHOW GRANTS FOR ben;

-- By a role.
CREATE ROLE clerk;
GRANT INSERT ON `app\_2`.* TO clerk;
GRANT clerk TO ben;
SET DEFAULT ROLE clerk TO ben;
-- connection ben ben
SHOW GRANTS;
INSERT INTO app_2.t VALUES (7);
SELECT * FROM app_1.t;
SET ROLE NONE;
INSERT INTO app_2.t VALUES (8);

-- What runs with its definer's rights.
-- connection root root
CREATE USER maker;
GRANT CREATE VIEW, SELECT ON `app\_%`.* TO maker;
-- connection maker maker
CREATE VIEW app_1.v AS SELECT a FROM app_2.t;
CREATE VIEW app_1.w AS SELECT a FROM apple.t;
-- connection ben ben
SELECT * FROM app_1.v;
-- connection root root
REVOKE SELECT ON `app\_%`.* FROM maker;
-- connection ben ben
SELECT * FROM app_1.v;

-- connection root root
DROP USER ann, ben, maker;
DROP ROLE clerk;
DROP DATABASE app_1;
DROP DATABASE app_2;
DROP DATABASE apple;
