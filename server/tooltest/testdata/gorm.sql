-- tool: gorm, migrator and driver
-- version: 1.31.2 and 1.6.0, run against the server
-- asks: what the server recorded of its look at the shop

USE shop;
SELECT VERSION();
SELECT DATABASE();
SELECT SCHEMA_NAME from Information_schema.SCHEMATA where SCHEMA_NAME LIKE 'shop%' ORDER BY SCHEMA_NAME='shop' DESC,SCHEMA_NAME limit 1;
SELECT count(*) FROM information_schema.tables WHERE table_schema = 'shop' AND table_name = 'orders' AND table_type = 'BASE TABLE';
SELECT count(*) FROM INFORMATION_SCHEMA.columns WHERE table_schema = 'shop' AND table_name = 'orders' AND column_name = 'name';
SELECT count(*) FROM information_schema.statistics WHERE table_schema = 'shop' AND table_name = 'orders' AND index_name = 'name';
SELECT count(*) FROM INFORMATION_SCHEMA.table_constraints WHERE constraint_schema = 'shop' AND table_name = 'items' AND constraint_name = 'items_ibfk_1';
SELECT * FROM `orders` LIMIT 1;
SELECT column_name, column_default, is_nullable = 'YES', data_type, character_maximum_length, column_type, column_key, extra, column_comment, numeric_precision, numeric_scale , datetime_precision FROM information_schema.columns WHERE table_schema = 'shop' AND table_name = 'orders' ORDER BY ORDINAL_POSITION;
SELECT TABLE_NAME, COLUMN_NAME, INDEX_NAME, NON_UNIQUE FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = 'shop' AND TABLE_NAME = 'orders' ORDER BY INDEX_NAME, SEQ_IN_INDEX;
SELECT table_schema, table_name, table_type, table_comment FROM information_schema.tables WHERE table_schema = 'shop' AND table_name = 'orders';
SELECT TABLE_NAME FROM information_schema.tables where TABLE_SCHEMA='shop';
