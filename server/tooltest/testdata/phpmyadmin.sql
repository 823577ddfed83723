-- tool: phpMyAdmin, all pages of the server, a database and a table
-- version: 5.2.1, run against the server
-- asks: what the server recorded of its pages

USE shop;
-- error: 1049 on MySQL too, where its own tables are not made
SHOW TABLES FROM `phpmyadmin`;
-- error: 1193 on MySQL too: a name of MySQL 5.5
SELECT @@storage_engine;
SELECT @@version, @@version_comment;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_general_ci';
SET lc_messages = 'en_US';
SET collation_connection = 'utf8mb4_unicode_ci';
SELECT 1 FROM mysql.user LIMIT 1;
SELECT CURRENT_USER();
SHOW GRANTS;
SELECT `CHARACTER_SET_NAME` AS `Charset`, `DEFAULT_COLLATE_NAME` AS `Default collation`, `DESCRIPTION` AS `Description`, `MAXLEN` AS `Maxlen` FROM `information_schema`.`CHARACTER_SETS`;
SELECT `COLLATION_NAME` AS `Collation`, `CHARACTER_SET_NAME` AS `Charset`, `ID` AS `Id`, `IS_DEFAULT` AS `Default`, `IS_COMPILED` AS `Compiled`, `SORTLEN` AS `Sortlen` FROM `information_schema`.`COLLATIONS`;
SHOW SESSION VARIABLES LIKE 'character_set_server';
SELECT USER();
SELECT `SCHEMA_NAME` FROM `INFORMATION_SCHEMA`.`SCHEMATA`, (SELECT DB_first_level FROM ( SELECT DISTINCT SUBSTRING_INDEX(SCHEMA_NAME, '_', 1) DB_first_level FROM INFORMATION_SCHEMA.SCHEMATA WHERE TRUE ) t ORDER BY DB_first_level ASC LIMIT 0, 100) t2 WHERE TRUE AND 1 = LOCATE(CONCAT(DB_first_level, '_'), CONCAT(SCHEMA_NAME, '_')) ORDER BY SCHEMA_NAME ASC;
SELECT COUNT(*) FROM ( SELECT DISTINCT SUBSTRING_INDEX(SCHEMA_NAME, '_', 1) DB_first_level FROM INFORMATION_SCHEMA.SCHEMATA WHERE TRUE ) t;
SELECT 1 FROM (SELECT `GRANTEE`, `IS_GRANTABLE` FROM `INFORMATION_SCHEMA`.`COLUMN_PRIVILEGES` UNION SELECT `GRANTEE`, `IS_GRANTABLE` FROM `INFORMATION_SCHEMA`.`TABLE_PRIVILEGES` UNION SELECT `GRANTEE`, `IS_GRANTABLE` FROM `INFORMATION_SCHEMA`.`SCHEMA_PRIVILEGES` UNION SELECT `GRANTEE`, `IS_GRANTABLE` FROM `INFORMATION_SCHEMA`.`USER_PRIVILEGES`) t WHERE `IS_GRANTABLE` = 'YES' AND '''root''@''localhost''' LIKE `GRANTEE` LIMIT 1;
-- empty: no binary log
SHOW MASTER STATUS;
-- empty: no replica
SHOW SLAVE STATUS;
SELECT *, CAST(BIN_NAME AS CHAR CHARACTER SET utf8) AS SCHEMA_NAME FROM (SELECT BINARY s.SCHEMA_NAME AS BIN_NAME, s.DEFAULT_COLLATION_NAME FROM `information_schema`.SCHEMATA s GROUP BY BINARY s.SCHEMA_NAME, s.DEFAULT_COLLATION_NAME ORDER BY BINARY `SCHEMA_NAME` ASC) a;
SELECT `SCHEMA_NAME` FROM `INFORMATION_SCHEMA`.`SCHEMATA`;
SELECT @@collation_server;
SHOW STORAGE ENGINES;
-- empty: no plugins
SELECT * FROM information_schema.PLUGINS ORDER BY PLUGIN_TYPE, PLUGIN_NAME;
SELECT 1 FROM `INFORMATION_SCHEMA`.`USER_PRIVILEGES` WHERE `PRIVILEGE_TYPE` = 'CREATE USER' AND '''root''@''localhost''' LIKE `GRANTEE` LIMIT 1;
SELECT *, IF(`authentication_string` = _latin1 '', 'N', 'Y') AS 'Password' FROM `mysql`.`user` ORDER BY `User` ASC, `Host` ASC;
SELECT *, IF(`authentication_string` = _latin1 '', 'N', 'Y') AS 'Password' FROM `mysql`.`user`;
SHOW TABLES FROM `mysql`;
(SELECT DISTINCT `User`, `Host` FROM `mysql`.`user` ) UNION (SELECT DISTINCT `User`, `Host` FROM `mysql`.`db` ) UNION (SELECT DISTINCT `User`, `Host` FROM `mysql`.`tables_priv` ) UNION (SELECT DISTINCT `User`, `Host` FROM `mysql`.`columns_priv` ) UNION (SELECT DISTINCT `User`, `Host` FROM `mysql`.`procs_priv` ) ORDER BY `User` ASC, `Host` ASC;
-- empty: no binary log
SHOW BINLOG EVENTS LIMIT 0, 25;
SELECT @@have_profiling;
SHOW GLOBAL STATUS;
SHOW GLOBAL VARIABLES;
SELECT UNIX_TIMESTAMP() - 1;
SHOW PROCESSLIST;
SHOW SESSION VARIABLES;
SELECT COUNT(*) FROM `INFORMATION_SCHEMA`.`TABLES` WHERE `TABLE_SCHEMA`='shop' AND `TABLE_TYPE` IN('BASE TABLE', 'SYSTEM VERSIONED');
SELECT COUNT(*) FROM `INFORMATION_SCHEMA`.`TABLES` WHERE `TABLE_SCHEMA`='shop' AND `TABLE_TYPE` NOT IN('BASE TABLE', 'SYSTEM VERSIONED');
SELECT @@lower_case_table_names;
SELECT COUNT(*) FROM `INFORMATION_SCHEMA`.`ROUTINES` WHERE `ROUTINE_SCHEMA` ='shop' AND `ROUTINE_TYPE`='FUNCTION';
SELECT COUNT(*) FROM `INFORMATION_SCHEMA`.`EVENTS` WHERE `EVENT_SCHEMA` ='shop';
SHOW GLOBAL VARIABLES LIKE 'innodb\_%';
SHOW ENGINE INNODB STATUS;
SHOW STATUS WHERE Variable_name LIKE 'Innodb\_buffer\_pool\_%' OR Variable_name = 'Innodb_page_size';
SELECT * FROM `INFORMATION_SCHEMA`.`PROCESSLIST` ORDER BY `Time` DESC;
SHOW GLOBAL STATUS WHERE Variable_name='Questions';
SHOW GLOBAL VARIABLES WHERE Variable_name IN ("general_log","slow_query_log","long_query_time","log_output");
-- empty: logs go to files
SELECT start_time, user_host, Sec_to_Time(Sum(Time_to_Sec(query_time))) as query_time, Sec_to_Time(Sum(Time_to_Sec(lock_time))) as lock_time, SUM(rows_sent) AS rows_sent, SUM(rows_examined) AS rows_examined, db, sql_text, COUNT(sql_text) AS '#' FROM `mysql`.`slow_log` WHERE start_time > FROM_UNIXTIME(0) AND start_time < FROM_UNIXTIME(9999999999) GROUP BY start_time, user_host, db, sql_text;
-- empty: logs go to files
SELECT TIME(event_time) as event_time, user_host, thread_id, server_id, argument, count(argument) as '#' FROM `mysql`.`general_log` WHERE command_type='Query' AND event_time > FROM_UNIXTIME(0) AND event_time < FROM_UNIXTIME(9999999999) AND argument REGEXP '^(INSERT|SELECT|UPDATE|DELETE)' GROUP by event_time, user_host, thread_id, server_id, argument;
SHOW GLOBAL VARIABLES WHERE Variable_name='max_connections';
SELECT '1' FROM `mysql`.`user` WHERE `User` = 'root' AND `Host` = 'localhost';
-- empty: no rights on a database alone
( SELECT DISTINCT `Db` FROM `mysql`.`tables_priv` WHERE `User` = 'root' AND `Host` = 'localhost') UNION ( SELECT DISTINCT `Db` FROM `mysql`.`columns_priv` WHERE `User` = 'root' AND `Host` = 'localhost') UNION ( SELECT DISTINCT `Db` FROM `mysql`.`procs_priv` WHERE `User` = 'root' AND `Host` = 'localhost') ORDER BY `Db` ASC;
-- empty: no rights on a database alone
SELECT * FROM `mysql`.`db` WHERE `User` = 'root' AND `Host` = 'localhost' ORDER BY `Db` ASC;
SELECT `plugin` FROM `mysql`.`user` WHERE `User` = "root" AND `Host` = "localhost" LIMIT 1;
-- empty: no plugins
SELECT `PLUGIN_NAME`, `PLUGIN_DESCRIPTION` FROM `information_schema`.`PLUGINS` WHERE `PLUGIN_TYPE` = 'AUTHENTICATION';
SELECT COLUMN_NAME, CHARACTER_MAXIMUM_LENGTH FROM information_schema.columns WHERE table_schema = 'mysql' AND table_name = 'user' AND COLUMN_NAME IN ('User', 'Host');
SELECT @@default_authentication_plugin;
SHOW COLUMNS FROM `mysql`.`user`;
SHOW TABLES FROM `shop`;
SELECT *, `TABLE_SCHEMA` AS `Db`, `TABLE_NAME` AS `Name`, `TABLE_TYPE` AS `TABLE_TYPE`, `ENGINE` AS `Engine`, `ENGINE` AS `Type`, `VERSION` AS `Version`, `ROW_FORMAT` AS `Row_format`, `TABLE_ROWS` AS `Rows`, `AVG_ROW_LENGTH` AS `Avg_row_length`, `DATA_LENGTH` AS `Data_length`, `MAX_DATA_LENGTH` AS `Max_data_length`, `INDEX_LENGTH` AS `Index_length`, `DATA_FREE` AS `Data_free`, `AUTO_INCREMENT` AS `Auto_increment`, `CREATE_TIME` AS `Create_time`, `UPDATE_TIME` AS `Update_time`, `CHECK_TIME` AS `Check_time`, `TABLE_COLLATION` AS `Collation`, `CHECKSUM` AS `Checksum`, `CREATE_OPTIONS` AS `Create_options`, `TABLE_COMMENT` AS `Comment` FROM `information_schema`.`TABLES` t WHERE `TABLE_SCHEMA` IN ('shop') ORDER BY Name ASC LIMIT 250 OFFSET 0;
SELECT COUNT(*) FROM `shop`.`items`;
SELECT COUNT(*) FROM `shop`.`orders`;
SELECT DEFAULT_COLLATION_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = 'shop' LIMIT 1;
SELECT @@default_storage_engine;
SELECT (COUNT(DB_first_level) DIV 100) * 100 from ( SELECT distinct SUBSTRING_INDEX(SCHEMA_NAME, '_', 1) DB_first_level FROM INFORMATION_SCHEMA.SCHEMATA WHERE `SCHEMA_NAME` < 'shop' ) t;
SELECT `PRIVILEGE_TYPE` FROM `INFORMATION_SCHEMA`.`USER_PRIVILEGES` WHERE GRANTEE='''root''@''localhost''' AND PRIVILEGE_TYPE='CREATE ROUTINE';
SHOW COLUMNS FROM `shop`.`items`;
SHOW INDEXES FROM `shop`.`items`;
SHOW COLUMNS FROM `shop`.`orders`;
-- has: Key_name=name Collation=A
SHOW INDEXES FROM `shop`.`orders`;
SHOW COLUMNS FROM `shop`.`v`;
-- empty: a view has none
SHOW INDEXES FROM `shop`.`v`;
SELECT *, `TABLE_SCHEMA` AS `Db`, `TABLE_NAME` AS `Name`, `TABLE_TYPE` AS `TABLE_TYPE`, `ENGINE` AS `Engine`, `ENGINE` AS `Type`, `VERSION` AS `Version`, `ROW_FORMAT` AS `Row_format`, `TABLE_ROWS` AS `Rows`, `AVG_ROW_LENGTH` AS `Avg_row_length`, `DATA_LENGTH` AS `Data_length`, `MAX_DATA_LENGTH` AS `Max_data_length`, `INDEX_LENGTH` AS `Index_length`, `DATA_FREE` AS `Data_free`, `AUTO_INCREMENT` AS `Auto_increment`, `CREATE_TIME` AS `Create_time`, `UPDATE_TIME` AS `Update_time`, `CHECK_TIME` AS `Check_time`, `TABLE_COLLATION` AS `Collation`, `CHECKSUM` AS `Checksum`, `CREATE_OPTIONS` AS `Create_options`, `TABLE_COMMENT` AS `Comment` FROM `information_schema`.`TABLES` t WHERE `TABLE_SCHEMA` IN ('shop') ORDER BY Name ASC;
-- empty: the shop has none
SELECT `ROUTINE_SCHEMA` AS `Db`, `SPECIFIC_NAME` AS `Name`, `ROUTINE_TYPE` AS `Type`, `DEFINER` AS `Definer`, `LAST_ALTERED` AS `Modified`, `CREATED` AS `Created`, `SECURITY_TYPE` AS `Security_type`, `ROUTINE_COMMENT` AS `Comment`, `CHARACTER_SET_CLIENT` AS `character_set_client`, `COLLATION_CONNECTION` AS `collation_connection`, `DATABASE_COLLATION` AS `Database Collation`, `DTD_IDENTIFIER` FROM `information_schema`.`ROUTINES` WHERE `ROUTINE_SCHEMA` = 'shop';
-- empty: the shop has none
SELECT `EVENT_SCHEMA` AS `Db`, `EVENT_NAME` AS `Name`, `DEFINER` AS `Definer`, `TIME_ZONE` AS `Time zone`, `EVENT_TYPE` AS `Type`, `EXECUTE_AT` AS `Execute at`, `INTERVAL_VALUE` AS `Interval value`, `INTERVAL_FIELD` AS `Interval field`, `STARTS` AS `Starts`, `ENDS` AS `Ends`, `STATUS` AS `Status`, `ORIGINATOR` AS `Originator`, `CHARACTER_SET_CLIENT` AS `character_set_client`, `COLLATION_CONNECTION` AS `collation_connection`, `DATABASE_COLLATION` AS `Database Collation` FROM `information_schema`.`EVENTS` WHERE `EVENT_SCHEMA` = 'shop';
-- empty: the shop has none
SELECT TRIGGER_SCHEMA, TRIGGER_NAME, EVENT_MANIPULATION, EVENT_OBJECT_TABLE, ACTION_TIMING, ACTION_STATEMENT, EVENT_OBJECT_SCHEMA, EVENT_OBJECT_TABLE, DEFINER FROM information_schema.TRIGGERS WHERE EVENT_OBJECT_SCHEMA = 'shop';
SELECT *, `COLUMN_NAME` AS `Field`, `COLUMN_TYPE` AS `Type`, `COLLATION_NAME` AS `Collation`, `IS_NULLABLE` AS `Null`, `COLUMN_KEY` AS `Key`, `COLUMN_DEFAULT` AS `Default`, `EXTRA` AS `Extra`, `PRIVILEGES` AS `Privileges`, `COLUMN_COMMENT` AS `Comment` FROM `information_schema`.`COLUMNS` WHERE `TABLE_SCHEMA` = 'shop' AND `TABLE_NAME` = 'items';
SHOW CREATE TABLE `shop`.`items`;
SHOW CREATE TABLE `shop`.`orders`;
SHOW CREATE TABLE `shop`.`v`;
SELECT *, `TABLE_SCHEMA` AS `Db`, `TABLE_NAME` AS `Name`, `TABLE_TYPE` AS `TABLE_TYPE`, `ENGINE` AS `Engine`, `ENGINE` AS `Type`, `VERSION` AS `Version`, `ROW_FORMAT` AS `Row_format`, `TABLE_ROWS` AS `Rows`, `AVG_ROW_LENGTH` AS `Avg_row_length`, `DATA_LENGTH` AS `Data_length`, `MAX_DATA_LENGTH` AS `Max_data_length`, `INDEX_LENGTH` AS `Index_length`, `DATA_FREE` AS `Data_free`, `AUTO_INCREMENT` AS `Auto_increment`, `CREATE_TIME` AS `Create_time`, `UPDATE_TIME` AS `Update_time`, `CHECK_TIME` AS `Check_time`, `TABLE_COLLATION` AS `Collation`, `CHECKSUM` AS `Checksum`, `CREATE_OPTIONS` AS `Create_options`, `TABLE_COMMENT` AS `Comment` FROM `information_schema`.`TABLES` t WHERE `TABLE_SCHEMA` IN ('performance_schema') AND t.`TABLE_NAME` = 'threads' ORDER BY Name ASC;
SHOW FULL COLUMNS FROM `shop`.`items`;
-- has: Field=total Type=decimal(10,2) Privileges=select,insert,update,references
SHOW FULL COLUMNS FROM `shop`.`orders`;
SHOW FULL COLUMNS FROM `shop`.`v`;
( SELECT `User`, `Host`, `Select_priv`, `Insert_priv`, `Update_priv`, `Delete_priv`, `Create_priv`, `Drop_priv`, `Grant_priv`, `Index_priv`, `Alter_priv`, `References_priv`, `Create_tmp_table_priv`, `Lock_tables_priv`, `Create_view_priv`, `Show_view_priv`, `Create_routine_priv`, `Alter_routine_priv`, `Execute_priv`, `Event_priv`, `Trigger_priv`, '*' AS `Db`, 'g' AS `Type` FROM `mysql`.`user` WHERE NOT (BINARY `Select_priv` = 'N' AND BINARY `Insert_priv` = 'N' AND BINARY `Update_priv` = 'N' AND BINARY `Delete_priv` = 'N' AND BINARY `Create_priv` = 'N' AND BINARY `Drop_priv` = 'N' AND BINARY `Grant_priv` = 'N' AND BINARY `References_priv` = 'N' AND BINARY `Create_tmp_table_priv` = 'N' AND BINARY `Lock_tables_priv` = 'N' AND BINARY `Create_view_priv` = 'N' AND BINARY `Show_view_priv` = 'N' AND BINARY `Create_routine_priv` = 'N' AND BINARY `Alter_routine_priv` = 'N' AND BINARY `Execute_priv` = 'N' AND BINARY `Event_priv` = 'N' AND BINARY `Trigger_priv` = 'N') ) UNION ( SELECT `User`, `Host`, `Select_priv`, `Insert_priv`, `Update_priv`, `Delete_priv`, `Create_priv`, `Drop_priv`, `Grant_priv`, `Index_priv`, `Alter_priv`, `References_priv`, `Create_tmp_table_priv`, `Lock_tables_priv`, `Create_view_priv`, `Show_view_priv`, `Create_routine_priv`, `Alter_routine_priv`, `Execute_priv`, `Event_priv`, `Trigger_priv`, `Db`, 'd' AS `Type` FROM `mysql`.`db` WHERE 'shop' LIKE `Db` AND NOT (BINARY `Select_priv` = 'N' AND BINARY `Insert_priv` = 'N' AND BINARY `Update_priv` = 'N' AND BINARY `Delete_priv` = 'N' AND BINARY `Create_priv` = 'N' AND BINARY `Drop_priv` = 'N' AND BINARY `Grant_priv` = 'N' AND BINARY `References_priv` = 'N' AND BINARY `Create_tmp_table_priv` = 'N' AND BINARY `Lock_tables_priv` = 'N' AND BINARY `Create_view_priv` = 'N' AND BINARY `Show_view_priv` = 'N' AND BINARY `Create_routine_priv` = 'N' AND BINARY `Alter_routine_priv` = 'N' AND BINARY `Execute_priv` = 'N' AND BINARY `Event_priv` = 'N' AND BINARY `Trigger_priv` = 'N') ) ORDER BY `User` ASC, `Host` ASC, `Db` ASC;
-- empty: no rights on a database alone
SELECT *, 'r' AS `Type` FROM `mysql`.`procs_priv` WHERE Db = 'shop';
SELECT COUNT(*) AS `row_count` FROM `shop`.`items`;
SELECT COUNT(*) AS `row_count` FROM `shop`.`orders`;
SELECT COUNT(*) AS `row_count` FROM `shop`.`v`;
-- has: SCHEMA_NAME=shop SCHEMA_TABLES=3
SELECT *, CAST(BIN_NAME AS CHAR CHARACTER SET utf8) AS SCHEMA_NAME FROM (SELECT BINARY s.SCHEMA_NAME AS BIN_NAME, s.DEFAULT_COLLATION_NAME, COUNT(t.TABLE_SCHEMA) AS SCHEMA_TABLES, SUM(t.TABLE_ROWS) AS SCHEMA_TABLE_ROWS, SUM(t.DATA_LENGTH) AS SCHEMA_DATA_LENGTH, SUM(t.MAX_DATA_LENGTH) AS SCHEMA_MAX_DATA_LENGTH, SUM(t.INDEX_LENGTH) AS SCHEMA_INDEX_LENGTH, SUM(t.DATA_LENGTH + t.INDEX_LENGTH) AS SCHEMA_LENGTH, SUM(IF(t.ENGINE <> 'InnoDB', t.DATA_FREE, 0)) AS SCHEMA_DATA_FREE FROM `information_schema`.SCHEMATA s LEFT JOIN `information_schema`.TABLES t ON BINARY t.TABLE_SCHEMA = BINARY s.SCHEMA_NAME GROUP BY BINARY s.SCHEMA_NAME, s.DEFAULT_COLLATION_NAME ORDER BY BINARY `SCHEMA_NAME` ASC) a;
SELECT COUNT(*) AS `count` FROM `shop`.`orders` WHERE (CONVERT(`id` USING utf8) LIKE '%apple%' OR CONVERT(`name` USING utf8) LIKE '%apple%' OR CONVERT(`total` USING utf8) LIKE '%apple%' OR CONVERT(`made` USING utf8) LIKE '%apple%');
SELECT COUNT(*) AS `count` FROM `shop`.`items` WHERE (CONVERT(`id` USING utf8) LIKE '%apple%' OR CONVERT(`order_id` USING utf8) LIKE '%apple%');
-- empty: no partitions
SELECT * FROM `information_schema`.`PARTITIONS` WHERE `TABLE_SCHEMA` = 'shop' AND `TABLE_NAME` = 'orders';
-- empty: no partitions
SELECT DISTINCT `PARTITION_NAME` FROM `information_schema`.`PARTITIONS` WHERE `TABLE_SCHEMA` = 'shop' AND `TABLE_NAME` = 'orders';
SHOW TABLES LIKE 'orders';
-- empty: it is no view
SELECT TABLE_NAME FROM information_schema.VIEWS WHERE TABLE_SCHEMA = 'performance_schema' AND TABLE_NAME = 'threads';
SELECT @@innodb_version;
-- empty: the shop has none
SELECT TRIGGER_SCHEMA, TRIGGER_NAME, EVENT_MANIPULATION, EVENT_OBJECT_TABLE, ACTION_TIMING, ACTION_STATEMENT, EVENT_OBJECT_SCHEMA, EVENT_OBJECT_TABLE, DEFINER FROM information_schema.TRIGGERS WHERE EVENT_OBJECT_SCHEMA = 'shop' AND EVENT_OBJECT_TABLE = 'orders';
SHOW TABLE STATUS FROM `shop`;
SELECT * FROM `shop`.`orders` LIMIT 1;
-- empty: it is no view
SELECT `VIEW_DEFINITION`, `CHECK_OPTION`, `DEFINER`, `SECURITY_TYPE` FROM `INFORMATION_SCHEMA`.`VIEWS` WHERE TABLE_SCHEMA='shop' AND TABLE_NAME='orders';
-- empty: it is no view
SELECT TABLE_NAME FROM information_schema.VIEWS WHERE TABLE_SCHEMA = 'performance_schema' AND TABLE_NAME = 'threads' AND IS_UPDATABLE = 'YES';
SELECT DATABASE();
SELECT * FROM `orders` LIMIT 0, 25;
-- empty: nothing to tell of
SHOW WARNINGS;
SET PROFILING=1;
SELECT * FROM `orders` WHERE id = 1 LIMIT 0, 25;
-- has: Status=executing
SHOW PROFILE;
SHOW TABLES FROM `performance_schema`;
SHOW COLUMNS FROM `performance_schema`.`threads`;
SHOW INDEXES FROM `performance_schema`.`threads`;
SHOW CREATE TABLE `performance_schema`.`threads`;
SHOW FULL COLUMNS FROM `performance_schema`.`threads`;
SHOW INDEXES FROM `shop`.`orders` WHERE (Non_unique = 0);
SELECT `id` FROM `shop`.`orders` LIMIT 100;
SELECT `id`, `name` FROM `shop`.`orders` ORDER BY `orders`.`name`LIMIT 0, 25;
ANALYZE TABLE `orders`;
CHECK TABLE `orders`;
CHECKSUM TABLE `orders`;
OPTIMIZE TABLE `orders`;
REPAIR TABLE `orders`;
