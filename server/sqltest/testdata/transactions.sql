CREATE DATABASE bank;
USE bank;
CREATE TABLE account (id INT PRIMARY KEY, balance INT);
INSERT INTO account VALUES (1, 100), (2, 0);
TRUNCATE TABLE performance_schema.events_transactions_history;
START TRANSACTION;
UPDATE account SET balance = balance - 10 WHERE id = 1;
SAVEPOINT half;
UPDATE account SET balance = balance + 10 WHERE id = 2;
ROLLBACK TO SAVEPOINT half;
RELEASE SAVEPOINT half;
COMMIT;
START TRANSACTION;
DELETE FROM account;
ROLLBACK;
SELECT SUM(balance) FROM account;
SELECT STATE, ACCESS_MODE, AUTOCOMMIT, NUMBER_OF_SAVEPOINTS, NUMBER_OF_ROLLBACK_TO_SAVEPOINT, NUMBER_OF_RELEASE_SAVEPOINT, NESTING_EVENT_TYPE
  FROM performance_schema.events_transactions_history
 WHERE THREAD_ID = PS_CURRENT_THREAD_ID() AND AUTOCOMMIT = 'NO'
 ORDER BY EVENT_ID;
-- Statements inside a transaction nest in it.
SELECT s.SQL_TEXT, s.NESTING_EVENT_TYPE, t.STATE
  FROM performance_schema.events_statements_history s
  JOIN performance_schema.events_transactions_history t ON t.THREAD_ID = s.THREAD_ID AND t.EVENT_ID = s.NESTING_EVENT_ID
 WHERE s.THREAD_ID = PS_CURRENT_THREAD_ID()
 ORDER BY s.EVENT_ID;
DROP DATABASE bank;
