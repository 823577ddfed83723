-- Statements that change data.

-- case INSERT ... SELECT
INSERT INTO e SELECT x.n*1000000 + y.n*1000 + z.n, 1 FROM m x, m y, m z//

-- case INSERT IGNORE ... SELECT of duplicates
INSERT IGNORE INTO f SELECT 1, z.n FROM m x, m y, m z//

-- case INSERT ... ON DUPLICATE KEY UPDATE
INSERT INTO f SELECT 1, z.n FROM m x, m y, m z ON DUPLICATE KEY UPDATE b = VALUES(b)//

-- case REPLACE ... SELECT
REPLACE INTO f SELECT 1, z.n FROM m x, m y, m z//

-- case UPDATE of many rows
UPDATE k, m SET k.b = k.b + 1 WHERE k.a + m.n >= 0//

-- case UPDATE that changes keys (finite)
UPDATE k SET id = id + 1000000, t = REVERSE(t), a = a + (SELECT COUNT(*) FROM m) ORDER BY t//

-- case UPDATE with a subquery
UPDATE k SET b = (SELECT COUNT(*) FROM m WHERE m.n < k.a)//

-- case DELETE of many rows
DELETE FROM k WHERE (SELECT COUNT(*) FROM m WHERE m.n + k.a >= 0) > 0//

-- case DELETE of joined tables
DELETE k FROM k, m x, m y WHERE k.a + x.n + y.n >= 0//

-- case INSERT of wide rows
CREATE TABLE w2 (id INT AUTO_INCREMENT PRIMARY KEY, t TEXT, KEY (t(100)))//
INSERT INTO w2 (t) SELECT CONCAT(m.n, w.t) FROM m, w//

-- case INSERT with a foreign key
CREATE TABLE c (id INT AUTO_INCREMENT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES m (n))//
INSERT INTO c (p) SELECT x.n FROM m x, m y, m z//

-- case DELETE that cascades (finite)
CREATE TABLE c (id INT AUTO_INCREMENT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES f (a) ON DELETE CASCADE)//
INSERT INTO c (p) SELECT 1 FROM k//
CREATE TABLE c2 (id INT AUTO_INCREMENT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES c (id) ON DELETE CASCADE)//
INSERT INTO c2 (p) SELECT id FROM c//
DELETE FROM f//

-- case INSERT into a temporary table
CREATE TEMPORARY TABLE q (a BIGINT)//
INSERT INTO q SELECT x.n FROM m x, m y, m z//

-- case SELECT FOR UPDATE
SELECT COUNT(*) FROM m x, m y, m z, m u WHERE x.n + y.n + z.n + u.n < 0 FOR UPDATE//

-- case CREATE TABLE ... SELECT
CREATE TABLE s AS SELECT x.n, y.n yn FROM m x, m y, m z//

-- case CREATE TEMPORARY TABLE ... SELECT
CREATE TEMPORARY TABLE s AS SELECT x.n, y.n yn FROM m x, m y, m z//
