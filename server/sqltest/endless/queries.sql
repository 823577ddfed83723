-- Operators of queries.

-- case cross join
SELECT COUNT(*) FROM m x, m y, m z, m u WHERE x.n + y.n + z.n + u.n < 0//

-- case cross join that sends rows
SELECT x.n, y.n, z.n FROM m x, m y, m z//

-- case count of a cross join
SELECT COUNT(*) FROM m x, m y, m z//

-- case hash join
SELECT COUNT(*) FROM k x JOIN k y ON x.b = y.b WHERE x.a + y.a < 0//

-- case hash join, build
SELECT COUNT(*) FROM d JOIN (SELECT x.n + y.n + z.n s FROM m x, m y, m z) q ON q.s = d.n + 1//

-- case hash join of one key
SELECT COUNT(*) FROM (SELECT id, a, 1 o FROM k LIMIT 150000) x JOIN (SELECT id, a, 1 o FROM k LIMIT 150001) y ON x.o = y.o WHERE x.a + y.a < 0//

-- case left join
SELECT COUNT(*) FROM k x LEFT JOIN k y ON x.b = y.b AND x.a + y.a < 0//

-- case lookup join
SELECT COUNT(*) FROM m x JOIN m y JOIN m z JOIN k ON k.a = x.n + y.n + z.n WHERE k.b < 0//

-- case anti join
SELECT COUNT(*) FROM k x WHERE NOT EXISTS (SELECT 1 FROM k y WHERE y.b + x.b < 0)//

-- case IN of a subquery for each row
SELECT COUNT(*) FROM k x WHERE x.a IN (SELECT y.a + x.id FROM k y)//

-- case scalar subquery for each row
SELECT SUM((SELECT MAX(y.a * x.b) FROM k y)) FROM k x//

-- case lateral derived table
SELECT COUNT(*) FROM k x, LATERAL (SELECT SUM(y.a * x.b) s FROM k y) q//

-- case derived table
SELECT COUNT(*) FROM (SELECT x.n, y.n AS yn, z.n AS zn FROM m x, m y, m z LIMIT 900000000) q//

-- case sort
SELECT x.n, y.n FROM m x, m y, d z ORDER BY x.n * y.n, z.n//

-- case sort of wide rows
SELECT w.id, w.t FROM w, m ORDER BY w.t, m.n//

-- case sort of wide rows, first 10
SELECT w.id, w.t FROM w, m ORDER BY w.t, m.n LIMIT 10//

-- case sort after all rows have been read
SELECT a.id FROM k a, d b ORDER BY a.t, b.n//

-- case GROUP BY of many groups
SELECT x.n * y.n * z.n g, COUNT(*) FROM m x, m y, m z GROUP BY g//

-- case GROUP BY of long texts
SELECT COUNT(*) FROM k GROUP BY REPEAT(t, 100000)//

-- case GROUP BY of few groups
SELECT x.n % 10 g, COUNT(*), SUM(y.n) FROM m x, m y, m z GROUP BY g//

-- case GROUP BY WITH ROLLUP
SELECT x.n % 10 g, y.n h, COUNT(*) FROM m x, m y, m z GROUP BY g, h WITH ROLLUP//

-- case COUNT DISTINCT
SELECT COUNT(DISTINCT x.n * 1000000 + y.n * 1000 + z.n) FROM m x, m y, m z//

-- case GROUP_CONCAT
SELECT LENGTH(GROUP_CONCAT(x.n, y.n)) FROM m x, m y, m z//

-- case GROUP_CONCAT DISTINCT ORDER BY
SELECT LENGTH(GROUP_CONCAT(DISTINCT x.n * y.n ORDER BY y.n DESC)) FROM m x, m y, m z//

-- case JSON_ARRAYAGG
SELECT JSON_LENGTH(JSON_ARRAYAGG(x.n)) FROM m x, m y, m z//

-- case JSON_OBJECTAGG
SELECT JSON_LENGTH(JSON_OBJECTAGG(CONCAT(x.n, y.n), z.n)) FROM m x, m y, m z//

-- case aggregate functions
SELECT STDDEV(x.n), BIT_XOR(y.n), MAX(z.n), ANY_VALUE(x.n) FROM m x, m y, m z//

-- case DISTINCT
SELECT DISTINCT x.n * y.n + z.n FROM m x, m y, m z//

-- case DISTINCT of few values
SELECT DISTINCT x.n % 2 FROM m x, m y, m z//

-- case UNION
SELECT COUNT(*) FROM (SELECT x.n, y.n yn, z.n zn FROM m x, m y, m z UNION SELECT 1, 2, 3) q//

-- case UNION ALL
SELECT x.n FROM m x, m y, m z WHERE x.n + y.n + z.n < 0 UNION ALL SELECT x.n FROM m x, m y, m z WHERE x.n + y.n + z.n < 0//

-- case INTERSECT
SELECT x.n, y.n FROM m x, m y, m z INTERSECT SELECT y.n, x.n FROM m x, m y, m z//

-- case EXCEPT
SELECT x.n, y.n FROM m x, m y, m z EXCEPT SELECT y.n, x.n FROM m x, m y, m z//

-- case UNION ORDER BY
(SELECT x.n, y.n FROM m x, m y, d z) UNION ALL (SELECT 1, 2) ORDER BY 2, 1//

