-- A transaction that ends in error 1213 lost to another one: to whom, by which queries, over which row.
CREATE DATABASE shop;
USE shop;
CREATE TABLE stock (shelf VARCHAR(10), item INT, n INT, PRIMARY KEY (shelf, item));
INSERT INTO stock VALUES ('a', 1, 10), ('a', 2, 10), ('b', 1, 10);
CREATE TABLE loose (n INT);
INSERT INTO loose VALUES (1);
CREATE USER seller;
GRANT ALL ON shop.* TO seller;
TRUNCATE profiling.transaction_conflicts;
-- connection slow root
USE shop;
START TRANSACTION;
UPDATE stock SET n = n - 1 WHERE shelf = 'a' AND item = 2;
-- connection quick seller
USE shop;
-- Another row first, which is no conflict; then the same one, twice: the first of these two wins.
UPDATE stock SET n = n - 5 WHERE shelf = 'b' AND item = 1;
UPDATE stock SET n = n - 2 WHERE item = 2 AND shelf = 'a';
DELETE FROM stock WHERE shelf = 'a' AND item = 2;
-- connection slow
COMMIT;
-- connection root
SELECT OUTCOME, OBJECT_SCHEMA, OBJECT_NAME, ROW_KEY, LOSER_USER, LOSER_DIGEST_TEXT, WINNER_USER, WINNER_DIGEST_TEXT FROM profiling.transaction_conflicts;
SELECT LOSER_THREAD_ID <> WINNER_THREAD_ID, LOSER_TRANSACTION_EVENT_ID > 0, WINNER_TRANSACTION_EVENT_ID > 0, WINNER_TIME <= CONFLICT_TIME, LOSER_DIGEST <> WINNER_DIGEST FROM profiling.transaction_conflicts;
SELECT COUNT(*) FROM profiling.transaction_conflicts c JOIN performance_schema.events_statements_summary_by_digest d ON d.DIGEST = c.WINNER_DIGEST AND d.SCHEMA_NAME = 'shop';
-- The winner in a transaction of several statements is known by the last one before its COMMIT.
-- connection slow
START TRANSACTION;
INSERT INTO stock VALUES ('c', 3, 1);
-- connection quick
START TRANSACTION;
REPLACE INTO stock VALUES ('c', 3, 2);
SELECT COUNT(*) FROM stock;
COMMIT;
-- connection slow
COMMIT;
-- connection root
SELECT ROW_KEY, LOSER_DIGEST_TEXT, WINNER_DIGEST_TEXT FROM profiling.transaction_conflicts ORDER BY CONFLICT_ID DESC LIMIT 1;
-- A table without a primary key has no key to show; one that another has defined anew neither.
-- connection slow
START TRANSACTION;
UPDATE loose SET n = 2;
-- connection quick
UPDATE loose SET n = 3;
-- connection slow
COMMIT;
-- connection root
SELECT OBJECT_NAME, ROW_KEY, WINNER_DIGEST_TEXT FROM profiling.transaction_conflicts ORDER BY CONFLICT_ID DESC LIMIT 1;
-- Bytes of a key are shown in hexadecimal, so that keys that are no text are told apart.
CREATE TABLE parcels (id BINARY(3), bits BIT(4), n INT, PRIMARY KEY (bits, id));
INSERT INTO parcels VALUES (x'00FF80', b'101', 1);
-- connection slow
START TRANSACTION;
UPDATE parcels SET n = 2;
-- connection quick
UPDATE parcels SET n = 3;
-- connection slow
COMMIT;
-- connection root
SELECT OBJECT_NAME, ROW_KEY FROM profiling.transaction_conflicts ORDER BY CONFLICT_ID DESC LIMIT 1;
-- What a procedure has handled is not shown as the next conflict, which is over a foreign key: its row is not known.
CREATE TABLE sizes (id INT PRIMARY KEY);
CREATE TABLE shoes (id INT PRIMARY KEY, size INT, FOREIGN KEY (size) REFERENCES sizes (id));
INSERT INTO sizes VALUES (38);
CREATE PROCEDURE commits() BEGIN DECLARE EXIT HANDLER FOR 1213 SELECT 'handled'; COMMIT; END;
-- connection slow
START TRANSACTION;
UPDATE parcels SET n = 4;
-- connection quick
UPDATE parcels SET n = 5;
-- connection slow
CALL commits();
START TRANSACTION;
INSERT INTO shoes VALUES (1, 38);
-- connection quick
DELETE FROM sizes;
-- connection slow
COMMIT;
-- connection root
SELECT OBJECT_NAME, ROW_KEY, LOSER_DIGEST_TEXT, WINNER_DIGEST_TEXT FROM profiling.transaction_conflicts ORDER BY CONFLICT_ID DESC LIMIT 1;
SELECT LOSER_DIGEST_TEXT, WINNER_DIGEST_TEXT, COUNT_STAR, COUNT_RUN_AGAIN, FIRST_SEEN <= LAST_SEEN AS seen FROM profiling.transaction_conflicts_summary_by_digest ORDER BY FIRST_SEEN;
-- A branch that is made is a change of the store that no commit of this branch has made. The winner is looked for among all commits that are kept, those too of before the table was made, and of another one of its name.
-- connection root
USE shop;
CREATE TABLE late (a VARCHAR(10), b VARBINARY(20), n INT, PRIMARY KEY (a, b));
INSERT INTO late VALUES ('x', 'y', 1);
DROP TABLE late;
CREATE TABLE late (id INT PRIMARY KEY, n INT);
INSERT INTO late VALUES (1, 1);
CALL dolt_branch('aside');
-- connection slow
START TRANSACTION;
UPDATE late SET n = 2 WHERE id = 1;
-- connection quick
UPDATE late SET n = 3 WHERE id = 1;
-- connection slow
COMMIT;
-- connection quick
-- The branch can be committed to.
UPDATE late SET n = 4 WHERE id = 1;
-- connection root
SELECT OBJECT_NAME, ROW_KEY, WINNER_USER, WINNER_DIGEST_TEXT FROM profiling.transaction_conflicts ORDER BY CONFLICT_ID DESC LIMIT 1;
-- Who may not see what others do reads nothing of it.
-- connection quick
SELECT COUNT(*) FROM profiling.transaction_conflicts;
SELECT COUNT(*) FROM profiling.transaction_conflicts_summary_by_digest;
TRUNCATE profiling.transaction_conflicts;
-- connection root
TRUNCATE profiling.transaction_conflicts;
TRUNCATE profiling.transaction_conflicts_summary_by_digest;
SELECT COUNT(*) FROM profiling.transaction_conflicts;
SELECT COUNT(*) FROM profiling.transaction_conflicts_summary_by_digest;
DROP USER seller;
DROP DATABASE shop;
