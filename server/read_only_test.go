package server_test

import (
	"strings"
	"testing"

	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dprocedures"

	"github.com/perfschema/perfschema/server"
)

// TestReadOnlyProcedures: where nobody may change anything, nobody does so by a procedure
// of the storage's. What only reads, or rewrites files, is named here: a procedure that a
// new version brings is refused or is looked at.
func TestReadOnlyProcedures(t *testing.T) {
	const optionPrevents = 1290
	reads := map[string]bool{"dolt_count_commits": true, "dolt_thread_dump": true, "dolt_gc": true}
	parameters := map[string]string{"dolt_commit_hash_out": "@hash"} // of what does not come to run without
	s := start(t, server.Config{DataDir: t.TempDir()})
	db := open(t, s, "root", "")
	db.SetMaxOpenConns(1)
	exec(t, db, "CREATE DATABASE shop", "USE shop", "CREATE TABLE item (id INT PRIMARY KEY)", "INSERT INTO item VALUES (1)", "SET GLOBAL super_read_only = 1")
	refused := func(call string) {
		t.Helper()
		if _, err := db.Exec(call); number(err) != optionPrevents {
			t.Errorf("%s: %v", call, err)
		}
	}
	for _, p := range dprocedures.DoltProcedures {
		if name := strings.ToLower(p.Name); !reads[name] {
			refused("CALL " + name + "(" + parameters[name] + ")")
		}
	}
	for _, call := range []string{
		"CALL dolt_checkout('-b', 'other')", "CALL DOLT_CHECKOUT('item')", "CALL dolt_checkout('main')",
		"CALL dolt_backup('restore', 'file:///nowhere', 'copy')", "CALL dolt_backup('--verbose', 'add', 'b', 'file:///nowhere')",
	} {
		refused(call)
	}
	exec(t, db, "CALL dolt_count_commits('--from', 'HEAD', '--to', 'HEAD')")
	if _, err := db.Exec("CALL dolt_backup('sync', 'nobody')"); err == nil || number(err) == optionPrevents {
		t.Errorf("a backup is made: %v", err) // but there is none of the name
	}
	if n := queryInt(t, db, "SELECT COUNT(*) FROM dolt_branches"); n != 1 {
		t.Errorf("%d branches", n)
	}
	exec(t, db, "SET GLOBAL super_read_only = 0", "SET GLOBAL read_only = 0", "CALL dolt_checkout('-b', 'other')")
}
