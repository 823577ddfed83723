-- tool: mycli, completion and its commands status, \u, \l, \dt
-- version: 1.26.1, run against the server
-- asks: what the server recorded of a run

-- has: connection_id()=1+
select connection_id();
-- has: Database=shop
SHOW DATABASES;
USE shop;
-- has: Tables_in_shop=orders
SHOW TABLES;
-- has: TABLE_NAME=orders COLUMN_NAME=total
select TABLE_NAME, COLUMN_NAME from information_schema.columns where table_schema = 'shop' order by table_name, ordinal_position;
SELECT CONCAT("'", user, "'@'", host, "'") FROM mysql.user;
-- empty: the shop has no functions
SELECT ROUTINE_NAME FROM INFORMATION_SCHEMA.ROUTINES WHERE ROUTINE_TYPE = "FUNCTION" AND ROUTINE_SCHEMA = "shop";
-- empty: no help texts
SELECT name from mysql.help_topic WHERE name like "SHOW %";
-- has: Variable_name=Opened_tables Value=0+
SHOW GLOBAL STATUS;
-- has: Variable_name=protocol_version Value=10
SHOW GLOBAL VARIABLES;
SELECT DATABASE(), USER();
SELECT @@character_set_server, @@character_set_database, @@character_set_client, @@character_set_connection LIMIT 1;
SHOW DATABASES LIKE 'shop';
SHOW FIELDS FROM orders;
SHOW CREATE TABLE orders;
SHOW PROCEDURE STATUS;
