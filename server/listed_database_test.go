package server_test

import (
	"database/sql"
	"slices"
	"testing"

	"github.com/perfschema/perfschema/server"
)

// Without the databases that MySQL has not, the history is read by its name; what was
// persisted wins over the option, as in MySQL.
func TestUnlistedDatabases(t *testing.T) {
	dir := t.TempDir()
	s := start(t, server.Config{DataDir: dir, History: true, Unlisted: true})
	db := open(t, s, "root", "")
	mysqls := []string{"information_schema", "mysql", "performance_schema", "sys"}
	if got := databases(t, db); !slices.Equal(got, mysqls) {
		t.Errorf("unlisted, the databases are %v, want %v", got, mysqls)
	}
	queryInt(t, db, "SELECT COUNT(*) FROM history.events_statements_summary_by_digest")
	queryInt(t, db, "SELECT COUNT(*) FROM profiling.history_status")
	exec(t, db, "SET PERSIST profiling_show_databases = ON")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	s = start(t, server.Config{DataDir: dir, History: true, Unlisted: true})
	all := []string{"history", "information_schema", "mysql", "performance_schema", "profiling", "sys"}
	if got := databases(t, open(t, s, "root", "")); !slices.Equal(got, all) {
		t.Errorf("with ON persisted, the databases are %v, want %v", got, all)
	}
}

func databases(t *testing.T, db *sql.DB) (names []string) {
	t.Helper()
	rows, err := db.Query("SHOW DATABASES")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return names
}
