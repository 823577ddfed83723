CREATE PROCEDURE ps_setup_disable_background_threads() SQL SECURITY INVOKER MODIFIES SQL DATA
BEGIN
  DECLARE changed BIGINT;
  UPDATE performance_schema.threads SET INSTRUMENTED = 'NO' WHERE TYPE = 'BACKGROUND';
  SET changed = ROW_COUNT();
  SELECT CONCAT('Disabled ', changed, ' background thread', IF(changed <> 1, 's', '')) AS summary;
END
//
CREATE PROCEDURE ps_setup_enable_background_threads() SQL SECURITY INVOKER MODIFIES SQL DATA
BEGIN
  DECLARE changed BIGINT;
  UPDATE performance_schema.threads SET INSTRUMENTED = 'YES' WHERE TYPE = 'BACKGROUND';
  SET changed = ROW_COUNT();
  SELECT CONCAT('Enabled ', changed, ' background thread', IF(changed <> 1, 's', '')) AS summary;
END
//
CREATE PROCEDURE ps_setup_disable_consumer(IN consumer VARCHAR(128)) SQL SECURITY INVOKER MODIFIES SQL DATA
BEGIN
  DECLARE changed BIGINT;
  UPDATE performance_schema.setup_consumers SET ENABLED = 'NO' WHERE NAME LIKE CONCAT('%', consumer, '%');
  SET changed = ROW_COUNT();
  SELECT CONCAT('Disabled ', changed, ' consumer', IF(changed <> 1, 's', '')) AS summary;
END
//
CREATE PROCEDURE ps_setup_enable_consumer(IN consumer VARCHAR(128)) SQL SECURITY INVOKER MODIFIES SQL DATA
BEGIN
  DECLARE changed BIGINT;
  UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME LIKE CONCAT('%', consumer, '%');
  SET changed = ROW_COUNT();
  SELECT CONCAT('Enabled ', changed, ' consumer', IF(changed <> 1, 's', '')) AS summary;
END
//
CREATE PROCEDURE ps_setup_disable_instrument(IN in_pattern VARCHAR(128)) SQL SECURITY INVOKER MODIFIES SQL DATA
BEGIN
  DECLARE changed BIGINT;
  UPDATE performance_schema.setup_instruments SET ENABLED = 'NO', TIMED = IF(TIMED IS NULL, NULL, 'NO') WHERE NAME LIKE CONCAT('%', in_pattern, '%');
  SET changed = ROW_COUNT();
  SELECT CONCAT('Disabled ', changed, ' instrument', IF(changed <> 1, 's', '')) AS summary;
END
//
CREATE PROCEDURE ps_setup_enable_instrument(IN in_pattern VARCHAR(128)) SQL SECURITY INVOKER MODIFIES SQL DATA
BEGIN
  DECLARE changed BIGINT;
  UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = IF(TIMED IS NULL, NULL, 'YES') WHERE NAME LIKE CONCAT('%', in_pattern, '%');
  SET changed = ROW_COUNT();
  SELECT CONCAT('Enabled ', changed, ' instrument', IF(changed <> 1, 's', '')) AS summary;
END
//
CREATE PROCEDURE ps_setup_disable_thread(IN in_connection_id BIGINT) SQL SECURITY INVOKER MODIFIES SQL DATA
BEGIN
  DECLARE changed BIGINT;
  UPDATE performance_schema.threads SET INSTRUMENTED = 'NO' WHERE PROCESSLIST_ID = in_connection_id;
  SET changed = ROW_COUNT();
  SELECT CONCAT('Disabled ', changed, ' thread', IF(changed <> 1, 's', '')) AS summary;
END
//
CREATE PROCEDURE ps_setup_enable_thread(IN in_connection_id BIGINT) SQL SECURITY INVOKER MODIFIES SQL DATA
BEGIN
  DECLARE changed BIGINT;
  UPDATE performance_schema.threads SET INSTRUMENTED = 'YES' WHERE PROCESSLIST_ID = in_connection_id;
  SET changed = ROW_COUNT();
  SELECT CONCAT('Enabled ', changed, ' thread', IF(changed <> 1, 's', '')) AS summary;
