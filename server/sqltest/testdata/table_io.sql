-- Table I/O: who reads and writes which table, how many rows, and by which index.
-- mask OBJECT_INSTANCE_BEGIN

CREATE DATABASE shop;
USE shop;
CREATE TABLE item (id INT PRIMARY KEY, kind INT, name VARCHAR(20), KEY kind (kind));
CREATE TABLE sale (id INT PRIMARY KEY AUTO_INCREMENT, item INT, n INT, KEY item (item));
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

-- Insert: by no index, one row after the other.
INSERT INTO item VALUES (1, 1, 'pen');
INSERT INTO item VALUES (2, 1, 'ink'), (3, 2, 'paper'), (4, 2, 'glue'), (5, 3, 'tape');
INSERT INTO sale (item, n) SELECT id, kind FROM item;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

-- One row by primary key.
SELECT name FROM item WHERE id = 3;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

-- Keys that are not there are fetches, a range without rows is none.
SELECT name FROM item WHERE id = 99;
SELECT name FROM item WHERE kind = 99;
SELECT name FROM item FORCE INDEX (kind) WHERE kind > 99;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

-- By a secondary index.
SELECT name FROM item WHERE kind = 2;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

-- A range of the primary key, and of the secondary index.
SELECT COUNT(name) FROM item WHERE id BETWEEN 2 AND 4;
SELECT COUNT(name) FROM item FORCE INDEX (kind) WHERE kind > 1;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

-- Every row, by no index.
SELECT COUNT(name) FROM item WHERE name LIKE 'p%';
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

-- Grouped, sorted, limited.
SELECT kind, COUNT(name) FROM item GROUP BY kind ORDER BY kind;
SELECT name FROM item ORDER BY name LIMIT 2;
SELECT name FROM item LIMIT 2;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

-- A join looks up the second table by key.
SELECT /*+ JOIN_ORDER(sale,item) LOOKUP_JOIN(sale,item) */ COUNT(*) FROM sale JOIN item ON item.id = sale.item WHERE sale.n > 1;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

-- An outer join without a fitting index.
SELECT COUNT(*) FROM item a LEFT JOIN item b ON a.name = b.name;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

-- A correlated subquery.
SELECT id, (SELECT SUM(n) FROM sale WHERE sale.item = item.id) FROM item WHERE id < 3;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

-- Update by primary key, by secondary index, of every row, and of none.
UPDATE item SET name = 'quill' WHERE id = 1;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

UPDATE item SET name = 'jar' WHERE kind = 2;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

UPDATE item SET name = CONCAT(name, '.');
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

UPDATE item SET name = 'same' WHERE id = 99;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

-- An update that changes nothing writes nothing.
UPDATE item SET kind = kind;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

-- Of a join.
UPDATE item JOIN sale ON sale.item = item.id SET item.name = 'sold' WHERE sale.id = 2;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

-- Replace, with and without a row in the way.
REPLACE INTO item VALUES (5, 3, 'cord');
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

REPLACE INTO item VALUES (6, 3, 'wax');
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

-- On duplicate key.
INSERT INTO item VALUES (6, 3, 'seal') ON DUPLICATE KEY UPDATE name = 'seal';
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

-- A refused row was tried.
INSERT INTO item VALUES (6, 3, 'seal');
INSERT IGNORE INTO item VALUES (6, 3, 'seal'), (7, 3, 'nib');
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

-- Delete by primary key, by secondary index, of a join.
DELETE FROM item WHERE id = 7;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

DELETE FROM item WHERE kind = 2;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

-- By which index the join reads is the optimizer's choice.
DELETE sale FROM sale JOIN item ON item.id = sale.item WHERE item.kind = 3;
SELECT OBJECT_NAME, COUNT_FETCH > 0, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_table
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

-- A trigger works in its statement.
CREATE TRIGGER sold AFTER INSERT ON sale FOR EACH ROW UPDATE item SET name = 'sold' WHERE id = NEW.item;
INSERT INTO sale (item, n) VALUES (1, 1), (2, 1);
DROP TRIGGER sold;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

-- A cascade changes the rows of another table.
CREATE TABLE part (id INT PRIMARY KEY, item INT, FOREIGN KEY part_item (item) REFERENCES item (id) ON DELETE CASCADE ON UPDATE CASCADE);
INSERT INTO part VALUES (1, 1), (2, 1), (3, 2);
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

UPDATE item SET id = 11 WHERE id = 1;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

DELETE FROM item WHERE id = 11;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

-- A temporary table.
CREATE TEMPORARY TABLE scratch (id INT PRIMARY KEY);
INSERT INTO scratch VALUES (1), (2);
SELECT * FROM scratch WHERE id = 2;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
TRUNCATE performance_schema.table_io_waits_summary_by_index_usage;

