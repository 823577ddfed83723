package gms_test

import (
	"database/sql"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
)

const (
	needsSystem  = "Access denied; you need (at least one of) the SUPER or SYSTEM_VARIABLES_ADMIN privilege(s) for this operation"
	needsSession = "Access denied; you need (at least one of) the SUPER, SYSTEM_VARIABLES_ADMIN or SESSION_VARIABLES_ADMIN privilege(s) for this operation"
)

// Settings are ways to set a variable that is not the session's own.
var settings = []string{
	"SET GLOBAL max_connections = 77",
	"SET @@GLOBAL.max_connections = 77",
	"SET @@global.MAX_CONNECTIONS := 77",
	"set /* quietly */ global max_connections = 77",
	"/*!50000 SET GLOBAL max_connections = 77 */",
	"SET /*!GLOBAL*/ max_connections = 77",
	"SET @x = 1, GLOBAL max_connections = 77",
	"SET SESSION sql_mode = '', @@GLOBAL.max_connections = 77",
	"SET GLOBAL max_connections = DEFAULT",
	"SET GLOBAL TRANSACTION ISOLATION LEVEL READ COMMITTED",
	"SET GLOBAL TRANSACTION READ ONLY",
	"SET GLOBAL sql_mode = ''",
	"SET GLOBAL profiling = 1",
	"SET GLOBAL profiling_memory_watch = ''",
	"SET GLOBAL performance_schema_max_digest_sample_age = 1",
	"SET PERSIST max_connections = 77",
	"SET @@PERSIST.max_connections = 77",
}

// Who may not set what is everybody's gets MySQL's error, whichever way it is
// tried, and nothing in the statement is set.
func TestSettingNeedsPrivilege(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "shop")
	for _, q := range []string{
		"CREATE USER reader@localhost", "GRANT SELECT, EXECUTE, CREATE ROUTINE, ALTER ROUTINE, CREATE, EVENT, INSERT, TRIGGER ON shop.* TO reader@localhost",
		"CREATE TABLE t (i INT)",
	} {
		mustExec(t, root, q)
	}
	c, several := s.connect(t, "reader", "shop"), connectMulti(t, s, "reader", "shop")
	before := rows(t, root, "SELECT @@GLOBAL.max_connections, @@GLOBAL.sql_mode, @@GLOBAL.profiling, @@GLOBAL.transaction_isolation, @@GLOBAL.transaction_read_only")
	for i, q := range settings {
		quoted := "'" + strings.ReplaceAll(q, "'", "''") + "'"
		mustExec(t, c, "SET @x = 0")
		for _, ways := range [][]string{
			{q},
			{"PREPARE p FROM " + quoted, "EXECUTE p"},
			{"CREATE PROCEDURE p() BEGIN PREPARE q FROM " + quoted + "; EXECUTE q; END", "CALL p()"},
			{"CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW " + q, "INSERT INTO t VALUES (1)"},
		} {
			if strings.Contains(q, "/*") && strings.Contains(ways[0], "CREATE") {
				continue // where comments of a body go is another matter
			}
			if strings.Contains(q, "TRANSACTION") && strings.Contains(ways[0], "CREATE") {
				continue // not in the grammar of programs
			}
			denied := ""
			for _, w := range ways {
				if number, state, message := errorOf(t, c, w); number != 0 {
					denied = message
					if number != 1227 || state != "42000" || message != needsSystem {
						t.Errorf("%s: error %d (%s) %q", w, number, state, message)
					}
					break
				}
			}
			if denied == "" {
				t.Errorf("%q is not refused", ways)
			}
			_, _ = c.ExecContext(t.Context(), "DROP PROCEDURE p")
			_, _ = root.ExecContext(t.Context(), "DROP TRIGGER tr")
		}
		if _, err := several.ExecContext(t.Context(), "SET @y = 1; "+q); err == nil || !strings.Contains(err.Error(), needsSystem) {
			t.Errorf("SET @y = 1; %s: %v", q, err)
		}
		if got := rows(t, c, "SELECT @x")[0][0]; got != "0" {
			t.Errorf("%d: %s: a part of it was done", i, q)
		}
	}
	after := rows(t, root, "SELECT @@GLOBAL.max_connections, @@GLOBAL.sql_mode, @@GLOBAL.profiling, @@GLOBAL.transaction_isolation, @@GLOBAL.transaction_read_only")
	if strings.Join(before[0], "|") != strings.Join(after[0], "|") {
		t.Errorf("something has been set: %q, before %q", after, before)
	}
}

// An account that may, may; what a session sets for itself asks for nothing,
// but for the variables that reach beyond it.
func TestSettingPrivileges(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "shop")
	for _, q := range []string{
		"CREATE USER super_user@localhost", "GRANT SUPER ON *.* TO super_user@localhost", "GRANT SELECT ON shop.* TO super_user@localhost",
		"CREATE USER everything_user@localhost", "GRANT ALL ON *.* TO everything_user@localhost",
		"CREATE USER nobody_user@localhost", "GRANT SELECT ON shop.* TO nobody_user@localhost",
	} {
		mustExec(t, root, q)
	}
	const ok = ""
	for _, test := range []struct {
		user, statement, want string
	}{
		{"root", "SET GLOBAL max_connections = 151", ok},
		{"everything_user", "SET GLOBAL max_connections = 151", ok},
		{"super_user", "SET GLOBAL max_connections = 151", ok},
		{"super_user", "SET SESSION sql_log_bin = 0", ok},
		{"nobody_user", "SET SESSION sql_log_bin = 0", needsSession},
		{"nobody_user", "SET sql_log_bin = 0", needsSession},
		{"nobody_user", "SET @@sql_log_bin = 0", needsSession},
		{"nobody_user", "SET LOCAL auto_increment_increment = 2", needsSession},
		{"nobody_user", "SET @@SESSION.Pseudo_Thread_ID = 1", "Access denied; you need (at least one of) the SUPER, SYSTEM_VARIABLES_ADMIN, SESSION_VARIABLES_ADMIN or REPLICATION_APPLIER privilege(s) for this operation"},
		{"nobody_user", "SET sql_mode = '', autocommit = 1, profiling = 1, @x = 1", ok},
		{"nobody_user", "SET NAMES utf8mb4", ok},
		{"nobody_user", "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED", ok},
		{"nobody_user", "SET TRANSACTION READ ONLY", ok},
		{"nobody_user", "SET GLOBAL version = 'x'", "is a read only variable"},
		{"nobody_user", "SET PERSIST_ONLY max_connections = 5", "Access denied; you need SYSTEM_VARIABLES_ADMIN and PERSIST_RO_VARIABLES_ADMIN privileges for this operation"},
		{"super_user", "SET PERSIST_ONLY max_connections = 5", "Access denied; you need SYSTEM_VARIABLES_ADMIN and PERSIST_RO_VARIABLES_ADMIN privileges for this operation"},
	} {
		_, _, message := errorOf(t, s.connect(t, test.user, "shop"), test.statement)
		if test.want == ok && message != "" || !strings.Contains(message, test.want) {
			t.Errorf("%s: %s: %q, want %q", test.user, test.statement, message, test.want)
		}
	}
}

// connectMulti opens a connection on which several statements may come in one.
func connectMulti(t *testing.T, s *testServer, user, database string) *sql.Conn {
	t.Helper()
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User, cfg.DBName, cfg.MultiStatements = "tcp", s.addr, user, database, true
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		conn.Close()
		db.Close()
	})
	return conn
}
