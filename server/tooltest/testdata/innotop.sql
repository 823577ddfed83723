-- tool: innotop, all modes
-- version: 1.16.0, run against the server; the 1.11.4 of Debian ends where it reads the status of InnoDB, as on MySQL 9.7
-- asks: what the server recorded of a run of each mode

SET NAMES 'utf8mb4';
SET character_set_server = 'utf8mb4';
SET collation_connection = 'utf8mb4_unicode_ci';
SET collation_server = 'utf8mb4_unicode_ci';
-- has: Variable_name=Uptime
show status like 'Uptime';
set session wait_timeout=28800, interactive_timeout=28800;
-- has: Variable_name=Com_select Value=1+
SHOW /*innotop*/ GLOBAL STATUS;
-- has: Variable_name=version_comment
SHOW /*innotop*/ GLOBAL VARIABLES;
-- columns: Type, Name, Status
-- has: Type=InnoDB
SHOW /*innotop*/ ENGINE INNODB STATUS;
-- has: User=root Command=Query State=User lock
SHOW /*innotop*/ FULL PROCESSLIST;
-- empty: MySQL has no such column
SHOW /*innotop*/ COLUMNS FROM INFORMATION_SCHEMA.PROCESSLIST LIKE 'TIME_MS';
-- may: be empty
SHOW /*innotop*/ OPEN TABLES;
-- empty: no replica
SHOW /*innotop*/ SLAVE STATUS;
-- empty: no binary log
SHOW /*innotop*/ MASTER STATUS;
-- empty: no replica
select CHANNEL_NAME from performance_schema.replication_applier_status where CHANNEL_NAME regexp "^[a-zA-Z].*";
-- error: 1109 on MySQL 9.7 too: asked to find MySQL 5.5 out
SHOW /*innotop*/ COLUMNS FROM INFORMATION_SCHEMA.INNODB_LOCK_WAITS;
-- error: 1109 on MySQL 9.7 too: asked to find MariaDB's and Percona's userstat out
SHOW /*innotop*/ COLUMNS FROM INFORMATION_SCHEMA.INDEX_STATISTICS;
-- empty: asked for no row
SELECT /*innotop*/ '' FROM DUAL WHERE 1 = 0;
EXPLAIN SELECT id FROM shop.orders;
-- empty: no group replication
SELECT ms.*, m.member_host, m.member_port, m.member_state, m.member_role, m.member_version FROM performance_schema.replication_group_member_stats AS ms JOIN performance_schema.replication_group_members AS m USING (MEMBER_ID);