-- By table, and by type of object.
TRUNCATE performance_schema.table_io_waits_summary_by_table;
SELECT name FROM item WHERE id = 2;
INSERT INTO sale (item, n) VALUES (2, 1), (2, 2);
UPDATE sale SET n = 3 WHERE item = 2;
DELETE FROM sale WHERE n = 3;
SELECT OBJECT_TYPE, OBJECT_NAME, COUNT_STAR, COUNT_READ, COUNT_WRITE, COUNT_FETCH, COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_SCHEMA = 'shop' ORDER BY OBJECT_NAME;
SELECT OBJECT_NAME, SUM_TIMER_WAIT = SUM_TIMER_READ + SUM_TIMER_WRITE AS adds_up, SUM_TIMER_WAIT > 0 AS took,
  MIN_TIMER_FETCH <= AVG_TIMER_FETCH AND AVG_TIMER_FETCH <= MAX_TIMER_FETCH AS ordered
FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_SCHEMA = 'shop' AND COUNT_STAR > 0 ORDER BY OBJECT_NAME;
SELECT OBJECT_TYPE, OBJECT_SCHEMA, OBJECT_NAME, COUNT_STAR
FROM performance_schema.objects_summary_global_by_type WHERE OBJECT_SCHEMA = 'shop' ORDER BY OBJECT_NAME;
-- Each statement counts once for each of its tables.
SELECT OBJECT_NAME, COUNT_STAR FROM performance_schema.table_lock_waits_summary_by_table WHERE OBJECT_SCHEMA = 'shop' ORDER BY OBJECT_NAME;

-- Every index has a row, used or not; one that is dropped has none.
CREATE INDEX name ON item (name);
SELECT id FROM item WHERE name = 'ink';
SELECT INDEX_NAME, COUNT_FETCH FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND OBJECT_NAME = 'item' ORDER BY INDEX_NAME;
DROP INDEX name ON item;
SELECT id FROM item WHERE name = 'ink';
SELECT INDEX_NAME, COUNT_FETCH FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND OBJECT_NAME = 'item' ORDER BY INDEX_NAME;

-- A table has rows from the first statement that names it, though nothing be read.
CREATE TABLE named_a (id INT PRIMARY KEY, k INT, KEY k (k));
CREATE TABLE named_b (id INT PRIMARY KEY);
CREATE TABLE named_c (id INT PRIMARY KEY);
CREATE TABLE named_d (id INT PRIMARY KEY);
CREATE TABLE named_e (id INT PRIMARY KEY);
CREATE TABLE named_f (id INT PRIMARY KEY);
CREATE TABLE named_g (id INT PRIMARY KEY);
CREATE TABLE named_h (id INT PRIMARY KEY);
CREATE TABLE named_i (id INT PRIMARY KEY);
SELECT * FROM named_a WHERE 1 = 0;
EXPLAIN PLAN SELECT * FROM named_b WHERE id = 1;
DESCRIBE named_c;
SHOW CREATE TABLE named_d;
LOCK TABLES named_e READ;
UNLOCK TABLES;
SELECT COUNT(*) FROM named_f;
SELECT * FROM named_g LIMIT 0;
DELETE FROM named_h;
DROP TABLE named_i;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_STAR FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE OBJECT_SCHEMA = 'shop' AND OBJECT_NAME LIKE 'named%' ORDER BY OBJECT_NAME, INDEX_NAME;
SELECT COUNT(*) FROM performance_schema.table_lock_waits_summary_by_table WHERE OBJECT_SCHEMA = 'shop' AND OBJECT_NAME LIKE 'named%';
DROP TABLE named_a, named_b, named_c, named_d, named_e, named_f, named_g, named_h;

-- Tables of the server itself have rows, as all that setup_objects disables, and count nothing.
SELECT COUNT(*) > 0 FROM mysql.user;
SELECT OBJECT_SCHEMA, SUM(COUNT_STAR) FROM performance_schema.table_io_waits_summary_by_table
WHERE OBJECT_SCHEMA IN ('mysql', 'performance_schema', 'information_schema') GROUP BY OBJECT_SCHEMA;

-- setup_objects: the most specific row decides, at once.
INSERT INTO performance_schema.setup_objects (OBJECT_TYPE, OBJECT_SCHEMA, OBJECT_NAME, ENABLED, TIMED) VALUES
  ('TABLE', 'shop', '%', 'NO', 'NO'), ('TABLE', 'shop', 'sale', 'YES', 'NO');
TRUNCATE performance_schema.table_io_waits_summary_by_table;
SELECT name FROM item WHERE id = 2;
INSERT INTO sale (item, n) VALUES (2, 1);
SELECT OBJECT_NAME, COUNT_STAR, SUM_TIMER_WAIT FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_SCHEMA = 'shop' ORDER BY OBJECT_NAME;
UPDATE performance_schema.setup_objects SET ENABLED = 'YES' WHERE OBJECT_SCHEMA = 'shop' AND OBJECT_NAME = '%';
SELECT name FROM item WHERE id = 2;
SELECT OBJECT_NAME, COUNT_STAR, SUM_TIMER_WAIT FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_SCHEMA = 'shop' ORDER BY OBJECT_NAME;
DELETE FROM performance_schema.setup_objects WHERE OBJECT_SCHEMA = 'shop';

