-- What statements ask of the storage, and the commits they have it do. The figures are
-- those that MariaDB 10.11 gives for the same statements but for three things: who begins
-- with the first or the last row counts as Handler_read_key too, as it does in MySQL for
-- InnoDB; joins of two indexes are merged here; a count of a whole table asks for no row.
CREATE DATABASE h;
USE h;
CREATE TABLE t (id INT PRIMARY KEY, k INT, v INT, KEY k(k));
INSERT INTO t VALUES (1,10,1),(2,10,2),(3,20,3),(4,30,4),(5,30,5);
CREATE TABLE u (id INT PRIMARY KEY, t INT, KEY t(t));
INSERT INTO u VALUES (1,1),(2,2),(3,9);

FLUSH STATUS;
SELECT * FROM t;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
SELECT * FROM t WHERE v = 3;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
SELECT * FROM t LIMIT 2;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
SELECT * FROM t WHERE id = 2;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
SELECT * FROM t WHERE id = 99;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
SELECT * FROM t WHERE k = 10;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
SELECT * FROM t WHERE k = 99;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
SELECT * FROM t WHERE id > 2;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
SELECT * FROM t WHERE id < 3;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
SELECT * FROM t WHERE id BETWEEN 2 AND 4;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
SELECT * FROM t WHERE id IN (1,3,9);
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
SELECT k FROM t FORCE INDEX(k) ORDER BY k;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
SELECT k FROM t FORCE INDEX(k) ORDER BY k DESC;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
SELECT COUNT(*) FROM t;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
SELECT MAX(id) FROM t;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
SELECT * FROM u STRAIGHT_JOIN t ON t.id = u.t;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
SELECT * FROM t STRAIGHT_JOIN u ON u.t = t.id;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
INSERT INTO u VALUES (4,4);
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
UPDATE t SET v = v + 1 WHERE id = 1;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
UPDATE t SET v = v + 1;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
DELETE FROM u WHERE id = 4;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
DELETE FROM u WHERE t = 1;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
BEGIN;
INSERT INTO u VALUES (7,7);
COMMIT;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
BEGIN;
INSERT INTO u VALUES (8,7);
ROLLBACK;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
INSERT INTO u VALUES (7,7);
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
BEGIN;
SELECT * FROM t WHERE id=1;
COMMIT;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
BEGIN;
COMMIT;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;

FLUSH STATUS;
ROLLBACK;
SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' AND Value > 0;
