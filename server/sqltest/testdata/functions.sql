-- Stored functions: what they may be made of, how they are called, and what is told of them.
CREATE DATABASE shop;
USE shop;
CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(20), price INT);
INSERT INTO item VALUES (1, 'pen', 10), (2, 'ink', 20), (3, 'paper', 30);
CREATE TABLE log (n INT);
CREATE FUNCTION next_of(a INT) RETURNS INT DETERMINISTIC RETURN a + 1;
CREATE FUNCTION price_of(n INT) RETURNS VARCHAR(20) READS SQL DATA COMMENT 'it''s a price' BEGIN DECLARE p VARCHAR(20) DEFAULT 'none'; DECLARE i INT DEFAULT 0; IF n < 0 THEN RETURN 'negative'; END IF; l: LOOP SET i = i + 1; IF i > n THEN LEAVE l; END IF; IF i = 20 THEN RETURN CONCAT('many: ', i); END IF; END LOOP; CASE n WHEN 4 THEN RETURN 'four'; ELSE SELECT price INTO p FROM item WHERE id = n; END CASE; RETURN p; END;
CREATE FUNCTION sum_of_ids() RETURNS INT READS SQL DATA BEGIN DECLARE done, s, x INT DEFAULT 0; DECLARE c CURSOR FOR SELECT id FROM item; DECLARE CONTINUE HANDLER FOR NOT FOUND SET done = 1; OPEN c; l: LOOP FETCH c INTO x; IF done THEN LEAVE l; END IF; SET s = s + x; END LOOP; CLOSE c; RETURN s; END;
CREATE FUNCTION handled() RETURNS VARCHAR(30) BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION RETURN 'handled'; SIGNAL SQLSTATE '45000'; RETURN 'not handled'; END;
CREATE FUNCTION note(n INT) RETURNS INT MODIFIES SQL DATA BEGIN INSERT INTO log VALUES (n), (n); RETURN ROW_COUNT(); END;

-- They stand wherever an expression does, with their database and without.
SELECT next_of(1), shop.next_of(2), Shop.Next_Of(next_of(3)), next_of(NULL), next_of('7'), next_of(2.6);
SELECT price_of(-1), price_of(1), price_of(200), price_of(0), price_of(4), sum_of_ids(), handled();
SELECT id, next_of(id) AS n FROM item WHERE next_of(id) > 2 ORDER BY next_of(id) DESC;
SELECT next_of(id) % 2 AS odd, COUNT(*), MAX(next_of(id)), SUM(next_of(price)) FROM item GROUP BY next_of(id) % 2 ORDER BY 1;
SELECT a.id, b.id FROM item a JOIN item b ON b.id = next_of(a.id) ORDER BY 1;
UPDATE item SET price = next_of(price) WHERE id = next_of(0);
INSERT INTO item VALUES (next_of(3), CONCAT('box', next_of(0)), next_of(39));
SELECT * FROM item WHERE id IN (next_of(0), next_of(3));
SET @n = next_of(41);
SELECT @n, (SELECT next_of(MAX(id)) FROM item) AS next_id;
PREPARE p FROM 'SELECT next_of(?)';
EXECUTE p USING @n;
CREATE VIEW following AS SELECT id, next_of(id) AS n FROM item;
SELECT * FROM following WHERE n > 3;
CREATE PROCEDURE twice(a INT) SELECT next_of(next_of(a));
CALL twice(next_of(5));
CREATE TRIGGER set_price BEFORE INSERT ON item FOR EACH ROW SET NEW.price = next_of(NEW.price);
INSERT INTO item VALUES (5, 'glue', 49);
SELECT price FROM item WHERE id = 5;
EXPLAIN FORMAT=TRADITIONAL SELECT next_of(id) FROM item;

-- What they do is part of the statement, and of its transaction.
SELECT note(1);
BEGIN;
SELECT note(2);
ROLLBACK;
SELECT * FROM log;
SELECT note(3), nowhere(1);
SELECT note(4), next_of('x');
SELECT * FROM log;
SELECT LAST_INSERT_ID(5);
SELECT note(6) AS n, LAST_INSERT_ID();

-- A function may not change what the statement uses that calls it.
SELECT note(id) FROM item JOIN log ON n = id;
INSERT INTO log SELECT note(1);
UPDATE log SET n = note(1);
DELETE FROM log WHERE note(1) = 1;
SELECT note(1) FROM item WHERE id = (SELECT COUNT(*) FROM log);

