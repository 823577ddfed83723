package gms

import (
	"strings"
	"testing"
)

// Before a text of several statements is known to parse, others see none of its secrets, whichever
// of them has one; what has none is shown as it is, also a second time.
func TestUnparsedTextsShowNoSecrets(t *testing.T) {
	conn := &connection{}
	for range 2 {
		for _, text := range []string{
			"CREATE USER m IDENTIFIED BY 'Mk7'", "SELECT 1; CREATE USER m IDENTIFIED BY 'Mk7'; SELECT 2", "SELECT 1; CREATE USR m IDENTIFIED BY 'Mk7'",
			"SELECT 1;SET PASSWORD = 'Mk7'", "BEGIN; ALTER USER m IDENTIFIED BY 'Mk7'; COMMIT", "SELECT 1; CALL dolt_clone('http://u:Mk7@127.0.0.1:1/a/b', 'c')",
			"SELECT 1; CHANGE REPLICATION SOURCE TO SOURCE_PASSWORD = 'Mk7'",
		} {
			if got := conn.shownUnparsed(text); strings.Contains(got, "Mk7") {
				t.Errorf("%s is shown as %s", text, got)
			}
		}
		for _, text := range []string{"SELECT 'Mk7'", "SELECT 1; SELECT 'Mk7'", "SELECT ';', name FROM t"} {
			if got := conn.shownUnparsed(text); got != text {
				t.Errorf("%s is shown as %s", text, got)
			}
		}
	}
}
