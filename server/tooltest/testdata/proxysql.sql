-- tool: ProxySQL, monitor
-- version: sources at 5cc418b
-- asks: lib/MySQL_Monitor.cpp of sysown/proxysql

SET wait_timeout=10;
SELECT @@global.read_only read_only;
SELECT @@global.innodb_read_only read_only;
SELECT @@global.super_read_only read_only;
SELECT @@global.read_only&@@global.innodb_read_only read_only;
SELECT @@global.read_only|@@global.innodb_read_only read_only;
-- empty: no replica
SHOW SLAVE STATUS;
-- error: 1146 on MySQL too, which has no such view before group replication is set up for ProxySQL
SELECT viable_candidate,read_only,transactions_behind FROM sys.gr_member_routing_candidate_status;
-- empty: no group replication
SELECT (SELECT IF (MEMBER_STATE='ONLINE' AND ((SELECT COUNT(*) FROM performance_schema.replication_group_members WHERE MEMBER_STATE NOT IN ('ONLINE', 'RECOVERING')) >= ((SELECT COUNT(*) FROM performance_schema.replication_group_members)/2) = 0), 'YES', 'NO')) AS viable_candidate, (SELECT IF (@@read_only, 'YES', 'NO')) as read_only, COUNT_TRANSACTIONS_REMOTE_IN_APPLIER_QUEUE AS transactions_behind, (SELECT GROUP_CONCAT(CONCAT(member_host, ":", member_port)) FROM performance_schema.replication_group_members) AS members FROM performance_schema.replication_group_members JOIN performance_schema.replication_group_member_stats rgms USING(member_id) WHERE rgms.MEMBER_ID=@@SERVER_UUID;
-- has: x=NULL
SELECT (SELECT VARIABLE_VALUE FROM performance_schema.global_status WHERE VARIABLE_NAME='WSREP_LOCAL_STATE') x;
