-- A text of millions of characters that is to be a date, a time or a number is read by how it begins: the engine takes hours.
CREATE DATABASE d;
USE d;
CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, dt DATETIME, ts TIMESTAMP NULL, d DATE, t TIME, n DECIMAL(20, 5), f DOUBLE);
SET @nines = REPEAT('9', 4000000), @dotted = REPEAT('1.', 2000000), @dated = CONCAT('2024-01-02 03:04:05 ', REPEAT('9', 4000000));
SET @ones = CONCAT('0.', REPEAT('1', 4000000)), @small = CONCAT('0.', REPEAT('0', 4000000), '1'), @zeros = CONCAT(REPEAT('0', 4000000), '12.5');
INSERT INTO t (dt) VALUES (@nines);
INSERT INTO t (ts) VALUES (@nines);
INSERT INTO t (d) VALUES (@dotted);
INSERT INTO t (t) VALUES (@nines);
INSERT INTO t (n) VALUES (@nines);
SET sql_mode = '';
INSERT INTO t (t) VALUES (@nines), (@dated);
INSERT INTO t (dt) VALUES ('2024-01-02 03:04:05 9999');
INSERT INTO t (dt) VALUES (@dated);
SELECT dt, ts, d, t FROM t;
SELECT CAST(@dated AS DATETIME), CAST(@dated AS DATE), CAST(@dated AS TIME);
SELECT CAST(@nines AS DATETIME), CAST(@nines AS DATE), CAST(@nines AS TIME), CAST(@ones AS TIME(6));
SELECT TO_DAYS(@dated), YEAR(@nines), HOUR(@dated), LAST_DAY(@dated), TIME_TO_SEC(@dated), DATEDIFF(@dated, '2024-01-01');
SELECT TIMEDIFF(@nines, '1:1:1'), TIMEDIFF(@dated, @dated), ADDTIME(@nines, '1:1:1'), SEC_TO_TIME(@nines), FROM_UNIXTIME(@nines);
SELECT CAST(@nines AS DECIMAL(65, 30)), CAST(@ones AS DECIMAL(65, 30)), CAST(@small AS DECIMAL(65, 30)), CAST(@zeros AS DECIMAL(65, 30));
SELECT @nines + 0, @ones + 0, @small + 0, @zeros + 0, POW(@ones, 2), CAST(@nines AS SIGNED), CAST(CONCAT(@zeros, 'e1') AS DOUBLE);
SELECT COUNT(*) FROM t WHERE t = @nines OR n = @nines OR f < @ones;
-- So are errors that quote such a text.
SELECT UUID_TO_BIN(@dotted);
SELECT JSON_EXTRACT(@dotted, '$');
DROP DATABASE d;
