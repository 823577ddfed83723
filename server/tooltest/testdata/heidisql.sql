-- tool: HeidiSQL, pages of the server and of a table, export, changes of accounts, tables and programs
-- version: sources at 152ab70
-- asks: source of HeidiSQL/HeidiSQL: dbconnection.pas, dbstructures.mysql.pas, main.pas, usermanager.pas, tabletools.pas and the editors of databases, tables, views, routines, triggers and events

SELECT CONNECTION_ID();
-- has: Variable_name=version_comment
SHOW VARIABLES;
SET NAMES utf8mb4;
-- has: Variable_name=Uptime
SHOW /*!50002 GLOBAL */ STATUS;
SELECT NOW();
SET time_zone='+01:00';
-- has: Tables_in_information_schema=PROCESSLIST
SHOW TABLES FROM `information_schema`;
-- empty: nothing to tell of
SHOW WARNINGS;
-- has: Database=shop
SHOW DATABASES;
USE `shop`;
-- empty: nothing to tell of
SHOW OPEN TABLES FROM shop WHERE in_use!=0;
-- has: DEFAULT_COLLATION_NAME=utf8mb4_0900_ai_ci
SELECT `DEFAULT_COLLATION_NAME` FROM `information_schema`.`SCHEMATA` WHERE `SCHEMA_NAME`='shop';
-- has: Name=orders
SHOW TABLE STATUS FROM `shop`;
-- has: Name=v Comment=VIEW
SELECT `TABLE_NAME` AS `Name`, `ENGINE` AS `Engine`, `VERSION` AS `Version`, `TABLE_COLLATION` AS `Collation`, `TABLE_COMMENT` AS `Comment`, NULL AS `Create_time`, NULL AS `Update_time`, NULL AS `Data_length`, NULL AS `Index_length`, NULL AS `Rows`, NULL AS `Auto_increment`, NULL AS `Row_format`, NULL AS `Avg_row_length`, NULL AS `Max_data_length`, NULL AS `Data_free`, NULL AS `Check_time`, NULL AS `Checksum`, NULL AS `Create_options` FROM information_schema.TABLES WHERE TABLE_SCHEMA='shop' AND TABLE_TYPE IN('BASE TABLE', 'VIEW');
-- empty: the shop has none
SHOW FUNCTION STATUS WHERE LOWER(Db) = LOWER('shop');
-- empty: the shop has none
SHOW PROCEDURE STATUS WHERE LOWER(Db) = LOWER('shop');
-- empty: the shop has none
SHOW TRIGGERS FROM `shop`;
-- empty: the shop has none
SELECT *, EVENT_SCHEMA AS `Db`, EVENT_NAME AS `Name` FROM INFORMATION_SCHEMA.`EVENTS` WHERE EVENT_SCHEMA='shop';
SHOW COLLATION;
-- has: Charset=utf8mb4
SHOW CHARSET;
-- has: Support=DEFAULT
SHOW ENGINES;
-- has: CURRENT_USER()=root@localhost
SELECT CURRENT_USER();
SELECT CONCAT(`User`, '@', `Host`) FROM `mysql`.`user` WHERE `User`!='' ORDER BY `User`, `Host`;
-- has: Table=orders
SHOW CREATE TABLE `shop`.`orders`;
-- has: COLUMN_NAME=total COLUMN_TYPE=decimal(10,2)
SELECT * FROM `information_schema`.`COLUMNS` WHERE TABLE_SCHEMA='shop' AND TABLE_NAME='orders' ORDER BY ORDINAL_POSITION;
-- has: Key_name=PRIMARY Column_name=id
SHOW KEYS FROM `orders` FROM `shop`;
-- empty: no InnoDB
SELECT index_name, stat_value * @@innodb_page_size AS bytes FROM mysql.innodb_index_stats WHERE database_name='shop' AND table_name='orders' AND stat_name='size';
-- has: TABLE_NAME=items REFERENCED_TABLE_NAME=orders
SELECT * FROM information_schema.REFERENTIAL_CONSTRAINTS WHERE   CONSTRAINT_SCHEMA='shop'   AND TABLE_NAME='items'   AND REFERENCED_TABLE_NAME IS NOT NULL;
-- has: COLUMN_NAME=order_id REFERENCED_COLUMN_NAME=id
SELECT * FROM information_schema.KEY_COLUMN_USAGE WHERE   TABLE_SCHEMA='shop'   AND TABLE_NAME='items'   AND REFERENCED_TABLE_NAME IS NOT NULL;
-- empty: the shop has none
SELECT tc.CONSTRAINT_NAME, cc.CHECK_CLAUSE FROM `information_schema`.`CHECK_CONSTRAINTS` AS cc, `information_schema`.`TABLE_CONSTRAINTS` AS tc WHERE tc.CONSTRAINT_SCHEMA='shop' AND tc.TABLE_NAME='orders' AND tc.CONSTRAINT_TYPE='CHECK' AND tc.CONSTRAINT_SCHEMA=cc.CONSTRAINT_SCHEMA AND tc.CONSTRAINT_NAME=cc.CONSTRAINT_NAME;
-- has: TABLE_SCHEMA=shop TABLE_NAME=items
SELECT DISTINCT k.TABLE_SCHEMA, k.TABLE_NAME FROM INFORMATION_SCHEMA.KEY_COLUMN_USAGE k WHERE   REFERENCED_TABLE_SCHEMA = 'shop' AND   REFERENCED_TABLE_NAME = 'orders';
-- has: View=v
SHOW CREATE VIEW `shop`.`v`;
SELECT CAST(LOAD_FILE(CONCAT(IFNULL(@@GLOBAL.datadir, CONCAT(@@GLOBAL.basedir, 'data/')), 'shop/v.frm')) AS CHAR CHARACTER SET utf8);
-- has: Name=orders
SHOW TABLE STATUS FROM `shop` LIKE 'orders';
-- has: id=1 name=apple
SELECT * FROM `shop`.`orders` LIMIT 1000;
-- has: id=2 name=pear
SELECT * FROM `shop`.`orders` ORDER BY `id` DESC LIMIT 1000;
-- has: id=2 name=pear
SELECT * FROM `shop`.`orders` LIMIT 1, 1000;
-- has: TYPE=FOREGROUND PROCESSLIST_COMMAND=Query
SELECT  `THREAD_ID`,  `NAME`,  `TYPE`,  `PROCESSLIST_ID`,  `PROCESSLIST_USER`,  `PROCESSLIST_HOST`,  `PROCESSLIST_DB`,  `PROCESSLIST_COMMAND`,  `PROCESSLIST_TIME`,  `PROCESSLIST_STATE`, LEFT(`PROCESSLIST_INFO`, 256),  `PARENT_THREAD_ID`,  `ROLE`,  `INSTRUMENTED`,  `HISTORY`,  `CONNECTION_TYPE`,  `THREAD_OS_ID`,  `RESOURCE_GROUP`,  `EXECUTION_ENGINE`,  `CONTROLLED_MEMORY`,  `MAX_CONTROLLED_MEMORY`,  `TOTAL_MEMORY`,  `MAX_TOTAL_MEMORY`,  `TELEMETRY_ACTIVE` FROM `performance_schema`.`threads` LIMIT 1000;
-- has: id=1
SELECT `id`, LEFT(`name`, 256) FROM `shop`.`orders` GROUP BY `id`, `name` ORDER BY `name` LIMIT 10000;
-- has: name=apple c=1
SELECT `name`, COUNT(*) AS c FROM `orders` GROUP BY `name` ORDER BY c DESC, `name` LIMIT 50;
-- has: id=1 name=apple
SELECT `id`, `name`, `total`, `made` FROM `shop`.`orders` WHERE  `id`=1;
SELECT LAST_INSERT_ID();
-- has: Table=orders Relevance=50.0%
SELECT 'shop' AS `Database`, 'orders' AS `Table`, COUNT(*) AS `Found rows`, CONCAT(ROUND(100 / 2 * COUNT(*), 1), '%') AS `Relevance` FROM `shop`.`orders` WHERE LOWER(CONVERT(`name` USING utf8mb4)) LIKE '%apple%';
-- has: Table=orders Relevance=50.0%
SELECT 'shop' AS `Database`, 'orders' AS `Table`, COUNT(*) AS `Found rows`, CONCAT(ROUND(100 / 2 * COUNT(*), 1), '%') AS `Relevance` FROM `shop`.`orders` WHERE `name` LIKE BINARY '%apple%';
-- has: Table=shop.orders Msg_text=OK
CHECK TABLE `shop`.`orders` QUICK;
-- has: Table=shop.orders
ANALYZE TABLE `shop`.`orders`;
-- has: Table=shop.orders
OPTIMIZE TABLE `shop`.`orders`;
-- has: Table=shop.orders
REPAIR TABLE `shop`.`orders`;
-- has: Table=shop.orders
CHECKSUM TABLE `shop`.`orders`;
-- has: Table=orders Rows=2
SELECT 'shop' AS `Database`, 'orders' AS `Table`, 2 AS `Rows`, 0 AS `Duration`;
/*!40101 SET @OLD_LOCAL_SQL_MODE=@@SQL_MODE, SQL_MODE='' */;
/*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */;
/*!40103 SET TIME_ZONE='+00:00' */;
/*!40014 SET @OLD_FOREIGN_KEY_CHECKS=@@FOREIGN_KEY_CHECKS, FOREIGN_KEY_CHECKS=0 */;
/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */;
/*!40111 SET @OLD_SQL_NOTES=@@SQL_NOTES, SQL_NOTES=0 */;
-- has: Database=shop
SHOW CREATE DATABASE `shop`;
-- has: id=1 name=apple
SELECT /* HeidiSQL 12.11 */ * FROM `shop`.`orders` ORDER BY `id` LIMIT 1048576;
/*!40111 SET SQL_NOTES=IFNULL(@OLD_SQL_NOTES, 1) */;
/*!40101 SET SQL_MODE=IFNULL(@OLD_SQL_MODE, '') */;
/*!40014 SET FOREIGN_KEY_CHECKS=IFNULL(@OLD_FOREIGN_KEY_CHECKS, 1) */;
/*!40103 SET TIME_ZONE=IFNULL(@OLD_TIME_ZONE, 'system') */;
/*!40101 SET SQL_MODE=IFNULL(@OLD_LOCAL_SQL_MODE, '') */;
EXPLAIN FORMAT=TRADITIONAL SELECT * FROM orders;
SET profiling=1;
SELECT * FROM orders;
-- has: Status=end
SHOW PROFILE;
SET profiling=0;
-- has: Variable_name=max_connections
SHOW GLOBAL VARIABLES;
-- has: Name=PROCESSLIST
SHOW TABLE STATUS FROM `information_schema`;
-- has: COLUMN_NAME=INFO
SELECT * FROM `information_schema`.`COLUMNS` WHERE TABLE_SCHEMA='information_schema' AND TABLE_NAME='PROCESSLIST' ORDER BY ORDINAL_POSITION;
-- has: USER=root COMMAND=Query
SELECT `ID`, `USER`, `HOST`, `DB`, `COMMAND`, `TIME`, `STATE`, LEFT(`INFO`, 51200) AS `Info` FROM `information_schema`.`PROCESSLIST`;
-- error: 1094 on MySQL too: KILL of a session that is not there
KILL 4294967294;
-- error: 1094 on MySQL too: KILL QUERY of a session that is not there
KILL QUERY 4294967294;
-- has: Variable_name=Com_select
SHOW /*!50002 GLOBAL */ STATUS LIKE 'Com\_%';
-- has: Field=authentication_string
SHOW COLUMNS FROM `mysql`.`user`;
-- empty: no plugins
SELECT PLUGIN_NAME FROM INFORMATION_SCHEMA.PLUGINS WHERE PLUGIN_TYPE='AUTHENTICATION' AND PLUGIN_STATUS='ACTIVE';
-- has: user=root host=localhost
SELECT `user`, `host`, authentication_string AS `password`, 'N' AS is_role, '' AS default_role, plugin FROM `mysql`.`user`;
SHOW GRANTS FOR 'root'@'localhost';
SHOW CREATE USER 'root'@'localhost';
FLUSH PRIVILEGES;
-- empty: no help texts
HELP 'CONTENTS';
-- empty: no help texts
HELP 'SELECT';
CREATE USER 'keeper'@'%' IDENTIFIED BY 'Kept#1';
GRANT SELECT, INSERT  ON `shop`.* TO 'keeper'@'%';
GRANT UPDATE  ON `shop`.`orders` TO 'keeper'@'%' WITH GRANT OPTION;
GRANT USAGE ON *.* TO 'keeper'@'%';
ALTER USER 'keeper'@'%' REQUIRE NONE;
ALTER USER 'keeper'@'%' REQUIRE SSL;
ALTER USER 'keeper'@'%' WITH MAX_QUERIES_PER_HOUR 0 MAX_UPDATES_PER_HOUR 0 MAX_CONNECTIONS_PER_HOUR 0 MAX_USER_CONNECTIONS 0;
ALTER USER 'keeper'@'%' WITH MAX_QUERIES_PER_HOUR 100 MAX_UPDATES_PER_HOUR 0 MAX_CONNECTIONS_PER_HOUR 0 MAX_USER_CONNECTIONS 2;
SET PASSWORD FOR 'keeper'@'%' = 'Kept#2';
REVOKE INSERT ON `shop`.* FROM 'keeper'@'%';
REVOKE GRANT OPTION ON `shop`.`orders` FROM 'keeper'@'%';
RENAME USER 'keeper'@'%' TO 'keeper'@'localhost';
SHOW GRANTS FOR 'keeper'@'localhost';
DROP USER 'keeper'@'localhost';
FLUSH PRIVILEGES;
CREATE DATABASE `shelf` /*!40100 COLLATE 'utf8mb4_0900_ai_ci' */;
ALTER DATABASE `shelf` COLLATE 'utf8mb4_bin';
USE `shelf`;
CREATE TABLE `kinds` ( 	`id` INT NOT NULL AUTO_INCREMENT, 	`name` VARCHAR(50) NOT NULL DEFAULT '' COLLATE 'utf8mb4_bin', 	PRIMARY KEY (`id`), 	UNIQUE INDEX `name` (`name`) ) COLLATE='utf8mb4_bin';
CREATE TABLE `books` ( 	`id` INT UNSIGNED NOT NULL AUTO_INCREMENT, 	`kind` INT NULL DEFAULT NULL, 	`title` VARCHAR(50) NOT NULL DEFAULT '' COMMENT 'as printed' COLLATE 'utf8mb4_bin', 	`price` DECIMAL(20,6) NOT NULL DEFAULT '0', 	`made` TIMESTAMP NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP, 	PRIMARY KEY (`id`), 	INDEX `title` (`title`(10)), 	CONSTRAINT `FK_books_kinds` FOREIGN KEY (`kind`) REFERENCES `kinds` (`id`) ON UPDATE NO ACTION ON DELETE CASCADE, 	CONSTRAINT `dear` CHECK (price >= 0) ) COMMENT='all of them' COLLATE='utf8mb4_bin' ENGINE=InnoDB;
-- has: Key_name=title Column_name=title Sub_part=10
SHOW KEYS FROM `books` FROM `shelf`;
-- has: CONSTRAINT_NAME=dear
SELECT tc.CONSTRAINT_NAME, cc.CHECK_CLAUSE FROM `information_schema`.`CHECK_CONSTRAINTS` AS cc, `information_schema`.`TABLE_CONSTRAINTS` AS tc WHERE tc.CONSTRAINT_SCHEMA='shelf' AND tc.TABLE_NAME='books' AND tc.CONSTRAINT_TYPE='CHECK' AND tc.CONSTRAINT_SCHEMA=cc.CONSTRAINT_SCHEMA AND tc.CONSTRAINT_NAME=cc.CONSTRAINT_NAME;
-- has: CONSTRAINT_NAME=FK_books_kinds UNIQUE_CONSTRAINT_SCHEMA=shelf REFERENCED_TABLE_NAME=kinds UPDATE_RULE=NO ACTION DELETE_RULE=CASCADE
SELECT * FROM information_schema.REFERENTIAL_CONSTRAINTS WHERE   CONSTRAINT_SCHEMA='shelf'   AND TABLE_NAME='books'   AND REFERENCED_TABLE_NAME IS NOT NULL;
ALTER TABLE `books` 	ALTER `title` DROP DEFAULT;
ALTER TABLE `books` 	COMMENT='most of them', 	AUTO_INCREMENT=10, 	ADD COLUMN `pages` INT NULL DEFAULT NULL AFTER `kind`, 	CHANGE COLUMN `title` `title` VARCHAR(80) NOT NULL COMMENT 'as printed' COLLATE 'utf8mb4_bin' AFTER `pages`;
ALTER TABLE `books` 	DROP COLUMN `pages`, 	DROP INDEX `title`, 	ADD UNIQUE INDEX `title` (`title`), 	DROP FOREIGN KEY `FK_books_kinds`;
ALTER TABLE `books` 	ADD CONSTRAINT `FK_books_kinds` FOREIGN KEY (`kind`) REFERENCES `kinds` (`id`) ON UPDATE CASCADE ON DELETE SET NULL, 	DROP CONSTRAINT `dear`, 	ADD CONSTRAINT `cheap` CHECK (price < 100);
ALTER TABLE `books` 	ALTER INDEX `title` INVISIBLE;
ALTER TABLE `books` 	ALTER INDEX `title` VISIBLE;
INSERT INTO `shelf`.`kinds` (`name`) VALUES ('novel');
-- has: LAST_INSERT_ID()=1
SELECT LAST_INSERT_ID();
INSERT INTO `shelf`.`books` (`kind`, `title`, `price`) VALUES (1, 'one', 2.5);
-- has: id=10 title=one
SELECT `id`, `kind`, `title`, `price`, `made` FROM `shelf`.`books` WHERE  `id`=10;
UPDATE `shelf`.`books` SET `title`='two', `price`=3 WHERE  `id`=10;
CREATE ALGORITHM = UNDEFINED DEFINER=`root`@`localhost` SQL SECURITY DEFINER VIEW `titles` AS SELECT id, title FROM books;
ALTER ALGORITHM = UNDEFINED DEFINER=`root`@`localhost` SQL SECURITY INVOKER VIEW `titles` AS SELECT id, title FROM books WHERE id > 0 WITH CASCADED CHECK OPTION;
RENAME TABLE `titles` TO `names`;
CREATE DEFINER=`root`@`localhost` TRIGGER `books_before_insert` BEFORE INSERT ON `books` FOR EACH ROW BEGIN SET NEW.price = 1; END;
-- has: Trigger=books_before_insert
SHOW TRIGGERS FROM `shelf` WHERE `Trigger`='books_before_insert';
-- has: Trigger=books_before_insert
SHOW CREATE TRIGGER `shelf`.`books_before_insert`;
CREATE DEFINER=`root`@`localhost` PROCEDURE `count_books`( 	IN `least` INT, 	OUT `n` INT ) LANGUAGE SQL NOT DETERMINISTIC CONTAINS SQL SQL SECURITY DEFINER COMMENT '' BEGIN SELECT COUNT(*) INTO n FROM books WHERE id >= least; END;
CREATE DEFINER=`root`@`localhost` FUNCTION `twice`( 	`a` INT ) RETURNS int LANGUAGE SQL DETERMINISTIC NO SQL SQL SECURITY INVOKER COMMENT 'doubles' RETURN a * 2;
-- has: ROUTINE_NAME=count_books
SELECT ROUTINE_NAME FROM `information_schema`.`ROUTINES` WHERE ROUTINE_SCHEMA = 'shelf' AND ROUTINE_TYPE = 'PROCEDURE';
-- has: Procedure=count_books
SHOW CREATE PROCEDURE `shelf`.`count_books`;
-- has: Db=shelf Name=count_books
SHOW PROCEDURE STATUS WHERE LOWER(Db) = LOWER('shelf');
CREATE DEFINER=`root`@`localhost` EVENT `tidy` 	ON SCHEDULE 		EVERY 1 DAY STARTS '2026-01-01 00:00:00' 	ON COMPLETION NOT PRESERVE 	DISABLE 	COMMENT '' 	DO BEGIN DELETE FROM books WHERE id < 0; END;
-- has: Db=shelf Name=tidy
SELECT *, EVENT_SCHEMA AS `Db`, EVENT_NAME AS `Name` FROM INFORMATION_SCHEMA.`EVENTS` WHERE EVENT_SCHEMA='shelf';
-- has: Event=tidy
SHOW CREATE EVENT `shelf`.`tidy`;
DROP EVENT `tidy`;
DROP PROCEDURE `count_books`;
DROP TRIGGER `books_before_insert`;
DROP VIEW `names`;
SET @OLD_FOREIGN_KEY_CHECKS=@@FOREIGN_KEY_CHECKS, FOREIGN_KEY_CHECKS=0;
DELETE FROM `shelf`.`books` WHERE  `id`=10;
TRUNCATE `books`;
RENAME TABLE `books` TO `volumes`;
DROP TABLE `volumes`;
SET FOREIGN_KEY_CHECKS=IFNULL(@OLD_FOREIGN_KEY_CHECKS, 1);
DROP DATABASE `shelf`;
