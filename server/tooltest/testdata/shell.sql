-- tool: MySQL Shell, reports, dumpInstance, dumpSchemas and dumpTables
-- version: 8.4.8, sources at 561cd3d; to dump a server that says 9.7 takes Shell 9.7
-- asks: modules/mod_mysql_session.cc, modules/reports and modules/util/dump of mysql/mysql-shell

select @@sql_mode;
select schema();
-- has: DATABASE()=NULL
select DATABASE(), USER() limit 1;
show status like 'Compression_algorithm';
-- has: Variable_name=Ssl_version
show session status like 'ssl_version';
-- has: @@character_set_server=utf8mb4
select @@character_set_client, @@character_set_connection, @@character_set_server, @@character_set_database, concat(@@version, ' ', @@version_comment) as version, @@socket, @@port, @@datadir, @@character_set_results limit 1;
show databases like 'shop';
-- has: Table_type=VIEW
show full tables from `shop` like 'v';
-- empty: nothing to warn of
show warnings;
-- has: COUNT(*)=2
SELECT COUNT(*) FROM shop.orders ;
SELECT json_object('cid',t.PROCESSLIST_ID,'command',t.PROCESSLIST_COMMAND,'db',t.PROCESSLIST_DB,'host',t.PROCESSLIST_HOST,'info',sys.format_statement(replace(t.PROCESSLIST_INFO,'\n',' ')),'nwaiting',(SELECT count(*) FROM performance_schema.metadata_locks AS mdl WHERE t.thread_id = mdl.owner_thread_id AND mdl.lock_status = 'PENDING') /*!80000 + (SELECT count(*) FROM performance_schema.data_locks AS dl WHERE t.THREAD_ID = dl.thread_id AND dl.lock_status = 'WAITING') */,'state',t.PROCESSLIST_STATE,'tid',t.THREAD_ID,'time',concat(if(t.PROCESSLIST_TIME<36000,'0',''),t.PROCESSLIST_TIME DIV 3600,':',lpad((t.PROCESSLIST_TIME DIV 60)%60,2,'0'),':',lpad(t.PROCESSLIST_TIME%60,2,'0')),'txstate',trx.TRX_STATE,'user',t.PROCESSLIST_USER) AS th FROM performance_schema.threads AS t LEFT JOIN information_schema.innodb_trx AS trx ON t.PROCESSLIST_ID = trx.TRX_MYSQL_THREAD_ID LEFT JOIN sys.processlist AS p ON t.THREAD_ID = p.thd_id LEFT JOIN performance_schema.events_statements_current AS esc ON t.THREAD_ID = esc.THREAD_ID LEFT JOIN sys.io_by_thread_by_latency AS io ON t.THREAD_ID = io.thread_id WHERE t.PROCESSLIST_USER = 'root' AND t.PROCESSLIST_HOST = 'localhost' HAVING TRUE ORDER BY th->'$."tid"' ASC;
SELECT json_object('cid',t.PROCESSLIST_ID,'command',t.PROCESSLIST_COMMAND,'db',t.PROCESSLIST_DB,'host',t.PROCESSLIST_HOST,'info',sys.format_statement(replace(t.PROCESSLIST_INFO,'\n',' ')),'nwaiting',(SELECT count(*) FROM performance_schema.metadata_locks AS mdl WHERE t.thread_id = mdl.owner_thread_id AND mdl.lock_status = 'PENDING') /*!80000 + (SELECT count(*) FROM performance_schema.data_locks AS dl WHERE t.THREAD_ID = dl.thread_id AND dl.lock_status = 'WAITING') */,'state',t.PROCESSLIST_STATE,'tid',t.THREAD_ID,'time',concat(if(t.PROCESSLIST_TIME<36000,'0',''),t.PROCESSLIST_TIME DIV 3600,':',lpad((t.PROCESSLIST_TIME DIV 60)%60,2,'0'),':',lpad(t.PROCESSLIST_TIME%60,2,'0')),'txstate',trx.TRX_STATE,'user',t.PROCESSLIST_USER) AS th FROM performance_schema.threads AS t LEFT JOIN information_schema.innodb_trx AS trx ON t.PROCESSLIST_ID = trx.TRX_MYSQL_THREAD_ID LEFT JOIN sys.processlist AS p ON t.THREAD_ID = p.thd_id LEFT JOIN performance_schema.events_statements_current AS esc ON t.THREAD_ID = esc.THREAD_ID LEFT JOIN sys.io_by_thread_by_latency AS io ON t.THREAD_ID = io.thread_id WHERE t.TYPE = 'FOREGROUND' HAVING TRUE ORDER BY th->'$."cid"' DESC LIMIT 10;
SELECT json_object('ioavgltncy',io.avg_latency,'ioltncy',io.total_latency,'iomaxltncy',io.max_latency,'iominltncy',io.min_latency,'name',replace(t.NAME,'thread/',''),'nio',io.total,'tid',t.THREAD_ID) AS th FROM performance_schema.threads AS t LEFT JOIN information_schema.innodb_trx AS trx ON t.PROCESSLIST_ID = trx.TRX_MYSQL_THREAD_ID LEFT JOIN sys.processlist AS p ON t.THREAD_ID = p.thd_id LEFT JOIN performance_schema.events_statements_current AS esc ON t.THREAD_ID = esc.THREAD_ID LEFT JOIN sys.io_by_thread_by_latency AS io ON t.THREAD_ID = io.thread_id WHERE t.TYPE = 'BACKGROUND' HAVING TRUE ORDER BY th->'$."tid"' ASC;
SELECT json_object('ioavgltncy',io.avg_latency,'ioltncy',io.total_latency,'iomaxltncy',io.max_latency,'iominltncy',io.min_latency,'name',replace(t.NAME,'thread/',''),'nio',io.total,'tid',t.THREAD_ID) AS th FROM performance_schema.threads AS t LEFT JOIN information_schema.innodb_trx AS trx ON t.PROCESSLIST_ID = trx.TRX_MYSQL_THREAD_ID LEFT JOIN sys.processlist AS p ON t.THREAD_ID = p.thd_id LEFT JOIN performance_schema.events_statements_current AS esc ON t.THREAD_ID = esc.THREAD_ID LEFT JOIN sys.io_by_thread_by_latency AS io ON t.THREAD_ID = io.thread_id WHERE t.TYPE = 'BACKGROUND' HAVING ((th->>'$."tid"')>(0))&&((th->>'$."name"')like('%sql%')) ORDER BY th->'$."tid"' ASC;
SELECT json_object('cid',t.PROCESSLIST_ID,'status.Bytes_sent',(SELECT sbt.VARIABLE_VALUE FROM performance_schema.status_by_thread AS sbt WHERE sbt.THREAD_ID = t.THREAD_ID AND sbt.VARIABLE_NAME = 'Bytes_sent'),'system.autocommit',(SELECT vbt.VARIABLE_VALUE FROM performance_schema.variables_by_thread AS vbt WHERE vbt.THREAD_ID = t.THREAD_ID AND vbt.VARIABLE_NAME = 'autocommit'),'tid',t.THREAD_ID) AS th FROM performance_schema.threads AS t LEFT JOIN information_schema.innodb_trx AS trx ON t.PROCESSLIST_ID = trx.TRX_MYSQL_THREAD_ID LEFT JOIN sys.processlist AS p ON t.THREAD_ID = p.thd_id LEFT JOIN performance_schema.events_statements_current AS esc ON t.THREAD_ID = esc.THREAD_ID LEFT JOIN sys.io_by_thread_by_latency AS io ON t.THREAD_ID = io.thread_id WHERE t.TYPE = 'FOREGROUND' HAVING TRUE ORDER BY th->'$."tid"' ASC;
SELECT json_object('cid',t.PROCESSLIST_ID,'command',t.PROCESSLIST_COMMAND,'db',t.PROCESSLIST_DB,'diagerrno',esc.MYSQL_ERRNO,'diagerror',if(ifnull(esc.ERRORS,0)=0,'NO','YES'),'diagstate',esc.RETURNED_SQLSTATE,'diagtext',esc.RETURNED_SQLSTATE,'diagwarn',esc.WARNINGS,'digest',if((esc.END_EVENT_ID is NULL),esc.DIGEST,NULL),'digesttxt',if((esc.END_EVENT_ID is NULL),esc.DIGEST_TEXT,NULL),'fullscan',p.full_scan,'group',NULLIF(CONCAT(''/*!80000, t.RESOURCE_GROUP*/), ''),'history',t.HISTORY,'host',t.PROCESSLIST_HOST,'info',sys.format_statement(replace(t.PROCESSLIST_INFO,'\n',' ')),'infofull',replace(t.PROCESSLIST_INFO,'\n',' '),'instr',t.INSTRUMENTED,'ioavgltncy',io.avg_latency,'ioltncy',io.total_latency,'iomaxltncy',io.max_latency,'tid',t.THREAD_ID) AS th FROM performance_schema.threads AS t LEFT JOIN information_schema.innodb_trx AS trx ON t.PROCESSLIST_ID = trx.TRX_MYSQL_THREAD_ID LEFT JOIN sys.processlist AS p ON t.THREAD_ID = p.thd_id LEFT JOIN performance_schema.events_statements_current AS esc ON t.THREAD_ID = esc.THREAD_ID LEFT JOIN sys.io_by_thread_by_latency AS io ON t.THREAD_ID = io.thread_id WHERE TRUE HAVING TRUE ORDER BY th->'$."tid"' ASC;
SELECT json_object('iominltncy',io.min_latency,'lastwait',p.last_wait,'lastwaitl',p.last_wait_latency,'latency',p.statement_latency,'llatency',p.lock_latency,'memory',p.current_memory,'name',replace(t.NAME,'thread/',''),'nblocked',(SELECT count(*) FROM performance_schema.metadata_locks g INNER JOIN performance_schema.metadata_locks p   ON g.object_type = p.object_type   AND IF(g.object_schema IS NULL, p.object_schema IS NULL,         g.object_schema = p.object_schema)   AND IF(g.object_name IS NULL, p.object_name IS NULL, g.object_name =         p.object_name)  /*!80000 AND IF(g.column_name IS NULL, p.column_name IS NULL,      g.column_name = p.column_name) */   AND p.lock_status = 'PENDING' AND g.lock_status = 'GRANTED' WHERE g.owner_thread_id = t.THREAD_ID) /*!80000 +(SELECT count(*) FROM performance_schema.data_locks AS dl WHERE t.THREAD_ID = dl.thread_id AND dl.lock_status = 'GRANTED') */,'nblocking',(SELECT count(*) FROM sys.innodb_lock_waits AS ilw WHERE t.PROCESSLIST_ID = ilw.waiting_pid) + (SELECT count(*) FROM sys.schema_table_lock_waits AS stlw WHERE t.THREAD_ID = stlw.waiting_thread_id),'nio',io.total,'npstmts',(SELECT count(*) FROM performance_schema.prepared_statements_instances AS psi WHERE psi.OWNER_THREAD_ID = t.THREAD_ID),'nraffected',p.rows_affected,'nrexamined',p.rows_examined,'nrsent',p.rows_sent,'nseljoin',esc.SELECT_FULL_JOIN,'nselrange',esc.SELECT_RANGE,'nselrangec',esc.SELECT_RANGE_CHECK,'nselrjoin',esc.SELECT_FULL_RANGE_JOIN,'nselscan',esc.SELECT_SCAN,'nsortmp',esc.SORT_MERGE_PASSES,'tid',t.THREAD_ID) AS th FROM performance_schema.threads AS t LEFT JOIN information_schema.innodb_trx AS trx ON t.PROCESSLIST_ID = trx.TRX_MYSQL_THREAD_ID LEFT JOIN sys.processlist AS p ON t.THREAD_ID = p.thd_id LEFT JOIN performance_schema.events_statements_current AS esc ON t.THREAD_ID = esc.THREAD_ID LEFT JOIN sys.io_by_thread_by_latency AS io ON t.THREAD_ID = io.thread_id WHERE TRUE HAVING TRUE ORDER BY th->'$."tid"' ASC;
SELECT json_object('nsortrange',esc.SORT_RANGE,'nsortrows',esc.SORT_ROWS,'nsortscan',esc.SORT_SCAN,'ntmpdtbls',p.tmp_disk_tables,'ntmptbls',p.tmp_tables,'ntxrlckd',trx.TRX_ROWS_LOCKED,'ntxrmod',trx.TRX_ROWS_MODIFIED,'ntxtlckd',trx.TRX_TABLES_LOCKED,'nvars',(SELECT count(*) FROM performance_schema.user_variables_by_thread AS uvbt WHERE t.THREAD_ID = uvbt.THREAD_ID),'nwaiting',(SELECT count(*) FROM performance_schema.metadata_locks AS mdl WHERE t.thread_id = mdl.owner_thread_id AND mdl.lock_status = 'PENDING') /*!80000 + (SELECT count(*) FROM performance_schema.data_locks AS dl WHERE t.THREAD_ID = dl.thread_id AND dl.lock_status = 'WAITING') */,'osid',t.THREAD_OS_ID,'pdigest',if((esc.END_EVENT_ID is NOT NULL),esc.DIGEST,NULL),'pdigesttxt',if((esc.END_EVENT_ID is NOT NULL),esc.DIGEST_TEXT,NULL),'pid',p.pid,'pinfo',p.last_statement,'platency',p.last_statement_latency,'progname',p.program_name,'progress',p.progress,'protocol',t.CONNECTION_TYPE,'ptid',t.PARENT_THREAD_ID,'tid',t.THREAD_ID) AS th FROM performance_schema.threads AS t LEFT JOIN information_schema.innodb_trx AS trx ON t.PROCESSLIST_ID = trx.TRX_MYSQL_THREAD_ID LEFT JOIN sys.processlist AS p ON t.THREAD_ID = p.thd_id LEFT JOIN performance_schema.events_statements_current AS esc ON t.THREAD_ID = esc.THREAD_ID LEFT JOIN sys.io_by_thread_by_latency AS io ON t.THREAD_ID = io.thread_id WHERE TRUE HAVING TRUE ORDER BY th->'$."tid"' ASC;
SELECT json_object('ssl',CASE t.NAME WHEN 'thread/mysqlx/worker' THEN '?' WHEN 'thread/sql/one_connection' THEN (SELECT sbt.VARIABLE_VALUE FROM performance_schema.status_by_thread AS sbt WHERE sbt.THREAD_ID = t.THREAD_ID AND sbt.VARIABLE_NAME = 'Ssl_cipher') ELSE '' END,'started',cast(date_sub(now(), interval t.PROCESSLIST_TIME second) as char),'state',t.PROCESSLIST_STATE,'stmtid',concat(esc.THREAD_ID,':',esc.EVENT_ID),'tid',t.THREAD_ID,'tidle',if(esc.END_EVENT_ID,(SELECT concat(if(x-(esc.TIMER_END DIV 1e+12)<36000,'0',''),(x-(esc.TIMER_END DIV 1e+12)) DIV 3600,':',lpad(((x-(esc.TIMER_END DIV 1e+12)) DIV 60)%60,2,'0'),':',lpad((x-(esc.TIMER_END DIV 1e+12))%60,2,'0')) FROM (SELECT gs.VARIABLE_VALUE AS x FROM performance_schema.global_status AS gs WHERE gs.VARIABLE_NAME = 'Uptime') AS x),NULL),'time',concat(if(t.PROCESSLIST_TIME<36000,'0',''),t.PROCESSLIST_TIME DIV 3600,':',lpad((t.PROCESSLIST_TIME DIV 60)%60,2,'0'),':',lpad(t.PROCESSLIST_TIME%60,2,'0')),'txaccess',if(trx.TRX_IS_READ_ONLY IS NULL,NULL,if(trx.TRX_IS_READ_ONLY=1,'READ ONLY','READ WRITE')),'txid',trx.TRX_ID,'txisolvl',trx.TRX_ISOLATION_LEVEL,'txstart',trx.TRX_STARTED,'txstate',trx.TRX_STATE,'txtime',cast(timediff(now(), trx.TRX_STARTED) as char),'type',t.TYPE,'user',t.PROCESSLIST_USER) AS th FROM performance_schema.threads AS t LEFT JOIN information_schema.innodb_trx AS trx ON t.PROCESSLIST_ID = trx.TRX_MYSQL_THREAD_ID LEFT JOIN sys.processlist AS p ON t.THREAD_ID = p.thd_id LEFT JOIN performance_schema.events_statements_current AS esc ON t.THREAD_ID = esc.THREAD_ID LEFT JOIN sys.io_by_thread_by_latency AS io ON t.THREAD_ID = io.thread_id WHERE TRUE HAVING TRUE ORDER BY th->'$."tid"' ASC;
SELECT t.THREAD_ID FROM performance_schema.threads AS t WHERE t.PROCESSLIST_ID = CONNECTION_ID();
SELECT json_object('tid',t.THREAD_ID,'id',t.PROCESSLIST_ID,'user',concat(ifnull(t.PROCESSLIST_USER, ''), ifnull(concat('@', t.PROCESSLIST_HOST), ''))) AS brief FROM performance_schema.threads AS t WHERE t.PROCESSLIST_ID = CONNECTION_ID();
SELECT json_object('tid',t.THREAD_ID,'id',t.PROCESSLIST_ID,'type',t.TYPE,'program_name',p.program_name,'user',t.PROCESSLIST_USER,'host',t.PROCESSLIST_HOST,'db',t.PROCESSLIST_DB,'command',t.PROCESSLIST_COMMAND,'time',concat(if(t.PROCESSLIST_TIME<36000,'0',''),t.PROCESSLIST_TIME DIV 3600,':',lpad((t.PROCESSLIST_TIME DIV 60)%60,2,'0'),':',lpad(t.PROCESSLIST_TIME%60,2,'0')),'state',t.PROCESSLIST_STATE,'txstate',trx.TRX_STATE,'num_prepared_statements',(SELECT count(*) FROM performance_schema.prepared_statements_instances AS psi WHERE psi.owner_thread_id = t.thread_id),'socket',(SELECT json_objectagg(lower(sbt.VARIABLE_NAME), CASE t.NAME WHEN 'thread/mysqlx/worker' THEN '?' ELSE sbt.VARIABLE_VALUE END) FROM performance_schema.status_by_thread AS sbt WHERE t.THREAD_ID = sbt.THREAD_ID AND sbt.VARIABLE_NAME IN ('Bytes_received', 'Bytes_sent')),'info',sys.format_statement(replace(t.PROCESSLIST_INFO,'\n',' ')),'prevstmt',p.last_statement) AS general FROM performance_schema.threads AS t LEFT JOIN information_schema.innodb_trx AS trx ON t.PROCESSLIST_ID = trx.TRX_MYSQL_THREAD_ID LEFT JOIN sys.processlist AS p ON t.THREAD_ID = p.thd_id WHERE t.PROCESSLIST_ID = CONNECTION_ID();
SELECT json_object('connect_attrs',(SELECT json_objectagg(sca.ATTR_NAME, sca.ATTR_VALUE) FROM performance_schema.session_connect_attrs AS sca WHERE t.PROCESSLIST_ID = sca.PROCESSLIST_ID),'protocol',CASE t.NAME WHEN 'thread/mysqlx/worker' THEN 'X' WHEN 'thread/sql/one_connection' THEN 'classic' ELSE t.NAME END,'socket_ip',si.ip,'socket_port',si.port,'socket_state',si.state,'socket_stats', IF(setup.enabled = 'YES',   json_object(     'count_read', ssbi.COUNT_READ,     'total_read_bytes', sys.format_bytes(ssbi.SUM_NUMBER_OF_BYTES_READ),     'total_read_wait', sys.format_time(ssbi.SUM_TIMER_READ),     'min_read_wait', sys.format_time(ssbi.MIN_TIMER_READ),     'avg_read_wait', sys.format_time(ssbi.AVG_TIMER_READ),     'max_read_wait', sys.format_time(ssbi.MAX_TIMER_READ),     'count_write', ssbi.COUNT_WRITE,     'total_write_bytes', sys.format_bytes(ssbi.SUM_NUMBER_OF_BYTES_WRITE),     'total_write_wait', sys.format_time(ssbi.SUM_TIMER_WRITE),     'min_write_wait', sys.format_time(ssbi.MIN_TIMER_WRITE),     'avg_write_wait', sys.format_time(ssbi.AVG_TIMER_WRITE),     'max_write_wait', sys.format_time(ssbi.MAX_TIMER_WRITE)),   NULL),'status',(SELECT json_objectagg(lower(sbt.VARIABLE_NAME), CASE t.NAME WHEN 'thread/mysqlx/worker' THEN '?' ELSE sbt.VARIABLE_VALUE END) FROM performance_schema.status_by_thread AS sbt WHERE t.THREAD_ID = sbt.THREAD_ID AND sbt.VARIABLE_NAME in ('Ssl_cipher', 'Ssl_version', 'Compression'))) AS client FROM performance_schema.threads AS t LEFT JOIN performance_schema.socket_instances AS si ON si.THREAD_ID = t.THREAD_ID LEFT JOIN performance_schema.setup_instruments AS setup ON si.EVENT_NAME = setup.NAME LEFT JOIN performance_schema.socket_summary_by_instance AS ssbi ON si.OBJECT_INSTANCE_BEGIN = ssbi.OBJECT_INSTANCE_BEGIN WHERE t.PROCESSLIST_ID = CONNECTION_ID() AND (t.TYPE = 'FOREGROUND');
-- may: be empty
SELECT json_object('txstate',trx.TRX_STATE,'txid',trx.TRX_ID,'txtime',cast(timediff(now(), trx.TRX_STARTED) as char),'txstarted',trx.TRX_STARTED,'txisolation',trx.TRX_ISOLATION_LEVEL,'txaccess',if(trx.TRX_IS_READ_ONLY IS NULL,NULL,if(trx.TRX_IS_READ_ONLY=1,'READ ONLY','READ WRITE')),'txtableslocked',trx.TRX_TABLES_LOCKED,'txrowslocked',trx.TRX_ROWS_LOCKED,'txrowsmodified',trx.TRX_ROWS_MODIFIED) AS innodb FROM performance_schema.threads AS t INNER JOIN information_schema.innodb_trx AS trx ON t.PROCESSLIST_ID = trx.TRX_MYSQL_THREAD_ID WHERE t.PROCESSLIST_ID = CONNECTION_ID();
-- empty: no row locks
SELECT json_object('wait_started',cast(ilw.wait_started as char),'wait_elapsed',cast(ilw.wait_age as char),'object',ilw.locked_table,'waiting_lock_type',ilw.locked_type,'waiting_query',ilw.waiting_query,'blocking_pid',ilw.blocking_pid,'blocking_query',ilw.blocking_query,'blocking_account',concat(t.processlist_user, '@', t.processlist_host),'blocking_trx_started',cast(ilw.blocking_trx_started as char),'blocking_trx_elapsed',cast(ilw.blocking_trx_age as char)) AS innodb_blocked_by FROM performance_schema.threads AS t JOIN sys.innodb_lock_waits AS ilw ON ilw.waiting_pid = t.PROCESSLIST_ID WHERE t.PROCESSLIST_ID = CONNECTION_ID();
-- empty: this session waits for none
SELECT json_object('wait_started',cast(date_sub(now(), interval t.processlist_time second) as char),'wait_elapsed',cast(sec_to_time(t.processlist_time) as char),'object_type',p.object_type,'object',concat(sys.quote_identifier(p.object_schema), '.', sys.quote_identifier(p.object_name)),'waiting_lock_type',concat(p.lock_type, ' (', p.lock_duration, ')'),'waiting_query',sys.format_statement(t.processlist_info),'blocking_pid',gt.processlist_id,'blocking_query',sys.format_statement(gt.processlist_info),'blocking_account',sys.ps_thread_account(g.owner_thread_id),'blocking_trx_started',cast(date_sub(now(), interval gt.processlist_time second) as char),'blocking_trx_elapsed',cast(sec_to_time(gt.processlist_time) as char)) AS metadata_blocked_by   FROM performance_schema.metadata_locks g  INNER JOIN performance_schema.metadata_locks p      ON g.object_type = p.object_type    AND IF(g.object_schema IS NULL, p.object_schema IS NULL, g.object_schema = p.object_schema)    AND IF(g.object_name IS NULL, p.object_name IS NULL, g.object_name = p.object_name)   /*!80000 AND IF(g.column_name IS NULL, p.column_name IS NULL, g.column_name = p.column_name) */    AND p.lock_status = 'PENDING' AND g.lock_status = 'GRANTED'  INNER JOIN performance_schema.threads gt ON g.owner_thread_id = gt.thread_id  INNER JOIN performance_schema.threads t ON p.owner_thread_id = t.thread_id   LEFT JOIN performance_schema.events_statements_current gs ON g.owner_thread_id = gs.thread_id   LEFT JOIN performance_schema.events_statements_current ps ON p.owner_thread_id = ps.thread_id WHERE t.PROCESSLIST_ID = CONNECTION_ID();
-- empty: no row locks
SELECT json_object('wait_started',cast(ilw.wait_started as char),'wait_elapsed',cast(ilw.wait_age as char),'object',ilw.locked_table,'waiting_lock_type',ilw.locked_type,'waiting_pid',ilw.waiting_pid,'waiting_query',ilw.waiting_query) AS innodb_blocking FROM performance_schema.threads AS t JOIN sys.innodb_lock_waits AS ilw ON ilw.blocking_pid = t.PROCESSLIST_ID WHERE t.PROCESSLIST_ID = CONNECTION_ID();
-- empty: nobody waits for this session
SELECT json_object('wait_started',cast(date_sub(now(), interval t.processlist_time second) as char),'wait_elapsed',cast(sec_to_time(t.processlist_time) as char),'object_type',g.object_type,'object',concat(sys.quote_identifier(g.object_schema), '.', sys.quote_identifier(g.object_name)),'blocking_lock_type',concat(g.lock_type, ' (', g.lock_duration, ')'),'blocking_query',sys.format_statement(t.processlist_info),'waiting_pid',pt.processlist_id,'waiting_query',sys.format_statement(pt.processlist_info),'waiting_account',sys.ps_thread_account(p.owner_thread_id),'waiting_trx_started',cast(date_sub(now(), interval pt.processlist_time second) as char),'waiting_trx_elapsed',cast(sec_to_time(pt.processlist_time) as char)) AS metadata_blocking   FROM performance_schema.metadata_locks g  INNER JOIN performance_schema.metadata_locks p      ON g.object_type = p.object_type    AND IF(g.object_schema IS NULL, p.object_schema IS NULL, g.object_schema = p.object_schema)    AND IF(g.object_name IS NULL, p.object_name IS NULL, g.object_name = p.object_name)    /*!80000 AND IF(g.column_name IS NULL, p.column_name IS NULL, g.column_name = p.column_name) */    AND p.lock_status = 'PENDING' AND g.lock_status = 'GRANTED'  INNER JOIN performance_schema.threads t ON g.owner_thread_id = t.thread_id  INNER JOIN performance_schema.threads pt ON p.owner_thread_id = pt.thread_id   LEFT JOIN performance_schema.events_statements_current gs ON g.owner_thread_id = gs.thread_id   LEFT JOIN performance_schema.events_statements_current ps ON p.owner_thread_id = ps.thread_id WHERE t.PROCESSLIST_ID = CONNECTION_ID();
-- may: be empty
SELECT json_object('object_type',m.object_type,'object',concat(if(m.object_schema is null, '',           sys.quote_identifier(m.object_schema)), if(m.object_schema is not null and m.object_name        is not null, '.', ''), if(m.object_name is null, '',  concat(   sys.quote_identifier(m.object_name) /*!80000 ,   if(m.column_name is null, '',     concat('.', sys.quote_identifier(m.column_name)))*/))),'type',m.lock_type,'duration',m.lock_duration,'lock_status',m.lock_status,'owner_event_id',m.owner_event_id,'start_time',cast(date_sub(now(), interval t.processlist_time second) as char),'waiting_trx_elapsed',cast(sec_to_time(t.processlist_time) as char)) AS metadata FROM performance_schema.threads AS t JOIN performance_schema.metadata_locks AS m ON m.OWNER_THREAD_ID = t.THREAD_ID LEFT JOIN performance_schema.events_statements_current AS e   ON m.OWNER_EVENT_ID = e.EVENT_ID     WHERE t.PROCESSLIST_ID = CONNECTION_ID();
-- may: be empty
SELECT json_object('object_type',h.object_type,'object',concat(sys.quote_identifier(h.object_schema), '.', sys.quote_identifier(h.object_name)),'internal_lock',h.internal_lock,'external_lock',h.external_lock,'owner_event_id',h.owner_event_id) AS table_handles FROM performance_schema.threads AS t JOIN performance_schema.table_handles AS h ON h.OWNER_THREAD_ID = t.THREAD_ID WHERE t.PROCESSLIST_ID = CONNECTION_ID();
-- empty: no row locks
SELECT json_object('engine',d.engine,'engine_lock_id',d.engine_lock_id,'engine_transaction_id',d.engine_transaction_id,'event_id',d.event_id,'object',concat(sys.quote_identifier(d.object_schema), '.', sys.quote_identifier(d.object_name)),'partition',d.partition_name,'subpartition',d.subpartition_name,'index',d.index_name,'type',d.lock_type,'mode',d.lock_mode,'status',d.lock_status,'data',d.lock_data) AS datalocks FROM performance_schema.threads AS t JOIN performance_schema.data_locks AS d ON d.THREAD_ID = t.THREAD_ID WHERE t.PROCESSLIST_ID = CONNECTION_ID();
-- empty: this session holds none
SELECT json_object('name',m.name) AS mutexes FROM performance_schema.threads AS t JOIN performance_schema.mutex_instances AS m ON m.LOCKED_BY_THREAD_ID = t.THREAD_ID WHERE t.PROCESSLIST_ID = CONNECTION_ID();
-- empty: this session holds none
SELECT json_object('name',m.name,'read_locked_by_count',m.read_locked_by_count) AS rwlocks FROM performance_schema.threads AS t JOIN performance_schema.rwlock_instances AS m ON m.WRITE_LOCKED_BY_THREAD_ID = t.THREAD_ID WHERE t.PROCESSLIST_ID = CONNECTION_ID();
-- empty: this session has prepared none
SELECT json_object('id',psi.STATEMENT_ID,'event_id',concat(psi.OWNER_THREAD_ID, ':', psi.OWNER_EVENT_ID),'name',psi.STATEMENT_NAME,'owner',concat(ifnull(psi.OWNER_OBJECT_SCHEMA, ''), ifnull(concat('.', psi.OWNER_OBJECT_NAME), ''), ifnull(concat(' (', psi.OWNER_OBJECT_TYPE, ')'), '')),'prepare_time',sys.format_time(psi.TIMER_PREPARE),'executed',psi.COUNT_EXECUTE,'sum_execute_time',sys.format_time(psi.SUM_TIMER_EXECUTE),'min_execute_time',sys.format_time(psi.MIN_TIMER_EXECUTE),'avg_execute_time',sys.format_time(psi.AVG_TIMER_EXECUTE),'max_execute_time',sys.format_time(psi.MAX_TIMER_EXECUTE)) AS prep_stmts FROM performance_schema.threads AS t INNER JOIN performance_schema.prepared_statements_instances AS psi ON psi.OWNER_THREAD_ID = t.THREAD_ID WHERE t.PROCESSLIST_ID = CONNECTION_ID();
SELECT json_objectagg(sbt.VARIABLE_NAME, sbt.VARIABLE_VALUE) AS status FROM performance_schema.threads AS t JOIN performance_schema.status_by_thread AS sbt ON t.THREAD_ID = sbt.THREAD_ID WHERE t.PROCESSLIST_ID = CONNECTION_ID() AND (VARIABLE_NAME LIKE 'Bytes%' OR VARIABLE_NAME LIKE 'Ssl%');
SELECT json_objectagg(vbt.VARIABLE_NAME, vbt.VARIABLE_VALUE) AS vars FROM performance_schema.threads AS t JOIN performance_schema.variables_by_thread AS vbt ON t.THREAD_ID = vbt.THREAD_ID WHERE t.PROCESSLIST_ID = CONNECTION_ID();
SELECT json_objectagg(uvbt.VARIABLE_NAME, CAST(uvbt.VARIABLE_VALUE AS CHAR)) AS user_vars FROM performance_schema.threads AS t JOIN performance_schema.user_variables_by_thread AS uvbt ON t.THREAD_ID = uvbt.THREAD_ID WHERE t.PROCESSLIST_ID = CONNECTION_ID();
-- has: name=nosuch
SELECT n.name FROM (SELECT 'shop' AS name UNION SELECT 'nosuch') AS n LEFT JOIN (SELECT SCHEMA_NAME AS name FROM information_schema.schemata) AS o ON STRCMP(o.name COLLATE utf8_bin, n.name)=0 WHERE o.name IS NULL;
-- has: name=nosuch
SELECT n.name FROM (SELECT 'orders' AS name UNION SELECT 'nosuch') AS n LEFT JOIN (SELECT TABLE_NAME AS name FROM information_schema.tables WHERE TABLE_SCHEMA = 'shop') AS o ON STRCMP(o.name COLLATE utf8_bin, n.name)=0 WHERE o.name IS NULL;
-- has: name=p0
SELECT n.name FROM (SELECT 'p0' AS name) AS n LEFT JOIN (SELECT PARTITION_NAME AS name FROM information_schema.partitions WHERE PARTITION_NAME IS NOT NULL AND TABLE_SCHEMA='shop' AND TABLE_NAME='orders' UNION SELECT SUBPARTITION_NAME FROM information_schema.partitions WHERE SUBPARTITION_NAME IS NOT NULL AND TABLE_SCHEMA='shop' AND TABLE_NAME='orders') AS o ON STRCMP(o.name COLLATE utf8_bin, n.name)=0 WHERE o.name IS NULL;
SELECT SCHEMA();
SET SQL_MODE = '';
SET NAMES 'utf8mb4';
SET SESSION net_write_timeout = 1800;
SET SESSION wait_timeout = 31536000;
SET TIME_ZONE = '+00:00';
SELECT @@GLOBAL.VERSION;
-- has: Variable_name=log_bin
show GLOBAL variables where `variable_name` in ('log_bin');
-- has: Variable_name=gtid_mode
show GLOBAL variables where `variable_name` in ('gtid_mode');
SELECT CONCAT(@@version, ' ', @@version_comment);
-- has: CURRENT_USER()=root@localhost
SELECT CURRENT_USER();
SELECT PRIVILEGE_TYPE FROM INFORMATION_SCHEMA.USER_PRIVILEGES WHERE GRANTEE='\'root\'@\'localhost\'' LIMIT 1;
-- has: Privilege=Select
SHOW PRIVILEGES;
-- has: Variable_name=activate_all_roles_on_login
show GLOBAL variables where `variable_name` in ('activate_all_roles_on_login');
-- has: Variable_name=mandatory_roles
SHOW GLOBAL VARIABLES LIKE 'mandatory_roles';
-- empty: no roles
SELECT from_user, from_host FROM mysql.role_edges WHERE to_user='root' AND to_host='localhost';
-- empty: no roles
SELECT default_role_user, default_role_host FROM mysql.default_roles WHERE user='root' AND host='localhost';
-- has: Value=OFF
show GLOBAL variables where `variable_name` in ('partial_revokes');
SHOW GRANTS FOR 'root'@'localhost';
SET @current_lock_wait_timeout = @@session.lock_wait_timeout;
SET @@session.lock_wait_timeout = 1;
FLUSH NO_WRITE_TO_BINLOG TABLES;
FLUSH TABLES WITH READ LOCK;
SET @@session.lock_wait_timeout = @current_lock_wait_timeout;
SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ;
START TRANSACTION WITH CONSISTENT SNAPSHOT;
EXPLAIN SELECT 1;
-- has: SCHEMA_NAME=shop
SELECT SCHEMA_NAME,DEFAULT_COLLATION_NAME FROM information_schema.schemata WHERE (STRCMP(SCHEMA_NAME COLLATE utf8_bin,'information_schema')&STRCMP(SCHEMA_NAME COLLATE utf8_bin,'mysql')&STRCMP(SCHEMA_NAME COLLATE utf8_bin,'ndbinfo')&STRCMP(SCHEMA_NAME COLLATE utf8_bin,'performance_schema')&STRCMP(SCHEMA_NAME COLLATE utf8_bin,'sys'))<>0;
SELECT COUNT(*) FROM information_schema.schemata;
-- has: TABLE_SCHEMA=shop TABLE_NAME=orders TABLE_TYPE=BASE TABLE TABLE_ROWS=2 AVG_ROW_LENGTH=1+ ENGINE=InnoDB
SELECT TABLE_SCHEMA,TABLE_NAME,TABLE_TYPE,TABLE_ROWS,AVG_ROW_LENGTH,ENGINE,CREATE_OPTIONS,TABLE_COMMENT FROM information_schema.tables WHERE (STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'information_schema')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'mysql')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'ndbinfo')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'performance_schema')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'sys'))<>0;
-- has: COUNT(*)=2+
SELECT COUNT(*) FROM information_schema.tables WHERE (STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'information_schema')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'mysql')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'ndbinfo')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'performance_schema')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'sys'))<>0 AND 'BASE TABLE'=TABLE_TYPE;
-- has: COUNT(*)=1+
SELECT COUNT(*) FROM information_schema.tables WHERE (STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'information_schema')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'mysql')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'ndbinfo')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'performance_schema')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'sys'))<>0 AND 'VIEW'=TABLE_TYPE;
-- may: be empty
SHOW VARIABLES LIKE 'ndbinfo\_version';
SELECT @@GLOBAL.HOSTNAME;
SELECT @@GLOBAL.GTID_EXECUTED;
-- has: TABLE_NAME=v CHARACTER_SET_CLIENT=utf8mb4
SELECT TABLE_SCHEMA,TABLE_NAME,CHARACTER_SET_CLIENT,COLLATION_CONNECTION FROM information_schema.views WHERE (STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'information_schema')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'mysql')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'ndbinfo')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'performance_schema')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'sys'))<>0;
-- has: TABLE_NAME=orders COLUMN_NAME=id DATA_TYPE=int ORDINAL_POSITION=1 IS_NULLABLE=NO COLUMN_TYPE=int EXTRA=auto_increment
SELECT TABLE_SCHEMA,TABLE_NAME,COLUMN_NAME,DATA_TYPE,ORDINAL_POSITION,IS_NULLABLE,COLUMN_TYPE,EXTRA FROM information_schema.columns WHERE (STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'information_schema')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'mysql')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'ndbinfo')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'performance_schema')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'sys'))<>0;
-- has: TABLE_NAME=orders INDEX_NAME=PRIMARY COLUMN_NAME=id SEQ_IN_INDEX=1
SELECT TABLE_SCHEMA,TABLE_NAME,INDEX_NAME,COLUMN_NAME,SEQ_IN_INDEX FROM information_schema.statistics WHERE NON_UNIQUE=0 AND (STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'information_schema')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'mysql')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'ndbinfo')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'performance_schema')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'sys'))<>0;
-- may: be empty
SELECT SCHEMA_NAME,TABLE_NAME,COLUMN_NAME,JSON_EXTRACT(HISTOGRAM,'$."number-of-buckets-specified"') FROM information_schema.column_statistics WHERE (STRCMP(SCHEMA_NAME COLLATE utf8_bin,'information_schema')&STRCMP(SCHEMA_NAME COLLATE utf8_bin,'mysql')&STRCMP(SCHEMA_NAME COLLATE utf8_bin,'ndbinfo')&STRCMP(SCHEMA_NAME COLLATE utf8_bin,'performance_schema')&STRCMP(SCHEMA_NAME COLLATE utf8_bin,'sys'))<>0;
-- empty: no partitions
SELECT TABLE_SCHEMA,TABLE_NAME,PARTITION_NAME,SUBPARTITION_NAME,TABLE_ROWS,AVG_ROW_LENGTH FROM information_schema.partitions WHERE PARTITION_NAME IS NOT NULL AND (STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'information_schema')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'mysql')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'ndbinfo')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'performance_schema')&STRCMP(TABLE_SCHEMA COLLATE utf8_bin,'sys'))<>0;
-- has: user=root host=localhost
SELECT DISTINCT user, host from mysql.user WHERE NOT(user.user='mysql.infoschema')AND NOT(user.user='mysql.session')AND NOT(user.user='mysql.sys');
SELECT @@GLOBAL.activate_all_roles_on_login;
-- empty: no roles
SELECT DISTINCT user, host FROM mysql.user WHERE authentication_string='' AND account_locked='Y' AND password_expired='Y' AND NOT(user.user='mysql.infoschema')AND NOT(user.user='mysql.session')AND NOT(user.user='mysql.sys');
-- has: user=root host=localhost
SELECT * FROM (SELECT DISTINCT SUBSTR(grantee, 2, LENGTH(grantee)-LOCATE('@', REVERSE(grantee))-2) AS user, SUBSTR(grantee, LENGTH(grantee)-LOCATE('@', REVERSE(grantee))+3, LOCATE('@', REVERSE(grantee))-3) AS host FROM information_schema.user_privileges) AS user WHERE NOT(user.user='mysql.infoschema')AND NOT(user.user='mysql.session')AND NOT(user.user='mysql.sys');
SELECT COUNT(DISTINCT grantee) FROM information_schema.user_privileges;
-- empty: no events
SELECT EVENT_SCHEMA,EVENT_NAME FROM information_schema.events WHERE (STRCMP(EVENT_SCHEMA COLLATE utf8_bin,'information_schema')&STRCMP(EVENT_SCHEMA COLLATE utf8_bin,'mysql')&STRCMP(EVENT_SCHEMA COLLATE utf8_bin,'ndbinfo')&STRCMP(EVENT_SCHEMA COLLATE utf8_bin,'performance_schema')&STRCMP(EVENT_SCHEMA COLLATE utf8_bin,'sys'))<>0;
-- has: COUNT(*)=0
SELECT COUNT(*) FROM information_schema.events WHERE (STRCMP(EVENT_SCHEMA COLLATE utf8_bin,'information_schema')&STRCMP(EVENT_SCHEMA COLLATE utf8_bin,'mysql')&STRCMP(EVENT_SCHEMA COLLATE utf8_bin,'ndbinfo')&STRCMP(EVENT_SCHEMA COLLATE utf8_bin,'performance_schema')&STRCMP(EVENT_SCHEMA COLLATE utf8_bin,'sys'))<>0;
-- may: be empty
SELECT ROUTINE_SCHEMA,ROUTINE_NAME,ROUTINE_TYPE FROM information_schema.routines WHERE (STRCMP(ROUTINE_SCHEMA COLLATE utf8_bin,'information_schema')&STRCMP(ROUTINE_SCHEMA COLLATE utf8_bin,'mysql')&STRCMP(ROUTINE_SCHEMA COLLATE utf8_bin,'ndbinfo')&STRCMP(ROUTINE_SCHEMA COLLATE utf8_bin,'performance_schema')&STRCMP(ROUTINE_SCHEMA COLLATE utf8_bin,'sys'))<>0;
SELECT COUNT(*) FROM information_schema.routines WHERE (STRCMP(ROUTINE_SCHEMA COLLATE utf8_bin,'information_schema')&STRCMP(ROUTINE_SCHEMA COLLATE utf8_bin,'mysql')&STRCMP(ROUTINE_SCHEMA COLLATE utf8_bin,'ndbinfo')&STRCMP(ROUTINE_SCHEMA COLLATE utf8_bin,'performance_schema')&STRCMP(ROUTINE_SCHEMA COLLATE utf8_bin,'sys'))<>0;
-- empty: no triggers
SELECT TRIGGER_SCHEMA,EVENT_OBJECT_TABLE,TRIGGER_NAME,ACTION_ORDER FROM information_schema.triggers WHERE (STRCMP(TRIGGER_SCHEMA COLLATE utf8_bin,'information_schema')&STRCMP(TRIGGER_SCHEMA COLLATE utf8_bin,'mysql')&STRCMP(TRIGGER_SCHEMA COLLATE utf8_bin,'ndbinfo')&STRCMP(TRIGGER_SCHEMA COLLATE utf8_bin,'performance_schema')&STRCMP(TRIGGER_SCHEMA COLLATE utf8_bin,'sys'))<>0;
-- has: COUNT(*)=0
SELECT COUNT(*) FROM information_schema.triggers WHERE (STRCMP(TRIGGER_SCHEMA COLLATE utf8_bin,'information_schema')&STRCMP(TRIGGER_SCHEMA COLLATE utf8_bin,'mysql')&STRCMP(TRIGGER_SCHEMA COLLATE utf8_bin,'ndbinfo')&STRCMP(TRIGGER_SCHEMA COLLATE utf8_bin,'performance_schema')&STRCMP(TRIGGER_SCHEMA COLLATE utf8_bin,'sys'))<>0;
-- empty: no binary log
SHOW BINARY LOG STATUS;
LOCK INSTANCE FOR BACKUP;
UNLOCK TABLES;
SHOW CREATE USER 'root'@'localhost';
SELECT group_concat(privilege_type) FROM information_schema.user_privileges WHERE grantee = '\'root\'@\'localhost\'';
-- has: group_concat(privilege_type)=NULL
SELECT group_concat(privilege_type) FROM information_schema.schema_privileges WHERE table_schema = 'shop' AND grantee = '\'root\'@\'localhost\'';
-- has: group_concat(privilege_type)=NULL
SELECT group_concat(privilege_type) FROM information_schema.table_privileges WHERE table_schema = 'shop' AND table_name = 'orders' AND grantee = '\'root\'@\'localhost\'';
-- has: TABLE_NAME=orders
SELECT TABLE_NAME FROM information_schema.tables WHERE TABLE_SCHEMA='shop' AND TABLE_NAME='orders';
-- empty: the shop has none
SELECT ROUTINE_NAME FROM information_schema.routines WHERE ROUTINE_SCHEMA='shop' AND ROUTINE_NAME='f';
-- has: Database=shop
SHOW CREATE DATABASE IF NOT EXISTS `shop`;
USE `shop`;
SET SQL_QUOTE_SHOW_CREATE=1;
SET SESSION character_set_results = 'binary';
-- has: Table=orders
show create table `orders`;
SET SESSION character_set_results = 'utf8mb4';
-- has: View=v
SHOW CREATE TABLE `v`;
-- has: count(column_name)=1
SELECT count(column_name) FROM information_schema.columns where table_schema = 'shop' and table_name = 'orders' and column_key = 'PRI';
-- has: id=1
SELECT SQL_NO_CACHE `id` FROM `shop`.`orders` ORDER BY `id` LIMIT 1;
-- has: id=2
SELECT SQL_NO_CACHE `id` FROM `shop`.`orders` ORDER BY `id` DESC LIMIT 1;
EXPLAIN SELECT COUNT(*) FROM `shop`.`orders` WHERE `id` BETWEEN 1 AND 2 ORDER BY `id`/* mysqlsh dumpInstance, chunking table `shop`.`orders`, ID: 0 */;
-- has: id=2
SELECT SQL_NO_CACHE `id` FROM `shop`.`orders`  WHERE (`id`>=1) ORDER BY `id` LIMIT 0,2 /* mysqlsh dumpInstance, chunking table `shop`.`orders`, ID: 0 */;
SELECT 1 FROM `shop`.`orders` LIMIT 1;
-- has: id=1 name=apple total=1.50
SELECT SQL_NO_CACHE `id`,`name`,`total`,`made` FROM `shop`.`orders` WHERE (`id` BETWEEN 1 AND 2) ORDER BY `id` /* mysqlsh dumpInstance, dumping table `shop`.`orders`, ID: chunk 0 */;
-- empty: the table is
SELECT SQL_NO_CACHE `id`,`order_id` FROM `shop`.`items` ORDER BY `id` /* mysqlsh dumpInstance, dumping table `shop`.`items`, ID: whole table */;
SET @saved_time_zone = @@time_zone;
SET @@time_zone = '+00:00';
-- has: count(*)=2
SELECT count(*),hex(bit_xor(unhex(sha2(concat_ws('#',convert(`id` using binary),convert(`name` using binary),convert(`total` using binary),convert(`made` using binary),concat(isnull(`name`),isnull(`total`),isnull(`made`))),256)))) FROM `shop`.`orders` WHERE (`id` BETWEEN 1 AND 2) ORDER BY `id`/* mysqlsh dumpInstance, checksumming table `shop`.`orders`, ID: chunk 0 */;
SET @@time_zone = @saved_time_zone;
-- has: @@max_allowed_packet=67108864
select @@max_allowed_packet;
-- has: Tables_in_mysql=user
SHOW TABLES IN mysql WHERE Tables_in_mysql IN('columns_priv', 'db', 'default_roles', 'func', 'global_grants', 'proc', 'procs_priv', 'proxies_priv', 'role_edges', 'tables_priv', 'user');
LOCK TABLES mysql.`columns_priv` READ,mysql.`db` READ,mysql.`tables_priv` READ,mysql.`user` READ;
LOCK TABLES `shop`.`items` READ,`shop`.`orders` READ;
