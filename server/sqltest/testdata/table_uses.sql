-- Each table that a statement reads or changes counts once: MySQL's external locks.
CREATE DATABASE shop;
USE shop;
CREATE TABLE item (id INT PRIMARY KEY, n INT, KEY n (n));
CREATE TABLE part (id INT PRIMARY KEY, item INT, FOREIGN KEY (item) REFERENCES item (id) ON DELETE CASCADE);
CREATE TABLE log (id INT AUTO_INCREMENT PRIMARY KEY, item INT);
CREATE TRIGGER logged AFTER UPDATE ON item FOR EACH ROW INSERT INTO log (item) VALUES (NEW.id);
CREATE PROCEDURE look() BEGIN SELECT COUNT(n) FROM item; SELECT n FROM item WHERE id = 1; END;
CREATE VIEW uses AS SELECT OBJECT_NAME, COUNT_STAR, COUNT_READ, COUNT_WRITE, COUNT_READ_EXTERNAL, COUNT_WRITE_EXTERNAL, SUM_TIMER_WAIT, MAX_TIMER_WAIT
  FROM performance_schema.table_lock_waits_summary_by_table WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME;
TRUNCATE performance_schema.table_lock_waits_summary_by_table;
INSERT INTO item VALUES (1, 10), (2, 20), (3, 30);
INSERT INTO part VALUES (1, 1), (2, 2);
SELECT * FROM uses;
TRUNCATE performance_schema.table_lock_waits_summary_by_table;
-- Read whole, by a key, by an index, and one that is not there.
SELECT * FROM item;
SELECT * FROM item WHERE id = 1;
SELECT id FROM item WHERE n = 20;
SELECT * FROM item WHERE id = 7;
SELECT * FROM uses;
-- However often it is named, once.
SELECT COUNT(*) FROM item a, item b WHERE a.n < b.n;
SELECT (SELECT MAX(n) FROM item) - (SELECT MIN(n) FROM item);
SELECT i.id, p.id FROM item i JOIN part p ON p.item = i.id ORDER BY p.id;
SELECT * FROM uses;
TRUNCATE performance_schema.table_lock_waits_summary_by_table;
-- What is changed is not read besides.
UPDATE item SET n = n + 1 WHERE id = 1;
SELECT * FROM uses;
REPLACE INTO log VALUES (1, 5);
INSERT INTO log (item) SELECT id FROM item;
INSERT INTO log (item) SELECT item FROM log;
INSERT INTO log VALUES (1, 6) ON DUPLICATE KEY UPDATE item = 6;
DELETE FROM log WHERE id > 3;
SELECT * FROM uses;
TRUNCATE performance_schema.table_lock_waits_summary_by_table;
-- Also by the action of a key, in a procedure and prepared.
DELETE FROM item WHERE id = 2;
CALL look();
PREPARE s FROM 'SELECT n FROM item WHERE id = ?';
SET @id = 3;
EXECUTE s USING @id;
EXECUTE s USING @id;
SELECT * FROM uses;
TRUNCATE performance_schema.table_lock_waits_summary_by_table;
-- What reads no row and changes none does not count.
EXPLAIN FORMAT=TRADITIONAL SELECT * FROM item;
SELECT COUNT(*) FROM log;
SHOW CREATE TABLE item;
FLUSH TABLES;
SELECT * FROM uses;
-- Nor does a table that setup_objects leaves out.
INSERT INTO performance_schema.setup_objects VALUES ('TABLE', 'shop', 'log', 'NO', 'NO');
SELECT MAX(item) FROM log;
SELECT MAX(n) FROM item;
SELECT * FROM uses;
-- The sums of the instrument, of the type of object and of the thread.
DELETE FROM performance_schema.setup_objects WHERE OBJECT_SCHEMA = 'shop';
TRUNCATE performance_schema.events_waits_summary_by_thread_by_event_name;
SELECT id FROM log WHERE id = 1;
SELECT n FROM item WHERE id = 1;
SELECT COUNT_STAR, SUM_TIMER_WAIT FROM performance_schema.events_waits_summary_by_thread_by_event_name
 WHERE EVENT_NAME = 'wait/lock/table/sql/handler' AND THREAD_ID = PS_CURRENT_THREAD_ID();
SELECT o.OBJECT_NAME, o.COUNT_STAR - i.COUNT_STAR AS locks
  FROM performance_schema.objects_summary_global_by_type o JOIN performance_schema.table_io_waits_summary_by_table i USING (OBJECT_SCHEMA, OBJECT_NAME)
 WHERE o.OBJECT_SCHEMA = 'shop' AND o.OBJECT_NAME IN ('item', 'log') ORDER BY 1;
