package sqltest_test

import (
	"context"
	"database/sql"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
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
		"CHECKSUM TABLE t", "SHOW GRANTS", "SET @n = 1", "RESET PERSIST", "UNLOCK TABLES", "PREPARE s FROM 'SELECT a FROM v'", "EXECUTE s", "DEALLOCATE PREPARE s",
		"PREPARE s FROM 'DROP TABLE u'", "PREPARE s FROM 'CREATE TABLE k (a INT)'",
	}
	commits = []string{
		"EXECUTE s", "DROP TABLE k", // what is prepared last
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
	// fails commit what is open and fail then; unread are not read so far.
	fails = []string{
		"CREATE TABLE t (a INT)", "CREATE TABLE k LIKE none", "CREATE TABLE k SELECT * FROM none", "ALTER TABLE none ADD b INT", "ALTER TABLE t ADD a INT",
		"CREATE INDEX i ON none (a)", "DROP INDEX nothing ON t", "RENAME TABLE none TO k", "TRUNCATE TABLE none", "DROP TABLE none", "CREATE DATABASE shop", "DROP DATABASE nothing",
		"CREATE VIEW v AS SELECT 1", "DROP VIEW none", "CREATE PROCEDURE p() SELECT 1", "DROP PROCEDURE nothing", "DROP TRIGGER nothing", "DROP EVENT nothing",
		"CREATE USER root@localhost", "ALTER USER nobody IDENTIFIED BY 'a'", "DROP USER nobody", "RENAME USER nobody TO somebody", "SET PASSWORD FOR nobody = 'a'",
		"GRANT SELECT ON shop.* TO nobody", "REVOKE SELECT ON shop.* FROM nobody", "GRANT nobody TO root@localhost", "DROP ROLE nobody",
		"ANALYZE TABLE performance_schema.threads", "LOCK TABLES none READ", "CREATE TABLE performance_schema.k (a INT)",
	}
	unread = []string{"CREATE TABLE t", "DROP TABLE", "FLUSH NONE", "CHECK TABLE", "GRANT SELECT ON", "LOCK TABLES t", "SELECT 1; DROP TABLE t", ";DROP TABLE t", "DROP TEMPORARY TABLE none"}
)

func TestImplicitCommits(t *testing.T) {
	racetest.SkipAlone(t)
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
	committed := func(begin string, run func()) bool {
		t.Helper()
		mustExec(t, db, begin)
		mustExec(t, db, "INSERT INTO t VALUES (100, 0)")
		run()
		mustExec(t, db, "ROLLBACK")
		var n int
		if err := db.QueryRow("SELECT COUNT(*) FROM t WHERE a = 100").Scan(&n); err != nil {
			t.Fatal(err)
		}
		mustExec(t, db, "SET autocommit = 1")
		mustExec(t, db, "DELETE FROM t WHERE a = 100")
		return n != 0
	}
	left := func(begin, q string, args ...any) bool {
		t.Helper()
		return committed(begin, func() {
			if err := drain(t.Context(), db, q, args...); err != nil {
				t.Errorf("%s: %v", q, err)
			}
		})
	}
	// prepared reports whether preparing a statement commits, by either way, be it one
	// that can be prepared or not.
	prepared := func(begin, q string) bool {
		t.Helper()
		mustExec(t, db, "SET @text = '"+strings.ReplaceAll(q, "'", "''")+"'")
		return committed(begin, func() {
			if st, err := db.Prepare(q); err == nil {
				st.Close()
			}
			_, _ = db.Exec("PREPARE other FROM @text")
		})
	}
	for _, begin := range []string{"START TRANSACTION", "SET autocommit = 0"} {
		for _, q := range keeps {
			if prepared(begin, q) {
				t.Errorf("%s, PREPARE of %s: has committed", begin, q)
			}
			if left(begin, q) {
				t.Errorf("%s, %s: has committed", begin, q)
			}
		}
		if left(begin, "SELECT * FROM v WHERE a > ?", 0) {
			t.Errorf("%s: a prepared SELECT has committed", begin)
		}
		for _, q := range commits {
			if prepared(begin, q) {
				t.Errorf("%s, PREPARE of %s: has committed", begin, q)
			}
			if !left(begin, q) {
				t.Errorf("%s, %s: has not committed", begin, q)
			}
		}
		if !left("SET autocommit = 0", "UNLOCK TABLES") {
			t.Error("UNLOCK TABLES behind LOCK TABLES has not committed")
		}
		mustExec(t, db, "LOCK TABLES t WRITE")
		if left("START TRANSACTION", "UNLOCK TABLES") {
			t.Error("UNLOCK TABLES behind LOCK TABLES and START TRANSACTION has committed")
		}
		mustExec(t, db, "DROP TABLE d, e")
		for _, q := range fails {
			ways := map[string]func() error{"": func() error { return drain(t.Context(), db, q) }}
			if _, err := db.Exec("PREPARE s FROM '" + strings.ReplaceAll(q, "'", "''") + "'"); err == nil {
				ways["EXECUTE of "] = func() error {
					_, err := db.Exec("EXECUTE s")
					return err
				}
			}
			if st, err := db.Prepare(q); err == nil {
				defer st.Close()
				ways["COM_STMT_EXECUTE of "] = func() error {
					_, err := st.Exec()
					return err
				}
			}
			for way, run := range ways {
				var failed error
				if !committed(begin, func() { failed = run() }) {
					t.Errorf("%s, %s%s: has not committed: %v", begin, way, q, failed)
				}
				if failed == nil && q != "ANALYZE TABLE performance_schema.threads" {
					t.Errorf("%s%s: has not failed", way, q)
				}
			}
		}
		for _, q := range unread {
			if committed(begin, func() { _ = drain(t.Context(), db, q) }) {
				t.Errorf("%s, %s: has committed", begin, q)
			}
		}
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
	racetest.SkipAlone(t)
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
		for _, want := range []string{"'x;y'", "TABLE `z`", "`v`", "PROCEDURE p()", "TRIGGER `g` ", "-- Dump completed"} {
			if !strings.Contains(out, want) {
				t.Errorf("%s: nothing of %s", option, want)
			}
		}
	}
}