END
//
CREATE PROCEDURE ps_setup_show_disabled_consumers() DETERMINISTIC SQL SECURITY INVOKER READS SQL DATA
SELECT NAME AS disabled_consumers FROM performance_schema.setup_consumers WHERE ENABLED = 'NO' ORDER BY NAME
//
CREATE PROCEDURE ps_setup_show_enabled_consumers() DETERMINISTIC SQL SECURITY INVOKER READS SQL DATA
SELECT NAME AS enabled_consumers FROM performance_schema.setup_consumers WHERE ENABLED = 'YES' ORDER BY NAME
//
CREATE PROCEDURE ps_setup_show_disabled_instruments() DETERMINISTIC SQL SECURITY INVOKER READS SQL DATA
SELECT NAME AS disabled_instruments, TIMED AS timed FROM performance_schema.setup_instruments WHERE ENABLED = 'NO' ORDER BY NAME
//
CREATE PROCEDURE ps_setup_show_enabled_instruments() DETERMINISTIC SQL SECURITY INVOKER READS SQL DATA
SELECT NAME AS enabled_instruments, TIMED AS timed FROM performance_schema.setup_instruments WHERE ENABLED = 'YES' ORDER BY NAME
//
CREATE PROCEDURE ps_setup_show_disabled(IN in_show_instruments TINYINT(1), IN in_show_threads TINYINT(1)) SQL SECURITY INVOKER READS SQL DATA
BEGIN
  SELECT CAST(@@performance_schema AS SIGNED) AS performance_schema_enabled;
  SELECT CONCAT('''', USER, '''@''', HOST, '''') AS disabled_users FROM performance_schema.setup_actors WHERE ENABLED = 'NO' ORDER BY 1;
  SELECT OBJECT_TYPE AS object_type, CONCAT(OBJECT_SCHEMA, '.', OBJECT_NAME) AS objects, ENABLED AS enabled, TIMED AS timed FROM performance_schema.setup_objects WHERE ENABLED = 'NO' ORDER BY 1, 2;
  SELECT NAME AS disabled_consumers FROM performance_schema.setup_consumers WHERE ENABLED = 'NO' ORDER BY NAME;
  IF in_show_threads THEN
    SELECT IF(PROCESSLIST_ID IS NULL, SUBSTRING(NAME, 8), CONCAT(PROCESSLIST_USER, '@', PROCESSLIST_HOST)) AS disabled_threads, TYPE AS thread_type FROM performance_schema.threads WHERE INSTRUMENTED = 'NO' ORDER BY 1;
  END IF;
  IF in_show_instruments THEN
    SELECT NAME AS disabled_instruments, TIMED AS timed FROM performance_schema.setup_instruments WHERE ENABLED = 'NO' ORDER BY NAME;
  END IF;
END
//
CREATE PROCEDURE ps_setup_show_enabled(IN in_show_instruments TINYINT(1), IN in_show_threads TINYINT(1)) DETERMINISTIC SQL SECURITY INVOKER READS SQL DATA
BEGIN
  SELECT CAST(@@performance_schema AS SIGNED) AS performance_schema_enabled;
  SELECT CONCAT('''', USER, '''@''', HOST, '''') AS enabled_users FROM performance_schema.setup_actors WHERE ENABLED = 'YES' ORDER BY 1;
  SELECT OBJECT_TYPE AS object_type, CONCAT(OBJECT_SCHEMA, '.', OBJECT_NAME) AS objects, ENABLED AS enabled, TIMED AS timed FROM performance_schema.setup_objects WHERE ENABLED = 'YES' ORDER BY 1, 2;
  SELECT NAME AS enabled_consumers FROM performance_schema.setup_consumers WHERE ENABLED = 'YES' ORDER BY NAME;
  IF in_show_threads THEN
    SELECT IF(PROCESSLIST_ID IS NULL, SUBSTRING(NAME, 8), CONCAT(PROCESSLIST_USER, '@', PROCESSLIST_HOST)) AS enabled_threads, TYPE AS thread_type FROM performance_schema.threads WHERE INSTRUMENTED = 'YES' ORDER BY 1;
  END IF;
  IF in_show_instruments THEN
    SELECT NAME AS enabled_instruments, TIMED AS timed FROM performance_schema.setup_instruments WHERE ENABLED = 'YES' ORDER BY NAME;
  END IF;
END
//
CREATE PROCEDURE table_exists(IN in_db VARCHAR(64), IN in_table VARCHAR(64), OUT out_exists ENUM('','BASE TABLE','VIEW','TEMPORARY')) SQL SECURITY INVOKER CONTAINS SQL
BEGIN
  -- The server does this.
END
//
CREATE PROCEDURE create_synonym_db(IN in_db_name VARCHAR(64), IN in_synonym VARCHAR(64)) SQL SECURITY INVOKER MODIFIES SQL DATA
BEGIN
  -- The server does this.
END
//
CREATE PROCEDURE diagnostics(IN in_max_runtime INT UNSIGNED, IN in_interval INT UNSIGNED, IN in_auto_config ENUM('CURRENT','MEDIUM','FULL')) SQL SECURITY INVOKER READS SQL DATA
BEGIN
  -- The server does this.
END
//
CREATE PROCEDURE execute_prepared_stmt(IN in_query LONGTEXT) SQL SECURITY INVOKER READS SQL DATA
BEGIN
  -- The server does this.
END
//
CREATE PROCEDURE ps_setup_reload_saved() SQL SECURITY INVOKER MODIFIES SQL DATA
BEGIN
  -- The server does this.
END
//
CREATE PROCEDURE ps_setup_reset_to_default(IN in_verbose TINYINT(1)) SQL SECURITY INVOKER MODIFIES SQL DATA
BEGIN
  -- The server does this.
END
//
CREATE PROCEDURE ps_setup_save(IN in_timeout INT) SQL SECURITY INVOKER MODIFIES SQL DATA
BEGIN
  -- The server does this.
END
//
CREATE PROCEDURE ps_statement_avg_latency_histogram() SQL SECURITY INVOKER READS SQL DATA
BEGIN
  -- The server does this.
END
//
CREATE PROCEDURE ps_trace_statement_digest(IN in_digest VARCHAR(64), IN in_runtime INT, IN in_interval DECIMAL(2,2), IN in_start_fresh TINYINT(1), IN in_auto_enable TINYINT(1)) SQL SECURITY INVOKER MODIFIES SQL DATA
BEGIN
  -- The server does this.
END
//
CREATE PROCEDURE ps_trace_thread(IN in_thread_id BIGINT UNSIGNED, IN in_outfile VARCHAR(255), IN in_max_runtime DECIMAL(20,2), IN in_interval DECIMAL(20,2), IN in_start_fresh TINYINT(1), IN in_auto_setup TINYINT(1), IN in_debug TINYINT(1)) SQL SECURITY INVOKER MODIFIES SQL DATA
BEGIN
  -- The server does this.
END
//
CREATE PROCEDURE revoke_schema_privileges_from_all_accounts_except(IN in_schema_name CHAR(255), IN in_privileges JSON, IN in_exclude_users JSON) SQL SECURITY INVOKER CONTAINS SQL
BEGIN
  -- The server does this.
END
//
CREATE PROCEDURE statement_performance_analyzer(IN in_action ENUM('SNAPSHOT','OVERALL','DELTA','CREATE_TABLE','CREATE_TMP','SAVE','CLEANUP'), IN in_table VARCHAR(129), IN in_views SET('WITH_RUNTIMES_IN_95TH_PERCENTILE','ANALYSIS','WITH_ERRORS_OR_WARNINGS','WITH_FULL_TABLE_SCANS','WITH_SORTING','WITH_TEMP_TABLES','CUSTOM')) SQL SECURITY INVOKER CONTAINS SQL
BEGIN
  -- The server does this.
END
