-- A client gets the account whose host is the most specific. Its rights on databases and tables
-- are those of every account of that name whose host fits, as in MySQL; its global ones are its own.

CREATE DATABASE shop;
CREATE TABLE shop.t (a INT);
INSERT INTO shop.t VALUES (1);
CREATE USER ann@'%', ann@'127.0.0.0/255.0.0.0', ann@localhost, ann@'127.0.0.1', ''@'127.0.0.1';
GRANT ALL ON *.* TO ann@'%';
GRANT SELECT ON shop.* TO ann@localhost;

-- connection first ann
SELECT USER(), SESSION_USER(), SYSTEM_USER(), CURRENT_USER();
SHOW GRANTS;
SELECT * FROM shop.t;
CREATE USER eve;

-- A statement about one of them is about no other.
-- connection root root
GRANT INSERT ON shop.* TO ann@'127.0.0.1';
CREATE ROLE clerk;
GRANT clerk TO ann@'127.0.0.1', ann@localhost;
REVOKE clerk FROM ann@'127.0.0.1';
ALTER USER ann@'127.0.0.1' COMMENT 'this one';
SELECT user, host, attribute FROM information_schema.user_attributes WHERE user = 'ann' ORDER BY host;
SHOW GRANTS FOR ann@'127.0.0.1';
SHOW GRANTS FOR ann@localhost;
SHOW GRANTS FOR ann@'127.0.0.0/255.0.0.0';

-- The session of one that is dropped may do nothing: it gets the rights of none that is left.
DROP USER ann@'127.0.0.1';
SELECT user, host FROM mysql.user WHERE user IN ('ann', '') ORDER BY user, host;
-- connection first ann
SELECT * FROM shop.t;
CREATE USER eve;
SHOW GRANTS;
SELECT CURRENT_USER();
-- connection second ann
SELECT USER(), CURRENT_USER();
SELECT * FROM shop.t;

-- connection root root
DROP USER ''@'127.0.0.1';
-- connection second ann
SELECT * FROM performance_schema.setup_actors;
-- connection third ann
SELECT USER(), CURRENT_USER();
SELECT * FROM shop.t;
-- connection root root
DROP USER ann@'127.0.0.0/255.0.0.0';
-- connection third ann
SELECT * FROM shop.t;
-- connection fourth ann
SELECT USER(), CURRENT_USER();
SELECT * FROM shop.t;
CREATE USER eve;

-- One that comes back is the session's again.
-- connection root root
DROP USER ann@localhost;
-- connection fourth ann
SELECT * FROM shop.t;
-- connection root root
CREATE USER ann@localhost;
-- connection fourth ann
SELECT CURRENT_USER();
SELECT * FROM shop.t;
SHOW GRANTS;
-- connection root root
DROP USER ann@localhost, ann@'%';
