-- What SHOW and information_schema tell of the columns and indexes of stored tables, by
-- which tools compare them with a model and copy them.
CREATE DATABASE catalogued;
USE catalogued;
CREATE TABLE page (
  id INT AUTO_INCREMENT PRIMARY KEY, title VARCHAR(20), body TEXT, kind ENUM('a','b') DEFAULT 'a', flag BIT(1) DEFAULT b'1',
  price DECIMAL(10,2) NOT NULL DEFAULT 0, made DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6), seen TIMESTAMP NULL ON UPDATE CURRENT_TIMESTAMP,
  day DATE DEFAULT '2020-01-02', since DATETIME DEFAULT '2020-01-01', twice INT DEFAULT (1 + 1), doc JSON,
  shown VARCHAR(60) AS (CONCAT(title, 'x')) STORED, more DECIMAL(10,2) AS (price + 1) VIRTUAL, latin CHAR(3) CHARACTER SET latin1 COMMENT 'of one byte',
  FULLTEXT (title), KEY (title, id), KEY part (body(10)), UNIQUE (flag), FULLTEXT (body));
SHOW FULL COLUMNS FROM page;
SHOW COLUMNS FROM page LIKE 's%';
SHOW FULL FIELDS FROM page WHERE `Key` = 'MUL';
DESCRIBE page twice;
SELECT COLUMN_NAME, COLUMN_DEFAULT, EXTRA, GENERATION_EXPRESSION FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'catalogued' ORDER BY ORDINAL_POSITION;
-- hide Cardinality
SHOW INDEX FROM page;
SHOW KEYS FROM catalogued.page WHERE Non_unique = 0;
SHOW INDEX FROM performance_schema.threads WHERE Key_name = 'NAME';
SHOW INDEX FROM nothing WHERE Non_unique = 0;
SELECT INDEX_NAME, SEQ_IN_INDEX, COLUMN_NAME, COLLATION, SUB_PART, INDEX_TYPE FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = 'catalogued' ORDER BY INDEX_NAME, SEQ_IN_INDEX;
ALTER TABLE page ADD COLUMN one INT UNIQUE, ADD UNIQUE (one), MODIFY flag BIT(1) UNIQUE, CHANGE title title VARCHAR(30) UNIQUE KEY COMMENT 'of the page';
SELECT INDEX_NAME, NON_UNIQUE, COLUMN_NAME FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = 'catalogued' AND COLUMN_NAME IN ('one', 'flag', 'title') ORDER BY INDEX_NAME, SEQ_IN_INDEX;
CREATE TABLE twice (a INT, KEY a (a), KEY a (a));
DROP DATABASE catalogued;
