-- tool: DBeaver, and MySQL's Connector/J that it connects by
-- version: sources at 2428359, Connector/J's at cf2917e
-- asks: plugins/org.jkiss.dbeaver.ext.mysql and plugins/org.jkiss.dbeaver.model.jdbc of dbeaver/dbeaver; src/main of mysql/mysql-connector-j

/* mysql-connector-j-9.1.0 (Revision: cf2917ea44ae2e43a4514a33771035aa99de73bf) */SELECT  @@session.auto_increment_increment AS auto_increment_increment, @@character_set_client AS character_set_client, @@character_set_connection AS character_set_connection, @@character_set_results AS character_set_results, @@character_set_server AS character_set_server, @@collation_server AS collation_server, @@collation_connection AS collation_connection, @@init_connect AS init_connect, @@interactive_timeout AS interactive_timeout, @@license AS license, @@lower_case_table_names AS lower_case_table_names, @@max_allowed_packet AS max_allowed_packet, @@net_write_timeout AS net_write_timeout, @@performance_schema AS performance_schema, @@sql_mode AS sql_mode, @@system_time_zone AS system_time_zone, @@time_zone AS time_zone, @@transaction_isolation AS transaction_isolation, @@wait_timeout AS wait_timeout;
SET character_set_results = NULL;
SET autocommit=1;
-- has: @@session.transaction_isolation=REPEATABLE-READ
SELECT @@session.transaction_isolation;
SELECT DATABASE();
-- has: Support=DEFAULT
SHOW ENGINES;
-- has: Charset=utf8mb4
SHOW CHARSET;
SHOW COLLATION;
-- has: @@GLOBAL.character_set_server=utf8mb4 @@GLOBAL.collation_server=utf8mb4_0900_ai_ci
SELECT @@GLOBAL.character_set_server,@@GLOBAL.collation_server;
-- empty: no plugins
SHOW PLUGINS;
-- has: Variable_name=lower_case_table_names
SHOW VARIABLES LIKE 'lower_case_table_names';
-- has: Database=shop
show databases;
-- has: Database=shop
show databases WHERE `Database` LIKE 'sho%';
-- has: TABLE_NAME=CHECK_CONSTRAINTS
SELECT * FROM information_schema.TABLES t WHERE 	t.TABLE_SCHEMA = 'information_schema' 	AND t.TABLE_NAME = 'CHECK_CONSTRAINTS';
-- has: @@session.transaction_read_only=0
SELECT @@session.transaction_read_only;
use shop;
-- has: DATABASE()=shop
SELECT DATABASE();
SHOW DATABASES LIKE 'shop';
-- has: SCHEMA_NAME=shop DEFAULT_CHARACTER_SET_NAME=utf8mb4
SELECT * FROM information_schema.SCHEMATA WHERE SCHEMA_NAME='shop';
SELECT table_schema, SUM(data_length + index_length)  FROM information_schema.tables  GROUP BY table_schema;
SELECT SUM((DATA_LENGTH+INDEX_LENGTH)) FROM INFORMATION_SCHEMA.TABLES  WHERE TABLE_SCHEMA='shop';
-- has: Database=shop
SHOW CREATE DATABASE shop;
-- has: Tables_in_shop=v Table_type=VIEW
SHOW FULL TABLES FROM shop;
-- has: Tables_in_shop=orders
SHOW FULL TABLES FROM shop WHERE Tables_in_shop = 'orders';
-- has: Tables_in_shop=orders
SHOW FULL TABLES FROM shop WHERE (Tables_in_shop LIKE 'ord%') AND (Tables_in_shop NOT LIKE 'it%');
-- has: Name=orders
SHOW TABLE STATUS FROM shop;
-- has: Name=orders
SHOW TABLE STATUS FROM shop LIKE 'orders';
-- has: TABLE_NAME=items COLUMN_NAME=order_id
SELECT * FROM information_schema.COLUMNS WHERE TABLE_SCHEMA='shop' ORDER BY ORDINAL_POSITION;
-- has: COLUMN_NAME=total
SELECT * FROM information_schema.COLUMNS WHERE TABLE_SCHEMA='shop' AND TABLE_NAME='orders' ORDER BY ORDINAL_POSITION;
-- has: INDEX_NAME=name COLUMN_NAME=name
SELECT * FROM information_schema.STATISTICS WHERE TABLE_SCHEMA='shop' AND TABLE_NAME='orders' ORDER BY TABLE_NAME,INDEX_NAME,SEQ_IN_INDEX;
-- has: CONSTRAINT_NAME=PRIMARY
SELECT kc.CONSTRAINT_NAME,kc.TABLE_NAME,kc.COLUMN_NAME,kc.ORDINAL_POSITION FROM INFORMATION_SCHEMA.KEY_COLUMN_USAGE kc WHERE kc.TABLE_SCHEMA='shop' AND kc.REFERENCED_TABLE_NAME IS NULL AND kc.TABLE_NAME='orders' ORDER BY kc.CONSTRAINT_NAME,kc.ORDINAL_POSITION;
-- empty: the shop has none
SELECT cc.CONSTRAINT_NAME, cc.CHECK_CLAUSE, tc.TABLE_NAME FROM (SELECT CONSTRAINT_NAME, CHECK_CLAUSE FROM INFORMATION_SCHEMA.CHECK_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = 'shop' ORDER BY CONSTRAINT_NAME) cc, (SELECT TABLE_NAME, CONSTRAINT_NAME FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS WHERE TABLE_SCHEMA = 'shop' AND TABLE_NAME='orders') tc WHERE cc.CONSTRAINT_NAME = tc.CONSTRAINT_NAME ORDER BY cc.CONSTRAINT_NAME;
-- has: Tables_in_shop=items Table_type=BASE TABLE
SHOW FULL TABLES FROM `shop`;
-- has: Table=items
SHOW CREATE TABLE `shop`.`items`;
-- empty: the shop has none
SELECT * FROM INFORMATION_SCHEMA.TRIGGERS WHERE TRIGGER_SCHEMA = 'shop';
-- empty: no partitions
SELECT * FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA='shop' AND TABLE_NAME='orders'  ORDER BY PARTITION_ORDINAL_POSITION,SUBPARTITION_ORDINAL_POSITION;
-- has: Table=orders
SHOW CREATE TABLE shop.orders;
-- has: CHECK_OPTION=NONE DEFINER=root@localhost IS_UPDATABLE=NO
SELECT CHECK_OPTION,DEFINER,IS_UPDATABLE FROM information_schema.VIEWS WHERE TABLE_SCHEMA='shop' AND TABLE_NAME='v';
-- has: View=v
SHOW CREATE VIEW shop.v;
-- empty: the shop has none
SELECT * FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA='shop' AND ROUTINE_TYPE IN ('PROCEDURE','FUNCTION') ORDER BY ROUTINE_NAME;
-- error: 1146 on MySQL too since 8.0, which has no such table
SELECT db, name, type, comment FROM mysql.proc WHERE db = 'shop' ORDER BY name, type;
-- empty: the shop has none
SHOW FUNCTION STATUS WHERE Db = 'shop';
-- empty: the shop has none
SHOW PROCEDURE STATUS WHERE Db = 'shop';
-- empty: the shop has none
SELECT * FROM information_schema.EVENTS WHERE EVENT_SCHEMA='shop';
-- has: id=1 name=apple
SELECT * FROM shop.orders LIMIT 0, 200;
-- empty: nothing to tell of
SHOW WARNINGS;
-- has: COUNT(*)=2
SELECT COUNT(*) FROM shop.orders;
SET sql_select_limit=200;
-- has: id=1
SELECT id FROM shop.orders LIMIT 1;
SET sql_select_limit=DEFAULT;
SET autocommit=0;
SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED;
commit;
SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ;
rollback;
SET autocommit=1;
SET SESSION TRANSACTION READ ONLY;
-- has: @@session.transaction_read_only=1
SELECT @@session.transaction_read_only;
SET SESSION TRANSACTION READ WRITE;
EXPLAIN FORMAT=JSON SELECT * FROM shop.orders;
-- has: TABLE_NAME=orders
SELECT TABLE_SCHEMA,TABLE_NAME FROM information_schema.TABLES WHERE UPPER(TABLE_NAME) LIKE 'ORD%'AND TABLE_SCHEMA = 'shop' ORDER BY TABLE_NAME LIMIT 100;
-- has: TABLE_NAME=orders
SELECT TABLE_SCHEMA,TABLE_NAME FROM information_schema.TABLES WHERE (UPPER(TABLE_NAME) LIKE '%ORD%' OR UPPER(TABLE_COMMENT) LIKE '%ORD%') AND TABLE_SCHEMA = 'shop' ORDER BY TABLE_NAME LIMIT 100;
-- has: CONSTRAINT_NAME=PRIMARY CONSTRAINT_TYPE=PRIMARY KEY
SELECT TABLE_SCHEMA,TABLE_NAME,CONSTRAINT_NAME,CONSTRAINT_TYPE FROM information_schema.TABLE_CONSTRAINTS WHERE CONSTRAINT_NAME LIKE 'PRI%'ORDER BY CONSTRAINT_NAME LIMIT 100;
-- empty: the shop has none
SELECT ROUTINE_SCHEMA,ROUTINE_NAME FROM information_schema.ROUTINES WHERE (UPPER(ROUTINE_NAME) LIKE '%ORD%' OR UPPER(ROUTINE_COMMENT) LIKE '%ORD%' OR UPPER(ROUTINE_DEFINITION) LIKE '%ORD%') AND ROUTINE_SCHEMA = 'shop' ORDER BY ROUTINE_NAME LIMIT 100;
-- has: TABLE_NAME=items COLUMN_NAME=order_id
SELECT TABLE_SCHEMA,TABLE_NAME,COLUMN_NAME FROM information_schema.COLUMNS WHERE (UPPER(COLUMN_NAME) LIKE '%ORD%' OR UPPER(COLUMN_COMMENT) LIKE '%ORD%' OR UPPER(GENERATION_EXPRESSION) LIKE '%ORD%') AND TABLE_SCHEMA = 'shop' ORDER BY COLUMN_NAME LIMIT 100;
-- empty: no help texts
SELECT name, description, example, url FROM mysql.help_topic;
-- has: Table=shop.orders Msg_text=OK
CHECK TABLE shop.orders FOR UPGRADE;
-- has: Table=shop.orders
ANALYZE TABLE shop.orders;
-- has: Table=shop.orders
OPTIMIZE TABLE shop.orders;
-- has: Table=shop.orders
REPAIR TABLE shop.orders;
SET FOREIGN_KEY_CHECKS = 0;
SET FOREIGN_KEY_CHECKS = 1;
-- has: User=root Host=localhost
SELECT * FROM mysql.user ORDER BY user;
-- has: Privilege=Select
SHOW PRIVILEGES;
SHOW GRANTS FOR 'root'@'localhost';
CREATE USER 'keeper'@'%' IDENTIFIED BY 'Kept#1';
ALTER USER 'keeper'@'%' WITH 	MAX_QUERIES_PER_HOUR 100 	MAX_UPDATES_PER_HOUR 10 	MAX_CONNECTIONS_PER_HOUR 20 	MAX_USER_CONNECTIONS 2;
ALTER USER 'keeper'@'%' IDENTIFIED BY 'Kept#2';
GRANT SELECT ON shop.* TO 'keeper'@'%';
GRANT INSERT ON shop.orders TO 'keeper'@'%' WITH GRANT OPTION;
FLUSH PRIVILEGES;
SHOW GRANTS FOR 'keeper'@'%';
REVOKE INSERT ON shop.orders FROM 'keeper'@'%';
DROP USER 'keeper'@'%';
-- has: User=root Command=Query
SHOW FULL PROCESSLIST;
-- has: USER=root COMMAND=Query STATE=User lock full_scan=NO
SELECT 	ip.*, 	sp.statement_latency, 	sp.progress, 	sp.lock_latency, 	sp.rows_examined, 	sp.rows_sent, 	sp.rows_affected, 	sp.tmp_tables, 	sp.tmp_disk_tables, 	sp.full_scan, 	sp.last_statement, 	sp.last_statement_latency, 	sp.current_memory, 	sp.source, 	sp.trx_latency, 	sp.trx_state, 	sp.trx_autocommit, 	sp.program_name FROM information_schema.PROCESSLIST ip LEFT JOIN sys.processlist sp ON 	sp.CONN_ID = ip.ID;
-- error: 1094 on MySQL too: KILL QUERY of a session that is not there
KILL QUERY 4294967294;
-- error: 1094 on MySQL too: KILL CONNECTION of a session that is not there
KILL CONNECTION 4294967294;
-- has: Variable_name=Uptime
SHOW STATUS;
-- has: Variable_name=Uptime
SHOW GLOBAL STATUS;
-- has: Variable_name=sql_mode
SHOW VARIABLES;
-- has: Variable_name=sql_mode
SHOW GLOBAL VARIABLES;
SELECT 1;
CREATE SCHEMA `shelf` DEFAULT CHARACTER SET utf8mb4 DEFAULT COLLATE utf8mb4_0900_ai_ci;
ALTER DATABASE `shelf` DEFAULT CHARACTER SET utf8mb4 DEFAULT COLLATE utf8mb4_bin;
CREATE TABLE shelf.kinds ( 	id INT NOT NULL, 	name varchar(100) NULL, 	CONSTRAINT kinds_pk PRIMARY KEY (id), 	CONSTRAINT kinds_unique UNIQUE KEY (name) ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
CREATE TABLE shelf.books ( 	id INT auto_increment NOT NULL, 	kind INT NULL, 	title varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL COMMENT 'as printed', 	price DECIMAL(10,2) DEFAULT 0 NOT NULL, 	CONSTRAINT books_pk PRIMARY KEY (id) ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci COMMENT='all of them';
ALTER TABLE shelf.books ADD CONSTRAINT books_kinds_FK FOREIGN KEY (kind) REFERENCES shelf.kinds(id) ON DELETE CASCADE ON UPDATE RESTRICT;
ALTER TABLE shelf.books ADD CONSTRAINT books_check CHECK (price >= 0);
ALTER TABLE shelf.books ADD CONSTRAINT books_unique UNIQUE KEY (title,kind);
CREATE INDEX books_title_IDX USING BTREE ON shelf.books (title (10) DESC);
-- has: INDEX_NAME=books_title_IDX COLUMN_NAME=title SUB_PART=10
SELECT * FROM information_schema.STATISTICS WHERE TABLE_SCHEMA='shelf' AND TABLE_NAME='books' ORDER BY TABLE_NAME,INDEX_NAME,SEQ_IN_INDEX;
-- has: CONSTRAINT_NAME=books_check TABLE_NAME=books
SELECT cc.CONSTRAINT_NAME, cc.CHECK_CLAUSE, tc.TABLE_NAME FROM (SELECT CONSTRAINT_NAME, CHECK_CLAUSE FROM INFORMATION_SCHEMA.CHECK_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = 'shelf' ORDER BY CONSTRAINT_NAME) cc, (SELECT TABLE_NAME, CONSTRAINT_NAME FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS WHERE TABLE_SCHEMA = 'shelf') tc WHERE cc.CONSTRAINT_NAME = tc.CONSTRAINT_NAME ORDER BY cc.CONSTRAINT_NAME;
ALTER TABLE shelf.books ADD pages INT NULL;
ALTER TABLE shelf.books MODIFY COLUMN pages BIGINT DEFAULT 1 NOT NULL;
ALTER TABLE shelf.books CHANGE pages leaves BIGINT DEFAULT 1 NOT NULL;
ALTER TABLE shelf.books CHANGE leaves leaves BIGINT DEFAULT 1 NOT NULL AFTER id;
-- has: COLUMN_NAME=leaves ORDINAL_POSITION=2 DATA_TYPE=bigint IS_NULLABLE=NO
SELECT * FROM information_schema.COLUMNS WHERE TABLE_SCHEMA='shelf' AND TABLE_NAME='books' ORDER BY ORDINAL_POSITION;
ALTER TABLE shelf.books DROP COLUMN leaves;
ALTER TABLE shelf.books RENAME INDEX books_title_IDX TO books_name_IDX;
ALTER TABLE shelf.books COMMENT='most of them';
INSERT INTO shelf.kinds (id, name) VALUES(1, 'novel');
INSERT INTO shelf.books (kind, title, price) VALUES(1, 'one', 2.5);
UPDATE shelf.books SET title='two' WHERE id=1;
-- has: id=1 title=two
SELECT * FROM shelf.books WHERE title LIKE 'tw%' ORDER BY id LIMIT 0, 200;
CREATE OR REPLACE VIEW shelf.titles AS SELECT id, title FROM shelf.books WITH CASCADED CHECK OPTION;
-- has: CHECK_OPTION=CASCADED IS_UPDATABLE=NO
SELECT CHECK_OPTION,DEFINER,IS_UPDATABLE FROM information_schema.VIEWS WHERE TABLE_SCHEMA='shelf' AND TABLE_NAME='titles';
CREATE PROCEDURE shelf.nothing() BEGIN END;
-- has: ROUTINE_NAME=nothing ROUTINE_TYPE=PROCEDURE
SELECT * FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA='shelf' AND ROUTINE_NAME='nothing' AND ROUTINE_TYPE='PROCEDURE' ORDER BY ROUTINE_NAME;
-- has: Db=shelf Name=nothing
SHOW PROCEDURE STATUS WHERE Db = 'shelf';
-- has: Procedure=nothing
SHOW CREATE PROCEDURE `shelf`.`nothing`;
-- has: Procedure=nothing
SHOW CREATE PROCEDURE shelf.nothing;
DROP PROCEDURE shelf.nothing;
DROP VIEW shelf.titles;
DELETE FROM shelf.books WHERE id=1;
ALTER TABLE shelf.books DROP FOREIGN KEY books_kinds_FK;
ALTER TABLE shelf.books DROP CONSTRAINT books_check;
ALTER TABLE shelf.books DROP KEY books_unique;
ALTER TABLE shelf.books DROP INDEX books_name_IDX;
ALTER TABLE shelf.kinds DROP PRIMARY KEY;
RENAME TABLE shelf.books TO shelf.volumes;
TRUNCATE TABLE shelf.volumes;
DROP TABLE shelf.volumes;
DROP SCHEMA `shelf`;
