-- Expressions that run long by themselves, on one row or few.

-- case SLEEP
SELECT SLEEP(100000)//

-- case SLEEP for each row
SELECT COUNT(SLEEP(0.01)) FROM k//

-- case BENCHMARK
SELECT BENCHMARK(1000000000000, SHA2('a', 512))//

-- case BENCHMARK in BENCHMARK
SELECT BENCHMARK(1000000000, BENCHMARK(1000000000, 1 + 1))//

-- case BENCHMARK of a slow expression
SELECT BENCHMARK(1000000000, LENGTH(REPEAT('a', 10000000)))//

-- case GET_LOCK
SELECT GET_LOCK('held', 100000)//

-- case FIND_IN_SET in a long list, for each row
SELECT COUNT(*) FROM k WHERE FIND_IN_SET('x', REPEAT('a,', 33000000 + k.a * 0)) > 0//

-- case REGEXP for each row
SELECT COUNT(*) FROM k x, k y WHERE x.t REGEXP '(t.*x.*)+z' OR y.t REGEXP '(t.*x.*)+z'//

-- case REGEXP of many states
SELECT REPEAT('a', 15000000) REGEXP '(a.{900}){1}z'//

-- case REGEXP_REPLACE of many states
SELECT LENGTH(REGEXP_REPLACE(REPEAT('a', 15000000), '(a.{900}){1}z|a', 'b'))//

-- case REGEXP_REPLACE whose matches look at all of the text
SELECT LENGTH(REGEXP_REPLACE(REPEAT('a', 200000), 'a(.*b)?', 'x'))//

-- case REGEXP_SUBSTR of a late occurrence that looks at all of the text
SELECT REGEXP_SUBSTR(REPEAT('a', 200000), 'a(.*b)?', 1, 200000)//

-- case RLIKE of a column, many short texts
CREATE TABLE s (t VARCHAR(10000))//
INSERT INTO s SELECT REPEAT('a', 10000) FROM m//
SELECT COUNT(*) FROM s, m WHERE s.t RLIKE CONCAT('a(.*b)?', 'c{0,', n % 2, '}')//

-- case REGEXP_INSTR of a late occurrence
SELECT REGEXP_INSTR(REPEAT('a', 15000000), '(a.{900}){1}z|a', 1, 10000000)//

-- case LIKE of a long pattern in a column
CREATE TABLE s (t LONGTEXT)//
INSERT INTO s VALUES (REPEAT('a', 5000000))//
SELECT COUNT(*) FROM s WHERE t LIKE CONCAT('%', REPEAT('a', 500000), 'b%')//

-- case LIKE of a long pattern
SELECT REPEAT('a', 1000000) LIKE CONCAT('%', REPEAT('a', 500000), 'b%')//

-- case REPEAT of REPEAT for many rows
SELECT SUM(LENGTH(REPEAT(x.t, 300000))) FROM k x//

-- case LPAD for many rows
SELECT SUM(LENGTH(LPAD(x.t, 16000000, 'ab'))) FROM k x//

-- case SPACE for many rows
SELECT SUM(LENGTH(SPACE(16000000 + x.b))) FROM k x//

-- case REPLACE that doubles
SELECT LENGTH(REPLACE(REPLACE(REPLACE(REPEAT('a', 1000000), 'a', 'aaaa'), 'a', 'aaaa'), 'a', 'b')), BENCHMARK(10000, LENGTH(REPLACE(REPEAT('a', 1000000), 'a', 'aaaa')))//

-- case hashes of large texts
SELECT SUM(LENGTH(SHA2(REPEAT(x.t, 200000), 512))) FROM k x//

-- case COMPRESS for many rows
SELECT SUM(LENGTH(COMPRESS(REPEAT(x.t, 100000)))) FROM k x//

-- case SUBSTRING_INDEX
SELECT BENCHMARK(100000, SUBSTRING_INDEX(REPEAT('a,', 5000000), ',', -2))//

-- case SOUNDEX, REVERSE, UPPER
SELECT SUM(LENGTH(UPPER(REVERSE(REPEAT(x.t, 200000))))) FROM k x//

-- case FIND_IN_SET of a long set
SELECT BENCHMARK(100000, FIND_IN_SET('z', REPEAT('a,', 5000000)))//

