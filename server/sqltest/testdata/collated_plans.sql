-- What texts come from decides by which collation they are compared, through derived tables, views, unions and functions; of equal texts the first is shown.
CREATE DATABASE co COLLATE utf8mb4_0900_bin;
USE co;
SET NAMES utf8mb4 COLLATE utf8mb4_0900_ai_ci;
CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(20) COLLATE utf8mb4_0900_ai_ci, b VARCHAR(20) COLLATE utf8mb4_bin, KEY (a), KEY (b));
INSERT INTO t VALUES (1,'Abc','Abc'),(2,'abc','abc'),(3,'ABC','ABC'),(4,'x','x'),(5,'X','X'),(6,NULL,NULL),(7,NULL,NULL);
CREATE TABLE v (id INT, a VARCHAR(30) COLLATE utf8mb4_0900_ai_ci, KEY (a));
INSERT INTO v VALUES (11,'aBC'),(12,'y'),(20,'abc');
-- Joins of one collation and of two: by bytes where one of them is.
SELECT /*+ HASH_JOIN(t,v) */ COUNT(*) FROM t JOIN v ON t.a = v.a;
SELECT /*+ MERGE_JOIN(t,v) */ COUNT(*) FROM t JOIN v ON t.a = v.a;
SELECT /*+ LOOKUP_JOIN(t,v) */ COUNT(*) FROM t JOIN v ON t.a = v.a;
SELECT /*+ HASH_JOIN(t,v) */ COUNT(*) FROM t JOIN v ON t.b = v.a;
SELECT /*+ MERGE_JOIN(t,v) */ COUNT(*) FROM t JOIN v ON t.b = v.a;
SELECT /*+ LOOKUP_JOIN(v,t) */ COUNT(*) FROM t JOIN v ON t.b = v.a;
SELECT COUNT(*) FROM t WHERE b IN (SELECT a FROM v);
SELECT COUNT(*) FROM t WHERE NOT EXISTS (SELECT 1 FROM v WHERE v.a = t.a);
-- Through derived tables, common table expressions and views.
SELECT COUNT(*) FROM t WHERE CONCAT(a,'') = CONCAT('aBC','');
SELECT COUNT(*) FROM (SELECT CONCAT(a,'') c FROM t) q WHERE c = 'aBC';
SELECT c, COUNT(*) FROM (SELECT CONCAT(a,'') c, id FROM t ORDER BY id LIMIT 10) q GROUP BY c ORDER BY c DESC;
WITH c AS (SELECT UPPER(a) n FROM t) SELECT n, COUNT(*) FROM c GROUP BY n ORDER BY n;
WITH c AS (SELECT a n FROM t UNION SELECT 'q') SELECT COUNT(*) FROM c WHERE n IN ('ABC','Q','zz');
CREATE VIEW w AS SELECT DISTINCT CONCAT(a,'') c FROM t;
SELECT * FROM w WHERE c IN ('ABC','zz');
SELECT COUNT(*) FROM w w1 JOIN w w2 ON w1.c = LOWER(w2.c);
-- Functions.
SELECT CAST(a AS CHAR) c, COUNT(*) FROM t GROUP BY c;
SELECT COALESCE(a,'') c, COUNT(*) FROM t GROUP BY c;
SELECT DISTINCT IF(id < 10, a, '') c FROM t ORDER BY c DESC;
SELECT DISTINCT CASE WHEN id < 10 THEN a END c FROM t ORDER BY c;
SELECT MAX(CONCAT(a,'')) c, MIN(CONCAT(b,'')) d FROM t WHERE id IN (2,5);
SELECT g, COUNT(*) FROM (SELECT id > 4 k, GROUP_CONCAT(a) g FROM t WHERE id IN (4,5) GROUP BY k) q GROUP BY g;
SELECT ROW_NUMBER() OVER (PARTITION BY CONCAT(a,'') ORDER BY id) n, id FROM t ORDER BY id;
SELECT a, COUNT(DISTINCT CONCAT(b,'') COLLATE utf8mb4_0900_ai_ci) FROM t GROUP BY a WITH ROLLUP;
SELECT LOCATE('B','éb'), LOCATE('b','abcb',3), LOCATE('','abc',4), LOCATE('','abc',5), INSTR('éab','B'), POSITION('e' IN 'xé'), FIELD('É','f','e'), LOCATE(2, 123), INSTR(BINARY 'aB','b'), GREATEST('a','B'), LEAST('b','A');
SET @y = 'a';
SELECT @y = 'A', @y IN ('A','B'), CONCAT(@y,'') = 'A';
-- Sets of rows.
SELECT a, id FROM t WHERE id < 6 UNION SELECT 'ABC', 3 ORDER BY a DESC, id LIMIT 4;
SELECT b, a FROM t WHERE id < 6 UNION SELECT 'ABC', 'abc' ORDER BY a, b;
SELECT * FROM (SELECT b, a FROM t WHERE id < 6 UNION SELECT 'ABC', 'abc') q ORDER BY a, b;
(SELECT a FROM t ORDER BY id LIMIT 3) UNION (SELECT a FROM v ORDER BY id LIMIT 1);
SELECT a FROM t UNION SELECT a FROM v UNION SELECT 'X' UNION ALL SELECT 'abc';
SELECT a FROM t UNION SELECT b FROM t;
SELECT a FROM t UNION SELECT BINARY b FROM t;
SELECT a, id FROM t WHERE id < 3 UNION SELECT 1, 2;
SELECT NULL UNION SELECT a FROM t;
SELECT a FROM t WHERE id < 4 UNION SELECT CAST('2020-01-01' AS DATETIME);
SELECT t.id, (SELECT COUNT(DISTINCT v.a) FROM v WHERE v.a = t.a) n FROM t ORDER BY id;
SELECT t.id, (SELECT COUNT(*) FROM (SELECT v.a FROM v WHERE v.a = t.a UNION SELECT 'ABC') q) n FROM t ORDER BY id;
SELECT t.id FROM t WHERE EXISTS (SELECT DISTINCT v.a FROM v WHERE v.a = t.a) ORDER BY id;
WITH RECURSIVE c AS (SELECT a, 1 n FROM t WHERE id = 1 UNION SELECT LOWER(a), n FROM c WHERE n < 3) SELECT * FROM c;
-- By bytes, where that is asked for.
SELECT 'a' = 'A', BINARY 'a' = 'A', 'a' = 'A' COLLATE utf8mb4_bin, _binary'a' = 'A', CAST('a' AS BINARY) = 'A', x'61' = 'A', 'a' LIKE 'A', 'a' IN ('A'), 'a' IN (BINARY 'A', 'B');
SELECT COUNT(DISTINCT BINARY a), COUNT(DISTINCT a COLLATE utf8mb4_bin), COUNT(DISTINCT b COLLATE utf8mb4_0900_ai_ci) FROM t;
SELECT COUNT(*) FROM (SELECT DISTINCT BINARY a FROM t) q;
SELECT COUNT(*) FROM (SELECT a COLLATE utf8mb4_bin c FROM t GROUP BY c) q;
SELECT COUNT(*) FROM (SELECT b COLLATE utf8mb4_0900_ai_ci c FROM t GROUP BY c) q;
SELECT COUNT(*) FROM t WHERE b COLLATE utf8mb4_0900_ai_ci IN ('aBC','zz');
SELECT COUNT(*) FROM t WHERE a IN ('aBC' COLLATE utf8mb4_bin,'zz');
SELECT COUNT(*) FROM t WHERE BINARY a IN ('ABC','zz');
-- Prepared, and what is made and changed by it.
PREPARE s FROM 'SELECT COUNT(*) FROM t WHERE CONCAT(a, ?) IN (?, ?)';
SET @a = '', @b = 'ABC', @c = 'q';
EXECUTE s USING @a, @b, @c;
CREATE TABLE made SELECT CONCAT(a,'z') c, 'l' l, b FROM t;
SHOW CREATE TABLE made;
CREATE TEMPORARY TABLE kept SELECT UPPER(CONCAT(a,'')) c FROM t;
SELECT COUNT(DISTINCT c) FROM kept;
UPDATE t SET b = 'hit' WHERE CONCAT(a,'') IN ('aBC','q');
SELECT COUNT(*) FROM t WHERE b = 'hit';
DELETE FROM v WHERE CONCAT(a,'') = CONCAT('AB','c');
SELECT COUNT(*) FROM v;
INSERT INTO v SELECT DISTINCT id > 10, a FROM t;
SELECT COUNT(*) FROM v;

