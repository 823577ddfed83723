-- Regular expressions of many states on long texts.
CREATE DATABASE re;
USE re;
CREATE TABLE big (id INT PRIMARY KEY, t LONGTEXT);
INSERT INTO big VALUES (1, REPEAT('the quick brown fox ', 5700)), (2, REPEAT('word ', 100000)), (3, CONCAT(REPEAT('y', 500000), REPEAT('X', 120))), (4, NULL), (5, REPEAT('a1 b', 25000));
SELECT id, t RLIKE '^[a-z ]{1,1000}$', t RLIKE 'word( word){50}', REGEXP_LIKE(t, 'x{100}'), REGEXP_LIKE(t, 'x{100}', 'c'), REGEXP_LIKE(t, 'a{0,255}') FROM big ORDER BY id;
SELECT id, REGEXP_INSTR(t, 'word( word){50}'), REGEXP_INSTR(t, 'word( word){50}', 2, 3), REGEXP_INSTR(t, 'x{100}', 1, 1, 1), LENGTH(REGEXP_SUBSTR(t, 'word( word){50}', 7, 9)), LENGTH(REGEXP_SUBSTR(t, '^word( word){50}', 1, 2)) FROM big ORDER BY id;
SELECT id, LENGTH(REGEXP_REPLACE(t, 'word( word){50}', '<>')), LENGTH(REGEXP_REPLACE(t, 'word( word){50}', '<>', 3, 2)), LEFT(REGEXP_REPLACE(t, '\\b(word){1,300}', '-', 2), 20) FROM big ORDER BY id;
SELECT COUNT(*) FROM big WHERE t RLIKE CONCAT('^(', REPEAT('some/path|', 1000), 'the) ');
SELECT id FROM big WHERE REGEXP_LIKE(t, '(a{1,200}', 'c');
SELECT id FROM big WHERE REGEXP_LIKE(t, 'a{1,200}', 'q');
-- A position behind the end of an empty text is an error, and ends no transaction.
CREATE TABLE kept (a INT);
BEGIN;
INSERT INTO kept VALUES (1);
SELECT REGEXP_REPLACE('', 'b', 'x', 2);
COMMIT;
SELECT * FROM kept;
-- FIND_IN_SET() compares as its arguments do.
SELECT FIND_IN_SET(BINARY 'B', 'b,B') a, FIND_IN_SET('B', 'b,B') b, FIND_IN_SET('B', BINARY 'b,B') c, FIND_IN_SET('B' COLLATE utf8mb4_bin, REPEAT('b,B', 1)) d;
