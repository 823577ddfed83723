-- COLLATE behind a literal with its character set says how a column is compared with it, also where that has an index.
CREATE DATABASE shop;
USE shop;
SET NAMES utf8mb4;
CREATE TABLE t (id INT PRIMARY KEY, b VARCHAR(20), INDEX (b));
CREATE TABLE u SELECT * FROM t;
INSERT INTO t VALUES (1, 'Def'), (2, 'DEF'), (3, 'def');
INSERT INTO u SELECT * FROM t;
SELECT id FROM t WHERE b = _utf8mb4'DEF' COLLATE utf8mb4_bin;
SELECT id FROM u WHERE b = _utf8mb4'DEF' COLLATE utf8mb4_bin;
SELECT id FROM t WHERE b IN (_utf8mb4'DEF' COLLATE utf8mb4_bin);
SELECT id FROM t WHERE b BETWEEN _utf8mb4'DEF' COLLATE utf8mb4_bin AND _utf8mb4'DEG' COLLATE utf8mb4_bin;
SELECT id FROM t WHERE b LIKE _utf8mb4'DE%' COLLATE utf8mb4_bin;
SELECT COUNT(*) FROM t WHERE b = _utf8mb4'DEF';
CREATE VIEW v AS SELECT id FROM t WHERE b = _utf8mb4'def' COLLATE utf8mb4_bin;
SELECT * FROM v;
SELECT _utf8mb4'a' COLLATE utf8mb4_bin = 'A', _utf8mb4'a' COLLATE utf8mb4_0900_ai_ci = 'A', _latin1'a' COLLATE latin1_bin = 'a';
SELECT _utf8mb4'a' COLLATE latin1_bin;

-- So does BINARY.
SELECT id FROM t WHERE b = BINARY 'DEF';
SELECT id FROM u WHERE b = BINARY 'DEF';
SELECT id FROM t WHERE b = CAST('def' AS BINARY);
SELECT id FROM t WHERE b BETWEEN BINARY 'DEF' AND BINARY 'DEG';
SELECT id FROM t WHERE b IN (BINARY 'DEF', 'Def');
SELECT COUNT(*) FROM t WHERE b = x'444546';
