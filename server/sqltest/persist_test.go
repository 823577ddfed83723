package sqltest_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/internal/racetest"
)

// Whoever changes what is kept for the next start does so whole, whatever others change.
func TestPersistedByMany(t *testing.T) {
	s := start(t)
	var sessions sync.WaitGroup
	for i := range 6 {
		db := open(t, dial(s))
		db.SetMaxOpenConns(1)
		sessions.Go(func() {
			for range 6 {
				for _, q := range []string{
					"SET PERSIST max_connections = 300", "RESET PERSIST", "SET PERSIST_ONLY long_query_time = 5", "RESET PERSIST max_connections",
					"SET PERSIST wait_timeout = 1000, PERSIST none = 1", "SET PERSIST net_read_timeout = 40", "RESET PERSIST IF EXISTS long_query_time", "RESET PERSIST",
				}[i%4:] {
					_, err := db.Exec(q)
					var told *mysql.MySQLError
					if errors.As(err, &told) && told.Number != 3615 && told.Number != 1193 { // it is not kept; there is none
						t.Errorf("%s: %v", q, err)
					}
				}
			}
		})
	}
	sessions.Wait()
	db := open(t, dial(s))
	mustExec(t, db, "RESET PERSIST")
	var n int
	if err := db.QueryRow("SELECT COUNT(*) FROM performance_schema.persisted_variables").Scan(&n); err != nil || n != 0 {
		t.Errorf("%d variables are kept: %v", n, err)
	}
}

// A SET PERSIST that fails takes nothing back of what another session has set meanwhile.
func TestPersistedBesideFailures(t *testing.T) {
	s := start(t)
	db := open(t, dial(s))
	for i := range racetest.Fewer(20) {
		var sessions sync.WaitGroup
		for range 3 {
			sessions.Go(func() {
				for range 5 {
					var told *mysql.MySQLError
					if _, err := db.Exec("SET PERSIST wait_timeout = 9, PERSIST none = 1"); !errors.As(err, &told) || told.Number != 1193 {
						t.Errorf("a variable that there is none of: %v", err)
					}
				}
			})
		}
		sessions.Go(func() {
			if _, err := db.Exec("SET PERSIST wait_timeout = ?", 100+i); err != nil {
				t.Error(err)
			}
		})
		sessions.Wait()
		var kept, global int
		err := db.QueryRow("SELECT VARIABLE_VALUE, @@GLOBAL.wait_timeout FROM performance_schema.persisted_variables WHERE VARIABLE_NAME = 'wait_timeout'").Scan(&kept, &global)
		if err != nil || kept != 100+i || global != kept {
			t.Errorf("%d is kept and %d set, want %d: %v", kept, global, 100+i, err)
		}
	}
}
