-- What a role has counts while it is active: from the login on, or after SET ROLE.
CREATE DATABASE shop;
CREATE TABLE shop.orders (id INT PRIMARY KEY, note VARCHAR(20));
CREATE TABLE shop.prices (id INT PRIMARY KEY);
CREATE TABLE shop.stock (id INT PRIMARY KEY);
INSERT INTO shop.orders VALUES (1, 'first');
CREATE ROLE clerk, teller, keeper, chief@localhost;
CREATE USER ann, bob, eve;
GRANT SELECT ON shop.orders TO clerk;
GRANT SELECT ON shop.prices TO teller;
GRANT SELECT, INSERT ON shop.stock TO keeper WITH GRANT OPTION;
GRANT PROCESS, BACKUP_ADMIN ON *.* TO keeper;

-- A role has what its roles have. None has itself.
GRANT teller TO clerk;
GRANT clerk TO teller;
GRANT clerk TO clerk;
GRANT clerk, keeper TO ann;
GRANT ann TO teller;
GRANT nothing TO ann;
GRANT clerk TO nobody;
SHOW GRANTS FOR ann;
SHOW GRANTS FOR ann USING clerk;
SHOW GRANTS FOR ann USING clerk, keeper;
SHOW GRANTS FOR ann USING teller;
SHOW GRANTS FOR ann USING nothing;
SHOW GRANTS FOR clerk;

-- None is active at first.
-- connection ann ann
SELECT CURRENT_ROLE();
SELECT * FROM shop.orders;
SHOW GRANTS;
SELECT * FROM information_schema.APPLICABLE_ROLES;
SELECT * FROM information_schema.ENABLED_ROLES;
SELECT * FROM information_schema.ROLE_TABLE_GRANTS;
SHOW TABLES FROM shop;
SET ROLE clerk;
SELECT CURRENT_ROLE();
SELECT * FROM shop.orders;
SELECT * FROM shop.prices;
SELECT * FROM shop.stock;
SHOW TABLES FROM shop;
SHOW GRANTS;
SELECT * FROM information_schema.ENABLED_ROLES;
SELECT * FROM information_schema.ROLE_TABLE_GRANTS;
SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'shop' ORDER BY 1;
SET ROLE teller;
SET ROLE clerk, nothing;
SET ROLE '';
SELECT CURRENT_ROLE();
SET ROLE ALL;
SELECT CURRENT_ROLE();
SELECT * FROM shop.stock;
SELECT * FROM information_schema.ENABLED_ROLES;
SELECT GRANTEE, TABLE_NAME, PRIVILEGE_TYPE, IS_GRANTABLE FROM information_schema.ROLE_TABLE_GRANTS ORDER BY 1, 2;
SELECT COUNT(*) > 0 FROM performance_schema.threads;
LOCK INSTANCE FOR BACKUP;
UNLOCK INSTANCE;
SET ROLE ALL EXCEPT clerk;
SELECT CURRENT_ROLE();
SELECT * FROM shop.orders;
SET ROLE ALL EXCEPT keeper, nothing;
SELECT CURRENT_ROLE();
SELECT COUNT(*) > 0 FROM performance_schema.threads;
LOCK INSTANCE FOR BACKUP;
SET ROLE clerk@'%', 'clerk', `keeper`;
SELECT CURRENT_ROLE();
PREPARE s1 FROM 'SELECT * FROM shop.orders';
EXECUTE s1;
PREPARE s2 FROM 'SET ROLE NONE';
EXECUTE s2;
SELECT CURRENT_ROLE();
EXECUTE s1;
SET ROLE clerk@localhost;
SET ROLE DEFAULT;
SELECT CURRENT_ROLE();

-- Who may say what sessions begin with: everybody of himself, and of others who has CREATE USER.
SET DEFAULT ROLE clerk TO ann;
SET DEFAULT ROLE teller TO ann;
SET DEFAULT ROLE ALL TO bob;
ALTER USER bob DEFAULT ROLE NONE;
ALTER USER CURRENT_USER() DEFAULT ROLE clerk;
SELECT CURRENT_ROLE();
SET ROLE DEFAULT;
SELECT CURRENT_ROLE();
SELECT ROLE_NAME, IS_DEFAULT FROM information_schema.APPLICABLE_ROLES;
-- connection later ann
SELECT CURRENT_ROLE();
SELECT * FROM shop.orders;