-- case window over all rows
SELECT SUM(x.n) OVER () FROM m x, m y, m z//

-- case window with ORDER BY
SELECT ROW_NUMBER() OVER (ORDER BY x.n * y.n), RANK() OVER (ORDER BY y.n DESC) FROM m x, m y, m z//

-- case window of all rows, maximum
SELECT MAX(a) OVER () FROM k//

-- case window of all rows, other functions
SELECT BIT_OR(a) OVER (), LAST_VALUE(a) OVER (), COUNT(a) OVER (), STDDEV(a) OVER () FROM k//

-- case window of a partition
SELECT MIN(a) OVER (PARTITION BY 1) FROM k//

-- case window of documents
SELECT JSON_LENGTH(JSON_ARRAYAGG(a) OVER ()) FROM k//

-- case window of documents that grow
SELECT JSON_LENGTH(JSON_ARRAYAGG(a) OVER (ORDER BY id)) FROM k//

-- case window with a wide frame of ROWS
SELECT MAX(a) OVER (ORDER BY id ROWS BETWEEN 100000 PRECEDING AND 100000 FOLLOWING) FROM k//

-- case window with a frame of RANGE
SELECT AVG(a) OVER (ORDER BY a RANGE BETWEEN 50000 PRECEDING AND 50000 FOLLOWING) FROM k//

-- case window with a frame to the end
SELECT MIN(a) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING), LAST_VALUE(a) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) FROM k//

-- case window functions of value
SELECT LAG(a, 1000) OVER (PARTITION BY b ORDER BY t), LEAD(a) OVER (PARTITION BY b ORDER BY t), NTILE(7) OVER (ORDER BY t), PERCENT_RANK() OVER (ORDER BY t) FROM k, d//

-- case recursive query whose rounds join
SET SESSION cte_max_recursion_depth = 1000000000//
WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT r.n + 1 FROM r, m WHERE m.n < 2) SELECT COUNT(*) FROM r//

-- case HAVING
SELECT SUM(x.n) s FROM m x, m y, m z HAVING s < 0//

-- case LIMIT with a large offset
SELECT x.n FROM m x, m y, m z LIMIT 900000000, 1//

-- case prepared
PREPARE s FROM 'SELECT COUNT(*) FROM m x, m y, m z, m u WHERE x.n + y.n + z.n + u.n < ?'//
SET @nought = 0//
EXECUTE s USING @nought//

-- case EXPLAIN ANALYZE
EXPLAIN ANALYZE SELECT COUNT(*) FROM m x, m y, m z, m u WHERE x.n + y.n + z.n + u.n < 0//

-- case VALUES, many
SELECT COUNT(*) FROM (VALUES ROW(1), ROW(2), ROW(3), ROW(4), ROW(5), ROW(6), ROW(7), ROW(8)) a, m x, m y, m z WHERE x.n + y.n + z.n < 0//

-- case view
CREATE VIEW v AS SELECT x.n FROM m x, m y, m z WHERE x.n + y.n + z.n < 0//
SELECT COUNT(*) FROM v, v v2//

-- case SELECT INTO variables
SELECT COUNT(*) INTO @c FROM m x, m y, m z, m u WHERE x.n + y.n + z.n + u.n < 0//

-- case SET of a query
SET @c = (SELECT COUNT(*) FROM m x, m y, m z, m u WHERE x.n + y.n + z.n + u.n < 0)//

-- case DO of a query
DO (SELECT COUNT(*) FROM m x, m y, m z, m u WHERE x.n + y.n + z.n + u.n < 0)//

-- case cross join of VALUES
SELECT COUNT(*) FROM (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) a, (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) b, (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) c, (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) d, (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) e, (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) f, (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) g, (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) h, (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) i, (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) j, (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) k, (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) l, (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) m, (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) n, (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) o//

-- case cross join of UNIONs
WITH x AS (SELECT 1 a UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4) SELECT COUNT(*) FROM x a, x b, x c, x d, x e, x f, x g, x h, x i, x j, x k, x l, x m, x n, x o//

-- case cross join of a recursive query
WITH RECURSIVE x AS (SELECT 1 a UNION ALL SELECT a + 1 FROM x WHERE a < 100) SELECT COUNT(*) FROM x a, x b, x c, x d, x e, x f WHERE a.a + b.a + c.a + d.a + e.a + f.a < 0//

-- case join with a condition of derived tables
WITH x AS (SELECT n FROM m LIMIT 900) SELECT COUNT(*) FROM x a LEFT JOIN x b ON a.n + b.n < 0 LEFT JOIN x c ON c.n + a.n < 0 LEFT JOIN x d ON d.n + a.n < 0//

-- case subquery of VALUES for each row
SELECT COUNT(*) FROM (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) a, m x, m y WHERE EXISTS (SELECT 1 FROM (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) b, (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) c, (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) d, (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) e, (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) f, (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) g, (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) h, (VALUES ROW(1), ROW(2), ROW(3), ROW(4)) i WHERE b.column_0 + c.column_0 + x.n + i.column_0 < 0)//

-- case DISTINCT of long texts
CREATE TABLE s (t LONGTEXT)//
INSERT INTO s VALUES (REPEAT('abcdefghi', 100000))//
SELECT COUNT(*) FROM (SELECT DISTINCT CONCAT(s.t, a.n) FROM s, m a) q//
