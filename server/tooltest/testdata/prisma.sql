-- tool: Prisma, introspection
-- version: sources at 008de10, 5a2d26a
-- asks: schema-engine/sql-schema-describer/src of prisma/prisma-engines

USE shop;
SELECT @@version, @@GLOBAL.version, @@lower_case_table_names;
-- has: schema_name=shop
select schema_name as schema_name from information_schema.schemata;
-- has: view_name=v
SELECT TABLE_NAME AS view_name, VIEW_DEFINITION AS view_sql FROM INFORMATION_SCHEMA.VIEWS WHERE TABLE_SCHEMA = 'shop';
-- has: table_name=orders
SELECT DISTINCT BINARY table_info.table_name AS table_name, table_info.create_options AS create_options, table_info.table_comment AS table_comment FROM information_schema.tables AS table_info JOIN information_schema.columns AS column_info ON BINARY column_info.table_name = BINARY table_info.table_name WHERE table_info.table_schema = 'shop' AND column_info.table_schema = 'shop' AND table_info.table_type = 'BASE TABLE' ORDER BY BINARY table_info.table_name;
SELECT SUM(data_length + index_length) as size FROM information_schema.TABLES WHERE table_schema = 'shop';
-- has: column_name=total full_data_type=decimal(10,2)
SELECT column_name column_name, data_type data_type, column_type full_data_type, character_maximum_length character_maximum_length, numeric_precision numeric_precision, numeric_scale numeric_scale, datetime_precision datetime_precision, column_default column_default, is_nullable is_nullable, extra extra, table_name table_name, IF(column_comment = '', NULL, column_comment) AS column_comment FROM information_schema.columns WHERE table_schema = 'shop' ORDER BY ordinal_position;
-- has: index_name=name column_order=A index_type=BTREE
SELECT table_name AS table_name, index_name AS index_name, column_name AS column_name, sub_part AS partial, seq_in_index AS seq_in_index, collation AS column_order, non_unique AS non_unique, index_type AS index_type FROM information_schema.statistics WHERE table_schema = 'shop' ORDER BY table_name, index_name, seq_in_index;
-- has: constraint_name=items_ibfk_1 referenced_column_name=id
SELECT kcu.constraint_name constraint_name, kcu.column_name column_name, kcu.referenced_table_name referenced_table_name, kcu.referenced_column_name referenced_column_name, kcu.ordinal_position ordinal_position, kcu.table_name table_name, rc.delete_rule delete_rule, rc.update_rule update_rule FROM information_schema.key_column_usage AS kcu INNER JOIN information_schema.referential_constraints AS rc ON BINARY kcu.constraint_name = BINARY rc.constraint_name WHERE BINARY kcu.table_schema = 'shop' AND BINARY rc.constraint_schema = 'shop' AND kcu.referenced_column_name IS NOT NULL ORDER BY BINARY kcu.table_schema, BINARY kcu.table_name, BINARY kcu.constraint_name, kcu.ordinal_position;
-- empty: the shop has none
SELECT tc.table_schema AS namespace, tc.table_name AS table_name, tc.constraint_name AS constraint_name, LOWER(LEFT(tc.constraint_type, 1)) AS constraint_type, cc.check_clause AS constraint_definition FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS tc LEFT JOIN INFORMATION_SCHEMA.CHECK_CONSTRAINTS cc ON cc.constraint_schema = tc.table_schema AND cc.constraint_name = tc.constraint_name WHERE constraint_type = 'CHECK' ORDER BY namespace, table_name, constraint_type, constraint_name;
-- empty: the shop has none
SELECT routine_name AS name, routine_definition AS definition FROM information_schema.routines WHERE ROUTINE_SCHEMA = 'shop' AND ROUTINE_TYPE = 'PROCEDURE';
