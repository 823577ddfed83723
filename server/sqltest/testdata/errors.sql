-- Errors and warnings: by number, globally and for each thread, account, user and host.
CREATE DATABASE shop;
CREATE TABLE shop.item (id INT PRIMARY KEY, name VARCHAR(20));
INSERT INTO shop.item VALUES (1, 'bolt');
TRUNCATE TABLE performance_schema.events_errors_summary_global_by_error;

-- Every kind of statement that fails counts one error.
SELEC 1;
SELECT * FROM shop.nowhere;
SELECT * FROM shop.nowhere;
INSERT INTO shop.item VALUES (1, 'nut');
SELECT nothing FROM shop.item;
SELECT ERROR_NUMBER, ERROR_NAME, SQL_STATE, SUM_ERROR_RAISED, SUM_ERROR_HANDLED, FIRST_SEEN <= LAST_SEEN AS seen FROM performance_schema.events_errors_summary_global_by_error WHERE SUM_ERROR_RAISED > 0 ORDER BY ERROR_NUMBER;

-- So do warnings and notes, once, however often they are shown.
DROP TABLE IF EXISTS shop.nowhere, shop.neither;
SHOW WARNINGS;
SHOW WARNINGS;
SELECT ERROR_NUMBER, ERROR_NAME, SUM_ERROR_RAISED FROM performance_schema.events_errors_summary_global_by_error WHERE ERROR_NAME = 'ER_BAD_TABLE_ERROR';

-- A number nobody knows counts in the row without one; an error nobody had has NULL times.
CREATE PROCEDURE shop.odd() SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = 5001, MESSAGE_TEXT = 'odd';
CALL shop.odd();
SELECT ERROR_NUMBER, ERROR_NAME, SQL_STATE, SUM_ERROR_RAISED FROM performance_schema.events_errors_summary_global_by_error LIMIT 1;
SELECT * FROM performance_schema.events_errors_summary_global_by_error WHERE ERROR_NUMBER = 1213;

-- Errors of the log have rows globally, but not by thread, account, user or host.
SELECT COUNT(*), COUNT(ERROR_NUMBER), MIN(ERROR_NUMBER), MAX(ERROR_NUMBER), SUM(ERROR_NUMBER >= 10000) AS log FROM performance_schema.events_errors_summary_global_by_error;
SELECT COUNT(*), COUNT(ERROR_NUMBER), MIN(ERROR_NUMBER), MAX(ERROR_NUMBER) FROM performance_schema.events_errors_summary_by_thread_by_error WHERE THREAD_ID = PS_CURRENT_THREAD_ID();

-- What a handler deals with is raised and handled.
USE shop;
CREATE PROCEDURE careful() BEGIN DECLARE failed INT DEFAULT 0; DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SET failed = 1; INSERT INTO item VALUES (1, 'nut'); SELECT failed; END;
CALL careful();
SELECT ERROR_NUMBER, SUM_ERROR_RAISED, SUM_ERROR_HANDLED FROM performance_schema.events_errors_summary_global_by_error WHERE ERROR_NUMBER = 1062;

CREATE USER ann@localhost;

-- connection ann
SELECT * FROM nowhere_at_all;
SELECT ERROR_NUMBER, SUM_ERROR_RAISED FROM performance_schema.events_errors_summary_by_thread_by_error WHERE THREAD_ID = PS_CURRENT_THREAD_ID() AND SUM_ERROR_RAISED > 0;

-- connection root
-- sort
SELECT USER, HOST, ERROR_NUMBER, SUM_ERROR_RAISED FROM performance_schema.events_errors_summary_by_account_by_error WHERE ERROR_NUMBER IN (1046, 1142, 1146) AND SUM_ERROR_RAISED > 0;
SELECT COUNT(*) = (SELECT COUNT(*) FROM performance_schema.events_errors_summary_global_by_error WHERE ERROR_NUMBER IS NULL OR ERROR_NUMBER < 10000) AS a_row_for_each FROM performance_schema.events_errors_summary_by_user_by_error WHERE USER = 'root';
SELECT (SELECT SUM(SUM_ERROR_RAISED) FROM performance_schema.events_errors_summary_by_account_by_error) = (SELECT SUM(SUM_ERROR_RAISED) FROM performance_schema.events_errors_summary_global_by_error) AS sums_agree;

-- TRUNCATE by account leaves the users, hosts and the whole as they are.
TRUNCATE TABLE performance_schema.events_errors_summary_by_account_by_error;
SELECT SUM(SUM_ERROR_RAISED) FROM performance_schema.events_errors_summary_by_account_by_error;
SELECT SUM(SUM_ERROR_RAISED) FROM performance_schema.events_errors_summary_by_host_by_error WHERE HOST = 'localhost' AND ERROR_NUMBER = 1062;

-- The instrument switches all of it off.
SELECT NAME, ENABLED, TIMED FROM performance_schema.setup_instruments WHERE NAME = 'error';
UPDATE performance_schema.setup_instruments SET ENABLED = 'NO' WHERE NAME = 'error';
SELECT * FROM shop.nowhere;
SELECT SUM_ERROR_RAISED FROM performance_schema.events_errors_summary_global_by_error WHERE ERROR_NUMBER = 1146;
SHOW VARIABLES LIKE 'performance_schema_error_size';
