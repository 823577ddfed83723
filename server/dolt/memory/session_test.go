package memory

import (
	"reflect"
	"testing"

	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/go-mysql-server/sql"
)

// What Dolt keeps for a session is found by name.
func TestSessionParts(t *testing.T) {
	v := reflect.TypeFor[dsess.DoltSession]()
	for _, name := range []string{"mu", "dbCache", "dbStates"} {
		if _, ok := v.FieldByName(name); !ok {
			t.Errorf("a session has no %s", name)
		}
	}
	if _, ok := reflect.TypeFor[dsess.DatabaseSessionState]().FieldByName("headCache"); !ok {
		t.Error("a database has no headCache")
	}
	if n, size := SessionThings(sql.NewBaseSession()), SessionSize(sql.NewBaseSession()); n != 0 || size != 0 {
		t.Errorf("a session that is not Dolt's: %d things, %d bytes", n, size)
	}
}
