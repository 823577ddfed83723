package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The lock of the count of connections is taken once by a connection that ends, that of
// UUID_SHORT() by each call, and both are counted for the account whose they are: over the
// network and where there is a socket too.
func TestMutexesOfAccounts(t *testing.T) {
	for name, options := range map[string][]string{"network": nil, "socket": {"--socket=" + filepath.Join(t.TempDir(), "s")}} {
		t.Run(name, func(t *testing.T) {
			c := serveChild(t, options...)
			c.addr, _, _ = strings.Cut(c.addr, " and socket ")
			db := asRoot(t, c)
			run := func(q string) {
				t.Helper()
				if _, err := db.Exec(q); err != nil {
					t.Fatalf("%s: %v", q, err)
				}
			}
			count := func(table, where, instrument string) (n int) {
				t.Helper()
				q := "SELECT COALESCE(SUM(COUNT_STAR), -1) FROM performance_schema.events_waits_summary_" + table + " WHERE EVENT_NAME = 'wait/synch/mutex/sql/" + instrument + "'" + where
				if err := db.QueryRow(q).Scan(&n); err != nil {
					t.Fatal(err)
				}
				return n
			}
			run("CREATE USER ann")
			run("UPDATE performance_schema.setup_instruments SET ENABLED = 'YES' WHERE NAME LIKE 'wait/synch/mutex/sql/%'")
			run("UPDATE performance_schema.threads SET INSTRUMENTED = 'NO'")
			ann := asRootOf(t, c, "ann", "", "/")
			ann.SetMaxOpenConns(1)
			ids := make(map[uint64]bool)
			for range 3 {
				var id uint64
				if err := ann.QueryRow("SELECT UUID_SHORT()").Scan(&id); err != nil {
					t.Fatal(err)
				}
				ids[id] = true
			}
			if len(ids) != 3 {
				t.Errorf("three numbers are %v", ids)
			}
			const hers = " AND USER = 'ann'"
			if n := count("by_user_by_event_name", hers, "LOCK_connection_count"); n != 0 {
				t.Errorf("while she is there the count was locked %d times", n)
			}
			ann.Close()
			for deadline := time.Now().Add(10 * time.Second); count("by_user_by_event_name", hers, "LOCK_connection_count") == 0 && time.Now().Before(deadline); {
				time.Sleep(10 * time.Millisecond)
			}
			for instrument, want := range map[string]int{"LOCK_connection_count": 1, "LOCK_uuid_generator": 3} {
				for table, where := range map[string]string{"by_user_by_event_name": hers, "by_account_by_event_name": hers, "global_by_event_name": ""} {
					if n := count(table, where, instrument); n != want {
						t.Errorf("%s was locked %d times by %s, want %d", instrument, n, table, want)
					}
				}
			}
			if status, _ := c.stop(t, os.Interrupt); status != 0 {
				t.Errorf("it ended with %d", status)
			}
		})
	}
}
