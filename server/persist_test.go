package server_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/perfschema/perfschema/server"
)

// Every session reads the settings that SET PERSIST writes, those of clients
// and those of the worker that makes statistics.
func TestPersistWhileSessionsBegin(t *testing.T) {
	const rounds = 40
	dir := t.TempDir()
	s := start(t, server.Config{DataDir: dir})
	db := open(t, s, "root", "")
	exec(t, db, "CREATE DATABASE shop", "CREATE TABLE shop.t (id INT PRIMARY KEY, v INT, KEY (v))", "INSERT INTO shop.t VALUES (1, 1)")
	var clients sync.WaitGroup
	client := func(run func(round int) string) {
		clients.Go(func() {
			for round := range rounds {
				// A new pool a round, and so a new session.
				db := open(t, s, "root", "")
				if _, err := db.Exec(run(round)); err != nil {
					t.Error(err)
				}
				db.Close()
			}
		})
	}
	for _, variable := range []string{"profiling_history_size", "max_connections", "wait_timeout"} {
		client(func(round int) string { return fmt.Sprintf("SET PERSIST %s = %d", variable, 50+round) })
	}
	client(func(round int) string { return fmt.Sprintf("SET PERSIST_ONLY net_retry_count = %d", 50+round) })
	for range 4 {
		client(func(int) string { return "SELECT 1" })
	}
	client(func(round int) string { return fmt.Sprintf("INSERT INTO shop.t VALUES (%d, 1)", 2+round) })
	client(func(int) string { return "CALL shop.dolt_stats_once()" })
	client(func(int) string { return "CALL shop.dolt_stats_restart()" })
	clients.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db = open(t, start(t, server.Config{DataDir: dir}), "root", "")
	for _, variable := range []string{"profiling_history_size", "max_connections", "wait_timeout", "net_retry_count"} {
		if got := queryInt(t, db, "SELECT @@GLOBAL."+variable); got != 50+rounds-1 {
			t.Errorf("%s is %d after a restart, want %d", variable, got, 50+rounds-1)
		}
	}
}
