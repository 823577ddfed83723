package gms_test

import (
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// What changes information_schema is denied to whoever asks, however it is asked.
func TestInformationSchemaIsNotChanged(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "shop")
	mustExec(t, root, "CREATE USER nobody_user@localhost")
	nobody := s.connect(t, "nobody_user", "")
	for _, q := range []string{
		"INSERT INTO information_schema.tables VALUES (1)",
		"INSERT INTO information_schema.nosuch VALUES (1)",
		"UPDATE information_schema.tables SET table_name = 'x'",
		"DELETE FROM information_schema.tables",
		"CREATE VIEW information_schema.v AS SELECT 1",
		"DROP TABLE information_schema.nosuch",
		"ALTER TABLE information_schema.tables ADD COLUMN x INT",
		"PREPARE p FROM 'TRUNCATE TABLE information_schema.tables'",
	} {
		if number, state, message := errorOf(t, root, q); number != 1044 || state != "42000" || !strings.HasSuffix(message, "to database 'information_schema'") {
			t.Errorf("root: %s: %d (%s) %s", q, number, state, message)
		}
		if number, _, _ := errorOf(t, nobody, q); number != 1044 {
			t.Errorf("an account without rights: %s: %d", q, number)
		}
	}
	mustExec(t, root, "CREATE PROCEDURE change_it() DELETE FROM information_schema.tables")
	if number, _, message := errorOf(t, root, "CALL change_it()"); number != 1044 {
		t.Errorf("in a procedure: %d %s", number, message)
	}
}