-- The instrument, switched off and on.
UPDATE performance_schema.setup_instruments SET ENABLED = 'NO' WHERE NAME = 'wait/io/table/sql/handler';
TRUNCATE performance_schema.table_io_waits_summary_by_table;
SELECT name FROM item WHERE id = 2;
SELECT SUM(COUNT_STAR) FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_SCHEMA = 'shop';
UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'NO' WHERE NAME = 'wait/io/table/sql/handler';
SELECT name FROM item WHERE id = 2;
SELECT COUNT_STAR, SUM_TIMER_WAIT FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_SCHEMA = 'shop' AND OBJECT_NAME = 'item';
UPDATE performance_schema.setup_instruments SET TIMED = 'YES' WHERE NAME = 'wait/io/table/sql/handler';

-- The events: one for the rows of a table in a statement, nested in its stage or statement.
UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME LIKE 'events\_waits%' OR NAME LIKE 'events\_statements%';
TRUNCATE performance_schema.events_waits_history_long;
INSERT INTO item VALUES (20, 4, 'ruler'), (21, 4, 'chalk');
SELECT COUNT(name) FROM item WHERE kind = 4;
UPDATE item SET name = 'line' WHERE id = 20;
DELETE FROM item WHERE kind = 4;
SELECT w.EVENT_NAME, w.OBJECT_TYPE, w.OBJECT_SCHEMA, w.OBJECT_NAME, w.INDEX_NAME, w.OPERATION, w.NUMBER_OF_BYTES, w.SPINS, w.FLAGS,
  w.TIMER_WAIT > 0 AND w.TIMER_END >= w.TIMER_START AS timed, w.OBJECT_INSTANCE_BEGIN, w.NESTING_EVENT_TYPE, s.SQL_TEXT
FROM performance_schema.events_waits_history_long w
JOIN performance_schema.events_statements_history s ON s.THREAD_ID = w.THREAD_ID AND s.EVENT_ID = w.NESTING_EVENT_ID
WHERE w.EVENT_NAME = 'wait/io/table/sql/handler' AND w.THREAD_ID = ps_current_thread_id() ORDER BY w.EVENT_ID;
UPDATE performance_schema.setup_consumers SET ENABLED = 'NO' WHERE NAME LIKE 'events\_waits%';

-- By whose rows another table's are looked up is read one row by one: to find its end is a fetch.
CREATE TABLE outside (id INT PRIMARY KEY, part INT);
INSERT INTO outside VALUES (1, 1), (2, 2), (3, 99);
CREATE TABLE inside (id INT PRIMARY KEY, n INT);
INSERT INTO inside VALUES (1, 1), (2, 2), (3, 3), (4, 4);
SELECT /*+ LOOKUP_JOIN(outside,inside) */ outside.id, n FROM outside JOIN inside ON inside.id = outside.part;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_FETCH FROM performance_schema.table_io_waits_summary_by_index_usage
 WHERE OBJECT_SCHEMA = 'shop' AND OBJECT_NAME IN ('outside', 'inside') AND COUNT_FETCH > 0 ORDER BY OBJECT_NAME, INDEX_NAME;
DROP TABLE outside, inside;

-- A table that is renamed or dropped is gone; so are those of a database, and the temporary ones of a connection.
RENAME TABLE sale TO sold;
SELECT COUNT(*) FROM sold;
DROP TABLE part;
SELECT OBJECT_TYPE, OBJECT_NAME FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_SCHEMA = 'shop' ORDER BY OBJECT_NAME;
SELECT COUNT(n) FROM sold;
-- connection other root
CREATE TEMPORARY TABLE shop.mine (id INT PRIMARY KEY);
INSERT INTO shop.mine VALUES (1);
DROP TABLE shop.mine;
-- connection root
SELECT OBJECT_TYPE, OBJECT_NAME FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_SCHEMA = 'shop' ORDER BY OBJECT_NAME;
DROP DATABASE shop;
SELECT COUNT(*) FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_SCHEMA = 'shop';

-- A copy of a table has indexes of its own.
CREATE DATABASE copied;
CREATE TABLE copied.model (id INT PRIMARY KEY, n INT, KEY n (n));
CREATE TABLE copied.copy LIKE copied.model;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_STAR FROM performance_schema.table_io_waits_summary_by_index_usage WHERE OBJECT_SCHEMA = 'copied' ORDER BY OBJECT_NAME, INDEX_NAME;
SELECT * FROM copied.copy WHERE n = 2;
SELECT OBJECT_NAME, INDEX_NAME, COUNT_STAR FROM performance_schema.table_io_waits_summary_by_index_usage WHERE OBJECT_SCHEMA = 'copied' ORDER BY OBJECT_NAME, INDEX_NAME;
DROP DATABASE copied;
