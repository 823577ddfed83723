-- What is told of views, and ALTER VIEW. All of it but what an account may see is MySQL 9.7.4's,
-- where its text of a query is other words for the same.
CREATE DATABASE views;
CREATE DATABASE views2;
USE views;
CREATE TABLE t (a INT PRIMARY KEY, b VARCHAR(10));
INSERT INTO t VALUES (1, 'x'), (5, 'y');
CREATE TABLE views2.t2 (a INT PRIMARY KEY);
CREATE USER viewer@'%';
GRANT CREATE VIEW, DROP, SHOW VIEW, SELECT ON views.* TO viewer@'%';

CREATE VIEW plain AS SELECT a, b /* a comment */ FROM t # and another
;
CREATE ALGORITHM = MERGE DEFINER = viewer@'%' SQL SECURITY INVOKER VIEW said (`one`, `two three`) AS SELECT a, b FROM views.t;
CREATE VIEW cascaded AS SELECT a FROM t WHERE a < 3 WITH CHECK OPTION;
CREATE VIEW local_check AS SELECT a FROM cascaded WHERE a < 2 WITH LOCAL CHECK OPTION;
CREATE OR REPLACE DEFINER = CURRENT_USER VIEW own AS (SELECT "it's ""so""" AS q);

SHOW CREATE VIEW plain;
SHOW CREATE VIEW said;
SHOW CREATE VIEW cascaded;
SHOW CREATE TABLE local_check;
SHOW CREATE VIEW own;
CREATE VIEW odd AS SELECT a AS now FROM t WHERE a < 9 WITH CASCADED CHECK OPTION;
SHOW CREATE VIEW odd;
SELECT now FROM odd;
SELECT * FROM said ORDER BY one;
SELECT * FROM own;

-- VIEWS has them whatever the current database is, and even where the table is gone.
USE views2;
CREATE VIEW views.other AS WITH c AS (SELECT 1 AS one) SELECT t2.a, c.one FROM t2, c;
INSERT INTO t2 VALUES (7);
SHOW CREATE VIEW views.other;
SELECT * FROM views.other;
USE views;
SELECT * FROM other;
ALTER TABLE views2.t2 RENAME TO views2.t3;
SELECT * FROM other;
SHOW CREATE VIEW other;
SELECT TABLE_NAME, VIEW_DEFINITION, CHECK_OPTION, IS_UPDATABLE, DEFINER, SECURITY_TYPE FROM information_schema.VIEWS WHERE TABLE_SCHEMA = 'views' ORDER BY 1;
SHOW TABLE STATUS;
SHOW TABLE STATUS LIKE 'sa%';
SHOW TABLE STATUS FROM sys WHERE Name = 'version';

-- ALTER VIEW keeps what it does not say.
ALTER VIEW said AS SELECT 1 AS a;
SHOW CREATE VIEW said;
ALTER DEFINER = root@localhost SQL SECURITY DEFINER VIEW views.said (b) AS SELECT a FROM t WHERE a > 1 WITH LOCAL CHECK OPTION;
SHOW CREATE VIEW said;
SELECT * FROM said;
ALTER ALGORITHM = TEMPTABLE VIEW said AS SELECT 2;
SHOW CREATE VIEW said;
ALTER VIEW nowhere AS SELECT 1;
ALTER VIEW t AS SELECT 1;
ALTER VIEW nodatabase.v AS SELECT 1;
ALTER VIEW said AS SELECT * FROM nowhere;
ALTER VIEW said SELECT 1;
CREATE OR REPLACE VIEW t AS SELECT 1;
CREATE VIEW plain AS SELECT 1;
CREATE VIEW IF NOT EXISTS plain AS SELECT 1;
ALTER VIEW plain AS SELECT a FROM t WITH CHECK OPTION;
CREATE VIEW nothing AS SELECT 1 WITH CHECK OPTION;
CREATE VIEW groups_of AS SELECT a, COUNT(*) FROM t GROUP BY a WITH LOCAL CHECK OPTION;
SELECT EVENT_NAME, SQL_TEXT FROM performance_schema.events_statements_history WHERE SQL_TEXT LIKE 'ALTER%' ORDER BY EVENT_ID;

-- Nothing is changed through views.
INSERT INTO plain VALUES (2);
UPDATE plain SET a = 9;
DELETE FROM plain;
UPDATE plain AS p SET a = 9;
DROP TABLE plain;
DROP VIEW t;
DROP TABLE IF EXISTS plain;
SHOW CREATE VIEW t;
SHOW CREATE VIEW nowhere;

-- Each by its own account.
-- connection viewer viewer
USE views;
CREATE VIEW of_viewer AS SELECT 1;
SHOW CREATE VIEW of_viewer;
CREATE DEFINER = root@localhost VIEW of_root AS SELECT 1;
ALTER VIEW plain AS SELECT 3;
SHOW CREATE VIEW plain;
SHOW TABLE STATUS LIKE '%viewer';
