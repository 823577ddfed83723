-- tool: ProxySQL and MaxScale, monitors
-- version: 2.7 and 24, not compared with their source
-- asks: lib/MySQL_Monitor.cpp of sysown/proxysql, server/modules/monitor of mariadb-corporation/MaxScale

SELECT @@global.read_only read_only;
SELECT @@global.innodb_read_only read_only;
SELECT @@global.super_read_only read_only;
SELECT @@global.read_only & @@global.innodb_read_only AS read_only;
SELECT @@global.read_only | @@global.innodb_read_only AS read_only;
-- empty: no replica
SHOW REPLICA STATUS;
-- empty: no replica
SHOW SLAVE STATUS;
-- empty: no group replication
SELECT MEMBER_ID, MEMBER_HOST, MEMBER_PORT, MEMBER_STATE, MEMBER_ROLE FROM performance_schema.replication_group_members;
SET NAMES utf8mb4;
SET SESSION sql_mode='';
SELECT @@server_id, @@read_only;
SELECT @@server_id, @@server_uuid;
SHOW GLOBAL STATUS LIKE 'Uptime';
SHOW GLOBAL VARIABLES WHERE Variable_name IN ('server_id', 'read_only', 'max_connections');
SELECT user, host, authentication_string, plugin FROM mysql.user;
-- empty: no rights on a database alone
SELECT DISTINCT * FROM ((SELECT u.user, u.host, d.db FROM mysql.db d JOIN mysql.user u ON d.user = u.user AND d.host = u.host) UNION (SELECT u.user, u.host, t.db FROM mysql.tables_priv t JOIN mysql.user u ON t.user = u.user AND t.host = u.host)) AS c;
SELECT 1;
