package gms_test

import (
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/memory"

	"github.com/perfschema/perfschema"
)

// TestProtectiveSettings: no variable is taken that would protect and does not.
func TestProtectiveSettings(t *testing.T) {
	s := startServerOf(t, perfschema.Config{}, memory.NewDatabase("shop"))
	c := s.connect(t, "root", "shop")
	for _, name := range []string{"offline_mode", "partial_revokes", "sql_require_primary_key"} {
		for _, set := range []string{
			"GLOBAL " + name + " = 1", "@@GLOBAL." + name + " = 1, @a = 2", "PERSIST " + name + " = 1", "@@PERSIST." + name + " = 1",
			"PERSIST_ONLY " + name + " = 1", "@@PERSIST_ONLY." + name + " = 1", "PERSIST_ONLY " + strings.ToUpper(name) + " = (SELECT 1)",
			"@a = 2, PERSIST_ONLY " + name + " = 1", "PERSIST_ONLY " + name + " = 1, @a = 2", "@b = 3, @a = 2, PERSIST_ONLY " + name + " = 1",
		} {
			if _, err := c.ExecContext(t.Context(), "SET "+set); numberOf(err) != 1235 {
				t.Errorf("SET %s: %v", set, err)
			}
			// The text is one that the statement around it does not see.
			if _, err := c.ExecContext(t.Context(), "CREATE PROCEDURE sets() SET "+set); err != nil {
				t.Errorf("a procedure that has %s: %v", set, err)
			} else if _, err := c.ExecContext(t.Context(), "CALL sets()"); numberOf(err) != 1235 {
				t.Errorf("%s in a procedure: %v", set, err)
			}
			mustExec(t, c, "DROP PROCEDURE IF EXISTS sets")
		}
		mustExec(t, c, "SET GLOBAL "+name+" = 0")
		if got := rows(t, c, "SELECT @@GLOBAL."+name); got[0][0] != "0" {
			t.Errorf("%s is %v", name, got)
		}
	}
	for _, set := range []string{"SESSION sql_require_primary_key = ON", "@@sql_require_primary_key = 1", "LOCAL sql_require_primary_key = 1, @a = 2", "sql_require_primary_key = 1"} {
		if _, err := c.ExecContext(t.Context(), "SET "+set); numberOf(err) != 1235 {
			t.Errorf("the session's: %s: %v", set, err)
		}
	}
	if got := rows(t, c, "SELECT @@sql_require_primary_key"); got[0][0] != "0" {
		t.Errorf("the session's is %v", got)
	}
}
