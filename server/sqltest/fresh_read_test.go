package sqltest_test

import "testing"

// TestReadsAreFresh has a session without a transaction of its own read what others have
// committed since its statement before, whatever that was: one that leaves a transaction open
// has the next read what there was then.
func TestReadsAreFresh(t *testing.T) {
	s := start(t)
	reader, writer := open(t, dial(s)), open(t, dial(s))
	reader.SetMaxOpenConns(1)
	for _, q := range []string{"CREATE DATABASE shop", "CREATE TABLE shop.t (a INT PRIMARY KEY)", "CREATE PROCEDURE shop.p() SELECT COUNT(*) FROM shop.t"} {
		if _, err := writer.Exec(q); err != nil {
			t.Fatal(q, err)
		}
	}
	if _, err := reader.Exec("USE shop"); err != nil {
		t.Fatal(err)
	}
	for i, q := range []string{
		"SHOW WARNINGS", "SHOW ERRORS", "SHOW COUNT(*) WARNINGS", "SELECT @@warning_count", "SELECT 1 / 0", "SHOW WARNINGS LIMIT 1", "SHOW STATUS LIKE 'x'", "SHOW VARIABLES LIKE 'x'",
		"SHOW TABLES", "SHOW FULL TABLES", "SHOW DATABASES", "SHOW CREATE TABLE t", "SHOW COLUMNS FROM t", "SHOW INDEX FROM t", "SHOW TABLE STATUS", "SHOW TRIGGERS", "SHOW EVENTS",
		"SHOW PROCESSLIST", "SHOW GRANTS", "SHOW PLUGINS", "SHOW ENGINES", "SHOW ENGINE PERFORMANCE_SCHEMA STATUS", "SHOW PROFILES", "SHOW REPLICA STATUS", "SHOW OPEN TABLES",
		"EXPLAIN SELECT * FROM t", "EXPLAIN ANALYZE SELECT * FROM t", "DESCRIBE t", "HELP 'x'", "SET @a = 1", "DO 1", "SELECT FOUND_ROWS()", "SELECT COUNT(*) FROM t", "CALL p()",
		"GET DIAGNOSTICS @n = NUMBER", "PREPARE s FROM 'SELECT * FROM t'", "EXECUTE s", "DEALLOCATE PREPARE s", "ANALYZE TABLE t", "CHECK TABLE t", "CHECKSUM TABLE t", "FLUSH STATUS",
		"SELECT * FROM performance_schema.threads", "SELECT * FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'shop'", "SELECT sys.version_major()", "SET TRANSACTION READ ONLY",
		"COMMIT", "ROLLBACK", "SELECT * FROM nowhere", "SELECT nothing FROM t", "SHOW CREATE TABLE nowhere",
	} {
		if rows, err := reader.Query(q); err == nil {
			for more := true; more; more = rows.NextResultSet() {
				for rows.Next() { //nolint:revive // they are read
				}
			}
			_ = rows.Close()
		}
		if _, err := writer.Exec("INSERT INTO shop.t VALUES (?)", i); err != nil {
			t.Fatal(err)
		}
		last := -1
		if err := reader.QueryRow("SELECT a FROM t ORDER BY a DESC LIMIT 1").Scan(&last); err != nil || last != i {
			t.Errorf("after %s the last row is %d, want %d: %v", q, last, i, err)
		}
	}
}
