-- Procedures of the storage bring in no table whose name differs only in case from that of another.
-- mask hash
CREATE DATABASE d;
USE d;
CREATE TABLE pet (id INT PRIMARY KEY);
CALL dolt_commit('-Am', 'pet');
CALL dolt_branch('side');
CREATE TABLE `d/side`.owner (x INT);
INSERT INTO `d/side`.owner VALUES (7);
USE `d/side`;
CALL dolt_commit('-Am', 'owner');
USE d;
CREATE TABLE Owner (id INT PRIMARY KEY);
INSERT INTO Owner VALUES (1);
CALL dolt_commit('-Am', 'Owner');
CALL dolt_merge('side');
CALL dolt_merge('side', '--no-commit');
CALL dolt_cherry_pick('side');
CALL dolt_checkout('side', '--', 'owner');
SHOW TABLES;
SELECT * FROM owner;
START TRANSACTION;
SELECT * FROM pet;
CALL dolt_merge('side', '--no-commit');
SHOW TABLES;
COMMIT;
SHOW TABLES;
SELECT * FROM Owner;
-- Where no other table has the name, they do. A branch may have it in another case.
SELECT * FROM `d/side`.Owner;
RENAME TABLE Owner TO Person;
CALL dolt_commit('-Am', 'Person');
CALL dolt_merge('side');
SHOW TABLES;
SELECT * FROM Owner;
SELECT * FROM person;
DROP DATABASE d;
