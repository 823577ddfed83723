-- DROP ... IF EXISTS passes over what it names in a database that is not there, and drops the rest. Of tables it gives notes, in place of the warnings before.
CREATE DATABASE app;
CREATE TABLE app.t (a INT);
SELECT 1 / 0;
DROP TABLE IF EXISTS app.nothing;
SHOW WARNINGS;
DROP TABLE IF EXISTS nowhere.t;
SHOW WARNINGS;
DROP TABLE IF EXISTS nowhere.t, app.t, app.u;
SHOW WARNINGS;
SHOW TABLES FROM app;
DROP VIEW IF EXISTS nowhere.v;
DROP PROCEDURE IF EXISTS nowhere.p;
DROP FUNCTION IF EXISTS nowhere.f;
SHOW WARNINGS;
DROP EVENT IF EXISTS nowhere.e;
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
