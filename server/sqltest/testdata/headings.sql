-- A column without an alias is called by its expression as it is written.
CREATE DATABASE headings;
USE headings;
CREATE TABLE t (i INT, s VARCHAR(20));
INSERT INTO t VALUES (1, 'a');
-- NOT is part of it.
SELECT NOT i FROM t;
SELECT not  i, NOT s IS NULL , NOT i, ! i FROM t;
SELECT NOT(i) , NOT (NOT i), NOT NOT i FROM t;
SELECT NOT NOT i, i FROM t;
SELECT NOT /* no */ i AND i FROM t;
SELECT DISTINCT NOT EXISTS (SELECT 1) FROM t;
SELECT NOT i AS n, -i FROM t;
-- A column is called by its name, and a literal by itself.
SELECT (i), +i, ( `t` . `i` ), +(i), ((i)), i FROM t;
SELECT (1), +1, +1.50, (1e3), (-1), - 1, (TRUE), +(i + 1) FROM t;
SELECT null, NULL, (null), null IS NULL;
SELECT ('a'), 'b' 'c', N'd', _utf8mb4'e', _binary 'f', + 'g';
SELECT ' lead', 'trail ', '	tab', 'it''s', "a""b", 'back\\slash';
SELECT _utf8mb4'x' COLLATE utf8mb4_bin, x'41', 'a' + 1, _binary x'41';
-- Spaces and comments.
SELECT i + 1 /* more */, i/**/+/**/1 , 1 + 2 FROM t;
SELECT i  +  1 -- one more
FROM t;
SELECT 1 ' alias', 2 AS ' b c';
-- No name has more than 255 bytes.
SELECT LENGTH('0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789') FROM t;
SELECT UPPER('éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé') u, CHAR_LENGTH('éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé');
-- Within others.
SELECT `NOT i`, `i` FROM (SELECT NOT i, (i) FROM t) q;
SELECT * FROM (SELECT NOT i, 'a' 'b', null FROM t) q;
SELECT NOT i FROM t UNION ALL SELECT (i) FROM t ORDER BY 1;
SELECT NOT i FROM t UNION ALL SELECT 5 ORDER BY `NOT i`;
SELECT (i), COUNT(*) FROM t GROUP BY (i) ORDER BY (i);
SELECT NOT i FROM t GROUP BY NOT i ORDER BY NOT i;
CREATE VIEW v AS SELECT NOT i, (i) FROM t;
SELECT * FROM v;
CREATE TABLE c AS SELECT NOT i, 'x' 'y' FROM t;
SELECT * FROM c;
PREPARE p FROM 'SELECT NOT ?, (i) FROM t';
SET @a = 1;
EXECUTE p USING @a;
CREATE PROCEDURE p(v INT) SELECT NOT i, (i), 'a' 'b', null, v, (v), NOT v FROM t;
CALL p(1);
-- What has no text has no heading, in procedures too.
SELECT '', N'', x'', _utf8mb4'', ('');
CREATE PROCEDURE empty_texts() SELECT '', x'', (''), (i) FROM t LIMIT 1;
CALL empty_texts();
DROP DATABASE headings;
CALL nowhere();
