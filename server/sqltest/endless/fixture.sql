-- The tables of the cases beside this file. A statement ends with // at the end of a line.
-- In the other files a case begins with "-- case NAME". Its last statement runs until it is
-- ended; those before it prepare the case. A case whose name ends with (finite) would end by
-- itself, after some seconds.
CREATE DATABASE endless//
USE endless//
CREATE TABLE d (n INT PRIMARY KEY)//
INSERT INTO d VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)//
-- 1,000 numbers: three of these tables joined are 10^9 rows.
CREATE TABLE m (n INT PRIMARY KEY, t VARCHAR(40))//
INSERT INTO m SELECT a.n*100+b.n*10+c.n, CONCAT('text number ', a.n, b.n, c.n) FROM d a, d b, d c//
-- 200,000 rows with an index.
CREATE TABLE k (id INT PRIMARY KEY, a INT, b INT, t VARCHAR(60), KEY a (a))//
INSERT INTO k SELECT x.n*1000+y.n, (x.n*7919+y.n*104729)%100003, y.n%100, CONCAT('the text of row ', x.n, ' ', y.n) FROM m x, m y WHERE x.n < 200//
-- 10,000 rows of 2 KB.
CREATE TABLE w (id INT PRIMARY KEY, t TEXT)//
INSERT INTO w SELECT x.n*1000+y.n, REPEAT(CONCAT('abcdefghi', y.n), 200) FROM d x, m y//
CREATE TABLE e (a INT PRIMARY KEY, b INT)//
CREATE TABLE f (a INT PRIMARY KEY, b INT)//
INSERT INTO f VALUES (1, 1), (2, 2)//
-- 400,000 rows, for what reads or writes a table anew.
CREATE TABLE big (id INT PRIMARY KEY, p INT, a INT, b INT, t VARCHAR(60))//
INSERT INTO big SELECT x.id * 2 + y.n, x.id, x.a, x.b, x.t FROM k x, d y WHERE y.n < 2//