-- Who may give roles: WITH ADMIN OPTION, whether the role is active or not.
-- connection ann
GRANT clerk TO bob;
-- connection root
GRANT clerk TO ann WITH ADMIN OPTION;
GRANT clerk TO ann;
SHOW GRANTS FOR ann;
SELECT * FROM mysql.role_edges ORDER BY 1, 2, 3, 4;
SELECT * FROM mysql.default_roles;
SHOW CREATE USER ann;
-- connection ann
SET ROLE NONE;
GRANT clerk TO bob;
GRANT keeper TO bob;
REVOKE keeper FROM ann;
SELECT ROLE_NAME, IS_GRANTABLE FROM information_schema.ADMINISTRABLE_ROLE_AUTHORIZATIONS;

-- What is taken away counts no more where it is active, and what comes back counts again.
SET ROLE ALL;
SELECT * FROM shop.stock;
-- connection root
REVOKE keeper FROM ann;
-- connection ann
SELECT CURRENT_ROLE();
SELECT * FROM shop.stock;
-- connection root
GRANT keeper TO ann;
-- connection ann
SELECT * FROM shop.stock;
SELECT * FROM shop.prices;
-- connection root
REVOKE teller FROM clerk;
-- connection ann
SELECT * FROM shop.prices;
SELECT * FROM shop.orders;
-- connection root
DROP ROLE clerk;
SHOW GRANTS FOR ann;
SELECT * FROM mysql.default_roles;
-- connection ann
SELECT * FROM shop.orders;
-- connection later
SELECT * FROM shop.orders;
SELECT CURRENT_ROLE();

-- An account as a role, and all at the login.
-- connection root
GRANT ann TO eve;
GRANT eve TO ann;
SET DEFAULT ROLE ann TO eve;
RENAME USER ann TO anna;
RENAME USER eve TO eva;
SELECT * FROM mysql.default_roles;
SELECT * FROM mysql.role_edges ORDER BY 1, 2, 3, 4;
RENAME USER eva TO eve;
-- connection eve eve
SELECT CURRENT_ROLE();
SELECT * FROM shop.stock;
-- connection root
SET GLOBAL activate_all_roles_on_login = ON;
SET SESSION activate_all_roles_on_login = ON;
-- connection all ann
SELECT CURRENT_ROLE();
-- connection root
SET GLOBAL activate_all_roles_on_login = OFF;

-- What runs in an account's name has the roles that its sessions begin with, a procedure of one's own those active.
CREATE DEFINER = bob PROCEDURE shop.stocked() SELECT COUNT(*) AS n, CURRENT_ROLE() FROM shop.stock;
CREATE DEFINER = bob VIEW shop.stocks AS SELECT * FROM shop.stock;
GRANT EXECUTE ON PROCEDURE shop.stocked TO bob;
GRANT SELECT ON shop.stocks TO bob;
GRANT keeper TO bob;
CALL shop.stocked();
SELECT * FROM shop.stocks;
-- connection bob bob
CALL shop.stocked();
SELECT * FROM shop.stocks;
SET ROLE ALL;
CALL shop.stocked();
SELECT * FROM shop.stocks;
SET DEFAULT ROLE keeper TO bob;
-- connection root
CALL shop.stocked();
SELECT * FROM shop.stocks;
-- connection bob
SELECT * FROM shop.stocks;

-- connection root
CREATE USER new DEFAULT ROLE keeper, teller;
SELECT * FROM mysql.default_roles WHERE USER = 'new';
SHOW CREATE USER new;
-- connection new new
SELECT CURRENT_ROLE();

-- connection root
REVOKE keeper FROM new;
REVOKE keeper FROM new;
REVOKE nothing FROM new;
REVOKE IF EXISTS nothing FROM new;
REVOKE keeper FROM nobody IGNORE UNKNOWN USER;
SELECT * FROM mysql.default_roles WHERE USER = 'new';
DROP USER ann, bob, eve, new;
DROP ROLE teller, keeper, chief@localhost;
SELECT COUNT(*) FROM mysql.role_edges;
SELECT COUNT(*) FROM mysql.default_roles;
DROP DATABASE shop;
