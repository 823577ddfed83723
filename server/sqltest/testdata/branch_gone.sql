-- A transaction on a branch that another session renames or deletes fails to commit: it must not succeed and be nowhere.
-- hide hash
CREATE DATABASE gone;
USE gone;
CREATE TABLE t (id INT PRIMARY KEY);
CALL dolt_commit('-Am', 'begin');
CALL dolt_branch('f1');
CALL dolt_branch('f2');
-- connection writer root
USE `gone/f1`;
BEGIN;
INSERT INTO t VALUES (1);
-- connection root
CALL dolt_branch('-m', 'f1', 'moved');
-- connection writer
COMMIT;
USE `gone/moved`;
SELECT * FROM t;
INSERT INTO t VALUES (2);
USE `gone/f2`;
BEGIN;
INSERT INTO t VALUES (3);
-- connection root
CALL dolt_branch('-D', 'f2');
-- connection writer
COMMIT;
USE `gone/moved`;
SELECT * FROM t;
-- connection root
SELECT name FROM dolt_branches ORDER BY 1;
-- A stash takes what others have committed too, and gives it back.
INSERT INTO t VALUES (4);
CALL dolt_stash('push', 's');
SELECT * FROM t;
CALL dolt_stash('pop', 's');
SELECT * FROM t;
DROP DATABASE gone;
