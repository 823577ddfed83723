-- tool: HeidiSQL
-- version: 12, not compared with its source
-- asks: source/dbconnection.pas of HeidiSQL/HeidiSQL

SELECT CONNECTION_ID();
SHOW VARIABLES;
/*!40101 SET NAMES utf8mb4 */;
SET SQL_MODE='NO_AUTO_VALUE_ON_ZERO';
SHOW /*!50002 GLOBAL */ STATUS;
SELECT NOW();
-- has: Database=shop
SHOW DATABASES;
SELECT `DEFAULT_COLLATION_NAME` FROM `information_schema`.`SCHEMATA` WHERE `SCHEMA_NAME`='shop';
-- empty: nothing to tell of
SHOW OPEN TABLES FROM `shop` WHERE `in_use`!=0;
USE `shop`;
-- has: Name=orders
SHOW TABLE STATUS FROM `shop`;
-- has: TABLE_NAME=v
SELECT *, TABLE_NAME FROM `information_schema`.`TABLES` WHERE TABLE_SCHEMA='shop';
-- empty: the shop has none
SHOW FUNCTION STATUS WHERE `Db`='shop';
-- empty: the shop has none
SHOW PROCEDURE STATUS WHERE `Db`='shop';
-- empty: the shop has none
SHOW TRIGGERS FROM `shop`;
-- empty: the shop has none
SELECT *, EVENT_SCHEMA AS `Db`, EVENT_NAME AS `Name` FROM information_schema.`EVENTS` WHERE `EVENT_SCHEMA`='shop';
SHOW COLLATION;
SHOW ENGINES;
SHOW CREATE TABLE `shop`.`orders`;
SELECT * FROM `information_schema`.`COLUMNS` WHERE TABLE_SCHEMA='shop' AND TABLE_NAME='orders' ORDER BY ORDINAL_POSITION;
SHOW INDEXES FROM `orders` FROM `shop`;
SELECT * FROM information_schema.REFERENTIAL_CONSTRAINTS WHERE CONSTRAINT_SCHEMA='shop' AND TABLE_NAME='items' AND REFERENCED_TABLE_NAME IS NOT NULL;
SELECT * FROM information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA='shop' AND TABLE_NAME='items' AND REFERENCED_TABLE_NAME IS NOT NULL;
-- has: id=1 name=apple
SELECT * FROM `shop`.`orders` LIMIT 1000;
SELECT `id`, LEFT(`name`, 256), `total` FROM `shop`.`orders` ORDER BY `id` ASC LIMIT 1000;
SHOW /*!50002 GLOBAL */ VARIABLES;
SHOW SESSION VARIABLES;
SELECT `ID`, `USER`, `HOST`, `DB`, `COMMAND`, `TIME`, `STATE`, LEFT(`INFO`, 51200) AS `Info` FROM `information_schema`.`PROCESSLIST`;
SHOW FULL PROCESSLIST;
-- empty: nothing to tell of
SHOW WARNINGS LIMIT 5;
-- empty: no help texts
HELP 'SELECT';
