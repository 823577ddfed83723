package sqltest_test

import (
	"database/sql"
	"testing"
)

// A variable without a value for the session is what it has been set to, in sessions
// that are there already.
func TestGlobalVariableIsSeenAtOnce(t *testing.T) {
	connect := dial(start(t))
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
