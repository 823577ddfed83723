-- What an event does runs as a procedure does: each statement commits by itself, and may begin
-- a transaction, prepare, execute, ignore, and give results, which go nowhere.
UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME IN ('events_statements_history_long');
CREATE DATABASE shop;
USE shop;
CREATE TABLE note (id INT PRIMARY KEY AUTO_INCREMENT, text VARCHAR(100));
CREATE TABLE ended (name VARCHAR(20) PRIMARY KEY);
CREATE EVENT whole ON SCHEDULE AT CURRENT_TIMESTAMP ON COMPLETION PRESERVE DO BEGIN DECLARE n INT DEFAULT 2; DECLARE CONTINUE HANDLER FOR SQLSTATE '42S02' INSERT INTO note (text) VALUES ('no such table'); INSERT INTO note (text) VALUES (CONCAT_WS(' ', USER(), CURRENT_USER(), DATABASE(), @@autocommit)); SET @word = 'prepared'; PREPARE p FROM 'INSERT INTO note (text) VALUES (?)'; EXECUTE p USING @word; DEALLOCATE PREPARE p; INSERT IGNORE INTO note (id, text) VALUES (1, 'ignored'); START TRANSACTION; INSERT INTO note (text) VALUES ('rolled back'); ROLLBACK; START TRANSACTION; INSERT INTO note (text) VALUES ('committed'); COMMIT; SELECT text FROM note; SHOW TABLES; SELECT * FROM nowhere; WHILE n > 0 DO SET n = n - 1; INSERT INTO note (text) VALUES (n); END WHILE; INSERT INTO ended VALUES ('whole'); INSERT INTO note (id) VALUES (1); INSERT INTO note (text) VALUES ('not reached'); END;
SELECT EVENT_NAME, SUBSTR(SQL_TEXT, 1, 19) FROM performance_schema.events_statements_history WHERE EVENT_NAME LIKE 'statement/sql/create_%' ORDER BY EVENT_ID DESC LIMIT 1;
-- until 1
SELECT COUNT(*) FROM ended;
-- until 1
SELECT SUM_ERRORS FROM performance_schema.events_statements_summary_global_by_event_name WHERE EVENT_NAME = 'statement/scheduler/event';
SELECT text FROM note ORDER BY id;
SELECT EVENT_NAME, SQL_TEXT, CURRENT_SCHEMA, OBJECT_TYPE, OBJECT_NAME, MYSQL_ERRNO, WARNINGS, ROWS_AFFECTED, NESTING_EVENT_LEVEL FROM performance_schema.events_statements_history_long
 WHERE OBJECT_TYPE = 'EVENT' OR EVENT_NAME = 'statement/scheduler/event' ORDER BY EVENT_ID;
SELECT OBJECT_TYPE, OBJECT_NAME, COUNT_STAR, SUM_ERRORS FROM performance_schema.events_statements_summary_by_program WHERE OBJECT_SCHEMA = 'shop';
-- It keeps the mode that it was made in when it is over.
SET sql_mode = 'ANSI_QUOTES';
SET sql_mode = DEFAULT;
CREATE EVENT moded ON SCHEDULE AT CURRENT_TIMESTAMP DO INSERT INTO ended VALUES ("moded");
SET sql_mode = 'ANSI_QUOTES';
CREATE EVENT quoted2 ON SCHEDULE AT CURRENT_TIMESTAMP ON COMPLETION PRESERVE DO BEGIN DECLARE name VARCHAR(9) DEFAULT 'quoted2'; INSERT INTO ended VALUES ("name"); END;
SET sql_mode = DEFAULT;
-- until 2
SELECT COUNT(*) FROM ended WHERE name IN ('moded', 'quoted2');
-- until DISABLED
SELECT STATUS FROM information_schema.EVENTS WHERE EVENT_NAME = 'quoted2';
SELECT EVENT_NAME, SQL_MODE FROM information_schema.EVENTS WHERE EVENT_SCHEMA = 'shop' ORDER BY EVENT_NAME;
-- What it has begun and not ended is committed at its end, and what it has not is not undone by an error.
TRUNCATE note;
CREATE EVENT begun ON SCHEDULE AT CURRENT_TIMESTAMP DO BEGIN START TRANSACTION; INSERT INTO note (text) VALUES ('begun'); SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'of its own'; END;
-- until 1
SELECT COUNT(*) FROM note WHERE text = 'begun';
-- The log has errors, and what the last statement has warned of.
CREATE EVENT warned ON SCHEDULE AT CURRENT_TIMESTAMP DO BEGIN INSERT IGNORE INTO note (id) VALUES (1); INSERT INTO ended VALUES ('warned'); INSERT IGNORE INTO note (id, text) VALUES (1, 'x'), (1, 'y'); END;
-- until 2
SELECT COUNT(*) FROM performance_schema.error_log WHERE PRIO = 'Warning' AND DATA LIKE '%shop.warned%';
SELECT PRIO, SUBSYSTEM, DATA, THREAD_ID > 0 FROM performance_schema.error_log WHERE DATA LIKE 'Event Scheduler%' ORDER BY DATA;
-- Who makes an event needs no right to what it does; who it runs for needs EVENT, and that right.
CREATE USER ann, bob;
GRANT EVENT ON shop.* TO ann, bob;
-- connection ann ann
CREATE EVENT shop.anns ON SCHEDULE AT CURRENT_TIMESTAMP DO BEGIN INSERT INTO shop.ended VALUES ('ann'); END;
-- connection root
CREATE DEFINER = bob EVENT bobs ON SCHEDULE AT CURRENT_TIMESTAMP + INTERVAL 2 SECOND DO SET @x = 1;
CREATE DEFINER = carl EVENT carls ON SCHEDULE AT CURRENT_TIMESTAMP + INTERVAL 1 SECOND DO SET @x = 1;
REVOKE EVENT ON shop.* FROM bob;
-- until 3
SELECT COUNT(*) FROM performance_schema.error_log WHERE DATA LIKE '%anns%' OR DATA LIKE '%bobs%' OR DATA LIKE '%carls%';
SELECT PRIO, DATA FROM performance_schema.error_log WHERE DATA LIKE '%anns%' OR DATA LIKE '%bobs%' OR DATA LIKE '%carls%' ORDER BY DATA;
-- What no program may do no event may.
CREATE EVENT wrong ON SCHEDULE EVERY 1 HOUR DO BEGIN OPEN nothing; END;
CREATE EVENT wrong ON SCHEDULE EVERY 1 HOUR DO RETURN 1;
CREATE EVENT later ON SCHEDULE EVERY 1 HOUR DO SELECT * FROM nowhere;
ALTER EVENT later DO BEGIN EXECUTE nothing; END;
SELECT EVENT_DEFINITION FROM information_schema.EVENTS WHERE EVENT_NAME = 'later';
DROP DATABASE shop;
