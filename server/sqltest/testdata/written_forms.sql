-- Statements in forms that tools write and the engine's grammar lacks.
CREATE DATABASE written;
USE written;
CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(20));
INSERT INTO item VALUES (1, 'pear'), (2, 'apple'), (3, 'plum');
(SELECT name FROM item) ORDER BY name;
(SELECT id, name FROM item ORDER BY id LIMIT 2) ORDER BY name LIMIT 1;
((SELECT name FROM item WHERE id = 3));
(SELECT id FROM item WHERE id < 3 UNION SELECT 7) ORDER BY 1 DESC;
SELECT id, id >= 2 = 0, 3 > id > 0 < 1 FROM item WHERE id < 3 = 1 ORDER BY id;
ALTER TABLE item COMMENT = 'things' DEFAULT CHARSET=utf8mb4 COLLATE utf8mb4_general_ci AUTO_INCREMENT = 10;
ALTER TABLE item ENGINE=InnoDB ROW_FORMAT=DYNAMIC, COMMENT 'more things';
ALTER TABLE written.item ADD (colour VARCHAR(10) COMMENT 'of it', weight DECIMAL(4,2), INDEX (colour));
ALTER TABLE item ORDER BY name, id DESC;
SHOW CREATE TABLE item;
SHOW CREATE FUNCTION sys.format_bytes;
SHOW CREATE FUNCTION sys.nothing;
SELECT * FROM mysql.columns_priv;
SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'mysql' AND TABLE_NAME IN ('columns_priv', 'password_history', 'proxies_priv') ORDER BY TABLE_NAME;
DROP DATABASE written;

-- SCHEMAS are DATABASES.
SHOW SCHEMAS LIKE 'information%';
