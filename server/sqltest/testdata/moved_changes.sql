-- dolt_checkout with --move empties the branch that changes come from at once, so it commits: a ROLLBACK after it loses none.
-- mask hash
CREATE DATABASE d;
USE d;
CREATE TABLE pet (id INT PRIMARY KEY);
INSERT INTO pet VALUES (1);
CALL dolt_commit('-Am', 'pet');
CALL dolt_branch('side');
CREATE TABLE dog (id INT PRIMARY KEY);
INSERT INTO dog VALUES (1);
INSERT INTO pet VALUES (2);
SET autocommit = 0;
INSERT INTO dog VALUES (2);
CALL dolt_checkout('--move', 'side');
ROLLBACK;
SELECT active_branch();
SELECT * FROM dog;
SELECT * FROM pet;
SELECT * FROM `d/main`.pet;
INSERT INTO dog VALUES (3);
CALL dolt_checkout('-b', 'new', '--move');
ROLLBACK;
SELECT active_branch();
SELECT * FROM dog;
SELECT * FROM pet;
SELECT * FROM `d/side`.pet;
START TRANSACTION;
INSERT INTO dog VALUES (4);
CALL dolt_checkout('--move', 'main');
ROLLBACK;
SELECT active_branch();
SELECT * FROM dog;
SET autocommit = 1;
CALL dolt_checkout('--move', 'side');
SELECT * FROM dog;
-- A branch that changes would be overwritten on takes none, and they stay.
INSERT INTO `d/main`.pet VALUES (9);
CALL dolt_checkout('--move', 'main');
SELECT active_branch();
SELECT * FROM dog;
-- A branch is renamed with what is open on it.
SET autocommit = 0;
INSERT INTO dog VALUES (5);
CALL dolt_branch('-m', 'side', 'third');
SELECT active_branch();
SELECT * FROM dog;
COMMIT;
SET autocommit = 1;
DROP DATABASE d;
