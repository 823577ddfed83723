-- The branch that a database opens by default is neither renamed nor deleted: other connections, and statements over all databases, would fail.
-- hide hash
CREATE DATABASE kept;
USE kept;
CREATE TABLE t (id INT PRIMARY KEY);
INSERT INTO t VALUES (1);
CALL dolt_commit('-Am', 'begin');
CALL dolt_branch('-m', 'main', 'x');
CALL dolt_branch('--move', '-f', 'main', 'x');
CALL dolt_branch('-fm', 'main', 'x');
CALL dolt_branch('-c', 'main', 'x');
USE `kept/x`;
CALL dolt_branch('-m', 'main', 'y');
CALL dolt_branch('-d', 'main');
CALL dolt_branch('-D', 'x', 'main');
CALL dolt_branch('-m', 'MAIN', 'y');
CALL dolt_branch('-D', 'MAIN');
USE kept;
CALL dolt_branch('-m', 'x', 'y');
SELECT name FROM dolt_branches ORDER BY 1;
-- connection other root
USE kept;
SELECT * FROM t;
SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA LIKE 'kep%';
-- connection root
CALL dolt_branch('-D', 'y');
DROP DATABASE kept;
