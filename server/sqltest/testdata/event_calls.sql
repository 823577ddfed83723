-- Each statement of an event, and of the procedures that it calls, commits by itself.
CREATE DATABASE shop;
USE shop;
CREATE TABLE note (id INT PRIMARY KEY AUTO_INCREMENT, text VARCHAR(10));
CREATE PROCEDURE twice() BEGIN INSERT INTO note (text) VALUES ('first'); INSERT INTO note (text) VALUES ('second'); END;
CREATE EVENT around ON SCHEDULE AT CURRENT_TIMESTAMP DO BEGIN INSERT INTO note (text) VALUES ('before'); CALL twice(); INSERT INTO note (text) VALUES ('after'); END;
-- until 4
SELECT COUNT(*) FROM note;
SELECT text FROM note ORDER BY id;
CREATE EVENT alone ON SCHEDULE AT CURRENT_TIMESTAMP DO CALL twice();
-- until 6
SELECT COUNT(*) FROM note;
SELECT text FROM note ORDER BY id;
CREATE EVENT failing ON SCHEDULE AT CURRENT_TIMESTAMP ON COMPLETION PRESERVE DO BEGIN INSERT INTO note (text) VALUES ('kept'); CALL twice(); INSERT INTO note (id) VALUES (1); END;
-- until 1
SELECT SUM_ERRORS FROM performance_schema.events_statements_summary_global_by_event_name WHERE EVENT_NAME = 'statement/scheduler/event';
SELECT text FROM note ORDER BY id;
