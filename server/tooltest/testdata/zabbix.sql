-- tool: Zabbix, template MySQL by agent and by ODBC
-- version: 7, not compared with its source
-- asks: templates/db of zabbix/zabbix

SHOW GLOBAL STATUS;
SHOW GLOBAL VARIABLES;
-- has: Database=shop
SHOW DATABASES;
SELECT VERSION();
SELECT COALESCE(SUM(DATA_LENGTH + INDEX_LENGTH), 0) FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = 'shop';
SELECT SUM(DATA_LENGTH + INDEX_LENGTH) AS size FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA='shop';
-- empty: no replica
SHOW SLAVE STATUS;
-- empty: no replica
SHOW REPLICA STATUS;
