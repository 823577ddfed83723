-- GREATEST() and LEAST() compare doubles as such, numbers beside texts as texts, and texts beside dates as dates.
CREATE DATABASE shop;
USE shop;
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(10), d DECIMAL(6,2), f DOUBLE, at DATETIME, day DATE, big BIGINT UNSIGNED);
INSERT INTO t VALUES (1, 1, 'abc', 1.50, 2.5, '2020-01-01 00:00:00', '2020-01-02', 18446744073709551615), (2, 2, '10', 2.25, 1.5, '2021-01-01 00:00:00', '2019-01-02', 1), (3, NULL, 'x', 1, 1, NULL, NULL, NULL);
SELECT LEAST(1.5e0, 1), GREATEST(1.5e0, 1), LEAST(1, 1.5e0), GREATEST(1.5e0, 2), LEAST(-0.5e0, 0);
SELECT LEAST('abc', 1), GREATEST('abc', 1), LEAST('10', 9), GREATEST('10', 9), GREATEST(1, 2, 3, 4.5, '6'), LEAST(NULL, 'a', 1);
SELECT LEAST(a, b), GREATEST(a, b), LEAST(b, d), GREATEST(b, f), LEAST(a, f), GREATEST(d, f), GREATEST(big, f) FROM t ORDER BY id;
SELECT LEAST(at, day), LEAST(at, '2020-06-01'), GREATEST(day, '2019-06-01'), LEAST(at, 'no date') FROM t ORDER BY id;
SELECT id FROM t WHERE LEAST(a, f) = 1.5 OR GREATEST(b, a) = 'abc' ORDER BY id;
PREPARE least FROM 'SELECT LEAST(?, f) FROM t WHERE id = 2';
SET @n = 1;
EXECUTE least USING @n;

-- FIND_IN_SET() finds nothing in an empty list.
SELECT FIND_IN_SET('', ''), FIND_IN_SET('', 'a,'), FIND_IN_SET('B', 'a,b'), FIND_IN_SET('', NULL);

-- STR_TO_DATE() has no moment that there is not, and says so.
SELECT STR_TO_DATE('10:70:00', '%H:%i:%s');
SHOW WARNINGS;
SELECT STR_TO_DATE('25', '%H'), STR_TO_DATE('2020', '%Y'), STR_TO_DATE('5', '%e'), STR_TO_DATE('13 PM', '%h %p'), STR_TO_DATE('99999-01-01', '%Y-%m-%d');
SHOW WARNINGS;
SELECT STR_TO_DATE('12 PM', '%h %p'), STR_TO_DATE('2020 366', '%Y %j'), STR_TO_DATE('29/02/2020 23:59', '%d/%m/%Y %H:%i');

-- A column of JSON in JSON_TABLE() is NULL where there is nothing, or null.
SELECT * FROM JSON_TABLE('[{"a": {"x": 1}, "b": [1, 2]}, {"a": null}]', '$[*]' COLUMNS (a JSON PATH '$.a', b JSON PATH '$.b', c JSON PATH '$.c' DEFAULT '{"q": 1}' ON EMPTY)) AS j;
SELECT COUNT(*) FROM JSON_TABLE('[{}, {"a": 1}]', '$[*]' COLUMNS (a JSON PATH '$.a')) AS j WHERE a IS NULL;

-- AES_ENCRYPT() and AES_DECRYPT(), by the session's block_encryption_mode.
SELECT HEX(AES_ENCRYPT('text', 'key of sixteen b')), AES_DECRYPT(AES_ENCRYPT('text', 'key of sixteen b'), 'key of sixteen b') AS text, AES_DECRYPT('abc', 'key of sixteen b') AS none, AES_ENCRYPT(NULL, 'key') AS none, AES_DECRYPT(AES_ENCRYPT('text', 'key of sixteen b'), 'another of those') AS none;
SET block_encryption_mode = 'aes-256-cbc';
SELECT HEX(AES_ENCRYPT('text', REPEAT('k', 32), '1234567890123456')), AES_DECRYPT(AES_ENCRYPT('text', REPEAT('k', 32), '1234567890123456'), REPEAT('k', 32), '1234567890123456') AS text;
SELECT AES_ENCRYPT('a', 'b');
SELECT AES_ENCRYPT('a', 'b', 'short');
SET block_encryption_mode = 'aes-128-ofb';
SELECT AES_ENCRYPT('a', 'b', '1234567890123456');
SELECT AES_ENCRYPT('a', 'b', '1234567890123456', 'hkdf');

-- JSON_OVERLAPS() of arrays, by what is equal in them.
SELECT JSON_OVERLAPS('[1, 2]', '[2, 3]') AS a, JSON_OVERLAPS('[1]', '[1.0]') AS b, JSON_OVERLAPS('[1]', '["1"]') AS c, JSON_OVERLAPS('[{"a": 1, "b": 2}]', '[{"b": 2, "a": 1}]') AS d, JSON_OVERLAPS('[true]', '[1]') AS e, JSON_OVERLAPS('[null]', '[null]') AS f, JSON_OVERLAPS('[]', '[]') AS g, JSON_OVERLAPS(NULL, '[1]') AS h;
SELECT JSON_OVERLAPS('[1', '[1]');
SELECT JSON_CONTAINS('[[5]]', '[5]') AS a, JSON_CONTAINS('[1, [2, 3]]', '[2, 3, 1]') AS b, JSON_CONTAINS('[true]', '[1]') AS c, JSON_CONTAINS('[1]', '[]') AS d, JSON_CONTAINS('[1, 2]', '[2.0, 2]') AS e, JSON_CONTAINS('[{"a": 1, "b": 2}]', '[{"a": 1}]') AS f, JSON_CONTAINS('["1"]', '[1]') AS g, JSON_CONTAINS('[1]', NULL) AS h, JSON_CONTAINS('{"a": [1, 2]}', '[1]', '$.a') AS i;
