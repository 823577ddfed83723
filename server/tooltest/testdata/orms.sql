-- tool: introspection by gorm, Prisma, knex, Sequelize, Django, SQLAlchemy, ent
-- version: 2025, not compared with their sources
-- asks: the migrators of go-gorm/mysql, prisma/prisma-engines, knex/knex, sequelize/sequelize, django/django, sqlalchemy/sqlalchemy, ariga/atlas

-- asks: gorm
USE shop;
SELECT VERSION();
SELECT DATABASE();
-- has: SCHEMA_NAME=shop
SELECT SCHEMA_NAME FROM Information_schema.SCHEMATA WHERE SCHEMA_NAME LIKE 'shop%' ORDER BY SCHEMA_NAME = 'shop' DESC, SCHEMA_NAME LIMIT 1;
SELECT count(*) FROM information_schema.tables WHERE table_schema = 'shop' AND table_name = 'orders' AND table_type = 'BASE TABLE';
SELECT * FROM `orders` LIMIT 1;
-- has: COLUMN_NAME=total NUMERIC_PRECISION=10 NUMERIC_SCALE=2
SELECT column_name, column_default, is_nullable = 'YES', data_type, character_maximum_length, column_type, column_key, extra, column_comment, numeric_precision, numeric_scale , datetime_precision FROM information_schema.columns WHERE table_schema = 'shop' AND table_name = 'orders' ORDER BY ORDINAL_POSITION;
SELECT TABLE_NAME, COLUMN_NAME, INDEX_NAME, NON_UNIQUE FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = 'shop' AND TABLE_NAME = 'orders' ORDER BY INDEX_NAME, SEQ_IN_INDEX;
SELECT count(*) FROM information_schema.referential_constraints WHERE constraint_schema = 'shop' AND table_name = 'items' AND constraint_name = 'items_ibfk_1';
-- asks: Prisma
SELECT @@version, @@GLOBAL.version, @@lower_case_table_names;
-- has: table_name=orders
SELECT DISTINCT BINARY table_info.table_name AS table_name, table_info.create_options AS create_options, table_info.table_comment AS table_comment FROM information_schema.tables AS table_info JOIN information_schema.columns AS column_info ON BINARY column_info.table_name = BINARY table_info.table_name WHERE table_info.table_schema = 'shop' AND column_info.table_schema = 'shop' AND table_info.table_type = 'BASE TABLE' ORDER BY BINARY table_info.table_name;
SELECT column_name column_name, data_type data_type, column_type full_data_type, character_maximum_length character_maximum_length, numeric_precision numeric_precision, numeric_scale numeric_scale, datetime_precision datetime_precision, column_default column_default, is_nullable is_nullable, extra extra, table_name table_name, IF(column_comment = '', NULL, column_comment) AS column_comment, generation_expression generation_expression FROM information_schema.columns WHERE table_schema = 'shop' ORDER BY ordinal_position;
SELECT DISTINCT index_name AS index_name, non_unique AS non_unique, Binary column_name AS column_name, seq_in_index AS seq_in_index, Binary table_name AS table_name, sub_part AS partial, Binary collation AS column_order, index_type AS index_type FROM information_schema.statistics WHERE table_schema = 'shop' ORDER BY BINARY table_name, BINARY index_name, seq_in_index;
-- has: constraint_name=items_ibfk_1 referenced_column_name=id
SELECT kcu.constraint_name constraint_name, kcu.column_name column_name, kcu.referenced_table_name referenced_table_name, kcu.referenced_column_name referenced_column_name, kcu.ordinal_position ordinal_position, kcu.table_name table_name, rc.delete_rule delete_rule, rc.update_rule update_rule FROM information_schema.key_column_usage AS kcu INNER JOIN information_schema.referential_constraints AS rc ON BINARY kcu.constraint_name = BINARY rc.constraint_name WHERE kcu.table_schema = 'shop' AND rc.constraint_schema = 'shop' AND kcu.referenced_column_name IS NOT NULL ORDER BY BINARY kcu.table_schema, BINARY kcu.table_name, BINARY kcu.constraint_name, kcu.ordinal_position;
SELECT table_name AS view_name, view_definition AS view_sql FROM information_schema.views WHERE table_schema = 'shop';
-- empty: the shop has none
SELECT routine_name AS name, routine_type AS type, routine_definition AS definition FROM information_schema.routines WHERE ROUTINE_SCHEMA = 'shop';
-- asks: knex, Sequelize
select * from information_schema.tables where table_name = 'orders' and table_schema = database();
select * from information_schema.columns where table_name = 'orders' and table_schema = database();
show columns from `orders` like 'total';
SHOW FULL COLUMNS FROM `orders`;
SHOW INDEX FROM `orders`;
SELECT CONSTRAINT_NAME as constraint_name, CONSTRAINT_NAME as constraintName, CONSTRAINT_SCHEMA as constraintSchema, TABLE_NAME as tableName, COLUMN_NAME as columnName, REFERENCED_TABLE_NAME as referencedTableName, REFERENCED_COLUMN_NAME as referencedColumnName FROM INFORMATION_SCHEMA.KEY_COLUMN_USAGE where TABLE_NAME = 'items' AND CONSTRAINT_NAME!='PRIMARY' AND CONSTRAINT_SCHEMA='shop' AND REFERENCED_TABLE_NAME IS NOT NULL;
-- asks: Django
SELECT VERSION(), @@sql_mode, @@default_storage_engine, @@sql_auto_is_null, @@lower_case_table_names, CONVERT_TZ('2001-01-01 01:00:00', 'UTC', 'UTC') IS NOT NULL;
SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED;
SELECT table_name, table_type, table_comment FROM information_schema.tables WHERE table_schema = DATABASE();
SELECT column_name, data_type, character_maximum_length, numeric_precision, numeric_scale, extra, column_default, collation_name, CASE WHEN column_type LIKE '% unsigned' THEN 1 ELSE 0 END AS is_unsigned, column_comment FROM information_schema.columns WHERE table_name = 'orders' AND table_schema = DATABASE();
SELECT kc.`constraint_name`, kc.`column_name`, kc.`referenced_table_name`, kc.`referenced_column_name`, c.`constraint_type` FROM information_schema.key_column_usage AS kc, information_schema.table_constraints AS c WHERE kc.table_schema = DATABASE() AND (kc.referenced_table_schema = DATABASE() OR kc.referenced_table_schema IS NULL) AND c.table_schema = kc.table_schema AND c.constraint_name = kc.constraint_name AND c.constraint_type != 'CHECK' AND kc.table_name = 'orders' ORDER BY kc.`ordinal_position`;
SELECT engine FROM information_schema.tables WHERE table_name = 'orders' AND table_schema = DATABASE();
START TRANSACTION;
SAVEPOINT `s1_x1`;
RELEASE SAVEPOINT `s1_x1`;
-- asks: SQLAlchemy
SELECT @@transaction_isolation;
SHOW VARIABLES LIKE 'lower_case_table_names';
SELECT CAST('test plain returns' AS CHAR(60)) AS anon_1;
SELECT CAST('test collated returns' AS CHAR CHARACTER SET utf8mb4) COLLATE utf8mb4_bin AS anon_1;
DESCRIBE `shop`.`orders`;
SHOW FULL TABLES FROM `shop`;
SHOW CREATE TABLE `orders`;
-- asks: ent's atlas
SELECT @@version, @@collation_server, @@character_set_server, @@lower_case_table_names;
SELECT `SCHEMA_NAME`, `DEFAULT_CHARACTER_SET_NAME`, `DEFAULT_COLLATION_NAME` FROM `INFORMATION_SCHEMA`.`SCHEMATA` WHERE `SCHEMA_NAME` IN ('shop') ORDER BY `SCHEMA_NAME`;
SELECT `t1`.`TABLE_SCHEMA`, `t1`.`TABLE_NAME`, `t2`.`CHARACTER_SET_NAME`, `t1`.`TABLE_COLLATION`, `t1`.`AUTO_INCREMENT`, `t1`.`TABLE_COMMENT`, `t1`.`CREATE_OPTIONS`, `t1`.`ENGINE` FROM `INFORMATION_SCHEMA`.`TABLES` AS `t1` LEFT JOIN `INFORMATION_SCHEMA`.`COLLATIONS` AS `t2` ON `t1`.`TABLE_COLLATION` = `t2`.`COLLATION_NAME` WHERE `TABLE_SCHEMA` IN ('shop') AND `TABLE_TYPE` = 'BASE TABLE' ORDER BY `TABLE_SCHEMA`, `TABLE_NAME`;
-- empty: the shop has none
SELECT `t1`.`TABLE_NAME`, `t1`.`CONSTRAINT_NAME`, `t2`.`CHECK_CLAUSE`, `t1`.`ENFORCED` FROM `INFORMATION_SCHEMA`.`TABLE_CONSTRAINTS` AS `t1` JOIN `INFORMATION_SCHEMA`.`CHECK_CONSTRAINTS` AS `t2` ON `t1`.`CONSTRAINT_NAME` = `t2`.`CONSTRAINT_NAME` WHERE `t1`.`CONSTRAINT_TYPE` = 'CHECK' AND `t1`.`TABLE_SCHEMA` = 'shop' ORDER BY `t1`.`TABLE_NAME`, `t1`.`CONSTRAINT_NAME`;
