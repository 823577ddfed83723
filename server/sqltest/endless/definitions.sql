-- Statements that define, rewrite or check tables.

-- case ALTER TABLE of two columns (finite)
ALTER TABLE big MODIFY a BIGINT NOT NULL, MODIFY t VARCHAR(200) NOT NULL//

-- case ALTER TABLE MODIFY (finite)
ALTER TABLE big MODIFY t VARCHAR(40) NOT NULL//

-- case ALTER TABLE ADD PRIMARY KEY (finite)
ALTER TABLE big DROP PRIMARY KEY, ADD PRIMARY KEY (t, id)//

-- case ALTER TABLE DROP PRIMARY KEY (finite)
ALTER TABLE big DROP PRIMARY KEY//

-- case ALTER TABLE ADD a generated column
ALTER TABLE k ADD g INT AS (LENGTH(REPEAT(t, 200000))) STORED//

-- case ALTER TABLE ADD a column with a default that is an expression
ALTER TABLE k ADD g INT DEFAULT (LENGTH(REPEAT(UUID(), 200000)))//

-- case ALTER TABLE ADD CHECK
ALTER TABLE k ADD CHECK (LENGTH(REPEAT(t, 200000)) > 0)//

-- case CREATE INDEX (finite)
CREATE INDEX i ON big (t, a, b)//

-- case CREATE UNIQUE INDEX (finite)
CREATE UNIQUE INDEX i ON big (t, id)//

-- case CREATE FULLTEXT INDEX
CREATE FULLTEXT INDEX i ON k (t)//

-- case ALTER TABLE ADD FOREIGN KEY (finite)
ALTER TABLE big ADD FOREIGN KEY (p) REFERENCES k (id)//

-- case ANALYZE TABLE (finite)
ANALYZE TABLE big, big, big, big, big, big//

-- case CHECK TABLE (finite)
CHECK TABLE big, big, big, big, big, big, big, big//

-- case CHECKSUM TABLE (finite)
CHECKSUM TABLE big, big, big, big, big, big, big, big//

-- case OPTIMIZE TABLE (finite)
OPTIMIZE TABLE big, big, big, big, big, big, big, big//

-- case CREATE VIEW over views that double
CREATE VIEW v0 AS SELECT n FROM m//
CREATE VIEW v1 AS SELECT a.n FROM v0 a, v0 b//
CREATE VIEW v2 AS SELECT a.n FROM v1 a, v1 b//
CREATE VIEW v3 AS SELECT a.n FROM v2 a, v2 b//
CREATE VIEW v4 AS SELECT a.n FROM v3 a, v3 b//
CREATE VIEW v5 AS SELECT a.n FROM v4 a, v4 b//
SELECT COUNT(*) FROM v5//

-- case planning of many joins
SELECT COUNT(*) FROM m a JOIN m b USING (n) JOIN m c USING (n) JOIN m e USING (n) JOIN m f USING (n) JOIN m g USING (n) JOIN m h USING (n) JOIN m i USING (n) JOIN m j USING (n) JOIN m l USING (n), m x, m y, m z WHERE x.n + y.n + z.n < 0//
