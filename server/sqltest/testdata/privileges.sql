-- Without grants only a few tables are readable.
CREATE USER plain IDENTIFIED BY 'secret';
CREATE USER dba IDENTIFIED BY 'secret';
GRANT SELECT, UPDATE ON performance_schema.* TO dba;
-- connection plain plain:secret
SELECT COUNT(*) > 0 FROM performance_schema.processlist;
SELECT COUNT(*) FROM performance_schema.threads;
UPDATE performance_schema.setup_consumers SET ENABLED = 'YES';
TRUNCATE TABLE performance_schema.events_statements_history;
-- connection dba dba:secret
SELECT COUNT(*) > 0 FROM performance_schema.threads;
UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME = 'events_statements_current';
TRUNCATE TABLE performance_schema.events_statements_history;
-- connection root
DROP USER plain;
DROP USER dba;
