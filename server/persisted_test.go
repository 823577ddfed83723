package server_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/server"
)

// TestPersistedAfterRestart: a variable is after a restart what SET PERSIST made it, be it
// the engine's or declared by what is put into the engine.
func TestPersistedAfterRestart(t *testing.T) {
	values := map[string]string{
		"authentication_policy": "mysql_native_password,,", "connection_memory_limit": "33333333", "global_connection_memory_limit": "333333333",
		"max_allowed_packet": "2097152", "max_execution_time": "77777", "max_connections": "77", "wait_timeout": "777", "long_query_time": "7",
		"profiling_history_size": "7", "profiling_memory_watch": "memory/sql/result:1G", "performance_schema_max_digest_sample_age": "77",
	}
	dir := t.TempDir()
	s := start(t, server.Config{DataDir: dir})
	db := open(t, s, "root", "")
	before := map[string]string{}
	read := func(name string) (v string) {
		t.Helper()
		db := open(t, s, "root", "")
		if err := db.QueryRow("SELECT @@GLOBAL." + name).Scan(&v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		db.Close()
		return v
	}
	change := func(scope, name, v string) {
		t.Helper()
		if _, err := db.Exec(fmt.Sprintf("SET %s %s = '%s'", scope, name, v)); err != nil {
			if _, err := db.Exec(fmt.Sprintf("SET %s %s = %s", scope, name, v)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for name, v := range values {
		before[name] = read(name)
		change("PERSIST", name, v)
	}
	set := map[string]string{}
	for name := range values {
		if set[name] = read(name); set[name] == before[name] {
			t.Errorf("%s is %s, as before", name, set[name])
		}
	}
	db.Close()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = start(t, server.Config{DataDir: dir})
	for name := range values {
		if got := read(name); got != set[name] {
			t.Errorf("%s is %q after the restart, was %q", name, got, set[name])
		}
	}
	db = open(t, s, "root", "")
	for name, v := range before { // they are the process's
		change("GLOBAL", name, v)
	}
}

// TestReadOnlyAfterRestart: nobody changes anything on a server that starts with
// super_read_only, and read_only is on with it.
func TestReadOnlyAfterRestart(t *testing.T) {
	dir := t.TempDir()
	s := start(t, server.Config{DataDir: dir})
	db := open(t, s, "root", "")
	defer func() { // the variables are the process's
		if _, err := db.Exec("SET GLOBAL read_only = 0"); err != nil {
			t.Error(err)
		}
	}()
	if _, err := db.Exec("SET PERSIST super_read_only = 1"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = start(t, server.Config{DataDir: dir})
	db = open(t, s, "root", "")
	var readOnly, super int
	if err := db.QueryRow("SELECT @@read_only, @@super_read_only").Scan(&readOnly, &super); err != nil || readOnly != 1 || super != 1 {
		t.Errorf("read_only is %d, super_read_only %d: %v", readOnly, super, err)
	}
	if _, err := db.Exec("CREATE DATABASE shop"); err == nil || !strings.Contains(err.Error(), "1290") {
		t.Errorf("a change: %v", err)
	}
	if _, err := db.Exec("SET PERSIST read_only = 0"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("CREATE DATABASE shop"); err != nil {
		t.Errorf("a change afterwards: %v", err)
	}
}
