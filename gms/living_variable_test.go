package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

// TestInsertIDVariables has @@last_insert_id and @@identity be LAST_INSERT_ID(), of each
// session its own, recorded or not.
func TestInsertIDVariables(t *testing.T) {
	const ask = "SELECT @@last_insert_id, @@session.identity, LAST_INSERT_ID()"
	for _, cfg := range []perfschema.Config{{}, {Off: true}} {
		s := startServer(t, cfg)
		c, other := s.connect(t, "root", "shop"), s.connect(t, "root", "shop")
		mustExec(t, c, "CREATE TABLE numbered (id INT AUTO_INCREMENT PRIMARY KEY, n INT)")
		mustExec(t, c, "PREPARE p FROM '"+ask+"'")
		for _, test := range []struct{ statement, want string }{
			{"INSERT INTO numbered (n) VALUES (7)", "[[1 1 1]]"},
			{"INSERT INTO numbered (n) VALUES (7), (8)", "[[2 2 2]]"},
			{"SELECT LAST_INSERT_ID(42)", "[[42 42 42]]"},
		} {
			rows(t, c, test.statement)
			for _, query := range []string{ask, "EXECUTE p"} {
				if got := fmt.Sprint(rows(t, c, query)); got != test.want {
					t.Errorf("%s after %s gives %s, want %s", query, test.statement, got, test.want)
				}
			}
		}
		mustExec(t, c, "SET last_insert_id = 41, @@session.identity = 42")
		if got := fmt.Sprint(rows(t, c, ask)); got != "[[42 42 42]]" {
			t.Errorf("set to 42 it is %s", got)
		}
		if got := fmt.Sprint(rows(t, other, ask)); got != "[[0 0 0]]" {
			t.Errorf("another session has %s", got)
		}
		if number, _, message := errorOf(t, c, "SET GLOBAL identity = 1"); number != 1228 {
			t.Errorf("SET GLOBAL: %d %s, want 1228", number, message)
		}
	}
}
