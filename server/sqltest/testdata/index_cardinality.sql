-- How many different values an index has is known once the table has statistics, of the first columns of an index if another index has just these.
CREATE DATABASE d;
USE d;
CREATE TABLE pet (id INT PRIMARY KEY AUTO_INCREMENT, kind INT, nick VARCHAR(20), age INT, INDEX by_kind (kind), UNIQUE by_nick (nick), INDEX two (kind, nick), INDEX lone (age, kind));
INSERT INTO pet (kind, nick, age) VALUES (1, 'a', 1), (1, 'b', 1), (2, 'c', 1), (3, 'd', 2), (1, NULL, 2);
CREATE TABLE bare (id INT PRIMARY KEY);
CREATE TABLE keyless (a INT, KEY a (a));
INSERT INTO keyless VALUES (1), (1), (2);
-- A collection in the background that began before ANALYZE TABLE takes its place when it ends, without tables made meanwhile.
SET GLOBAL dolt_stats_paused = 1;
CALL dolt_stats_stop();
ANALYZE TABLE pet, bare, keyless;
SELECT COUNT(CARDINALITY) FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = 'd';
SELECT TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX, COLUMN_NAME, CARDINALITY FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = 'd' ORDER BY 1, 2, 3;
SHOW INDEX FROM pet;
SHOW INDEX FROM pet WHERE Key_name = 'two';
-- A temporary table has none, and not those of the table that it hides.
CREATE TEMPORARY TABLE pet (id INT PRIMARY KEY);
SHOW INDEX FROM pet;
DROP TEMPORARY TABLE pet;
-- Nor do tables of performance_schema.
SELECT DISTINCT CARDINALITY FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = 'performance_schema';
-- A session without a current database sees them too.
-- connection without root
SELECT DATABASE(), INDEX_NAME, CARDINALITY FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = 'd' AND TABLE_NAME = 'pet' AND INDEX_NAME = 'by_kind';
-- connection root
-- Who may not see a table sees no number.
CREATE USER low;
-- connection low low
SELECT COUNT(*) FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = 'd';
-- connection root
DROP USER low;
DROP DATABASE d;
SET GLOBAL dolt_stats_paused = 0;
CALL dolt_stats_restart();