-- case JSON_TABLE of a large document
SELECT COUNT(*) FROM m x, JSON_TABLE(CONCAT('[', REPEAT('{"a":1},', 100000), '{}]'), '$[*]' COLUMNS (a INT PATH '$.a')) j//

-- case JSON_TABLE, many of them
SELECT COUNT(*) FROM JSON_TABLE(CONCAT('[', REPEAT('1,', 20000), '1]'), '$[*]' COLUMNS (a INT PATH '$')) j, JSON_TABLE(CONCAT('[', REPEAT('1,', 20000), '1]'), '$[*]' COLUMNS (a INT PATH '$')) l WHERE j.a + l.a < 0//

-- case JSON_MERGE_PRESERVE of large documents
SELECT SUM(JSON_LENGTH(JSON_MERGE_PRESERVE(CONCAT('[', REPEAT('1,', 100000), '1]'), CONCAT('[', x.n, ']')))) FROM m x, m y//

-- case JSON_MERGE_PATCH of large documents
SELECT SUM(JSON_LENGTH(JSON_MERGE_PATCH(CONCAT('{"a":[', REPEAT('1,', 100000), '1]}'), CONCAT('{"b":', x.n, '}')))) FROM m x, m y//

-- case JSON_EXTRACT with wildcards
SELECT JSON_LENGTH(JSON_EXTRACT(CONCAT('[', REPEAT('[[1,2,3],{"a":[1]}],', 200000), '1]'), '$**.a')), BENCHMARK(1000, JSON_EXTRACT(CONCAT('[', REPEAT('[[1,2,3],{"a":[1]}],', 50000), '1]'), '$**[*]'))//

-- case JSON_SEARCH
SELECT BENCHMARK(1000, JSON_SEARCH(CONCAT('["', REPEAT('aaaaaaaaaa","', 100000), 'b"]'), 'all', '%a%a%a%a%b'))//

-- case JSON_PRETTY of a large document
SELECT BENCHMARK(1000, LENGTH(JSON_PRETTY(CONCAT('[', REPEAT('[1],', 200000), '1]'))))//

-- case DIV of long decimals
SELECT SUM(CAST(x.n AS DECIMAL(65,30)) / 7 * CAST(y.n AS DECIMAL(65, 30))) FROM m x, m y, m z//

-- case user variables for many rows
SELECT SUM(@v := x.n + y.n) FROM m x, m y, m z//

-- case CASE and IN of many rows
SELECT SUM(CASE WHEN x.n IN (1,2,3) THEN y.n ELSE -z.n END) FROM m x, m y, m z//

-- case STR_TO_DATE and DATE_FORMAT
SELECT COUNT(STR_TO_DATE(DATE_FORMAT(FROM_UNIXTIME(x.n * 100000), '%Y %M %d'), '%Y %M %d')) FROM m x, m y, m z//

-- case RANDOM_BYTES
SELECT COUNT(RANDOM_BYTES(1024)) FROM m x, m y, m z//

-- case ST_Distance of large geometries
SELECT BENCHMARK(1000000, ST_Length(ST_GeomFromText(CONCAT('LINESTRING(', REPEAT('1 1,2 2,', 50000), '3 3)'))))//

-- case FORMAT and CONV for many rows
SELECT COUNT(FORMAT(x.n * y.n, 3)), COUNT(CONV(z.n, 10, 2)) FROM m x, m y, m z//

-- case WEIGHT_STRING and collations
SELECT COUNT(*) FROM w x, w y WHERE x.t COLLATE utf8mb4_0900_ai_ci = y.t COLLATE utf8mb4_0900_ai_ci//

-- case DATE_FORMAT with a long format
SELECT BENCHMARK(100000, LENGTH(DATE_FORMAT('2024-02-09', REPEAT('%', 8000000))))//

-- case FROM_UNIXTIME with a long format
SELECT BENCHMARK(100000, LENGTH(FROM_UNIXTIME(1, REPEAT('%Y%W', 2000000))))//

-- case TIME_FORMAT with a long format
SELECT BENCHMARK(100000, CONCAT(LENGTH(TIME_FORMAT(CAST('1:2:3' AS TIME), REPEAT('%H%i', 2000000))), LENGTH(TIME_FORMAT('1:2:3', REPEAT('%', 8000000)))))//

-- case DATETIME of a long text
SELECT BENCHMARK(100000, DATETIME(CONCAT('2024-02-09 01:02:03.', REPEAT('0', 8000000))))//
