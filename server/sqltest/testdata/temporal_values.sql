-- Dates and times where texts, numbers, truth values and JSON documents are wanted, as MySQL
-- 9.7.4 but for the digits of a TIME.
CREATE DATABASE clock;
USE clock;
CREATE TABLE shift (id INT PRIMARY KEY, t TIME, f TIME(6), d DATETIME, e DATETIME(3), y YEAR, day DATE);
INSERT INTO shift VALUES
 (1, '01:02:03', '01:02:03.456', '2020-01-02 03:04:05', '2020-01-02 03:04:05.678', 2021, '2020-02-29'),
 (2, '-10:00:00', '-10:00:00.5', '1999-12-31 23:59:59', '1999-12-31 23:59:59.999', 1999, '1999-12-31'),
 (3, NULL, NULL, NULL, NULL, NULL, NULL),
 (4, '838:59:59', '100:00:00.000001', '2000-01-01', '2000-01-01', 2000, '2000-01-01');

-- As texts.
SELECT CAST(t AS CHAR), CAST(f AS BINARY), CONCAT(e, '|'), HEX(day), ELT(1, t), REVERSE(e) FROM shift ORDER BY id;
SELECT IFNULL(t, 'none'), COALESCE(e, 'none'), IF(id > 1, day, 'first'), CASE WHEN t = '01:02:03' THEN t ELSE 0 END FROM shift ORDER BY id;
SELECT COALESCE(NULL, t, NULL), IFNULL(NULL, t), IF(id > 1, t, NULL) FROM shift ORDER BY id;
SELECT GROUP_CONCAT(t ORDER BY id), COUNT(DISTINCT t), GROUP_CONCAT(DISTINCT day ORDER BY day) FROM shift;
SELECT id FROM shift WHERE t LIKE '%0:00%' OR FIELD(t, '01:02:03') ORDER BY id;

-- As numbers.
SELECT SUM(t), SUM(d), SUM(e), AVG(day), BIT_OR(d) FROM shift;
SELECT -t, -d, -y, ABS(d), CEIL(e), FLOOR(t), SIGN(t), t DIV 7, t % 7, e + 0, CAST(e AS SIGNED) FROM shift ORDER BY id;
SELECT DATE('2022-11-19 11:53:45') + 0, DATE('2022-11-19') & 4294967295, BIT_COUNT(DATE('2022-11-19'));
SELECT FROM_UNIXTIME(1e300), FROM_UNIXTIME(-1), FROM_UNIXTIME(32536771199), FROM_UNIXTIME(32536771200);

-- As truth values.
SELECT NOT t, t IS TRUE, IF(t, 'yes', 'no'), t AND 1, CASE WHEN t THEN 1 END FROM shift ORDER BY id;
SELECT id FROM shift WHERE t ORDER BY id;

-- In documents.
SELECT JSON_OBJECT('t', t, 'e', e), JSON_ARRAY(d, day), CAST(f AS JSON), CAST(day AS JSON) FROM shift ORDER BY id;
SELECT JSON_ARRAYAGG(d), JSON_OBJECTAGG(id, t) FROM shift WHERE id < 3;
SELECT JSON_SET('{}', '$.at', d), JSON_ARRAY_APPEND('[]', '$', t) FROM shift WHERE id = 1;
SELECT JSON_TYPE(CAST(e AS JSON)), JSON_TYPE(CAST(day AS JSON)) FROM shift WHERE id = 1;

-- The greatest and the least.
SELECT GREATEST(t, f), LEAST(t, TIME'02:00:00'), GREATEST(t, 'x'), LEAST(day, DATE'2000-01-01') FROM shift ORDER BY id;
SELECT TIME(t), TIMESTAMP(day), TO_SECONDS(f) IS NULL, DAYNAME(t) IS NULL FROM shift ORDER BY id;

-- The storage keeps six digits of a second in every TIME.
CREATE TABLE brief (a TIME(3), b TIME(0) DEFAULT '01:00:00', c TIME(6));
SHOW WARNINGS;
ALTER TABLE brief ADD d TIME(1);
SHOW WARNINGS;
INSERT INTO brief (a, c, d) VALUES ('1:2:3.5', '1:2:3.25', '1:2:3');
SELECT * FROM brief;
SHOW CREATE TABLE brief;
CREATE FUNCTION later(a TIME(2)) RETURNS TIME(3) DETERMINISTIC RETURN ADDTIME(a, '00:00:01.5');
SELECT later('01:01:01.25');
DROP DATABASE clock;
