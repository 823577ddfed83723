package server_test

import (
	"testing"

	"github.com/perfschema/perfschema/server"
)

// TestAutosizedVariables has no variable that MySQL works out as it starts be less than 0:
// of the schema's, and the offset of traces, that is what MySQL has too.
func TestAutosizedVariables(t *testing.T) {
	db := open(t, start(t, server.Config{}), "root", "")
	found, err := db.Query(`SELECT VARIABLE_NAME, VARIABLE_VALUE FROM performance_schema.global_variables
		WHERE VARIABLE_VALUE LIKE '-%' AND VARIABLE_NAME NOT LIKE 'performance\_schema\_%' AND VARIABLE_NAME <> 'optimizer_trace_offset'`)
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	for found.Next() {
		var name, value string
		if err := found.Scan(&name, &value); err != nil {
			t.Fatal(err)
		}
		t.Errorf("%s is %s", name, value)
	}
	if err := found.Err(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"host_cache_size": "279", "thread_cache_size": "9", "table_definition_cache": "2000"} {
		var value string
		if err := db.QueryRow("SELECT VARIABLE_VALUE FROM performance_schema.global_variables WHERE VARIABLE_NAME = ?", name).Scan(&value); err != nil || value != want {
			t.Errorf("%s is %q, %v, want %s", name, value, err, want)
		}
	}
	for _, name := range []string{"back_log", "open_files_limit"} {
		var value int64
		if err := db.QueryRow("SELECT @@global." + name).Scan(&value); err != nil || value < 1 {
			t.Errorf("%s is %d, %v", name, value, err)
		}
	}
}
