-- A query gets another plan as an index comes. Both stand in query_plans, with what the query took by each.
CREATE DATABASE shop;
USE shop;
CREATE TABLE orders (id INT PRIMARY KEY, customer INT, total INT);
INSERT INTO orders WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 200) SELECT i, i % 20, i FROM n;
SELECT SUM(total) FROM orders WHERE customer = 7;
SELECT SUM(total) FROM orders WHERE customer = 8;
CREATE INDEX by_customer ON orders (customer);
SELECT SUM(total) FROM orders WHERE customer = 9;
SELECT SCHEMA_NAME, DIGEST_TEXT, COUNT_STAR, COUNT_KEPT, SUM_ERRORS, SUM_ROWS_SENT, SUM_ROWS_EXAMINED, SUM_ROWS_AFFECTED FROM profiling.query_plans WHERE DIGEST_TEXT LIKE 'SELECT SUM%' ORDER BY LAST_SEEN;
SELECT EXAMPLE_PLAN FROM profiling.query_plans WHERE DIGEST_TEXT LIKE 'SELECT SUM%' ORDER BY LAST_SEEN;
SELECT COUNT(DISTINCT PLAN_HASH), MIN(LENGTH(PLAN_HASH)), SUM(FIRST_SEEN <= LAST_SEEN), SUM(MAX_TIMER_WAIT BETWEEN AVG_TIMER_WAIT AND SUM_TIMER_WAIT), SUM(QUANTILE_95 <= QUANTILE_99 AND QUANTILE_99 <= QUANTILE_999) FROM profiling.query_plans WHERE DIGEST_TEXT LIKE 'SELECT SUM%';
-- The example is a query that query_profiles has, with the same plan; the digest has the last plan.
SELECT SQL_TEXT LIKE 'SELECT SUM(total) FROM orders WHERE customer = %', SQL_TEXT = EXAMPLE_TEXT, p.PLAN_HASH = q.PLAN_HASH, p.DIGEST = q.DIGEST FROM profiling.query_plans p JOIN profiling.query_profiles q ON q.queryId = p.EXAMPLE_QUERY_ID WHERE p.DIGEST_TEXT LIKE 'SELECT SUM%';
SELECT d.PLAN_HASH = (SELECT PLAN_HASH FROM profiling.query_plans WHERE DIGEST_TEXT LIKE 'SELECT SUM%' ORDER BY LAST_SEEN DESC LIMIT 1) AS last_plan FROM profiling.query_profiles_summary_by_digest d WHERE DIGEST_TEXT LIKE 'SELECT SUM%';
-- A node says by which index it reads.
SELECT OPERATOR, OBJECT_NAME, INDEX_NAME, ROWS_OUT FROM profiling.query_operators o JOIN profiling.query_profiles q ON q.queryId = o.QUERY_ID WHERE SQL_TEXT LIKE 'SELECT SUM(total)%' AND COUNTS_AS = 'profScanRso' ORDER BY o.QUERY_ID;
-- Literals and the values of a prepared statement are no part of a plan's shape; another index is, and so is another join.
SELECT total FROM orders WHERE id = 1;
SELECT total FROM orders WHERE id = 100;
SELECT total FROM orders WHERE id IN (1, 2, 3);
SELECT total FROM orders WHERE id IN (1, 2, 3, 4);
SELECT DIGEST_TEXT, COUNT(*) AS plans, SUM(COUNT_STAR) AS queries FROM profiling.query_plans WHERE DIGEST_TEXT LIKE 'SELECT `total`%' GROUP BY DIGEST_TEXT ORDER BY DIGEST_TEXT;
-- One that fails while it runs counts as an error of its plan.
SELECT CAST(id AS SIGNED) + 9223372036854775807 FROM orders WHERE total = 1;
SELECT COUNT_STAR, SUM_ERRORS FROM profiling.query_plans WHERE DIGEST_TEXT LIKE 'SELECT CAST%';
SELECT COUNT(*) FROM profiling.query_plans WHERE DIGEST = 'x';
SHOW VARIABLES LIKE 'profiling_max_plans';
SELECT PLANS > 3, MAX_PLANS, PLANS_REPLACED FROM profiling.profiler_status;
-- Who may not see what others do reads nothing of it.
CREATE USER low;
-- connection low low
SELECT COUNT(*) FROM profiling.query_plans;
TRUNCATE profiling.query_plans;
-- connection root
TRUNCATE profiling.query_plans;
SELECT COUNT(*) FROM profiling.query_plans WHERE DIGEST_TEXT LIKE 'SELECT SUM%';
DROP USER low;
DROP DATABASE shop;
