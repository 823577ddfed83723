-- What GRANT gives, SHOW GRANTS tells and REVOKE takes: on everything, databases, tables and programs.
CREATE DATABASE shop;
CREATE TABLE shop.orders (id INT PRIMARY KEY);
CREATE PROCEDURE shop.p() SELECT 1;
CREATE FUNCTION shop.f() RETURNS INT DETERMINISTIC RETURN 1;
CREATE USER ann, bob;

-- REVOKE of what is not there is an error, but for privileges on everything.
REVOKE SELECT ON *.* FROM ann;
REVOKE SYSTEM_USER ON *.* FROM ann;
REVOKE USAGE ON shop.* FROM ann;
REVOKE SELECT ON shop.* FROM ann;
REVOKE ALL ON shop.* FROM ann;
REVOKE SELECT ON shop.orders FROM ann;
REVOKE ALL ON shop.orders FROM ann;
REVOKE EXECUTE ON PROCEDURE shop.p FROM ann;
REVOKE EXECUTE ON FUNCTION shop.f FROM ann;
REVOKE GRANT OPTION ON shop.* FROM ann;
REVOKE IF EXISTS SELECT ON shop.* FROM ann;
SHOW WARNINGS;
REVOKE IF EXISTS SELECT ON shop.orders FROM ann, nobody IGNORE UNKNOWN USER;
REVOKE IF EXISTS EXECUTE ON PROCEDURE shop.p FROM nobody;
GRANT INSERT ON shop.* TO ann;
GRANT INSERT ON shop.orders TO ann;
GRANT EXECUTE ON PROCEDURE shop.p TO ann WITH GRANT OPTION;
REVOKE SELECT, INSERT ON shop.* FROM ann;
REVOKE INSERT ON shop.* FROM ann, bob;
REVOKE SELECT ON shop.orders FROM ann;
REVOKE ALTER ROUTINE ON PROCEDURE shop.p FROM ann;
SHOW GRANTS FOR ann;

-- GRANT OPTION on a program counts.
-- connection ann ann
GRANT EXECUTE ON PROCEDURE shop.p TO bob;
GRANT ALTER ROUTINE ON PROCEDURE shop.p TO bob;
GRANT ALL ON PROCEDURE shop.p TO bob;
GRANT EXECUTE ON FUNCTION shop.f TO bob;
-- connection root
SHOW GRANTS FOR bob;
GRANT SELECT ON shop.* TO bob WITH GRANT OPTION;
GRANT EXECUTE ON FUNCTION shop.f TO ann WITH GRANT OPTION;
-- connection bob bob
GRANT ALTER ROUTINE ON PROCEDURE shop.p TO bob;
GRANT EXECUTE ON FUNCTION shop.f TO bob;
GRANT INSERT ON shop.orders TO bob;
GRANT SELECT ON shop.orders TO ann;
-- connection ann
GRANT EXECUTE ON FUNCTION shop.f TO bob;
REVOKE EXECUTE ON FUNCTION shop.f FROM bob;
REVOKE ALTER ROUTINE ON FUNCTION shop.f FROM bob;
REVOKE EXECUTE ON PROCEDURE shop.p FROM bob;
-- connection root
REVOKE GRANT OPTION ON PROCEDURE shop.p FROM ann;
GRANT ALL ON PROCEDURE shop.p TO ann;
GRANT USAGE ON PROCEDURE shop.p TO bob WITH GRANT OPTION;
GRANT GRANT OPTION ON FUNCTION shop.f TO ann;
GRANT EXECUTE ON FUNCTION shop.f TO bob WITH GRANT OPTION;
SHOW GRANTS FOR ann;
SHOW GRANTS FOR bob;
GRANT SELECT ON PROCEDURE shop.p TO ann;
GRANT PROCESS ON shop.* TO ann;
GRANT EXECUTE ON shop.orders TO ann;
GRANT SYSTEM_USER ON shop.* TO ann;
GRANT SELECT (id) ON shop.orders TO ann;
GRANT SELECT ON shop.* TO ann AS root@localhost;
GRANT SELECT ON *.* TO ann AS root@localhost WITH ROLE NONE;
GRANT PROXY ON ann TO bob;

-- REVOKE of all takes what is on databases, tables and programs too.
GRANT SELECT, BACKUP_ADMIN ON *.* TO ann;
GRANT ALL ON shop.orders TO ann WITH GRANT OPTION;
GRANT ALL ON shop.* TO ann WITH GRANT OPTION;
SHOW GRANTS FOR ann;
REVOKE ALL PRIVILEGES, GRANT OPTION FROM ann;
SHOW GRANTS FOR ann;
-- connection ann
SELECT * FROM shop.orders;
CALL shop.p();
-- connection root
GRANT INSERT ON shop.* TO ann;
REVOKE ALL ON *.* FROM ann;
SHOW GRANTS FOR ann;

-- A dynamic privilege that is taken from who has all is gone, and comes back with all.
GRANT ALL ON *.* TO ann;
SELECT COUNT(*) FROM information_schema.USER_PRIVILEGES WHERE GRANTEE = '''ann''@''%''' AND PRIVILEGE_TYPE = 'SYSTEM_USER';
REVOKE SYSTEM_USER ON *.* FROM ann;
SELECT COUNT(*) FROM information_schema.USER_PRIVILEGES WHERE GRANTEE = '''ann''@''%''' AND PRIVILEGE_TYPE = 'SYSTEM_USER';
-- connection ann
ALTER USER root@localhost ACCOUNT UNLOCK;
LOCK INSTANCE FOR BACKUP;
UNLOCK INSTANCE;
-- connection root
REVOKE SELECT ON *.* FROM ann;
-- connection ann
LOCK INSTANCE FOR BACKUP;
UNLOCK INSTANCE;
-- connection root
SHOW GRANTS FOR ann;
GRANT ALL ON *.* TO ann WITH GRANT OPTION;
SHOW GRANTS FOR ann;
REVOKE ALL PRIVILEGES, GRANT OPTION FROM ann;

-- WITH GRANT OPTION of dynamic privileges is of those alone.
GRANT BACKUP_ADMIN ON *.* TO ann WITH GRANT OPTION;
GRANT BACKUP_ADMIN, ROLE_ADMIN ON *.* TO ann;
GRANT SELECT ON *.* TO ann;
SHOW GRANTS FOR ann;
-- connection ann
GRANT BACKUP_ADMIN ON *.* TO bob;
GRANT ROLE_ADMIN ON *.* TO bob;
GRANT SELECT ON *.* TO bob;
SHOW GRANTS;

-- connection root
SHOW GRANTS FOR nobody;
DROP USER ann, bob;
DROP DATABASE shop;
