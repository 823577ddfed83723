-- Values that the ENUMs of setup_objects and setup_actors do not have, where the SQL mode lets them pass.
INSERT INTO performance_schema.setup_objects VALUES ('TABLE', 'shop', 'log', 'NO', 'NO');
SET sql_mode = '';
INSERT INTO performance_schema.setup_objects VALUES ('DESK', 'shop', 'a', 'MAYBE', 'NO');
SHOW WARNINGS;
UPDATE performance_schema.setup_objects SET ENABLED = 'MAYBE' WHERE OBJECT_SCHEMA = 'shop' AND OBJECT_NAME = 'log';
SHOW WARNINGS;
UPDATE performance_schema.setup_objects SET ENABLED = 'MAYBE' WHERE OBJECT_TYPE = 'TABLE' AND OBJECT_SCHEMA = 'shop' AND OBJECT_NAME = 'log';
SHOW WARNINGS;
INSERT INTO performance_schema.setup_actors VALUES ('h', 'ann', '%', 'YES', 'PERHAPS');
SHOW WARNINGS;
SELECT * FROM performance_schema.setup_objects WHERE OBJECT_SCHEMA = 'shop';
SELECT COUNT(*) FROM performance_schema.setup_actors;
-- What a statement has warned of before it fails stays.
CREATE DATABASE setup_values;
USE setup_values;
CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(2));
INSERT INTO t VALUES (1, 'abc'), (1, 'd');
SHOW WARNINGS;
DROP DATABASE setup_values;
DELETE FROM performance_schema.setup_objects WHERE OBJECT_SCHEMA = 'shop';
