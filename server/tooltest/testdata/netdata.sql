-- tool: Netdata, go.d mysql collector
-- version: sources at 7fee1e5
-- asks: src/go/plugin/go.d of netdata/netdata

-- has: Variable_name=version_comment
SHOW GLOBAL VARIABLES WHERE Variable_name LIKE 'version' OR Variable_name LIKE 'version_comment';
SHOW GLOBAL STATUS;
-- has: Variable_name=max_connections
SHOW GLOBAL VARIABLES WHERE Variable_name LIKE 'max_connections' OR Variable_name LIKE 'table_open_cache' OR Variable_name LIKE 'disabled_storage_engines' OR Variable_name LIKE 'log_bin' OR Variable_name LIKE 'performance_schema';
SET SESSION lock_wait_timeout = 1;
-- empty: no replica
SHOW REPLICA STATUS;
-- empty: the sessions that netdata counts are asleep
SELECT time, user FROM information_schema.processlist WHERE info IS NOT NULL AND info NOT LIKE '%PROCESSLIST%' AND info NOT LIKE '%GET_LOCK%' ORDER BY time;
-- error: 1109 on MySQL too, without MariaDB's or Percona's userstat, which netdata asks alone
SELECT * FROM information_schema.user_statistics;
