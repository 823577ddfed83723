-- A derived table that counts in a variable is there as a whole before conditions on it
-- are looked at; a condition reads a variable that the statement assigns row by row.
CREATE DATABASE counted;
USE counted;
CREATE TABLE item (n INT PRIMARY KEY, word VARCHAR(10));
INSERT INTO item VALUES (1, 'a'), (2, 'b'), (3, 'b'), (4, 'c'), (5, 'c'), (6, 'c'), (7, 'd'), (8, 'd'), (9, 'e'), (10, 'f');
SELECT n, place FROM (SELECT n, @place := @place + 1 AS place FROM (SELECT n FROM item ORDER BY n DESC) p, (SELECT @place := 0) r) q WHERE q.place > ROUND(.7 * @place) ORDER BY place;
SELECT n, place FROM (SELECT n, @place := @place + 1 AS place FROM (SELECT n FROM item ORDER BY n DESC) p, (SELECT @place := 0) r) q WHERE q.place > ROUND(.7 * @place) AND n < 3 ORDER BY place;
SELECT item.word, q.place FROM item JOIN (SELECT n, @place := @place + 1 AS place FROM (SELECT n FROM item ORDER BY n DESC) p, (SELECT @place := 0) r) q ON q.n = item.n AND q.place > 8 WHERE q.n < 5 ORDER BY q.place;
SELECT MAX(place) - @place AS behind FROM (SELECT @place := @place + 1 AS place FROM item, (SELECT @place := 0) r) q;
SELECT COUNT(*) FROM (SELECT @other := n FROM item) q WHERE @other = 10;
SELECT n FROM item WHERE (@seen := @seen + 1) > 0 OR n = 0;
SET @seen = 0;
SELECT n FROM item WHERE (@seen := @seen + 1) <= 4 ORDER BY n;
SELECT @seen;
CREATE TABLE placed (n INT, place INT);
INSERT INTO placed SELECT n, place FROM (SELECT n, @place := @place + 1 AS place FROM (SELECT n FROM item ORDER BY n) p, (SELECT @place := 0) r) q WHERE place = @place;
SELECT * FROM placed;
EXPLAIN PLAN SELECT n FROM (SELECT n, @place := @place + 1 AS place FROM item) q WHERE place = @place AND n > 2;
DROP DATABASE counted;
