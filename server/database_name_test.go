package server_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/server"
)

// TestDatabaseNames: no name of a database leads out of the data directory, however it is
// written, and not to a database of another server; any other is that of one, also after a
// restart.
func TestDatabaseNames(t *testing.T) {
	racetest.SkipAlone(t)
	const wrongName, exists = 1102, 1007
	parent := t.TempDir()
	other := start(t, server.Config{DataDir: filepath.Join(parent, "second")})
	exec(t, open(t, other, "root", ""), "CREATE DATABASE shop", "CREATE TABLE shop.item (id INT)")
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(parent, "data")
	s := start(t, server.Config{DataDir: dir})
	db := open(t, s, "root", "")
	for _, name := range []string{
		"../second/shop", `..\second\shop`, "%2e%2e/second/shop", "%2E%2E%2Fsecond%2Fshop", "..%5csecond%5cshop", "x/../../second/shop",
		filepath.Join(parent, "second/shop"), "file://" + filepath.Join(parent, "second/shop"), ".", "..", "...", ".dolt", ".doltcfg", ".hidden",
		"files", "Files", "a%b", "a%20b", `a\b`, "a/b", "trail ", " ",
	} {
		_, err := db.Exec("CREATE DATABASE `" + name + "`")
		if n := number(err); n != wrongName && n != exists {
			t.Errorf("%q: %v", name, err)
		} else if strings.Contains(err.Error(), parent) && !strings.Contains(name, parent) {
			t.Errorf("%q tells of a path: %v", name, err)
		}
	}
	good := []string{"shop", "a b", " lead", "a.b", "a#b", "a?b=c", "a:b", "a+b", "-rf", "a\tb", "q'uote", "é😀", "tmp"}
	for _, name := range good {
		exec(t, db, "CREATE DATABASE `"+name+"`", "CREATE TABLE `"+name+"`.item (id INT)", "INSERT INTO `"+name+"`.item VALUES (7)")
	}
	exec(t, db, "USE shop", "CALL dolt_backup('sync-url', 'file://"+filepath.Join(parent, "backup")+"')")
	for _, name := range []string{"../q", "%2e%2e%2fq", "%2E%2E/q", `..\\q`, "x%2f..%2f..%2fq"} {
		for _, call := range []string{"dolt_backup('restore', 'file://" + parent + "/backup', '" + name + "')", "dolt_clone('file://" + parent + "/backup', '" + name + "')"} {
			if _, err := db.Exec("CALL " + call); err == nil || strings.Contains(err.Error(), parent) {
				t.Errorf("%s: %v", call, err)
			}
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db = open(t, start(t, server.Config{DataDir: dir}), "root", "")
	for _, name := range good {
		if n := queryInt(t, db, "SELECT id FROM `"+name+"`.item"); n != 7 {
			t.Errorf("%q has %d", name, n)
		}
		exec(t, db, "DROP DATABASE `"+name+"`")
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%q is still there", name)
		}
	}
	entries, err := os.ReadDir(parent)
	if err != nil || len(entries) != 3 { // second, data and backup
		t.Errorf("%v beside the data directory: %v", entries, err)
	}
}
