package sqltest_test

import (
	"context"
	"database/sql"
	"strings"
	"testing"
)

// keeps are statements that leave a transaction open, commits those that end it, each
// in MySQL. They are run in order.
var (
	keeps = []string{
		"SELECT * FROM v", "SELECT * FROM w WHERE a = 1", "TABLE v", "SELECT a FROM v UNION SELECT a FROM w",
		"SELECT * FROM t WHERE a IN (SELECT a FROM v)", "SELECT EXISTS(SELECT 1 FROM v)", "SELECT * FROM (SELECT * FROM v) d",
		"WITH c AS (SELECT * FROM v) SELECT b, COUNT(*) FROM c GROUP BY b HAVING COUNT(*) > 0 ORDER BY b LIMIT 1",
		"SELECT COUNT(*) FROM v INTO @n", "SET @n = (SELECT COUNT(*) FROM v)", "DO (SELECT COUNT(*) FROM v)",
		"INSERT INTO u SELECT 5, b FROM v LIMIT 1", "REPLACE INTO u SELECT 5, b FROM v LIMIT 1", "INSERT INTO u VALUES (6, 6)",
		"UPDATE u JOIN v ON u.a = v.a SET u.b = 1", "DELETE u FROM u JOIN v ON u.a = v.a",
		"DESCRIBE v", "SHOW CREATE VIEW v", "SHOW CREATE TABLE v", "SHOW FIELDS FROM v", "SHOW INDEX FROM v", "SHOW FULL TABLES",
		"EXPLAIN SELECT * FROM v", "EXPLAIN ANALYZE SELECT * FROM v", "CALL p((SELECT MIN(a) FROM v))",
		"SELECT * FROM information_schema.VIEWS", "SELECT * FROM sys.version", "SELECT * FROM dolt_blame_t",
		"CREATE TEMPORARY TABLE m SELECT * FROM v", "DROP TEMPORARY TABLE m",
		"CHECKSUM TABLE t", "SHOW GRANTS", "SET @n = 1", "RESET PERSIST", "UNLOCK TABLES", "PREPARE s FROM 'SELECT 1'", "EXECUTE s", "DEALLOCATE PREPARE s",
	}
	commits = []string{
		"CREATE TABLE c (a INT PRIMARY KEY)", "CREATE TABLE IF NOT EXISTS c (a INT)", "CREATE TABLE d SELECT * FROM v", "CREATE TABLE e LIKE c",
		"ALTER TABLE c ADD b INT", "ALTER TABLE c ADD d INT, ADD e INT", "ALTER TABLE c ALTER e SET DEFAULT 6", "ALTER TABLE c AUTO_INCREMENT = 10",
		"ALTER TABLE c ADD CHECK (b > 0)", "CREATE INDEX i ON c (b)", "DROP INDEX i ON c", "RENAME TABLE c TO f", "TRUNCATE TABLE f",
		"CREATE VIEW x AS SELECT * FROM v", "CREATE OR REPLACE VIEW x AS SELECT a FROM w", "DROP VIEW x", "DROP VIEW IF EXISTS x",
		"CREATE PROCEDURE q() SELECT * FROM v", "DROP PROCEDURE q", "DROP PROCEDURE IF EXISTS q",
		"CREATE TRIGGER g BEFORE INSERT ON u FOR EACH ROW SET NEW.b = (SELECT COUNT(*) FROM v)", "DROP TRIGGER g",
		"CREATE EVENT n ON SCHEDULE EVERY 1 DAY DO INSERT INTO u SELECT * FROM v", "DROP EVENT n",
		"DROP TABLE f", "DROP TABLE IF EXISTS f", "CREATE DATABASE other", "DROP DATABASE other",
		"CREATE USER joe", "ALTER USER joe IDENTIFIED BY 'a'", "ALTER USER joe ACCOUNT LOCK", "ALTER USER joe ACCOUNT UNLOCK", "SET PASSWORD FOR joe = 'b'",
		"GRANT SELECT ON shop.* TO joe", "REVOKE SELECT ON shop.* FROM joe", "CREATE ROLE r", "GRANT r TO joe", "REVOKE r FROM joe", "DROP ROLE r",
		"DROP USER joe", "DROP USER IF EXISTS joe", "CREATE USER IF NOT EXISTS root@localhost",
		"ANALYZE TABLE t", "CHECK TABLE t", "OPTIMIZE TABLE t", "REPAIR TABLE t",
		"FLUSH PRIVILEGES", "FLUSH TABLES", "FLUSH TABLES t", "FLUSH STATUS", "FLUSH LOGS", "LOCK TABLES t WRITE, u READ",
	}
)