// What a statement reads is as of when it is executed: none that is its own transaction,
// and none that is prepared, leaves one open.
func TestStatementsLeaveNoTransaction(t *testing.T) {
	racetest.SkipAlone(t)
	s := start(t)
	other := open(t, dial(s))
	mustExec(t, other, "CREATE DATABASE shop")
	mustExec(t, other, "CREATE TABLE shop.t (a INT PRIMARY KEY)")
	mustExec(t, other, "CREATE PROCEDURE shop.fails() BEGIN SELECT COUNT(*) FROM shop.t; SIGNAL SQLSTATE '45000'; END")
	n := 0
	for _, several := range []string{"false", "true"} {
		db := openWith(t, s.Addr().String(), "multiStatements="+several)
		db.SetMaxOpenConns(1)
		mustExec(t, db, "SELECT 1")
		for _, q := range []string{
			"SELECT COUNT(*) FROM shop.t", "SELECT COUNT(*) FROM shop.none", "SELECT none FROM shop.t", "SELECT FROM", "SELECT SUM(SUM(a)) FROM shop.t",
			"SELECT a FROM shop.t WHERE a = (SELECT a FROM shop.t UNION SELECT -1)", "SELECT EXP(1000 + a) FROM shop.t", "SELECT a FROM shop.t GROUP BY none",
			"INSERT INTO shop.t VALUES (0)", "INSERT INTO shop.t VALUES (1000), (0)", "INSERT INTO shop.t VALUES (1, 2)", "UPDATE shop.t SET a = 0", "DELETE FROM shop.none",
			"CREATE TABLE shop.t (a INT)", "ALTER TABLE shop.t ADD a INT", "DROP TABLE shop.none", "CREATE DATABASE shop", "SET none = 1",
			"CALL shop.fails()", "CALL shop.none()", "EXECUTE none", "GRANT SELECT ON shop.* TO nobody", "USE none", "EXPLAIN SELECT none FROM shop.t",
		} {
			for _, way := range []struct {
				name string
				run  func()
			}{
				{"running", func() { _ = drain(t.Context(), db, q) }},
				{"PREPARE of", func() { _, _ = db.Exec("PREPARE s FROM \"" + q + "\"") }},
				{"EXECUTE of", func() { _, _ = db.Exec("EXECUTE s") }},
				{"COM_STMT_PREPARE of", func() { _, _ = db.Prepare(q) }},
				{"COM_STMT_EXECUTE of", func() {
					if st, err := db.Prepare(q); err == nil {
						_, _ = st.Exec()
					}
				}},
			} {
				way.run()
				if _, err := other.Exec("INSERT INTO shop.t VALUES (?)", n); err != nil {
					t.Fatal(err)
				}
				n++
				var seen int
				if err := db.QueryRow("SELECT COUNT(*) FROM shop.t").Scan(&seen); err != nil {
					t.Fatal(err)
				}
				if seen != n {
					t.Errorf("after %s %s, several %s: %d rows, want %d", way.name, q, several, seen, n)
				}
			}
		}
	}
}
