-- CREATE USER ... DEFAULT ROLE grants the roles: that takes what GRANT of a role takes,
-- and not CREATE USER alone, by which an account could give itself what a role has.
CREATE DATABASE shop;
CREATE ROLE clerk, keeper, chief;
GRANT SELECT ON shop.* TO clerk;
GRANT ALL ON shop.* TO keeper;
GRANT ALL ON *.* TO chief WITH GRANT OPTION;
CREATE USER maker, admin;
GRANT CREATE USER ON *.* TO maker;
GRANT clerk TO maker WITH ADMIN OPTION;
GRANT CREATE USER, ROLE_ADMIN ON *.* TO admin;

-- connection maker maker
CREATE USER ann DEFAULT ROLE keeper;
CREATE USER ann DEFAULT ROLE clerk, keeper;
CREATE USER IF NOT EXISTS ann DEFAULT ROLE chief;
PREPARE s FROM 'CREATE USER ann DEFAULT ROLE keeper';
EXECUTE s;
CREATE USER ann DEFAULT ROLE clerk;
ALTER USER ann DEFAULT ROLE keeper;
ALTER USER ann DEFAULT ROLE clerk;
SET DEFAULT ROLE keeper TO ann;
GRANT keeper TO ann;

-- connection admin admin
CREATE USER bob DEFAULT ROLE keeper;
CREATE USER eve DEFAULT ROLE chief;

-- connection root
SHOW GRANTS FOR ann;
SHOW GRANTS FOR bob;
SELECT User FROM mysql.user WHERE User IN ('ann', 'bob', 'eve') ORDER BY 1;
DROP USER ann, bob, maker, admin;
DROP ROLE clerk, keeper, chief;
DROP DATABASE shop;
