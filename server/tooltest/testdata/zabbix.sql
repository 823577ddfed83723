-- tool: Zabbix, template MySQL by agent and by ODBC
-- version: 7; size and replication after the sources of the agent at 02e285b and 0c97385, the rest from memory
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
