-- tool: phpMyAdmin, start, process list, status, monitor
-- version: 5.2, not compared with its source
-- asks: libraries/classes of phpmyadmin/phpmyadmin

SET NAMES 'utf8mb4' COLLATE 'utf8mb4_general_ci';
SELECT @@version, @@version_comment;
SET lc_messages = 'en_US';
SELECT @@lower_case_table_names;
SELECT CURRENT_USER();
SHOW GRANTS;
SELECT 1 FROM mysql.user LIMIT 1;
-- has: Engine=InnoDB
SHOW STORAGE ENGINES;
SELECT `CHARACTER_SET_NAME` AS `Charset`, `DEFAULT_COLLATE_NAME` AS `Default collation`, `DESCRIPTION` AS `Description`, `MAXLEN` AS `Maxlen` FROM `information_schema`.`CHARACTER_SETS`;
SELECT `COLLATION_NAME` AS `Collation`, `CHARACTER_SET_NAME` AS `Charset`, `ID` AS `Id`, `IS_DEFAULT` AS `Default`, `IS_COMPILED` AS `Compiled`, `SORTLEN` AS `Sortlen` FROM `information_schema`.`COLLATIONS`;
SHOW SESSION VARIABLES LIKE 'character_set_server';
SELECT `SCHEMA_NAME` FROM `INFORMATION_SCHEMA`.`SCHEMATA`;
-- has: SCHEMA_NAME=shop SCHEMA_TABLES=3
SELECT *, CAST(BIN_NAME AS CHAR CHARACTER SET utf8mb4) AS SCHEMA_NAME FROM (SELECT BINARY s.SCHEMA_NAME AS BIN_NAME, s.DEFAULT_COLLATION_NAME, COUNT(t.TABLE_SCHEMA) AS SCHEMA_TABLES, SUM(t.TABLE_ROWS) AS SCHEMA_TABLE_ROWS, SUM(t.DATA_LENGTH) AS SCHEMA_DATA_LENGTH FROM `information_schema`.SCHEMATA s LEFT JOIN `information_schema`.TABLES t ON BINARY t.TABLE_SCHEMA = BINARY s.SCHEMA_NAME GROUP BY BINARY s.SCHEMA_NAME, s.DEFAULT_COLLATION_NAME ORDER BY BINARY `SCHEMA_NAME` ASC) a;
-- has: Name=orders
SELECT *, `TABLE_SCHEMA` AS `Db`, `TABLE_NAME` AS `Name`, `TABLE_TYPE` AS `TABLE_TYPE`, `ENGINE` AS `Engine`, `ENGINE` AS `Type`, `VERSION` AS `Version`, `ROW_FORMAT` AS `Row_format`, `TABLE_ROWS` AS `Rows`, `AVG_ROW_LENGTH` AS `Avg_row_length`, `DATA_LENGTH` AS `Data_length`, `INDEX_LENGTH` AS `Index_length`, `AUTO_INCREMENT` AS `Auto_increment`, `CREATE_TIME` AS `Create_time`, `TABLE_COLLATION` AS `Collation`, `CHECKSUM` AS `Checksum`, `CREATE_OPTIONS` AS `Create_options`, `TABLE_COMMENT` AS `Comment` FROM `information_schema`.`TABLES` t WHERE `TABLE_SCHEMA` IN ('shop') ORDER BY Name ASC;
SELECT COUNT(*) FROM `shop`.`orders`;
SHOW FULL COLUMNS FROM `shop`.`orders`;
SHOW INDEXES FROM `shop`.`orders`;
SHOW CREATE TABLE `shop`.`orders`;
SHOW FULL PROCESSLIST;
SELECT * FROM `INFORMATION_SCHEMA`.`PROCESSLIST`;
SHOW GLOBAL STATUS;
SHOW GLOBAL VARIABLES;
SHOW GLOBAL STATUS WHERE `Variable_name` = 'Threads_connected' OR `Variable_name` = 'Questions';
SHOW GLOBAL VARIABLES WHERE Variable_name IN ('general_log', 'slow_query_log', 'long_query_time', 'log_output');
-- empty: no binary log
SHOW BINARY LOGS;
-- empty: no binary log
SHOW BINARY LOG STATUS;
-- empty: no replica
SHOW REPLICA STATUS;
-- empty: no plugins
SHOW PLUGINS;
-- empty: no plugins
SELECT `PLUGIN_NAME`, `PLUGIN_TYPE`, `PLUGIN_VERSION`, `PLUGIN_AUTHOR`, `PLUGIN_LICENSE`, `PLUGIN_DESCRIPTION` FROM information_schema.PLUGINS ORDER BY PLUGIN_TYPE, PLUGIN_NAME;
SELECT TIMESTAMPDIFF(SECOND, NOW(), UTC_TIMESTAMP());
SELECT UNIX_TIMESTAMP() - 60;
SELECT * FROM `information_schema`.`USER_PRIVILEGES`;
SELECT `User`, `Host`, `Select_priv` FROM `mysql`.`user` ORDER BY `User` ASC, `Host` ASC;
SET PROFILING=1;
SELECT * FROM `shop`.`orders`;
SHOW PROFILE;
SET PROFILING=0;
