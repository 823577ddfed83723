-- Statements that would take all time or memory end in an error, or are planned otherwise.
CREATE DATABASE shop;
USE shop;
CREATE TABLE item (id INT PRIMARY KEY, n INT, name VARCHAR(10));
INSERT INTO item VALUES (1, 9, 'a'), (2, 8, 'b'), (3, 7, 'c');
-- A list has no more parts than a table may have columns.
SET @list = CONCAT('SELECT COUNT(*) FROM item GROUP BY ', REPEAT('id, ', 4096), 'id');
PREPARE p FROM @list;
-- Nor has a result.
SET @columns = CONCAT('SELECT ', REPEAT('item.*, ', 1366), '1 FROM item WHERE 1 = 0');
PREPARE p FROM @columns;
EXECUTE p;
-- A join has no more than 61 tables.
SELECT COUNT(*) FROM item t1, item t2, item t3, item t4, item t5, item t6, item t7, item t8, item t9, item t10, item t11, item t12, item t13, item t14, item t15, item t16, item t17, item t18, item t19, item t20, item t21, item t22, item t23, item t24, item t25, item t26, item t27, item t28, item t29, item t30, item t31, item t32, item t33, item t34, item t35, item t36, item t37, item t38, item t39, item t40, item t41, item t42, item t43, item t44, item t45, item t46, item t47, item t48, item t49, item t50, item t51, item t52, item t53, item t54, item t55, item t56, item t57, item t58, item t59, item t60, item t61, item t62 WHERE 1 = 0;
-- Divisions do not lie deep in one another.
SET @chain = CONCAT('SELECT 1', REPEAT(' / 1', 150));
PREPARE p FROM @chain;
-- Rows are sorted before a large limit, not kept in order for all of it.
EXPLAIN SELECT id FROM item ORDER BY n LIMIT 65536;
EXPLAIN SELECT id FROM item ORDER BY n LIMIT 2147483646;
-- EXISTS deep in others is no join.
EXPLAIN SELECT COUNT(*) FROM item WHERE EXISTS (SELECT 1 FROM item WHERE EXISTS (SELECT 1 FROM item WHERE EXISTS (SELECT 1 FROM item WHERE EXISTS (SELECT 1 FROM item WHERE id = 3))));
EXPLAIN SELECT COUNT(*) FROM item WHERE EXISTS (SELECT 1 FROM item WHERE EXISTS (SELECT 1 FROM item WHERE EXISTS (SELECT 1 FROM item WHERE EXISTS (SELECT 1 FROM item WHERE EXISTS (SELECT 1 FROM item WHERE id = 3)))));
-- A chain of UNION is halved.
EXPLAIN SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9 UNION ALL SELECT 10 UNION ALL SELECT 11 UNION ALL SELECT 12 UNION ALL SELECT 13 UNION ALL SELECT 14 UNION ALL SELECT 15 UNION ALL SELECT 16;
-- No view reads itself.
CREATE VIEW a AS SELECT 1 AS n;
CREATE VIEW b AS SELECT * FROM a;
CREATE OR REPLACE VIEW a AS SELECT * FROM b;
SELECT * FROM b;
-- EXECUTE waits for memory in which to plan what has been prepared, while others plan.
SET @list = CONCAT('SELECT 1 IN (', REPEAT('1, ', 20000), '1) AS found');
PREPARE p FROM @list;
-- connection planner root
USE shop;
SET @list = CONCAT('SELECT COUNT(*) FROM item WHERE id IN (', REPEAT('1, ', 20000), '1)');
PREPARE p FROM @list;
-- connection locker root
LOCK TABLES shop.item WRITE;
SET GLOBAL planning_memory_limit = 4000000;
-- connection planner
-- start
EXECUTE p;
-- connection watcher root
-- until 1
SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE OBJECT_NAME = 'item' AND LOCK_STATUS = 'PENDING';
-- connection root
SET lock_wait_timeout = 1;
EXECUTE p;
-- connection locker
UNLOCK TABLES;
-- finish planner
-- connection root
EXECUTE p;
SET GLOBAL planning_memory_limit = DEFAULT;
DROP DATABASE shop;
