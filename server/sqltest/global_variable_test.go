package sqltest_test

import (
	"database/sql"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/server"
)

// A variable without a value for the session is what it has been set to, in sessions
// that are there already, whether anything is recorded or not.
func TestGlobalVariableIsSeenAtOnce(t *testing.T) {
	for name, off := range map[string]bool{"recorded": false, "off": true} {
		t.Run(name, func(t *testing.T) { seesGlobalVariable(t, startRecording(t, perfschema.Config{Off: off})) })
	}
}

func seesGlobalVariable(t *testing.T, s *server.Server) {
	connect := dial(s)
	var sessions []*sql.Conn
	for range 2 {
		db, err := connect("root", "")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		c, err := db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		sessions = append(sessions, c)
	}
	value := func(c *sql.Conn, query string) (value string) {
		t.Helper()
		if err := c.QueryRowContext(t.Context(), query).Scan(&value); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		return value
	}
	before := value(sessions[0], "SELECT @@max_connections")
	for _, to := range []string{"77", before} {
		if _, err := sessions[0].ExecContext(t.Context(), "SET GLOBAL max_connections = "+to); err != nil {
			t.Fatal(err)
		}
		for _, c := range sessions {
			for _, query := range []string{
				"SELECT @@max_connections", "SELECT @@GLOBAL.max_connections", "SELECT @@MAX_CONNECTIONS",
				"SELECT VARIABLE_VALUE FROM performance_schema.session_variables WHERE VARIABLE_NAME = 'max_connections'",
			} {
				if got := value(c, query); got != to {
					t.Errorf("%s: %s, not %s", query, got, to)
				}
			}
			var name, got string
			if err := c.QueryRowContext(t.Context(), "SHOW VARIABLES LIKE 'max_connections'").Scan(&name, &got); err != nil || got != to {
				t.Errorf("SHOW VARIABLES: %s, not %s, %v", got, to, err)
			}
		}
	}
}
