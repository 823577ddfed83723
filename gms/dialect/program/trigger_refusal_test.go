package program

import (
	"errors"
	"testing"

	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"
)

// What ON DUPLICATE KEY UPDATE would read of another row than the trigger's is refused.
func TestTriggerRowInDuplicate(t *testing.T) {
	for body, refused := range map[string]bool{
		"INSERT INTO u VALUES (NEW.a, 1) ON DUPLICATE KEY UPDATE b = NEW.a":                     true,
		"BEGIN INSERT INTO u VALUES (1, 1) ON DUPLICATE KEY UPDATE b = 1 + old.b; END":          true,
		"BEGIN IF 1 THEN INSERT INTO u SELECT 1 ON DUPLICATE KEY UPDATE b = New.a; END IF; END": true,
		"INSERT INTO u VALUES (NEW.a, 1) ON DUPLICATE KEY UPDATE b = VALUES(b) + u.b":           false,
		"INSERT INTO u VALUES (NEW.a, NEW.b)":                                                   false,
	} {
		stmt, err := ast.Parse("CREATE TRIGGER tr AFTER UPDATE ON t FOR EACH ROW " + body)
		if err != nil {
			t.Fatal(body, err)
		}
		err = RefuseTrigger(stmt)
		var told *mysql.SQLError
		if is := errors.As(err, &told) && told.Num == mysql.ERNotSupportedYet; is != refused || !refused && err != nil {
			t.Errorf("%s: %v", body, err)
		}
	}
}
