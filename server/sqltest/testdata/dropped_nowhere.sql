-- DROP ... IF EXISTS of what is named in a database that is not there notes it, and drops the rest.
CREATE DATABASE app;
CREATE TABLE app.t (a INT);
DROP TABLE IF EXISTS nowhere.t;
SHOW WARNINGS;
DROP TABLE IF EXISTS nowhere.t, app.t, app.u;
SHOW WARNINGS;
SHOW TABLES FROM app;
DROP VIEW IF EXISTS nowhere.v;
SHOW WARNINGS;
DROP PROCEDURE IF EXISTS nowhere.p;
SHOW WARNINGS;
DROP FUNCTION IF EXISTS nowhere.f;
SHOW WARNINGS;
DROP EVENT IF EXISTS nowhere.e;
SHOW WARNINGS;
DROP TRIGGER IF EXISTS nowhere.t;
DROP TEMPORARY TABLE IF EXISTS nowhere.t;
PREPARE p FROM 'DROP TABLE IF EXISTS nowhere.t';
EXECUTE p;
CREATE USER ann;
GRANT ALL ON app.* TO ann;
-- connection other ann
DROP TABLE IF EXISTS nowhere.t;
DROP PROCEDURE IF EXISTS nowhere.p;
DROP TABLE IF EXISTS app.t, nowhere.t;