-- A UNION of three and more has one type for each column, whatever meets whatever first.
CREATE TABLE several (b VARCHAR(10) COLLATE utf8mb4_bin, g VARCHAR(20) COLLATE utf8mb4_general_ci, l TEXT CHARACTER SET latin1, a VARCHAR(10) COLLATE utf8mb4_0900_ai_ci, y VARBINARY(5), e ENUM('x'), i INT);
INSERT INTO several VALUES ('x', 'X', 'x', 'x', 'x', 'x', 1);
SELECT b FROM several UNION SELECT g FROM several UNION SELECT b FROM several ORDER BY 1;
SELECT g FROM several UNION SELECT a FROM several UNION SELECT l FROM several;
SELECT a FROM several UNION SELECT b FROM several UNION SELECT l FROM several ORDER BY 1;
SELECT l FROM several INTERSECT SELECT a FROM several EXCEPT SELECT b FROM several UNION ALL SELECT g FROM several;
SELECT a FROM several UNION SELECT y FROM several UNION SELECT g FROM several ORDER BY 1;
SELECT DISTINCT * FROM (SELECT e FROM several UNION SELECT b FROM several UNION SELECT y FROM several) d;
SELECT i FROM several UNION SELECT g FROM several UNION SELECT a FROM several ORDER BY 1;
(SELECT DISTINCT User, Host FROM mysql.user) UNION (SELECT DISTINCT User, Host FROM mysql.tables_priv) UNION (SELECT DISTINCT User, Host FROM mysql.columns_priv) UNION (SELECT User, Host FROM mysql.procs_priv) ORDER BY 1, 2;
DROP TABLE several;
DROP DATABASE co;
