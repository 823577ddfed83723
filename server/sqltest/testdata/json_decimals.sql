-- A DECIMAL in a document that is stored is a number, wherever it comes from: it was a string, which equals no number.
CREATE DATABASE decimals;
USE decimals;
CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, n DECIMAL(20,4), j JSON);
INSERT INTO t (n, j) VALUES (2.5, JSON_OBJECT('a', 2.5)), (2.25, JSON_ARRAY(2.25, -1.75, 12345678901234567890.125)), (0.125, CAST(0.125 AS JSON)), (3.75, '{"a": 2.5}');
INSERT INTO t (j) SELECT JSON_OBJECT('n', n, 'd', JSON_ARRAY(n)) FROM t WHERE id = 1;
INSERT INTO t (j) SELECT JSON_ARRAYAGG(n) FROM t;
SELECT id, j, JSON_TYPE(j), JSON_TYPE(j->'$.a'), j->'$.a' + 1 FROM t ORDER BY id;
UPDATE t SET j = JSON_SET('{}', '$.a', n) WHERE id = 4;
SELECT id FROM t WHERE j->'$.a' = 2.5;
SELECT id FROM t WHERE JSON_CONTAINS(j, '3.75', '$.a');
SELECT JSON_OVERLAPS(JSON_ARRAY(2.5), '[2.5]'), JSON_OVERLAPS(JSON_ARRAY(2.5), '["2.5"]');
CREATE TABLE g (n DECIMAL(8,2), s JSON AS (JSON_OBJECT('n', n)) STORED, v JSON AS (JSON_OBJECT('n', n)) VIRTUAL);
INSERT INTO g (n) VALUES (1.25);
SELECT * FROM g;
DROP DATABASE decimals;
