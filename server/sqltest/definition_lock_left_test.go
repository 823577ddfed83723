package sqltest_test

import (
	"context"
	"testing"

	"github.com/perfschema/perfschema"
)

// What a statement that commits by itself has used is nobody's any more when it has ended, however
// it ends, in either protocol; what a transaction has used is not when that has ended.
func TestNoDefinitionLockIsLeft(t *testing.T) {
	s := startRecording(t, perfschema.Config{})
	setup := open(t, dial(s))
	for _, q := range []string{
		"CREATE DATABASE d", "CREATE TABLE d.item (id INT PRIMARY KEY AUTO_INCREMENT, n INT UNIQUE)", "CREATE TABLE d.log (id INT PRIMARY KEY AUTO_INCREMENT, n INT)",
		"CREATE TABLE d.part (id INT PRIMARY KEY, item INT, FOREIGN KEY (item) REFERENCES d.item (id))",
		"INSERT INTO d.item VALUES (1, 1), (2, 2), (3, 3)", "CREATE VIEW d.seen AS SELECT n FROM d.item", "CREATE TABLE d.gone (n INT)", "CREATE VIEW d.broken AS SELECT * FROM d.gone", "DROP TABLE d.gone",
		"CREATE FUNCTION d.top() RETURNS INT READS SQL DATA RETURN (SELECT MAX(n) FROM d.item)",
		"CREATE FUNCTION d.many() RETURNS INT READS SQL DATA RETURN (SELECT n FROM d.item)",
		"CREATE TRIGGER d.t AFTER INSERT ON d.part FOR EACH ROW INSERT INTO d.log (n) VALUES (NEW.id)",
		"CREATE TRIGGER d.u BEFORE UPDATE ON d.part FOR EACH ROW SIGNAL SQLSTATE '45000'",
		"CREATE PROCEDURE d.put(v INT) BEGIN INSERT INTO d.log (n) VALUES (v); SELECT * FROM d.item; END",
		"CREATE PROCEDURE d.fail() BEGIN INSERT INTO d.log (n) VALUES (1); SELECT (SELECT n FROM d.item); END",
		"CREATE PROCEDURE d.define() BEGIN ALTER TABLE d.log ADD COLUMN m INT; INSERT INTO d.log (n) VALUES (1); ALTER TABLE d.log DROP COLUMN m; END",
		"CREATE PROCEDURE d.within() BEGIN START TRANSACTION; INSERT INTO d.log (n) VALUES (1); COMMIT; END",
	} {
		mustExec(t, setup, q)
	}
	ctx := context.Background()
	conn, err := open(t, dial(s)).Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	run := func(query string, prepared bool) {
		if !prepared {
			rows, err := conn.QueryContext(ctx, query)
			if err == nil {
				for more := true; more; more = rows.NextResultSet() {
					for rows.Next() {
					}
				}
				_ = rows.Close()
			}
			return
		}
		stmt, err := conn.PrepareContext(ctx, query)
		if err != nil {
			return
		}
		defer stmt.Close()
		if rows, err := stmt.QueryContext(ctx); err == nil {
			for rows.Next() {
			}
			_ = rows.Close()
		}
	}
	locks := func() (n int) {
		if err := setup.QueryRowContext(ctx, "SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE OBJECT_SCHEMA = 'd'").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	left := func(after string) {
		t.Helper()
		if n := locks(); n != 0 {
			t.Errorf("%d locks after %s", n, after)
			run("ROLLBACK", false)
		}
	}
	statements := []string{
		"SELECT * FROM d.item", "SELECT * FROM d.item WHERE id = 1", "SELECT * FROM d.item WHERE id = (SELECT id FROM d.item)", "SELECT * FROM d.item LIMIT 1",
		"SELECT * FROM d.nothing", "SELECT * FROM d.item JOIN d.nothing", "SELECT nothing FROM d.item", "SELECT * FROM d.seen", "SELECT * FROM d.broken",
		"SELECT d.top()", "SELECT d.many()", "SELECT n, d.many() FROM d.item", "EXPLAIN SELECT * FROM d.item", "EXPLAIN ANALYZE SELECT * FROM d.item", "SELECT * FROM d.item FOR UPDATE",
		"WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT * FROM r JOIN d.item USING (n)", "TABLE d.item", "SELECT 1 FROM d.item UNION SELECT n FROM d.log",
		"INSERT INTO d.item (n) VALUES (1)", "INSERT INTO d.item (n) VALUES (100)", "INSERT INTO d.item (n) SELECT n FROM d.item", "INSERT IGNORE INTO d.item (n) VALUES (1)",
		"REPLACE INTO d.item VALUES (4, 100)", "INSERT INTO d.item (n) VALUES (1) ON DUPLICATE KEY UPDATE n = 50", "UPDATE d.item SET n = 2", "UPDATE d.item SET n = n + 1000 WHERE id = 1",
		"UPDATE d.item JOIN d.log ON d.item.id = d.log.id SET d.log.n = 2", "DELETE FROM d.item WHERE id = 4", "DELETE d.log FROM d.log JOIN d.item ON d.item.id = d.log.id",
		"INSERT INTO d.part VALUES (1, 1)", "INSERT INTO d.part VALUES (2, 99)", "UPDATE d.part SET item = 2", "DELETE FROM d.item WHERE id = 1",
		"CALL d.put(3)", "CALL d.fail()", "CALL d.define()", "CALL d.within()", "CALL d.nothing()", "DO (SELECT n FROM d.item LIMIT 1)", "SET @a = (SELECT MAX(n) FROM d.item)", "SET @a = (SELECT n FROM d.item)",
		"SHOW CREATE TABLE d.item", "SHOW COLUMNS FROM d.item", "DESCRIBE d.item", "SHOW TABLE STATUS FROM d", "CHECK TABLE d.item", "ANALYZE TABLE d.item", "CHECKSUM TABLE d.item", "SHOW INDEX FROM d.item",
		"CREATE TABLE d.item (id INT)", "CREATE TABLE IF NOT EXISTS d.item (id INT)", "CREATE TABLE d.copy AS SELECT * FROM d.item", "CREATE TABLE d.copy2 LIKE d.item", "CREATE TABLE d.bad AS SELECT nothing FROM d.item",
		"ALTER TABLE d.copy ADD COLUMN x INT", "ALTER TABLE d.copy ADD COLUMN x INT", "ALTER TABLE d.nothing ADD COLUMN x INT", "CREATE INDEX i ON d.copy (x)", "CREATE INDEX i ON d.copy (x)", "DROP INDEX i ON d.copy", "DROP INDEX i ON d.copy",
		"CREATE UNIQUE INDEX n ON d.log (n)", "RENAME TABLE d.copy TO d.other", "RENAME TABLE d.copy TO d.other", "RENAME TABLE d.other TO d.item", "TRUNCATE d.other", "TRUNCATE d.nothing", "TRUNCATE d.item", "DROP TABLE d.item",
		"DROP TABLE d.other, d.copy2", "DROP TABLE IF EXISTS d.other", "CREATE VIEW d.w AS SELECT * FROM d.seen", "CREATE OR REPLACE VIEW d.w AS SELECT * FROM d.item", "DROP VIEW d.w", "DROP VIEW d.w",
		"CREATE TRIGGER d.x AFTER INSERT ON d.log FOR EACH ROW SET @a = 1", "DROP TRIGGER d.x", "CREATE TRIGGER d.x AFTER INSERT ON d.nothing FOR EACH ROW SET @a = 1",
		"CREATE TEMPORARY TABLE d.log (id INT)", "INSERT INTO d.log VALUES (1)", "SELECT * FROM d.log, d.item", "ALTER TABLE d.log ADD COLUMN x INT", "DROP TEMPORARY TABLE d.log",
		"PREPARE p FROM 'SELECT * FROM d.item'", "EXECUTE p", "DEALLOCATE PREPARE p", "PREPARE p FROM 'ALTER TABLE d.log ADD COLUMN y INT'", "EXECUTE p", "EXECUTE p",
		"LOCK TABLES d.item READ, d.log WRITE", "SELECT * FROM d.item, d.log", "INSERT INTO d.item (n) VALUES (7)", "UNLOCK TABLES", "LOCK TABLES d.nothing READ",
		"CREATE DATABASE d", "DROP DATABASE nothing", "SELECT * FROM d.item WHERE n = 'x' AND SLEEP(0) = 0 PROCEDURE", "KILL QUERY CONNECTION_ID()", "SELECT SLEEP(0) FROM d.item INTO @a, @b",
		"SELECT /*+ MAX_EXECUTION_TIME(1) */ SLEEP(1) FROM d.item",
	}
	for _, prepared := range []bool{false, true} {
		for _, q := range statements {
			run(q, prepared)
			if q != "LOCK TABLES d.item READ, d.log WRITE" && q != "SELECT * FROM d.item, d.log" && q != "INSERT INTO d.item (n) VALUES (7)" {
				left(q)
			}
		}
		for _, end := range []string{"COMMIT", "ROLLBACK", "BEGIN", "CREATE TABLE IF NOT EXISTS d.item (id INT)", "SET autocommit = 1", "COMMIT AND CHAIN", "COMMIT"} {
			begin := "START TRANSACTION"
			if end == "SET autocommit = 1" {
				begin = "SET autocommit = 0"
			}
			run(begin, false)
			for _, q := range []string{"SELECT * FROM d.item", "INSERT INTO d.log (n) VALUES (5)", "CALL d.put(7)", "SELECT nothing FROM d.part", "CALL d.fail()"} {
				run(q, prepared)
			}
			if n := locks(); n < 2 {
				t.Errorf("%d locks in a transaction", n)
			}
			run(end, prepared)
			left("a transaction that ended in " + end)
		}
	}
}
