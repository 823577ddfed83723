-- tool: MaxScale, monitor and accounts, of a MySQL server
-- version: sources at f72af99
-- asks: server/modules/monitor/mariadbmon and server/modules/protocol/MariaDB/user_data.cc of mariadb-corporation/MaxScale

SELECT @@global.server_id, @@read_only;
-- empty: no replica
SHOW SLAVE STATUS;
-- error: 1109 on MySQL too since 8.0: the tables are in performance_schema
SELECT c.VARIABLE_VALUE, s.VARIABLE_VALUE FROM INFORMATION_SCHEMA.GLOBAL_VARIABLES c JOIN INFORMATION_SCHEMA.GLOBAL_STATUS s ON(c.VARIABLE_NAME = 'rpl_semi_sync_master_enabled' AND s.VARIABLE_NAME = 'rpl_semi_sync_master_status');
SET @@session.wait_timeout=10;
SELECT GET_LOCK('maxscale_mariadbmonitor', 0);
SELECT IS_USED_LOCK('maxscale_mariadbmonitor'), IS_USED_LOCK('maxscale_mariadbmonitor_master');
SELECT RELEASE_LOCK('maxscale_mariadbmonitor');
SHOW GRANTS;
-- has: User=root Host=localhost
SELECT * FROM mysql.user;
-- empty: no rights on a database alone
SELECT DISTINCT user, host, db FROM mysql.db;
-- empty: no rights on tables, columns or programs alone
SELECT DISTINCT * FROM ((SELECT a.user, a.host, a.db FROM mysql.tables_priv AS a) UNION (SELECT a.user, a.host, a.db FROM mysql.columns_priv AS a) UNION (SELECT a.user, a.host, a.db FROM mysql.procs_priv AS a) ) AS c;
-- empty: no account stands for another
SELECT DISTINCT a.user, a.host FROM mysql.proxies_priv AS a WHERE a.proxied_host <> '' AND a.proxied_user <> '';
-- has: Database=shop
SHOW DATABASES;
SELECT current_user();
-- empty: no events
SELECT * FROM information_schema.EVENTS;
-- has: USER=event_scheduler COMMAND=Daemon
SELECT * FROM information_schema.PROCESSLIST WHERE User = 'event_scheduler';
