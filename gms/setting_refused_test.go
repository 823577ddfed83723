package gms_test

import (
	"testing"

	"github.com/dolthub/go-mysql-server/memory"

	"github.com/perfschema/perfschema"
)

// TestProtectiveSettings: no variable is taken that would protect and does not.
func TestProtectiveSettings(t *testing.T) {
	s := startServerOf(t, perfschema.Config{}, memory.NewDatabase("shop"))
	c := s.connect(t, "root", "")
	for _, name := range []string{"read_only", "super_read_only", "offline_mode", "max_user_connections", "partial_revokes", "sql_require_primary_key", "password_history"} {
		for _, set := range []string{"SET GLOBAL " + name + " = 1", "SET @@GLOBAL." + name + " = 1, @a = 2"} {
			if _, err := c.ExecContext(t.Context(), set); numberOf(err) != 1235 {
				t.Errorf("%s: %v", set, err)
			}
		}
		mustExec(t, c, "SET GLOBAL "+name+" = 0")
		if got := rows(t, c, "SELECT @@GLOBAL."+name); got[0][0] != "0" {
			t.Errorf("%s is %v", name, got)
		}
	}
	if _, err := c.ExecContext(t.Context(), "SET SESSION sql_require_primary_key = ON"); numberOf(err) != 1235 {
		t.Errorf("the session's: %v", err)
	}
	if got := rows(t, c, "SELECT @@sql_require_primary_key"); got[0][0] != "0" {
		t.Errorf("the session's is %v", got)
	}
}