-- Built-in functions go first; stored ones have a name space of their own.
CREATE FUNCTION abs(a INT) RETURNS INT RETURN 77;
SHOW WARNINGS;
SELECT abs(-1), shop.abs(-1);
CREATE PROCEDURE next_of() SELECT 'a procedure of this name';
CALL next_of();
SELECT next_of(1);
DROP PROCEDURE next_of;
SELECT next_of(1);

-- Arguments have the types of the parameters, values that of the function.
CREATE FUNCTION short() RETURNS VARCHAR(3) RETURN 'too long';
SELECT short();
CREATE FUNCTION colour(n INT) RETURNS ENUM('red', 'green') RETURN IF(n = 1, 'green', 'red');
SELECT colour(1), colour(2), colour(1) + 0;
CREATE FUNCTION money(d DECIMAL(10, 2)) RETURNS DECIMAL(6, 1) RETURN d * 1.0;
SELECT money(12.345), money('7.25');
CREATE FUNCTION day_of(d DATE) RETURNS DATETIME RETURN d + INTERVAL 1 DAY;
SELECT day_of('2024-02-28');
SELECT next_of('x');
SELECT next_of(99999999999);
SELECT next_of();
SELECT next_of(1, 2);

-- What is not there, and what may not be.
SELECT nowhere(1);
SELECT shop.nowhere(1);
SELECT nobodys.next_of(1);
CREATE FUNCTION next_of(a INT) RETURNS INT RETURN 1;
CREATE FUNCTION IF NOT EXISTS next_of(a INT) RETURNS INT RETURN 1;
SHOW WARNINGS;
CREATE FUNCTION no_return() RETURNS INT BEGIN SET @a = 1; END;
CREATE FUNCTION misses() RETURNS INT BEGIN IF 1 = 2 THEN RETURN 1; END IF; END;
SELECT misses();
CREATE FUNCTION bad() RETURNS INT BEGIN SELECT 1; RETURN 1; END;
CREATE FUNCTION bad() RETURNS INT BEGIN SHOW TABLES; RETURN 1; END;
CREATE FUNCTION bad() RETURNS INT BEGIN COMMIT; RETURN 1; END;
CREATE FUNCTION bad() RETURNS INT BEGIN CREATE TABLE u (a INT); RETURN 1; END;
CREATE FUNCTION bad() RETURNS INT BEGIN PREPARE s FROM 'SELECT 1'; RETURN 1; END;
CREATE FUNCTION bad() RETURNS INT BEGIN FLUSH TABLES; RETURN 1; END;
CREATE FUNCTION bad() RETURNS INT BEGIN SET autocommit = 0; RETURN 1; END;
CREATE FUNCTION bad(IN a INT) RETURNS INT RETURN 1;
CREATE FUNCTION bad() RETURNS INT RETURN (SELECT 1 FROM;
CREATE FUNCTION bad() RETURNS RETURN 1;
CREATE FUNCTION `bad ` () RETURNS INT RETURN 1;
CREATE FUNCTION performance_schema.bad() RETURNS INT RETURN 1;
CREATE FUNCTION nobodys.bad() RETURNS INT RETURN 1;
CREATE PROCEDURE bad() RETURN 1;
CREATE PROCEDURE sends() SELECT 1;
CREATE FUNCTION calls() RETURNS INT BEGIN CALL sends(); RETURN 1; END;
SELECT calls();
CREATE FUNCTION itself(n INT) RETURNS INT RETURN IF(n = 0, 0, itself(n - 1));
SELECT itself(0);
CREATE FUNCTION one(n INT) RETURNS INT RETURN two(n);
CREATE FUNCTION two(n INT) RETURNS INT RETURN one(n);
SELECT one(1);
CREATE FUNCTION fails() RETURNS INT BEGIN SELECT * INTO @a FROM nowhere; RETURN 1; END;
SELECT fails();
CREATE TABLE refused (a INT DEFAULT (next_of(1)));
CREATE TABLE refused (a INT, b INT AS (next_of(a)));
CREATE TABLE refused (a INT, CHECK (next_of(a) > 1));
CALL `next_of (function) `(1, 2);
DROP PROCEDURE `next_of (function) `;
SHOW CREATE PROCEDURE `next_of (function) `;

-- How they are shown.
-- mask Created, Modified
SHOW CREATE FUNCTION price_of;
SHOW CREATE FUNCTION nowhere;
SHOW FUNCTION STATUS LIKE 'p%';
SHOW PROCEDURE STATUS WHERE Db = 'shop';
ALTER FUNCTION price_of SQL SECURITY INVOKER COMMENT 'new' NO SQL;
ALTER FUNCTION price_of DETERMINISTIC;
ALTER FUNCTION nowhere COMMENT 'new';
SHOW CREATE FUNCTION price_of;
SELECT price_of(3);
SELECT ROUTINE_NAME, ROUTINE_TYPE, DTD_IDENTIFIER, IS_DETERMINISTIC, SQL_DATA_ACCESS, SECURITY_TYPE, ROUTINE_COMMENT, DEFINER FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = 'shop' AND ROUTINE_NAME IN ('price_of', 'money', 'twice') ORDER BY 1;
SELECT ROUTINE_DEFINITION FROM information_schema.ROUTINES WHERE ROUTINE_NAME = 'handled';
SELECT SPECIFIC_NAME, ORDINAL_POSITION, PARAMETER_MODE, PARAMETER_NAME, DTD_IDENTIFIER, ROUTINE_TYPE FROM information_schema.PARAMETERS WHERE SPECIFIC_SCHEMA = 'shop' AND SPECIFIC_NAME IN ('price_of', 'money') ORDER BY 1, 2;

-- What the Performance Schema has of them.
TRUNCATE TABLE performance_schema.events_statements_summary_by_program;
TRUNCATE TABLE performance_schema.events_statements_history;
SELECT price_of(1);
SELECT EVENT_NAME, SQL_TEXT, OBJECT_TYPE, OBJECT_SCHEMA, OBJECT_NAME, NESTING_EVENT_TYPE, NESTING_EVENT_LEVEL FROM performance_schema.events_statements_history WHERE THREAD_ID = PS_CURRENT_THREAD_ID() AND OBJECT_TYPE = 'FUNCTION' ORDER BY EVENT_ID;
SELECT id, next_of(id) FROM item;
SELECT OBJECT_TYPE, OBJECT_SCHEMA, OBJECT_NAME, COUNT_STAR, COUNT_STATEMENTS, SUM_ROWS_EXAMINED FROM performance_schema.events_statements_summary_by_program WHERE COUNT_STAR > 0 ORDER BY OBJECT_NAME;
INSERT INTO performance_schema.setup_objects VALUES ('FUNCTION', 'shop', 'next_of', 'NO', 'NO');
SELECT next_of(1);
SELECT OBJECT_NAME, COUNT_STAR FROM performance_schema.events_statements_summary_by_program WHERE OBJECT_NAME = 'next_of';
SELECT EVENT_NAME, COUNT_STAR > 0 AS counted FROM performance_schema.events_statements_summary_global_by_event_name WHERE EVENT_NAME IN ('statement/sp/freturn', 'statement/sql/create_function', 'statement/sql/drop_function', 'statement/sql/alter_function', 'statement/sql/show_create_func');
DROP FUNCTION next_of;
SELECT COUNT(*) FROM performance_schema.events_statements_summary_by_program WHERE OBJECT_NAME = 'next_of';
SELECT next_of(1);
DROP FUNCTION next_of;
DROP FUNCTION IF EXISTS next_of;
SHOW WARNINGS;

-- Rights: CREATE ROUTINE, EXECUTE and ALTER ROUTINE, on the database or the function.
CREATE USER caller, maker;
GRANT EXECUTE ON FUNCTION shop.note TO caller;
GRANT CREATE ROUTINE ON shop.* TO maker;
-- connection caller caller
SELECT shop.note(9);
SELECT shop.sum_of_ids();
SELECT * FROM shop.log;
SHOW GRANTS;
SHOW CREATE FUNCTION shop.note;
SHOW CREATE FUNCTION shop.sum_of_ids;
SELECT ROUTINE_NAME, ROUTINE_DEFINITION FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = 'shop';
DROP FUNCTION shop.note;
ALTER FUNCTION shop.note COMMENT 'mine';
CREATE FUNCTION shop.mine() RETURNS INT RETURN 1;
-- connection maker maker
CREATE FUNCTION shop.mine() RETURNS INT RETURN (SELECT COUNT(*) FROM shop.log);
CREATE DEFINER = root@localhost FUNCTION shop.roots() RETURNS INT RETURN (SELECT COUNT(*) FROM shop.log);
SELECT shop.mine();
-- connection root
SELECT shop.mine();
DROP FUNCTION shop.mine;
REVOKE EXECUTE ON FUNCTION shop.note FROM caller;
SHOW GRANTS FOR caller;
DROP USER caller, maker;
DROP DATABASE shop;
