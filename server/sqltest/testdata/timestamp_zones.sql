-- A TIMESTAMP read or written in a time zone other than the server's is warned of, once in a session.
SET GLOBAL time_zone = '+00:00';
SET time_zone = '+00:00';
CREATE DATABASE zones;
USE zones;
CREATE TABLE visit (id INT PRIMARY KEY, at TIMESTAMP NOT NULL, wall DATETIME NOT NULL);
CREATE TABLE other (id INT PRIMARY KEY, wall DATETIME);
CREATE VIEW visits AS SELECT id, at FROM visit;
CREATE PROCEDURE visited() SELECT at FROM visit;
INSERT INTO visit VALUES (1, '2024-05-01 12:00:00', '2024-05-01 12:00:00');
SHOW WARNINGS;

-- What uses no TIMESTAMP.
SET time_zone = '+09:00';
SELECT id, wall FROM visit;
SHOW WARNINGS;
INSERT INTO other VALUES (1, NOW());
SHOW WARNINGS;
SELECT COUNT(*) FROM performance_schema.events_statements_summary_by_digest WHERE FIRST_SEEN IS NULL;
SHOW WARNINGS;

-- Reading, and again.
SELECT at FROM visit WHERE id = 1;
SHOW WARNINGS;
SELECT at FROM visit WHERE id = 1;
SHOW WARNINGS;

-- connection star root
USE zones;
SET time_zone = '-03:00';
SELECT * FROM visit;
SHOW WARNINGS;

-- connection condition root
USE zones;
SET SESSION time_zone = '-03:00';
SELECT id FROM visit WHERE at = '2024-05-01 12:00:00';
SHOW WARNINGS;

-- connection writer root
USE zones;
SET @@time_zone = '-03:00';
INSERT INTO visit VALUES (2, '2024-05-01 12:00:00', '2024-05-01 12:00:00');
SHOW WARNINGS;
UPDATE visit SET wall = at WHERE id = 2;
SHOW WARNINGS;

-- connection changer root
USE zones;
SET time_zone = '-03:00';
UPDATE visit SET at = '2024-05-01 13:00:00' WHERE id = 2;
SHOW WARNINGS;

-- connection deleter root
USE zones;
SET time_zone = '-03:00';
DELETE FROM visit WHERE at = '2024-05-01 18:00:00';
SHOW WARNINGS;

-- connection replacer root
USE zones;
SET time_zone = '-03:00';
REPLACE INTO visit VALUES (2, '2024-05-01 13:00:00', '2024-05-01 12:00:00');
SHOW WARNINGS;

-- connection bound root
USE zones;
SET time_zone = '-03:00';
PREPARE p FROM 'UPDATE visit SET wall = ? WHERE id = 2';
SET @wall = '2024-05-01 12:00:00';
EXECUTE p USING @wall;
SHOW WARNINGS;

-- connection selecter root
USE zones;
SET time_zone = '-03:00';
INSERT INTO other SELECT id + 10, at FROM visit;
SHOW WARNINGS;

-- connection view root
USE zones;
SET time_zone = '-03:00';
SELECT COUNT(at) FROM visits;
SHOW WARNINGS;

-- connection joiner root
USE zones;
SET time_zone = '-03:00';
SELECT o.id FROM other o JOIN visit v ON v.at = o.wall ORDER BY o.id;
SHOW WARNINGS;

-- connection preparer root
USE zones;
SET time_zone = '-03:00';
PREPARE p FROM 'SELECT at FROM visit WHERE id = ?';
SET @id = 1;
EXECUTE p USING @id;
SHOW WARNINGS;

-- connection caller root
USE zones;
SET time_zone = '-03:00';
CALL visited();
SHOW WARNINGS;

-- connection same root
USE zones;
SET time_zone = 'SYSTEM';
SET time_zone = '+00:00';
SELECT at FROM visit WHERE id = 1;
SHOW WARNINGS;
SET GLOBAL time_zone = '+09:00';
SELECT at FROM visit WHERE id = 1;
SHOW WARNINGS;
SET GLOBAL time_zone = 'SYSTEM';
