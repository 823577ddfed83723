-- Words and operators of queries that the parser lacks.
CREATE DATABASE shop;
USE shop;
CREATE TABLE item (id INT PRIMARY KEY, made DATETIME, tags JSON);
INSERT INTO item VALUES (1, '2024-01-15 10:00:00', '[1, 2]'), (2, {ts '2024-01-16 10:00:00'}, '[3]');
SELECT id FROM item WHERE made >= {d '2024-01-16'};
SELECT id FROM item WHERE ROW(id, 1) = ROW(2, 1);
BEGIN;
SELECT id FROM item WHERE id = 1 FOR SHARE OF item SKIP LOCKED;
COMMIT;
SELECT id FROM item FORCE INDEX (PRIMARY) WHERE id > 1;
SELECT id, 2 MEMBER OF (tags) FROM item ORDER BY id;
SELECT INTERVAL(5, 1, 3, 9);
SELECT made + INTERVAL '1 2' DAY_HOUR FROM item WHERE id = 1;
CREATE VIEW tagged AS SELECT id FROM item WHERE 3 MEMBER OF (tags) AND id > ALL (SELECT 1);
SELECT * FROM tagged;
SHOW CREATE VIEW tagged;
DROP DATABASE shop;
