package server_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/perfschema/perfschema/server"
)

// A server with a history leaves the files of its last window, and another one goes on
// with them; both tell how it does.
func TestHistory(t *testing.T) {
	dir := t.TempDir()
	files := func() int {
		found, err := filepath.Glob(filepath.Join(dir, ".history", "events_statements_summary_by_digest", "*.parquet"))
		if err != nil {
			t.Fatal(err)
		}
		return len(found)
	}
	for round := range 2 {
		s := start(t, server.Config{DataDir: dir, History: true})
		db := open(t, s, "root", "")
		exec(t, db, "TRUNCATE performance_schema.events_statements_summary_by_digest")
		var tables, had int
		if err := db.QueryRow("SELECT COUNT(*), SUM(IF(TABLE_NAME = 'events_statements_summary_by_digest', FILES, 0)) FROM profiling.history_status WHERE STATE = 'OK' AND FAILURES = 0").Scan(&tables, &had); err != nil {
			t.Fatal(err)
		}
		if tables != 6 || had != files() || had < round {
			t.Errorf("%d tables, %d files of digests, in round %d", tables, had, round)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if files() <= round {
			t.Errorf("%d files after round %d", files(), round)
		}
	}
	if info, err := os.Stat(filepath.Join(dir, ".history")); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the directory: %v, %v", info, err)
	}
}
