package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

// TestInformationColumns has COLUMNS tell of keys and of the lengths of texts what MySQL's
// does, of stored tables and of ours.
func TestInformationColumns(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE keyed (id INT PRIMARY KEY, a INT, b INT UNIQUE, c INT, d TEXT, e LONGTEXT, f VARCHAR(9), KEY (a, b), KEY (b, c), KEY (id, c))")
	for _, test := range []struct{ schema, name, columns, want string }{
		{"shop", "keyed", "'id', 'a', 'b', 'c', 'd', 'e', 'f'",
			"[[id PRI NULL] [a MUL NULL] [b UNI NULL] [c  NULL] [d  65535] [e  4294967295] [f  9]]"},
		{"performance_schema", "data_locks", "'THREAD_ID', 'EVENT_ID', 'OBJECT_SCHEMA', 'OBJECT_NAME', 'ENGINE', 'LOCK_DATA'",
			"[[ENGINE PRI 32] [THREAD_ID MUL NULL] [EVENT_ID  NULL] [OBJECT_SCHEMA MUL 64] [OBJECT_NAME  64] [LOCK_DATA  8192]]"},
		{"performance_schema", "accounts", "'USER', 'HOST'", "[[USER MUL 32] [HOST  255]]"},
		{"performance_schema", "hosts", "'HOST'", "[[HOST UNI 255]]"},
		{"performance_schema", "events_statements_current", "'THREAD_ID', 'SQL_TEXT'", "[[THREAD_ID PRI NULL] [SQL_TEXT  4294967295]]"},
	} {
		got := rows(t, c, "SELECT COLUMN_NAME, COLUMN_KEY, IFNULL(CHARACTER_MAXIMUM_LENGTH, 'NULL') FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = '"+
			test.schema+"' AND TABLE_NAME = '"+test.name+"' AND COLUMN_NAME IN ("+test.columns+") ORDER BY ORDINAL_POSITION")
		if fmt.Sprint(got) != test.want {
			t.Errorf("of %s.%s: %s, want %s", test.schema, test.name, got, test.want)
		}
	}
}
