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
CREATE PROCEDURE ps_setup_show_disabled_consumers() SQL SECURITY INVOKER READS SQL DATA
SELECT NAME AS disabled_consumers FROM performance_schema.setup_consumers WHERE ENABLED = 'NO' ORDER BY NAME
//
CREATE PROCEDURE ps_setup_show_enabled_consumers() SQL SECURITY INVOKER READS SQL DATA
SELECT NAME AS enabled_consumers FROM performance_schema.setup_consumers WHERE ENABLED = 'YES' ORDER BY NAME
//
CREATE PROCEDURE ps_setup_show_disabled_instruments() SQL SECURITY INVOKER READS SQL DATA
SELECT NAME AS disabled_instruments, TIMED AS timed FROM performance_schema.setup_instruments WHERE ENABLED = 'NO' ORDER BY NAME
//
CREATE PROCEDURE ps_setup_show_enabled_instruments() SQL SECURITY INVOKER READS SQL DATA
SELECT NAME AS enabled_instruments, TIMED AS timed FROM performance_schema.setup_instruments WHERE ENABLED = 'YES' ORDER BY NAME
//
CREATE PROCEDURE ps_setup_show_disabled(IN in_show_instruments TINYINT(1), IN in_show_threads TINYINT(1)) SQL SECURITY INVOKER READS SQL DATA
BEGIN
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
CREATE PROCEDURE ps_setup_show_enabled(IN in_show_instruments TINYINT(1), IN in_show_threads TINYINT(1)) SQL SECURITY INVOKER READS SQL DATA
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
CREATE PROCEDURE table_exists(IN in_db VARCHAR(64), IN in_table VARCHAR(64), OUT out_exists VARCHAR(10)) SQL SECURITY INVOKER CONTAINS SQL
BEGIN
  SET out_exists = (SELECT IFNULL(MAX(IF(TABLE_TYPE = 'SYSTEM VIEW', 'VIEW', TABLE_TYPE)), '') FROM information_schema.TABLES WHERE TABLE_SCHEMA = in_db AND TABLE_NAME = in_table);
END
