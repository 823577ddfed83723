package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

// A word of scope holds for what follows in its SET, as in MySQL 9.7.4: each statement
// leaves the global values and the session's here.
func TestSetKeepsScope(t *testing.T) {
	c := startServer(t, perfschema.Config{}).connectWith(t, nil)
	const read = "SELECT @@GLOBAL.max_heap_table_size, @@SESSION.max_heap_table_size, @@GLOBAL.tmp_table_size, @@SESSION.tmp_table_size"
	for _, test := range []struct{ statement, want string }{
		{"SET GLOBAL tmp_table_size = 1024, max_heap_table_size = 999424", "999424 16777216 1024 16777216"},
		{"SET SESSION tmp_table_size = 2048, max_heap_table_size = 899072", "999424 899072 1024 2048"},
		{"SET @@GLOBAL.tmp_table_size = 3072, max_heap_table_size = 799744", "999424 799744 3072 2048"},
		{"SET GLOBAL tmp_table_size = 4096, @x = (1), max_heap_table_size = 699392", "699392 799744 4096 2048"},
		{"SET @x = 'global', GLOBAL max_heap_table_size = GREATEST(1, 599040), tmp_table_size = 5120, SESSION tmp_table_size = 6144", "599040 799744 5120 6144"},
		{"SET GLOBAL max_heap_table_size = 16384, SESSION max_heap_table_size = 32768, tmp_table_size = 7168", "16384 32768 5120 7168"},
		{"SET LOCAL tmp_table_size = 8192, @@GLOBAL.max_heap_table_size = 65536, tmp_table_size = 9216", "65536 32768 5120 9216"},
		{"/* SET GLOBAL */ SET tmp_table_size = 1024, max_heap_table_size = 49152 -- , GLOBAL tmp_table_size = 1", "65536 49152 5120 1024"},
	} {
		mustExec(t, c, test.statement)
		if got := fmt.Sprint(rows(t, c, read)[0]); got != "["+test.want+"]" {
			t.Errorf("%s leaves %s, want %s", test.statement, got, test.want)
		}
	}
	mustExec(t, c, "SET GLOBAL max_heap_table_size = DEFAULT, tmp_table_size = DEFAULT")
	if got := fmt.Sprint(rows(t, c, "SELECT @@GLOBAL.max_heap_table_size, @@GLOBAL.tmp_table_size")); got != "[[16777216 16777216]]" {
		t.Errorf("the defaults are %s", got)
	}
}

// A change of several tables asks for the right to change those alone that it changes.
func TestChangeReadsPerformanceSchema(t *testing.T) {
	c := startServer(t, perfschema.Config{}).connect(t, "root", "shop")
	for _, statement := range []string{
		"CREATE TABLE seen (name VARCHAR(64) PRIMARY KEY, value VARCHAR(100))", "INSERT INTO seen VALUES ('Uptime', ''), ('nonsense', 'x')",
		"UPDATE shop.seen s, performance_schema.global_status g SET s.value = 'there' WHERE s.name = g.VARIABLE_NAME",
		"UPDATE shop.seen s JOIN performance_schema.global_status ON s.name = global_status.VARIABLE_NAME SET s.name = 'found'",
		"DELETE s FROM shop.seen s JOIN performance_schema.setup_consumers c ON s.name = 'nonsense' AND c.NAME = 'statements_digest'",
	} {
		mustExec(t, c, statement)
	}
	if got := fmt.Sprint(rows(t, c, "SELECT name, value FROM seen")); got != "[[found there]]" {
		t.Errorf("left is %s", got)
	}
	for _, statement := range []string{
		"UPDATE shop.seen s, performance_schema.global_status g SET g.VARIABLE_VALUE = 1 WHERE s.name = g.VARIABLE_NAME",
		"UPDATE shop.seen s, performance_schema.global_status g SET VARIABLE_VALUE = 1 WHERE s.name = g.VARIABLE_NAME",
		"UPDATE shop.seen s, performance_schema.global_status SET s.value = 1, performance_schema.global_status.VARIABLE_VALUE = 1",
		"DELETE g FROM shop.seen s, performance_schema.global_status g",
		"DELETE s, g FROM shop.seen s, performance_schema.global_status g",
	} {
		if number, state, text := errorOf(t, c, statement); number != 1142 || state != "42000" {
			t.Errorf("%s: %d %s %s", statement, number, state, text)
		}
	}
	if number, _, text := errorOf(t, c, "CREATE TRIGGER tr AFTER INSERT ON performance_schema.threads FOR EACH ROW SET @a = 1"); number != 1044 {
		t.Errorf("a trigger on a table of performance_schema: %d %s", number, text)
	}
}
