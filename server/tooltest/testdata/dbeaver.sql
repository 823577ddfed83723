-- tool: DBeaver, and MySQL's Connector/J that it connects by
-- version: 25, not compared with its source
-- asks: plugins/org.jkiss.dbeaver.ext.mysql of dbeaver/dbeaver

/* mysql-connector-j-9.0.0 */ SELECT @@session.auto_increment_increment AS auto_increment_increment, @@character_set_client AS character_set_client, @@character_set_connection AS character_set_connection, @@character_set_results AS character_set_results, @@character_set_server AS character_set_server, @@collation_server AS collation_server, @@collation_connection AS collation_connection, @@init_connect AS init_connect, @@interactive_timeout AS interactive_timeout, @@license AS license, @@lower_case_table_names AS lower_case_table_names, @@max_allowed_packet AS max_allowed_packet, @@net_write_timeout AS net_write_timeout, @@performance_schema AS performance_schema, @@sql_mode AS sql_mode, @@system_time_zone AS system_time_zone, @@time_zone AS time_zone, @@transaction_isolation AS transaction_isolation, @@wait_timeout AS wait_timeout;
SET character_set_results = NULL;
SET autocommit=1;
SET SQL_SELECT_LIMIT=DEFAULT;
SELECT @@session.transaction_read_only;
SELECT DATABASE();
-- empty: nothing to tell of
SHOW WARNINGS;
SHOW ENGINES;
SHOW CHARSET;
SHOW COLLATION;
-- empty: no plugins
SHOW PLUGINS;
SHOW VARIABLES LIKE 'lower_case_%';
-- has: Database=shop
SHOW DATABASES;
SELECT * FROM information_schema.SCHEMATA;
SELECT * FROM mysql.user ORDER BY user;
-- has: TABLE_NAME=orders
SELECT * FROM information_schema.TABLES t WHERE t.TABLE_SCHEMA = 'shop';
SHOW FULL TABLES FROM `shop`;
SHOW TABLE STATUS FROM `shop` LIKE 'orders';
-- has: COLUMN_NAME=total
SELECT * FROM information_schema.COLUMNS WHERE TABLE_SCHEMA='shop' AND TABLE_NAME='orders' ORDER BY ORDINAL_POSITION;
SHOW INDEX FROM `shop`.`orders`;
-- has: CONSTRAINT_NAME=PRIMARY
SELECT kc.CONSTRAINT_NAME, kc.TABLE_NAME, kc.COLUMN_NAME, kc.ORDINAL_POSITION FROM INFORMATION_SCHEMA.KEY_COLUMN_USAGE kc WHERE kc.TABLE_SCHEMA='shop' AND kc.REFERENCED_TABLE_NAME IS NULL AND kc.TABLE_NAME='orders' ORDER BY kc.CONSTRAINT_NAME, kc.ORDINAL_POSITION;
SELECT cc.CONSTRAINT_NAME, cc.CHECK_CLAUSE, tc.TABLE_NAME FROM information_schema.TABLE_CONSTRAINTS tc LEFT JOIN information_schema.CHECK_CONSTRAINTS cc ON cc.CONSTRAINT_SCHEMA = tc.CONSTRAINT_SCHEMA AND cc.CONSTRAINT_NAME = tc.CONSTRAINT_NAME WHERE tc.CONSTRAINT_SCHEMA = 'shop' AND tc.TABLE_NAME = 'orders';
SHOW CREATE TABLE `shop`.`orders`;
SHOW CREATE VIEW `shop`.`v`;
-- empty: the shop has none
SELECT * FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA='shop' ORDER BY ROUTINE_NAME;
-- empty: the shop has none
SELECT * FROM information_schema.PARAMETERS WHERE SPECIFIC_SCHEMA='shop' ORDER BY ORDINAL_POSITION;
-- empty: the shop has none
SHOW TRIGGERS FROM `shop`;
-- empty: the shop has none
SELECT * FROM information_schema.EVENTS WHERE EVENT_SCHEMA='shop';
-- empty: no partitions
SELECT * FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA='shop' AND PARTITION_NAME IS NOT NULL ORDER BY PARTITION_METHOD, PARTITION_ORDINAL_POSITION;
SHOW PRIVILEGES;
SHOW GRANTS FOR 'root'@'localhost';
SHOW FULL PROCESSLIST;
SHOW GLOBAL STATUS;
SHOW SESSION STATUS;
SHOW GLOBAL VARIABLES;
SHOW VARIABLES;
EXPLAIN FORMAT=JSON SELECT * FROM shop.orders;
EXPLAIN SELECT * FROM shop.orders;
