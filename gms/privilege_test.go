package gms_test

import (
	stdsql "database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// refusal is a statement and the error MySQL gives it.
type refusal struct {
	statement string
	number    uint16
	state     string
	message   string // what the text contains
}

func (r refusal) check(t *testing.T, s *testServer, user, database string) {
	t.Helper()
	number, state, message := errorOf(t, s.connect(t, user, database), r.statement)
	if number != r.number || state != r.state || !strings.Contains(message, r.message) {
		t.Errorf("%s: %s: error %d (%s) %q, want %d (%s) %q", user, r.statement, number, state, message, r.number, r.state, r.message)
	}
}

// What is not allowed is not allowed to anybody.
func TestRefusals(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE mine (i INT)")
	mustExec(t, c, "CREATE VIEW seen AS SELECT 1")
	mustExec(t, c, "INSERT INTO performance_schema.setup_actors (USER) VALUES ('bob')")
	for _, r := range []refusal{
		{"INSERT INTO threads (NAME) VALUES ('x')", 1142, "42000", "INSERT command denied to user 'root'@'localhost' for table 'threads'"},
		{"INSERT INTO setup_consumers VALUES ('x', 'YES')", 1142, "42000", "INSERT command denied"},
		{"INSERT INTO performance_schema.nonsense VALUES (1)", 1146, "42S02", "Table 'performance_schema.nonsense' doesn't exist"},
		{"REPLACE INTO threads (NAME) VALUES ('x')", 1142, "42000", "INSERT, DELETE command denied"},
		{"UPDATE accounts SET USER = 'x'", 1142, "42000", "UPDATE command denied to user 'root'@'localhost' for table 'accounts'"},
		{"UPDATE performance_schema.Accounts a SET a.USER = 'x'", 1142, "42000", "for table 'accounts'"},
		{"DELETE FROM threads", 1142, "42000", "DELETE command denied"},
		{"DELETE FROM threads WHERE THREAD_ID = 1", 1142, "42000", "DELETE command denied"},
		{"TRUNCATE TABLE threads", 1142, "42000", "DROP command denied"},
		{"TRUNCATE setup_consumers", 1142, "42000", "DROP command denied"},
		{"DROP TABLE setup_actors", 1142, "42000", "DROP command denied to user 'root'@'localhost' for table 'setup_actors'"},
		{"DROP TABLE shop.mine, threads", 1142, "42000", "for table 'threads'"},
		{"LOCK TABLES accounts READ", 1142, "42000", "SELECT, LOCK TABLES command denied"},
		{"SELECT * FROM threads FOR UPDATE", 1142, "42000", "SELECT, LOCK TABLES command denied"},
		{"SELECT * FROM shop.mine JOIN threads ON THREAD_ID = i LOCK IN SHARE MODE", 1142, "42000", "'threads'"},
		{"ANALYZE TABLE threads", 1142, "42000", "command denied"},
		{"ANALYZE TABLE profiling.query_profiles", 1142, "42000", "command denied"},
		{"ANALYZE TABLE sys.session", 1347, "HY000", "'sys.session' is not BASE TABLE"},
		{"ANALYZE TABLE sys.sys_config", 1235, "42000", ""},
		{"ANALYZE TABLE shop.seen", 1347, "HY000", "'shop.seen' is not BASE TABLE"},
		{"LOAD DATA INFILE '/nowhere' INTO TABLE setup_actors", 1142, "42000", "INSERT command denied"},

		{"ALTER TABLE threads ADD COLUMN x INT", 1044, "42000", "Access denied for user 'root'@'localhost' to database 'performance_schema'"},
		{"CREATE INDEX i ON threads (NAME)", 1044, "42000", ""},
		{"DROP INDEX NAME ON threads", 1044, "42000", ""},
		{"CREATE TABLE x (i INT)", 1044, "42000", ""},
		{"CREATE TABLE performance_schema.x (i INT)", 1044, "42000", ""},
		{"CREATE VIEW v AS SELECT 1", 1044, "42000", ""},
		{"CREATE TRIGGER t BEFORE INSERT ON setup_actors FOR EACH ROW SET @x = 1", 1044, "42000", ""},
		{"CREATE PROCEDURE p() SELECT 1", 1044, "42000", ""},
		{"RENAME TABLE threads TO x", 1044, "42000", ""},
		{"RENAME TABLE shop.mine TO performance_schema.mine", 1044, "42000", ""},
		{"DROP DATABASE performance_schema", 1044, "42000", ""},
		{"CREATE DATABASE performance_schema", 1044, "42000", ""},
		{"ALTER DATABASE performance_schema CHARACTER SET latin1", 1044, "42000", ""},
		{"GRANT ALL ON performance_schema.* TO root@localhost", 1044, "42000", ""},
		{"GRANT CREATE ON performance_schema.* TO root@localhost", 1044, "42000", ""},

		{"CREATE TABLE shop.x (i INT) ENGINE=PERFORMANCE_SCHEMA", 1683, "HY000", "Invalid performance_schema usage."},
		{"CREATE TABLE shop.x LIKE performance_schema.threads", 1683, "HY000", ""},
		{"UPDATE setup_consumers SET NAME = 'x'", 1683, "HY000", ""},
		{"UPDATE setup_actors SET USER = 'x'", 1683, "HY000", ""},
		{"INSERT INTO setup_actors (USER) VALUES ('bob')", 1022, "23000", "duplicate key in table 'setup_actors'"},
		{"INSERT INTO setup_actors VALUES ('a', 'b', '%', 'YES', 'MAYBE')", 1265, "01000", "Data truncated for column 'HISTORY' at row 1"},
		{"INSERT INTO setup_actors VALUES ('a', 'b', '%', 'YES', NULL)", 1048, "23000", "HISTORY"},
		{"UPDATE setup_consumers SET ENABLED = 'MAYBE'", 1265, "01000", ""},
		{"UPDATE setup_consumers SET ENABLED = NULL", 1048, "23000", "ENABLED"},

		{"SELECT * FROM performance_schema.nonsense", 1146, "42S02", ""},
		{"SELECT nonsense FROM threads", 1054, "42S22", ""},
		{"SELEC * FROM threads", 1064, "42000", ""},
		{"USE nonsense", 1049, "42000", ""},
	} {
		r.check(t, s, "root", "performance_schema")
	}
	if got := rows(t, c, "SELECT COUNT(*) FROM shop.mine"); got[0][0] != "0" {
		t.Errorf("shop.mine: %v", got)
	}
}

func TestOffRefusesInsert(t *testing.T) {
	s := startServer(t, perfschema.Config{Off: true})
	refusal{"INSERT INTO setup_actors (USER) VALUES ('bob')", 1683, "HY000", ""}.check(t, s, "root", "performance_schema")
	refusal{"SELECT ps_current_thread_id()", 1683, "HY000", ""}.check(t, s, "root", "performance_schema")
	c := s.connect(t, "root", "performance_schema")
	mustExec(t, c, "UPDATE setup_consumers SET ENABLED = 'NO'")
	mustExec(t, c, "TRUNCATE TABLE events_statements_history")
}

// Without grants some tables can be read and no other.
func TestPublicTables(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	mustExec(t, s.connect(t, "root", ""), "CREATE USER nobody@localhost")
	c := s.connect(t, "nobody", "performance_schema")
	for _, v := range catalog.Tables() {
		number, state, message := errorOf(t, c, "SELECT * FROM performance_schema."+v.Name+" LIMIT 1")
		if v.Access&view.PublicRead != 0 {
			if number != 0 {
				t.Errorf("%s cannot be read without a grant: %d %s", v.Name, number, message)
			}
			continue
		}
		want := "SELECT command denied to user 'nobody'@'localhost' for table '" + v.Name + "'"
		if number != 1142 || state != "42000" || message != want {
			t.Errorf("%s: error %d (%s) %q, want 1142 (42000) %q", v.Name, number, state, message, want)
		}
	}
	var names []string
	for _, r := range rows(t, c, "SHOW DATABASES") {
		names = append(names, r[0])
	}
	if !slices.Contains(names, "performance_schema") || slices.Contains(names, "shop") {
		t.Errorf("SHOW DATABASES gives %v", names)
	}
	if got := rows(t, s.connect(t, "root", ""), "SHOW GRANTS FOR nobody@localhost"); len(got) != 1 {
		t.Errorf("what everybody may is shown as granted: %q", got)
	}
	for _, q := range []string{"TABLE_PRIVILEGES", "SCHEMA_PRIVILEGES"} {
		if got := rows(t, c, "SELECT * FROM information_schema."+q); len(got) != 0 {
			t.Errorf("%s shows what everybody may: %q", q, got)
		}
	}
}

// A grant opens what it names; what a table does not allow stays refused.
func TestGrants(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "")
	for _, q := range []string{
		"CREATE USER reader@localhost", "GRANT SELECT ON performance_schema.* TO reader@localhost",
		"CREATE USER writer@localhost", "GRANT SELECT, UPDATE ON performance_schema.setup_consumers TO writer@localhost",
		"CREATE USER cleaner@localhost", "GRANT DROP ON performance_schema.* TO cleaner@localhost",
		"CREATE USER world@localhost", "GRANT SELECT ON *.* TO world@localhost",
	} {
		mustExec(t, root, q)
	}
	denied := func(command, user, table string) refusal {
		return refusal{number: 1142, state: "42000", message: fmt.Sprintf("%s command denied to user '%s'@'localhost' for table '%s'", command, user, table)}
	}
	for _, test := range []struct {
		user, statement string
		want            refusal // zero: it works
	}{
		{"reader", "SELECT * FROM threads", refusal{}},
		{"reader", "UPDATE setup_consumers SET ENABLED = 'YES'", denied("UPDATE", "reader", "setup_consumers")},
		{"reader", "TRUNCATE TABLE events_statements_history", denied("DROP", "reader", "events_statements_history")},
		{"reader", "INSERT INTO setup_actors (USER) VALUES ('x')", denied("INSERT", "reader", "setup_actors")},
		{"reader", "DELETE FROM setup_actors", denied("DELETE", "reader", "setup_actors")},
		{"reader", "DELETE FROM threads", denied("DELETE", "reader", "threads")},
		{"writer", "UPDATE setup_consumers SET ENABLED = 'YES' WHERE NAME = 'global_instrumentation'", refusal{}},
		{"writer", "SELECT * FROM setup_consumers", refusal{}},
		{"writer", "SELECT * FROM setup_instruments", denied("SELECT", "writer", "setup_instruments")},
		{"writer", "SELECT * FROM Setup_Consumers WHERE NAME IN (SELECT NAME FROM setup_instruments)", denied("SELECT", "writer", "setup_instruments")},
		{"cleaner", "TRUNCATE TABLE events_statements_history", refusal{}},
		{"cleaner", "SELECT * FROM events_statements_history", denied("SELECT", "cleaner", "events_statements_history")},
		{"cleaner", "DROP TABLE events_statements_history", denied("DROP", "cleaner", "events_statements_history")},
		{"world", "SELECT * FROM threads", refusal{}},
		{"world", "UPDATE threads SET HISTORY = 'NO'", denied("UPDATE", "world", "threads")},
	} {
		if test.want.number != 0 {
			test.want.statement = test.statement
			test.want.check(t, s, test.user, "performance_schema")
			continue
		}
		if number, _, message := errorOf(t, s.connect(t, test.user, "performance_schema"), test.statement); number != 0 {
			t.Errorf("%s: %s: error %d %s", test.user, test.statement, number, message)
		}
	}
	mustExec(t, root, "REVOKE SELECT ON performance_schema.* FROM reader@localhost")
	refusal{"SELECT * FROM threads", 1142, "42000", "SELECT command denied"}.check(t, s, "reader", "performance_schema")
}

// Without the PROCESS privilege one sees one's own connections.
func TestProcesslistOfOwn(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "")
	mustExec(t, root, "CREATE USER nobody@localhost")
	mustExec(t, root, "CREATE USER watcher@localhost")
	mustExec(t, root, "GRANT PROCESS ON *.* TO watcher@localhost")
	nobody, watcher := s.connect(t, "nobody", ""), s.connect(t, "watcher", "")
	for query, column := range map[string]int{
		"SELECT ID, USER FROM performance_schema.processlist ORDER BY USER": 1,
		"SELECT ID, USER FROM information_schema.PROCESSLIST ORDER BY USER": 1,
		"SHOW PROCESSLIST": 1, "SHOW FULL PROCESSLIST": 1,
	} {
		for c, want := range map[*stdsql.Conn]string{nobody: "nobody", watcher: "nobody root watcher"} {
			var users []string
			for _, r := range rows(t, c, query) {
				users = append(users, r[column])
			}
			slices.Sort(users)
			if got := strings.Join(users, " "); got != want {
				t.Errorf("%s shows connections of %s, want %s", query, got, want)
			}
		}
	}
}
