//go:build unix

package sqltest_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/perfschema/perfschema/internal/racetest"
)

// usedCPU is the CPU time that the system says the process has used, that of the
// clients included.
func usedCPU(t *testing.T) time.Duration {
	t.Helper()
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		t.Skip(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Sessions that commit hold each other up. What they are charged as CPU time the
// system knows of; the rest they wait, most of it for who commits.
func TestWaitingForCommitsIsNoWork(t *testing.T) {
	racetest.SkipAlone(t)
	const sessions, inserts = 20, 40
	d := dial(start(t))
	db := open(t, d)
	mustExec(t, db, "CREATE DATABASE d")
	mustExec(t, db, "CREATE TABLE d.t (id INT PRIMARY KEY AUTO_INCREMENT, v VARCHAR(100))")
	mustExec(t, db, "UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES' WHERE NAME LIKE 'wait/synch/%/dolt/%'")
	mustExec(t, db, "TRUNCATE TABLE profiling.query_profiles_summary_by_digest")
	before := usedCPU(t)
	var wg sync.WaitGroup
	for range sessions {
		conn := open(t, d)
		conn.SetMaxOpenConns(1)
		wg.Go(func() {
			for range inserts {
				if _, err := conn.ExecContext(t.Context(), "INSERT INTO d.t (v) VALUES (REPEAT('x', 90))"); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	used := usedCPU(t) - before
	var took, cpu, locks float64
	err := db.QueryRowContext(t.Context(), "SELECT SUM(durationTotal), SUM(profCpu), SUM(profMutex) FROM profiling.query_profiles_summary_by_digest WHERE DIGEST_TEXT LIKE 'INSERT INTO%'").
		Scan(&took, &cpu, &locks)
	if err != nil {
		t.Fatal(err)
	}
	ms := used.Seconds() * 1000
	summary := fmt.Sprintf("of %.0f ms in statements %.0f are charged as CPU time and %.0f as waits for locks; the process used %.0f ms", took, cpu, locks, ms)
	t.Log(summary)
	// All but one of them wait. Who is ready to run and has no core is charged CPU
	// time too.
	if cpu > ms+0.15*took || locks < 0.5*took {
		t.Error(summary)
	}
	var waits int
	var wait float64
	err = db.QueryRowContext(t.Context(), "SELECT COUNT_STAR, SUM_TIMER_WAIT / 1e9 FROM performance_schema.events_waits_summary_global_by_event_name WHERE EVENT_NAME = 'wait/synch/mutex/dolt/commit'").
		Scan(&waits, &wait)
	if err != nil || waits < sessions*inserts || wait < 0.5*took {
		t.Errorf("%d commits waited for each other for %.0f ms: %v; %s", waits, wait, err, summary)
	}
	var holders int
	if err := db.QueryRowContext(t.Context(), "SELECT COUNT(LOCKED_BY_THREAD_ID) FROM performance_schema.mutex_instances WHERE NAME = 'wait/synch/mutex/dolt/commit'").Scan(&holders); err != nil || holders != 0 {
		t.Errorf("%d locks are held when nobody commits: %v", holders, err)
	}
}
