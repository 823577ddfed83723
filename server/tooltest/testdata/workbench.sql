-- tool: MySQL Workbench, administration, performance reports, client connections, schema tree and inspectors
-- version: 8.0.36, sources at 36f7143
-- asks: plugins/wb.admin, plugins/wb.sqlide, plugins/wb.query.analysis and backend/wbprivate/sqlide of mysql/mysql-workbench

SET CHARACTER SET utf8;
SET NAMES utf8;
SET SQL_SAFE_UPDATES=1;
SELECT CONNECTION_ID();
-- has: Charset=utf8mb4
show character set where charset = 'utf8mb4';
SET NAMES 'utf8mb4';
-- has: Variable_name=Ssl_cipher
SHOW SESSION STATUS LIKE 'Ssl_cipher';
-- has: Variable_name=sql_mode
SHOW SESSION VARIABLES LIKE 'sql_mode';
-- has: Variable_name=version_comment
SHOW SESSION VARIABLES LIKE 'version_comment';
-- has: Variable_name=version
SHOW SESSION VARIABLES LIKE 'version';
-- has: Variable_name=lower_case_table_names
SHOW SESSION VARIABLES LIKE 'lower_case_table_names';
-- has: Variable_name=version_compile_os
SHOW SESSION VARIABLES LIKE 'version_compile_os';
-- has: Variable_name=wait_timeout
SHOW SESSION VARIABLES LIKE 'wait_timeout';
-- has: Variable_name=interactive_timeout
SHOW SESSION VARIABLES LIKE 'interactive_timeout';
-- has: current_user()=root@localhost
SELECT current_user();
-- has: Engine=InnoDB Support=DEFAULT
show engines;
-- has: Charset=utf8mb4
show charset;
show collation;
-- has: Variable_name=version_comment
show variables;
-- has: Database=shop
SHOW DATABASES;
-- has: Tables_in_shop=v Table_type=VIEW
SHOW FULL TABLES FROM `shop`;
-- empty: the shop has none
SHOW PROCEDURE STATUS WHERE Db='shop';
-- empty: the shop has none
SHOW FUNCTION STATUS WHERE Db='shop';
-- has: Field=total
SHOW FULL COLUMNS FROM `shop`.`orders`;
-- empty: the shop has none
SHOW TRIGGERS FROM `shop` LIKE 'orders';
-- has: Key_name=PRIMARY Column_name=id
SHOW INDEXES FROM `shop`.`orders`;
-- has: Table=items
SHOW CREATE TABLE `shop`.`items`;
-- has: Table_type=BASE TABLE
SHOW FULL TABLES FROM `shop` LIKE 'orders';
-- has: Database=shop
SHOW CREATE SCHEMA `shop`;
-- empty: the shop has none
SHOW TRIGGERS FROM `shop` WHERE `Table` = 'orders';
-- has: View=v
SHOW CREATE VIEW `shop`.`v`;
SHOW DATABASES LIKE 'shop';
-- has: Tables_in_shop=orders
SHOW FULL TABLES FROM `shop` WHERE `Tables_in_shop` = 'orders' AND Table_type != 'VIEW';
-- has: Tables_in_shop=v
SHOW FULL TABLES FROM `shop` WHERE `Tables_in_shop` = 'v' AND Table_type = 'VIEW';
-- empty: the shop has none
SHOW FUNCTION STATUS WHERE Db='shop' AND NAME = 'f';
-- empty: the shop has none
SHOW PROCEDURE STATUS WHERE Db='shop' AND NAME = 'p';
-- has: DEFINER=root@localhost SECURITY_TYPE=DEFINER
SELECT DEFINER, SECURITY_TYPE, VIEW_DEFINITION FROM INFORMATION_SCHEMA.VIEWS WHERE TABLE_SCHEMA = 'shop' AND TABLE_NAME = 'v';
-- has: VARIABLE_NAME=traceparent
SELECT VARIABLE_NAME FROM performance_schema.user_variables_by_thread;
-- has: Key_name=name
SHOW INDEX FROM `shop`.`orders`;
-- has: COLUMN_TYPE=decimal(10,2)
SELECT COLUMN_TYPE FROM INFORMATION_SCHEMA.COLUMNS WHERE table_schema = 'shop' and table_name = 'orders' and column_name = 'total';
SELECT st.* FROM performance_schema.events_statements_current st JOIN performance_schema.threads thr ON thr.thread_id = st.thread_id WHERE thr.processlist_id = CONNECTION_ID();
-- empty: stages are not kept by default
SELECT st.* FROM performance_schema.events_stages_history_long st WHERE st.nesting_event_id = 12;
-- empty: waits are not kept by default
SELECT st.* FROM performance_schema.events_waits_history_long st WHERE st.nesting_event_id = 12;
EXPLAIN SELECT * FROM shop.orders WHERE name = 'apple';
EXPLAIN FORMAT=JSON SELECT * FROM shop.orders WHERE name = 'apple';
-- error: 1094 on MySQL too, of a connection that is gone
EXPLAIN FOR CONNECTION 999999;
-- error: 1094 on MySQL too, of a connection that is gone
EXPLAIN FORMAT=JSON FOR CONNECTION 999999;
select 1;
-- has: SCHEMA_NAME=shop
select * from information_schema.schemata WHERE schema_name = 'shop';
-- has: table_count=3
select sum(data_length) + sum(index_length) database_size,count(*) table_count from information_schema.tables WHERE table_schema = 'shop';
-- has: Name=orders Engine=InnoDB
show table status from `shop` where Comment <> 'VIEW';
-- has: TABLE_NAME=orders COLUMN_NAME=total
select * from information_schema.columns where table_schema = 'shop';
-- has: Key_name=name
show index from `orders` from `shop`;
-- has: Name=v Comment=VIEW
show table status from `shop` where Comment = 'VIEW';
-- empty: the shop has none
show triggers from `shop`;
-- empty: the shop has none
show procedure status where Db = 'shop';
-- empty: the shop has none
show function status where Db = 'shop';
-- empty: the shop has none
show events from `shop`;
-- has: Db=<global> User=root Select_priv=Y
SELECT '<global>' as Db,Host,User,Select_priv,Insert_priv,Update_priv,Delete_priv,Create_priv,Drop_priv,Grant_priv,References_priv,Index_priv,Alter_priv,Create_tmp_table_priv,Lock_tables_priv,Create_view_priv,Create_routine_priv,Alter_routine_priv,Execute_priv,Event_priv,Trigger_priv FROM mysql.user WHERE Select_priv = 'Y' OR Insert_priv = 'Y' OR Update_priv = 'Y' OR Delete_priv = 'Y' OR Create_priv = 'Y' OR Drop_priv = 'Y' OR Grant_priv = 'Y' OR References_priv = 'Y' OR Index_priv = 'Y' OR Alter_priv = 'Y' OR Create_tmp_table_priv = 'Y' OR Lock_tables_priv = 'Y' OR Create_view_priv = 'Y' OR Create_routine_priv = 'Y' OR Alter_routine_priv = 'Y' OR Execute_priv = 'Y' OR Event_priv = 'Y' OR Trigger_priv = 'Y';
-- empty: no rights on a database alone
SELECT Db,Host,User,Select_priv,Insert_priv,Update_priv,Delete_priv,Create_priv,Drop_priv,Grant_priv,References_priv,Index_priv,Alter_priv,Create_tmp_table_priv,Lock_tables_priv,Create_view_priv,Create_routine_priv,Alter_routine_priv,Execute_priv,Event_priv,Trigger_priv FROM mysql.db WHERE 'shop' like db;
-- has: Value=2000
SHOW VARIABLES LIKE 'innodb_ft_num_word_optimize';
-- has: @@innodb_optimize_fulltext_only=0
SELECT @@innodb_optimize_fulltext_only;
-- has: Msg_text=OK
ANALYZE TABLE `shop`.`orders`;
-- has: ENGINE=InnoDB
select * from information_schema.tables WHERE table_schema = 'shop' AND table_name = 'orders';
-- has: column_count=4
select count(*) column_count from information_schema.columns WHERE table_schema = 'shop' and table_name = 'orders';
-- empty: no InnoDB
SELECT @@datadir datadir,sd.path FROM information_schema.INNODB_TABLES st JOIN information_schema.innodb_datafiles sd USING(space) WHERE st.name = 'shop/orders';
-- has: Table=orders
show create table `shop`.`orders`;
-- has: Field=made
SHOW COLUMNS FROM `shop`.`orders`;
-- empty: the shop has none
show triggers from `shop` like 'orders';
-- has: COLUMN_NAME=id EXTRA=auto_increment
select COLUMN_NAME,COLUMN_TYPE,COLUMN_DEFAULT,IS_NULLABLE,CHARACTER_SET_NAME,COLLATION_NAME,PRIVILEGES,EXTRA,COLUMN_COMMENT from information_schema.columns where table_schema = 'shop' and table_name = 'orders';
-- has: TABLE_NAME=items COLUMN_NAME=order_id
select constraint_name,constraint_schema,table_name,column_name,referenced_table_schema,referenced_table_name,referenced_column_name FROM information_schema.KEY_COLUMN_USAGE WHERE ((REFERENCED_TABLE_SCHEMA = 'shop' AND referenced_table_name = 'orders') OR (TABLE_SCHEMA='shop' and table_name = 'orders')) AND REFERENCED_TABLE_NAME is not null ORDER BY TABLE_NAME, COLUMN_NAME;
-- empty: no partitions
select partition_name,subpartition_name,partition_ordinal_position,subpartition_ordinal_position,partition_method,subpartition_method,partition_expression,subpartition_expression,partition_description,table_rows,avg_row_length,data_length,max_data_length,index_length,create_time,update_time,check_time FROM information_schema.partitions WHERE TABLE_SCHEMA = 'shop' AND TABLE_NAME = 'orders' AND PARTITION_NAME IS NOT NULL ORDER BY PARTITION_NAME;
-- has: Field=Table_priv
show columns from `mysql`.`tables_priv` like 'table_priv';
-- has: scope=<global> user=root Select=Y
SELECT '<global>' as scope,user,host,Select_priv AS 'Select',Insert_priv AS 'Insert',Update_priv AS 'Update',Delete_priv AS 'Delete',Create_priv AS 'Create',Drop_priv AS 'Drop',Grant_priv AS 'Grant',References_priv AS 'References',Index_priv AS 'Index',Alter_priv AS 'Alter',Create_View_priv AS 'Create View',Show_view_priv AS 'Show view',Trigger_priv AS 'Trigger' FROM mysql.user WHERE Select_priv = 'Y' OR Insert_priv = 'Y' OR Update_priv = 'Y' OR Delete_priv = 'Y' OR Create_priv = 'Y' OR Drop_priv = 'Y' OR Grant_priv = 'Y' OR References_priv = 'Y' OR Index_priv = 'Y' OR Alter_priv = 'Y' OR Create_View_priv = 'Y' OR Show_view_priv = 'Y' OR Trigger_priv = 'Y';
-- empty: no rights on a database alone
SELECT Db as scope,user,host,Select_priv AS 'Select',Insert_priv AS 'Insert',Update_priv AS 'Update',Delete_priv AS 'Delete',Create_priv AS 'Create',Drop_priv AS 'Drop',Grant_priv AS 'Grant',References_priv AS 'References',Index_priv AS 'Index',Alter_priv AS 'Alter',Create_View_priv AS 'Create View',Show_view_priv AS 'Show view',Trigger_priv AS 'Trigger' FROM mysql.db WHERE 'shop' like db;
-- empty: no rights on a table alone
SELECT CONCAT(Db,'.',Table_name) as scope,user,host,IF(FIND_IN_SET('Select',Table_priv) = 0, 'N', 'Y') AS 'Select',IF(FIND_IN_SET('Insert',Table_priv) = 0, 'N', 'Y') AS 'Insert',IF(FIND_IN_SET('Update',Table_priv) = 0, 'N', 'Y') AS 'Update',IF(FIND_IN_SET('Delete',Table_priv) = 0, 'N', 'Y') AS 'Delete',IF(FIND_IN_SET('Create',Table_priv) = 0, 'N', 'Y') AS 'Create',IF(FIND_IN_SET('Drop',Table_priv) = 0, 'N', 'Y') AS 'Drop',IF(FIND_IN_SET('Grant',Table_priv) = 0, 'N', 'Y') AS 'Grant',IF(FIND_IN_SET('References',Table_priv) = 0, 'N', 'Y') AS 'References',IF(FIND_IN_SET('Index',Table_priv) = 0, 'N', 'Y') AS 'Index',IF(FIND_IN_SET('Alter',Table_priv) = 0, 'N', 'Y') AS 'Alter',IF(FIND_IN_SET('Create_View',Table_priv) = 0, 'N', 'Y') AS 'Create View',IF(FIND_IN_SET('Show_view',Table_priv) = 0, 'N', 'Y') AS 'Show view',IF(FIND_IN_SET('Trigger',Table_priv) = 0, 'N', 'Y') AS 'Trigger' FROM mysql.tables_priv WHERE 'shop' LIKE Db AND 'orders' LIKE Table_name;
-- has: Field=Column_priv
show columns from `mysql`.`columns_priv` like 'Column_priv';
-- empty: no rights on a column alone
SELECT CONCAT(Db,'.',Table_name,'.',Column_name) as scope,user,host,IF(FIND_IN_SET('Select',Column_priv) = 0, 'N', 'Y') AS 'Select',IF(FIND_IN_SET('Insert',Column_priv) = 0, 'N', 'Y') AS 'Insert',IF(FIND_IN_SET('Update',Column_priv) = 0, 'N', 'Y') AS 'Update',IF(FIND_IN_SET('References',Column_priv) = 0, 'N', 'Y') AS 'References' FROM mysql.columns_priv WHERE Db LIKE 'shop' AND Table_name LIKE 'orders';
-- has: Variable_name=version
SHOW VARIABLES;
-- has: Variable_name=Com_select
SHOW GLOBAL STATUS;
-- empty: no plugins
SHOW PLUGINS;
-- empty: no replica
SHOW SLAVE STATUS;
-- has: Variable_name=performance_schema Value=ON
SHOW GLOBAL VARIABLES;
-- has: @@performance_schema=1
select @@performance_schema;
-- empty: nothing has been persisted
select * from performance_schema.persisted_variables;
SET GLOBAL max_connections=151;
-- has: Value=151
SHOW GLOBAL VARIABLES LIKE 'max_connections';
SET PERSIST max_connections=151;
SET PERSIST_ONLY max_connections=151;
RESET PERSIST max_connections;
RESET PERSIST;
SET GLOBAL offline_mode = off;
-- has: Value=FILE
SHOW VARIABLES LIKE 'log_output';
-- has: count=0
SELECT count(*) AS count FROM mysql.general_log;
-- empty: logs go to files
SELECT * FROM mysql.general_log ORDER BY event_time DESC LIMIT 0, 100;
-- has: count=0
SELECT count(*) AS count FROM mysql.slow_log;
-- empty: logs go to files
SELECT * FROM mysql.slow_log ORDER BY start_time DESC LIMIT 0, 100;
-- has: Database=shop
SHOW CREATE DATABASE `shop`;
SELECT COUNT(*) FROM performance_schema.threads;
-- has: count(*)=1
select count(*) from performance_schema.setup_instruments where name = 'wait/lock/metadata/sql/mdl' and enabled='YES';
-- has: PROCESSLIST_STATE=User lock TYPE=FOREGROUND
SELECT t.PROCESSLIST_ID,IF (NAME = 'thread/sql/event_scheduler','event_scheduler',t.PROCESSLIST_USER) PROCESSLIST_USER,t.PROCESSLIST_HOST,t.PROCESSLIST_DB,t.PROCESSLIST_COMMAND,t.PROCESSLIST_TIME,t.PROCESSLIST_STATE,t.THREAD_ID,t.TYPE,t.NAME,t.PARENT_THREAD_ID,t.INSTRUMENTED,t.PROCESSLIST_INFO,a.ATTR_VALUE FROM performance_schema.threads t  LEFT OUTER JOIN performance_schema.session_connect_attrs a ON t.processlist_id = a.processlist_id AND (a.attr_name IS NULL OR a.attr_name = 'program_name') WHERE t.TYPE <> 'BACKGROUND';
-- has: TYPE=BACKGROUND
SELECT t.PROCESSLIST_ID,IF (NAME = 'thread/sql/event_scheduler','event_scheduler',t.PROCESSLIST_USER) PROCESSLIST_USER,t.PROCESSLIST_HOST,t.PROCESSLIST_DB,t.PROCESSLIST_COMMAND,t.PROCESSLIST_TIME,t.PROCESSLIST_STATE,t.THREAD_ID,t.TYPE,t.NAME,t.PARENT_THREAD_ID,t.INSTRUMENTED,t.PROCESSLIST_INFO,a.ATTR_VALUE FROM performance_schema.threads t  LEFT OUTER JOIN performance_schema.session_connect_attrs a ON t.processlist_id = a.processlist_id AND (a.attr_name IS NULL OR a.attr_name = 'program_name') WHERE 1=1;
-- has: State=User lock
SHOW FULL PROCESSLIST;
-- has: ORDINAL_POSITION=0
SELECT * FROM performance_schema.session_connect_attrs WHERE processlist_id = CONNECTION_ID() ORDER BY ORDINAL_POSITION;
-- empty: thread 1 has no locks
SELECT * FROM performance_schema.metadata_locks WHERE owner_thread_id = 1;
SELECT * FROM performance_schema.metadata_locks WHERE OBJECT_TYPE = 'USER LEVEL LOCK' AND OBJECT_NAME = 'tools' AND LOCK_STATUS = 'GRANTED';
-- has: LOCK_TYPE=EXCLUSIVE
SELECT OWNER_THREAD_ID, LOCK_TYPE, LOCK_DURATION FROM performance_schema.metadata_locks WHERE OBJECT_TYPE = 'USER LEVEL LOCK' AND OBJECT_NAME = 'tools' AND LOCK_STATUS = 'PENDING';
SELECT sys.ps_thread_stack(1, FALSE);
SELECT sys.ps_thread_stack(1, TRUE);
UPDATE performance_schema.threads SET instrumented = 'YES' WHERE thread_id = 1 LIMIT 1;
UPDATE performance_schema.setup_instruments SET enabled='YES' WHERE name = 'wait/lock/metadata/sql/mdl';
-- error: 1094 on MySQL too, of a connection that is gone
KILL CONNECTION 999999;
-- error: 1094 on MySQL too, of a connection that is gone
KILL QUERY 999999;
SELECT sys_version FROM sys.version;
show grants;
-- has: Tables_in_sys=x$statement_analysis
show full tables from sys where Table_type='VIEW';
select * from sys.`x$memory_global_total`;
select * from sys.`x$memory_global_by_current_bytes`;
select * from sys.`x$memory_by_user_by_current_bytes`;
select * from sys.`x$memory_by_host_by_current_bytes`;
select * from sys.`x$memory_by_thread_by_current_bytes`;
select * from sys.`x$io_global_by_file_by_bytes`;
select * from sys.`x$io_global_by_file_by_latency`;
select * from sys.`x$io_global_by_wait_by_bytes`;
select * from sys.`x$io_global_by_wait_by_latency`;
select * from sys.`x$io_by_thread_by_latency`;
-- has: db=shop query=SELECT * FROM `orders`
select * from sys.`x$statement_analysis`;
select * from sys.`x$statements_with_runtimes_in_95th_percentile`;
-- may: be empty
select * from sys.`statements_with_temp_tables`;
select * from sys.`statements_with_sorting`;
select * from sys.`statements_with_full_table_scans`;
select * from sys.`statements_with_errors_or_warnings`;
select * from sys.`schema_object_overview`;
select * from sys.`x$schema_index_statistics`;
-- has: table_schema=shop table_name=orders
select * from sys.`x$schema_table_statistics`;
select * from sys.`x$schema_table_statistics_with_buffer`;
select * from sys.`schema_tables_with_full_table_scans`;
select * from sys.`schema_unused_indexes`;
select * from sys.`x$waits_global_by_latency`;
select * from sys.`x$waits_by_user_by_latency`;
select * from sys.`x$wait_classes_global_by_latency`;
select * from sys.`x$wait_classes_global_by_avg_latency`;
-- empty: no InnoDB
select * from sys.`x$innodb_buffer_stats_by_schema`;
-- empty: no InnoDB
select * from sys.`x$innodb_buffer_stats_by_table`;
-- has: user=root
select * from sys.`x$user_summary`;
select * from sys.`x$user_summary_by_file_io_type`;
select * from sys.`x$user_summary_by_statement_type`;
-- has: Field=index_name
DESCRIBE `sys`.schema_unused_indexes;
SELECT COUNT(*) FROM performance_schema.setup_consumers WHERE enabled='NO';
SELECT COUNT(*) FROM performance_schema.setup_instruments WHERE NAME NOT LIKE 'memory/%' AND (enabled='NO' OR timed='NO');
SELECT COUNT(*) FROM performance_schema.setup_consumers WHERE enabled='YES';
SELECT COUNT(*) FROM performance_schema.setup_instruments WHERE NAME NOT LIKE 'memory/%' AND (enabled='YES' OR timed='YES');
SELECT sum(IF(ENABLED='NO' AND NAME IN ('events_statements_current','events_transactions_current','global_instrumentation','thread_instrumentation','statements_digest'), 1, 0)) + sum(IF(ENABLED='YES' AND NAME NOT IN ('events_statements_current','events_transactions_current','global_instrumentation','thread_instrumentation','statements_digest'), 1, 0)) FROM performance_schema.setup_consumers;
SELECT sum(IF(ENABLED='NO' AND (NAME IN ('wait/lock/table/sql/handler','idle') OR NAME LIKE 'wait/io/file/%' OR NAME LIKE 'wait/io/table/%' OR NAME LIKE 'statement/%'), 1, 0)) + sum(IF(ENABLED='YES' AND (NAME NOT IN ('wait/lock/table/sql/handler','idle') AND 'memory/%' AND NAME NOT LIKE 'wait/io/file/%' AND NAME NOT LIKE 'wait/io/table/%' AND NAME NOT LIKE 'statement/%'), 1, 0)) + sum(IF(TIMED='NO' AND (NAME IN ('wait/lock/table/sql/handler','idle') OR NAME LIKE 'wait/io/file/%' OR NAME LIKE 'wait/io/table/%' OR NAME LIKE 'statement/%'), 1, 0)) + sum(IF(TIMED='YES' AND (NAME NOT IN ('wait/lock/table/sql/handler','idle') AND 'memory/%' AND NAME NOT LIKE 'wait/io/file/%' AND NAME NOT LIKE 'wait/io/table/%' AND NAME NOT LIKE 'statement/%'), 1, 0)) FROM performance_schema.setup_instruments;
-- has: NAME=statement/sql/select ENABLED=YES
SELECT * FROM performance_schema.setup_instruments;
-- has: NAME=global_instrumentation ENABLED=YES
SELECT * FROM performance_schema.setup_consumers;
-- error: 1146 on MySQL 9.7 too, which has no such table any more
SELECT name, timer_name FROM performance_schema.setup_timers;
-- has: user=% host=%
SELECT user, host FROM performance_schema.setup_actors;
-- has: OBJECT_TYPE=TABLE OBJECT_SCHEMA=performance_schema ENABLED=NO
SELECT * FROM performance_schema.setup_objects;
-- has: PROCESSLIST_STATE=User lock
SELECT THREAD_ID, NAME, TYPE, PROCESSLIST_ID, PROCESSLIST_USER,PROCESSLIST_HOST, PROCESSLIST_DB, PROCESSLIST_COMMAND, PROCESSLIST_TIME,PROCESSLIST_STATE, SUBSTRING(PROCESSLIST_INFO, 1, 80) AS INFO,PARENT_THREAD_ID, INSTRUMENTED FROM performance_schema.threads;
-- has: Variable_name=performance_schema Value=ON
SHOW variables LIKE 'performance_schema%';
-- has: TIMER_NAME=NANOSECOND
SELECT * FROM performance_schema.performance_timers WHERE timer_frequency IS NOT NULL AND timer_resolution IS NOT NULL AND timer_overhead IS NOT NULL ORDER BY timer_name ASC;
UPDATE performance_schema.setup_instruments SET ENABLED = 'YES' WHERE NAME RLIKE '^statement/sql/select$|^statement/sql/insert$';
UPDATE performance_schema.setup_instruments SET TIMED = 'YES' WHERE NAME RLIKE '^statement/sql/select$|^statement/sql/insert$';
UPDATE performance_schema.setup_consumers SET enabled = 'YES' WHERE NAME IN ('events_statements_history_long','events_waits_current');
-- error: 1136 on MySQL too, whose table has five columns
INSERT INTO performance_schema.setup_actors VALUES ('app', '%', '%');
DELETE FROM performance_schema.setup_actors WHERE user = 'app' AND host = '%';
INSERT INTO performance_schema.setup_objects VALUES ('TABLE', 'shop', 'secrets', 'NO', 'NO');
UPDATE performance_schema.setup_objects SET ENABLED = 'YES', TIMED = 'YES' WHERE object_type = 'TABLE' AND object_schema = 'shop' AND object_name ='secrets';
DELETE FROM performance_schema.setup_objects WHERE object_type = 'TABLE' AND object_schema = 'shop' AND object_name ='secrets';
UPDATE performance_schema.threads SET INSTRUMENTED = 'YES'  WHERE THREAD_ID IN (1);
-- has: Field=Select_priv
DESCRIBE mysql.db;
-- has: Field=password_expired
DESCRIBE mysql.user;
-- has: User=root
SELECT User, Host FROM mysql.user ORDER BY User;
-- empty: no rights of accounts that are gone
SELECT d.User, d.Host, d.Db FROM mysql.db AS d LEFT JOIN mysql.user AS u ON d.User = u.user AND d.Host = u.Host WHERE u.User IS NULL;
-- empty: no rights of accounts that are gone
SELECT t.User, t.Host, t.Db, t.Table_name FROM mysql.tables_priv AS t LEFT JOIN mysql.user AS u ON t.User = u.user AND t.Host = u.Host WHERE u.User IS NULL;
-- empty: no rights of accounts that are gone
SELECT c.User, c.Host, c.Db, c.Table_name, c.Column_name FROM mysql.columns_priv AS c LEFT JOIN mysql.user AS u ON c.User = u.user AND c.Host = u.Host WHERE u.User IS NULL;
-- empty: no rights of accounts that are gone
SELECT p.User, p.Host, p.Db, p.Routine_name, p.Routine_type FROM mysql.procs_priv AS p LEFT JOIN mysql.user AS u ON p.User = u.user AND p.Host = u.Host WHERE u.User IS NULL;
CREATE USER 'app'@'%' IDENTIFIED WITH 'caching_sha2_password' BY 'S3cret-word';
use mysql;
GRANT SELECT, INSERT ON *.* TO 'app'@'%';
ALTER USER 'app'@'%' WITH MAX_QUERIES_PER_HOUR 100 MAX_USER_CONNECTIONS 5 ;
ALTER USER 'app'@'%' IDENTIFIED BY 'An0ther-word';
GRANT SELECT, UPDATE ON `shop`.* TO 'app'@'%';
-- error: 1141 on MySQL 9.7 too, since some of these are not granted
REVOKE INSERT, DELETE, CREATE, DROP, GRANT OPTION, REFERENCES, INDEX, ALTER, CREATE TEMPORARY TABLES, LOCK TABLES, CREATE VIEW, SHOW VIEW, CREATE ROUTINE, ALTER ROUTINE, EXECUTE, EVENT, TRIGGER ON `shop`.* FROM 'app'@'%';
-- has: Select_priv=Y plugin=caching_sha2_password
SELECT * FROM mysql.user WHERE User='app' AND Host='%' ORDER BY User, Host;
-- empty: no rights on a table alone
SELECT * FROM mysql.tables_priv WHERE Host='%' AND User='app' AND Db='mysql';
-- has: Db=shop Select_priv=Y Update_priv=Y Insert_priv=N
SELECT * FROM mysql.db WHERE User='app' AND Host='%' ORDER BY Db;
REVOKE INSERT ON *.* FROM 'app'@'%';
ALTER USER 'app'@'%' PASSWORD EXPIRE;
RENAME USER 'app'@'%' TO 'shopper'@'%';
REVOKE ALL PRIVILEGES, GRANT OPTION FROM 'shopper'@'%';
-- has: host=%
SELECT host FROM mysql.user WHERE user = 'shopper' AND 'localhost' LIKE host;
SHOW GRANTS FOR `shopper`@`%`;
SET PASSWORD FOR 'shopper'@'%' = '';
DROP USER 'shopper'@'%';
FLUSH PRIVILEGES;
