-- tool: Django, introspection and a filter on an aggregate
-- version: 3.2.25, run against the server
-- asks: what the server recorded of its look at the shop; the filter from its documentation of annotate()

USE shop;
SET NAMES utf8mb3;
SET autocommit=0;
SELECT VERSION(), @@sql_mode, @@default_storage_engine, @@sql_auto_is_null, @@lower_case_table_names, CONVERT_TZ('2001-01-01 01:00:00', 'UTC', 'UTC') IS NOT NULL;
SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED;
SHOW FULL TABLES;
SELECT table_collation FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'items';
SELECT column_name, data_type, character_maximum_length, numeric_precision, numeric_scale, extra, column_default, CASE WHEN collation_name = 'utf8mb4_0900_bin' THEN NULL ELSE collation_name END AS collation_name, CASE WHEN column_type LIKE '% unsigned' THEN 1 ELSE 0 END AS is_unsigned FROM information_schema.columns WHERE table_name = 'items' AND table_schema = DATABASE();
-- empty: the shop has none
SELECT * FROM `items` LIMIT 1;
SELECT kc.`constraint_name`, kc.`column_name`, kc.`referenced_table_name`, kc.`referenced_column_name` FROM information_schema.key_column_usage AS kc WHERE kc.table_schema = DATABASE() AND kc.table_name = 'items' ORDER BY kc.`ordinal_position`;
SELECT c.constraint_name, c.constraint_type FROM information_schema.table_constraints AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'items';
-- empty: the shop has none
SELECT cc.constraint_name, cc.check_clause FROM information_schema.check_constraints AS cc, information_schema.table_constraints AS tc WHERE cc.constraint_schema = DATABASE() AND tc.table_schema = cc.constraint_schema AND cc.constraint_name = tc.constraint_name AND tc.constraint_type = 'CHECK' AND tc.table_name = 'items';
SHOW INDEX FROM `items`;
SELECT column_name, referenced_table_name, referenced_column_name FROM information_schema.key_column_usage WHERE table_name = 'items' AND table_schema = DATABASE() AND referenced_table_name IS NOT NULL AND referenced_column_name IS NOT NULL;
SELECT * FROM `orders` LIMIT 1;
SHOW INDEX FROM `orders`;
SELECT * FROM `v` LIMIT 1;
-- empty: the shop has none
SHOW INDEX FROM `v`;
SELECT engine FROM information_schema.tables WHERE table_name = 'orders';
-- may: be empty
SELECT `orders`.`id`, `orders`.`name`, COUNT(`items`.`id`) AS `n` FROM `orders` LEFT OUTER JOIN `items` ON (`orders`.`id` = `items`.`order_id`) GROUP BY `orders`.`id` HAVING COUNT(`items`.`id`) > 1 ORDER BY NULL;