func TestImplicitCommits(t *testing.T) {
	s := start(t)
	db := open(t, dial(s))
	db.SetMaxOpenConns(1)
	for _, q := range []string{
		"CREATE DATABASE shop", "USE shop", "CREATE TABLE t (a INT PRIMARY KEY, b INT)", "CREATE TABLE u (a INT PRIMARY KEY, b INT)",
		"INSERT INTO t VALUES (1, 1), (2, 2)", "CREATE VIEW v AS SELECT * FROM t", "CREATE VIEW w AS SELECT v.a FROM v JOIN t USING (a)",
		"CREATE PROCEDURE p(x INT) SELECT * FROM v WHERE a = x",
	} {
		mustExec(t, db, q)
	}
	left := func(begin, q string, args ...any) bool {
		t.Helper()
		mustExec(t, db, begin)
		mustExec(t, db, "INSERT INTO t VALUES (100, 0)")
		if err := drain(t.Context(), db, q, args...); err != nil {
			t.Errorf("%s: %v", q, err)
		}
		mustExec(t, db, "ROLLBACK")
		var n int
		if err := db.QueryRow("SELECT COUNT(*) FROM t WHERE a = 100").Scan(&n); err != nil {
			t.Fatal(err)
		}
		mustExec(t, db, "SET autocommit = 1")
		mustExec(t, db, "DELETE FROM t WHERE a = 100")
		return n != 0
	}
	for _, begin := range []string{"START TRANSACTION", "SET autocommit = 0"} {
		for _, q := range keeps {
			if left(begin, q) {
				t.Errorf("%s, %s: has committed", begin, q)
			}
		}
		if left(begin, "SELECT * FROM v WHERE a > ?", 0) {
			t.Errorf("%s: a prepared SELECT has committed", begin)
		}
		for _, q := range commits {
			if !left(begin, q) {
				t.Errorf("%s, %s: has not committed", begin, q)
			}
		}
		mustExec(t, db, "UNLOCK TABLES")
		mustExec(t, db, "DROP TABLE d, e")
	}
}

// drain runs a statement and reads its rows.
func drain(ctx context.Context, db *sql.DB, q string, args ...any) error {
	rows, err := db.QueryContext(ctx, q, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
	}
	return rows.Err()
}

// What mysqldump asks differs with what there is: views, triggers and procedures.
func TestDumps(t *testing.T) {
	s := start(t)
	db := open(t, dial(s))
	db.SetMaxOpenConns(1)
	for _, q := range []string{
		"CREATE DATABASE shop", "USE shop", "CREATE TABLE t (a INT PRIMARY KEY AUTO_INCREMENT, b VARCHAR(20), KEY (b))", "CREATE TABLE z (a INT)",
		"INSERT INTO t (b) VALUES ('x;y'), (NULL)", "CREATE VIEW v AS SELECT * FROM t", "CREATE PROCEDURE p() SELECT * FROM v",
		"CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW SET NEW.b = UPPER(NEW.b)",
	} {
		mustExec(t, db, q)
	}
	host, port := hostPort(t, s.Addr())
	for _, option := range []string{"--single-transaction", "--lock-all-tables"} {
		out := client(t, "mariadb-dump", "--no-defaults", "-h"+host, "-P"+port, "-uroot", option, "--routines", "--triggers", "--databases", "shop")
		for _, want := range []string{"'x;y'", "TABLE `z`", "`v`", "CREATE PROCEDURE p()", "CREATE TRIGGER g ", "-- Dump completed"} {
			if !strings.Contains(out, want) {
				t.Errorf("%s: nothing of %s", option, want)
			}
		}
	}
}
