-- tool: knex, schema builder
-- version: 3.3.0, run against the server
-- asks: what the server recorded of its look at the shop

USE shop;
select version() as version;
select * from information_schema.tables where table_name = 'orders' and table_schema = database();
show columns from `orders`;
select * from information_schema.columns where table_name = 'orders' and table_schema = 'shop';
select * from `orders` where `id` = 1 limit 1;
