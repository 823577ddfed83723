package kind

import (
	"context"
	"testing"

	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

var statementKinds = []struct{ sql, kind string }{
	{"SELECT 1", "select"},
	{"(SELECT 1) UNION (SELECT 2)", "select"},
	{"WITH c AS (SELECT 1) SELECT * FROM c", "select"},
	{"/* comment */ select 1 from t for update", "select"},
	{"TABLE t", "select"},
	{"VALUES ROW(1,2)", "select"},
	{"EXPLAIN SELECT 1", "select"},
	{"EXPLAIN ANALYZE SELECT 1", "select"},
	{"EXPLAIN FORMAT=TREE SELECT 1", "select"},
	{"EXPLAIN PLAN INSERT INTO t VALUES (1)", "insert"},
	{"INSERT INTO t VALUES (1), (2)", "insert"},
	{"INSERT INTO t SET a = 1", "insert"},
	{"INSERT INTO t (a) VALUES (1) ON DUPLICATE KEY UPDATE a = 2", "insert"},
	{"INSERT INTO t SELECT 1", "insert_select"},
	{"INSERT IGNORE INTO t (a) SELECT b FROM s", "insert_select"},
	{"REPLACE INTO t VALUES (1)", "replace"},
	{"REPLACE INTO t SELECT 1", "replace_select"},
	{"UPDATE t SET a = 1", "update"},
	{"UPDATE t JOIN s ON t.a = s.a SET t.a = 1", "update_multi"},
	{"UPDATE t, s SET t.a = 1", "update_multi"},
	{"DELETE FROM t WHERE a = 1", "delete"},
	{"DELETE t FROM t JOIN s ON t.a = s.a", "delete_multi"},
	{"CREATE TABLE t (a INT)", "create_table"},
	{"CREATE TEMPORARY TABLE t (a INT)", "create_table"},
	{"CREATE TABLE t AS SELECT 1 AS a", "create_table"},
	{"CREATE TABLE t LIKE s", "create_table"},
	{"DROP TABLE t", "drop_table"},
	{"DROP TABLE IF EXISTS t, s", "drop_table"},
	{"ALTER TABLE t ADD COLUMN b INT", "alter_table"},
	{"ALTER TABLE t ADD INDEX i (a)", "alter_table"},
	{"ALTER TABLE t RENAME TO s", "alter_table"},
	{"RENAME TABLE t TO s", "rename_table"},
	{"TRUNCATE TABLE t", "truncate"},
	{"TRUNCATE t", "truncate"},
	{"CREATE INDEX i ON t (a)", "create_index"},
	{"CREATE UNIQUE INDEX i ON t (a)", "create_index"},
	{"DROP INDEX i ON t", "drop_index"},
	{"CREATE DATABASE d", "create_db"},
	{"CREATE SCHEMA IF NOT EXISTS d", "create_db"},
	{"DROP DATABASE d", "drop_db"},
	{"ALTER DATABASE d COLLATE utf8mb4_bin", "alter_db"},
	{"CREATE VIEW v AS SELECT 1", "create_view"},
	{"CREATE OR REPLACE VIEW v AS SELECT 1", "create_view"},
	{"DROP VIEW v", "drop_view"},
	{"CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW SET NEW.a = 1", "create_trigger"},
	{"DROP TRIGGER g", "drop_trigger"},
	{"CREATE PROCEDURE p() SELECT 1", "create_procedure"},
	{"DROP PROCEDURE p", "drop_procedure"},
	{"CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO SELECT 1", "create_event"},
	{"DROP EVENT e", "drop_event"},
	{"ALTER EVENT e DISABLE", "alter_event"},
	{"CALL p()", "call_procedure"},
	{"BEGIN", "begin"},
	{"START TRANSACTION READ ONLY", "begin"},
	{"COMMIT", "commit"},
	{"ROLLBACK", "rollback"},
	{"SAVEPOINT s", "savepoint"},
	{"ROLLBACK TO SAVEPOINT s", "rollback_to_savepoint"},
	{"ROLLBACK TO s", "rollback_to_savepoint"},
	{"RELEASE SAVEPOINT s", "release_savepoint"},
	{"LOCK TABLES t WRITE", "lock_tables"},
	{"UNLOCK TABLES", "unlock_tables"},
	{"SET @a = 1", "set_option"},
	{"SET SESSION autocommit = 0", "set_option"},
	{"SET NAMES utf8mb4", "set_option"},
	{"SET TRANSACTION ISOLATION LEVEL READ COMMITTED", "set_option"},
	{"USE d", "change_db"},
	{"CREATE USER u", "create_user"},
	{"ALTER USER u IDENTIFIED BY 'x'", "alter_user"},
	{"RENAME USER u TO v", "rename_user"},
	{"DROP USER u", "drop_user"},
	{"CREATE ROLE r", "create_role"},
	{"DROP ROLE r", "drop_role"},
	{"GRANT SELECT ON *.* TO u", "grant"},
	{"GRANT r TO u", "grant_roles"},
	{"REVOKE SELECT ON *.* FROM u", "revoke"},
	{"REVOKE r FROM u", "revoke_roles"},
	{"KILL 1", "kill"},
	{"FLUSH STATUS", "flush"},
	{"ANALYZE TABLE t", "analyze"},
	{"PREPARE p FROM 'SELECT 1'", "prepare_sql"},
	{"EXECUTE p", "execute_sql"},
	{"DEALLOCATE PREPARE p", "dealloc_sql"},
	{"LOAD DATA INFILE 'x' INTO TABLE t", "load"},
	{"SIGNAL SQLSTATE '45000'", "signal"},
	{"SHOW DATABASES", "show_databases"},
	{"SHOW TABLES", "show_tables"},
	{"SHOW FULL TABLES", "show_tables"},
	{"SHOW TABLES FROM d LIKE 'x%'", "show_tables"},
	{"SHOW TABLE STATUS", "show_table_status"},
	{"SHOW COLUMNS FROM t", "show_fields"},
	{"SHOW FULL COLUMNS FROM t", "show_fields"},
	{"DESCRIBE t", "show_fields"},
	{"SHOW INDEX FROM t", "show_keys"},
	{"SHOW KEYS FROM t", "show_keys"},
	{"SHOW VARIABLES LIKE 'x'", "show_variables"},
	{"SHOW GLOBAL VARIABLES", "show_variables"},
	{"SHOW STATUS", "show_status"},
	{"SHOW SESSION STATUS LIKE 'x'", "show_status"},
	{"SHOW PROCESSLIST", "show_processlist"},
	{"SHOW FULL PROCESSLIST", "show_processlist"},
	{"SHOW WARNINGS", "show_warnings"},
	{"SHOW ERRORS", "show_errors"},
	{"SHOW CREATE TABLE t", "show_create_table"},
	{"SHOW CREATE VIEW v", "show_create_table"},
	{"SHOW CREATE DATABASE d", "show_create_db"},
	{"SHOW CREATE PROCEDURE p", "show_create_proc"},
	{"SHOW CREATE TRIGGER g", "show_create_trigger"},
	{"SHOW CREATE EVENT e", "show_create_event"},
	{"SHOW GRANTS", "show_grants"},
	{"SHOW GRANTS FOR u", "show_grants"},
	{"SHOW ENGINES", "show_storage_engines"},
	{"SHOW STORAGE ENGINES", "show_storage_engines"},
	{"SHOW TRIGGERS", "show_triggers"},
	{"SHOW EVENTS", "show_events"},
	{"SHOW PROCEDURE STATUS", "show_procedure_status"},
	{"SHOW FUNCTION STATUS", "show_function_status"},
	{"SHOW COLLATION", "show_collations"},
	{"SHOW CHARACTER SET", "show_charsets"},
	{"SHOW CHARSET", "show_charsets"},
	{"SHOW PLUGINS", "show_plugins"},
	{"SHOW PRIVILEGES", "show_privileges"},
	{"SHOW BINARY LOGS", "show_binlogs"},
	{"SHOW BINARY LOG STATUS", "show_binary_log_status"},
	{"SHOW REPLICA STATUS", "show_replica_status"},
	{"START REPLICA", "replica_start"},
	{"STOP REPLICA", "replica_stop"},
	{"RESET REPLICA", "reset"},
}

func TestStatementKind(t *testing.T) {
	registered := map[string]bool{}
	for _, name := range All {
		if registered[name] {
			t.Errorf("%s is listed twice", name)
		}
		registered[name] = true
	}
	for _, c := range statementKinds {
		stmt, err := ast.ParseWithOptions(context.Background(), c.sql, ast.ParserOptions{})
		if err != nil {
			t.Logf("not in the grammar: %s (%v)", c.sql, err)
			continue
		}
		if got := Of(stmt, c.sql); got != c.kind {
			t.Errorf("%s: %s, want %s (%T)", c.sql, got, c.kind, stmt)
		}
		if !registered[c.kind] {
			t.Errorf("%s is not registered", c.kind)
		}
	}
	for _, k := range kindsByWord {
		if !registered[k.kind] {
			t.Errorf("%v: %s is not registered", k.words, k.kind)
		}
	}
}

func TestStatementKindDoesNotAllocate(t *testing.T) {
	for _, text := range []string{"SELECT 1", "SHOW FULL TABLES", "CREATE UNIQUE INDEX i ON t (a)"} {
		stmt, err := ast.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(100, func() { Of(stmt, text) }); n != 0 {
			t.Errorf("%s: %v allocations", text, n)
		}
	}
}

func FuzzStatementWords(f *testing.F) {
	for _, c := range statementKinds {
		f.Add(c.sql)
	}
	f.Add("/*!50003 CREATE*/ /*!50020 TRIGGER*/ -- x\n#y\n/* open")
	f.Fuzz(func(t *testing.T, text string) {
		if OfWords(text) == "" {
			t.Error("no kind")
		}
		if rest := words.SkipExplain(text); len(rest) > len(text) {
			t.Error("grew")
		}
	})
}

// SET PASSWORD is parsed as the ALTER USER that it stands for.
func TestOfSetPassword(t *testing.T) {
	stmt, err := ast.Parse("ALTER USER u IDENTIFIED BY 'x'")
	if err != nil {
		t.Fatal(err)
	}
	if got := Of(stmt, "SET PASSWORD FOR u = 'x'"); got != "set_password" {
		t.Errorf("is %s", got)
	}
}
