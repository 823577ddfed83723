-- What may be changed, and what MySQL's error is where it may not.
-- mask ROW_COUNT
SELECT * FROM performance_schema.setup_consumers;
SELECT * FROM performance_schema.setup_actors;
SELECT OBJECT_TYPE, OBJECT_SCHEMA, OBJECT_NAME, ENABLED, TIMED FROM performance_schema.setup_objects WHERE OBJECT_TYPE = 'TABLE' ORDER BY OBJECT_SCHEMA;
UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME = 'events_stages_current';
SELECT * FROM performance_schema.setup_consumers WHERE NAME = 'events_stages_current';
UPDATE performance_schema.setup_consumers SET ENABLED = 'NO' WHERE NAME = 'events_stages_current';
UPDATE performance_schema.setup_consumers SET ENABLED = 'MAYBE' WHERE NAME = 'events_stages_current';
UPDATE performance_schema.setup_consumers SET ENABLED = NULL WHERE NAME = 'events_stages_current';
UPDATE performance_schema.setup_consumers SET NAME = 'other' WHERE NAME = 'events_stages_current';
INSERT INTO performance_schema.setup_consumers VALUES ('mine', 'YES');
DELETE FROM performance_schema.setup_consumers;
TRUNCATE TABLE performance_schema.setup_consumers;
UPDATE performance_schema.setup_instruments SET ENABLED = 'NO', TIMED = 'NO' WHERE NAME = 'statement/sql/select';
SELECT NAME, ENABLED, TIMED FROM performance_schema.setup_instruments WHERE NAME = 'statement/sql/select';
UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES' WHERE NAME = 'statement/sql/select';
INSERT INTO performance_schema.setup_actors VALUES ('localhost', 'joe', '%', 'YES', 'NO');
INSERT INTO performance_schema.setup_actors VALUES ('localhost', 'joe', '%', 'NO', 'NO');
INSERT INTO performance_schema.setup_actors (USER) VALUES ('ann');
SELECT * FROM performance_schema.setup_actors ORDER BY USER;
DELETE FROM performance_schema.setup_actors WHERE USER IN ('joe', 'ann');
SELECT * FROM performance_schema.setup_actors;
INSERT INTO performance_schema.threads (THREAD_ID) VALUES (1);
DELETE FROM performance_schema.events_statements_history;
CREATE TABLE performance_schema.mine (a INT);
DROP TABLE performance_schema.threads;
ALTER TABLE performance_schema.threads ADD COLUMN a INT;
