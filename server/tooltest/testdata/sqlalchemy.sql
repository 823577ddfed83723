-- tool: SQLAlchemy, reflection
-- version: 1.4.46, run against the server
-- asks: what the server recorded of its look at the shop

USE shop;
SET AUTOCOMMIT = 0;
SET NAMES utf8mb4;
SELECT VERSION();
SELECT DATABASE();
SELECT @@transaction_isolation;
SELECT @@sql_mode;
SELECT @@lower_case_table_names;
ROLLBACK;
SHOW schemas;
SHOW FULL TABLES FROM `shop`;
SHOW CREATE TABLE `items`;
select table_schema, table_name, column_name from information_schema.columns where (table_schema, table_name, lower(column_name)) in (('shop', 'orders', 'id'));
SHOW CREATE TABLE `orders`;
SHOW CREATE TABLE `v`;
SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'shop' AND table_name = 'orders';
