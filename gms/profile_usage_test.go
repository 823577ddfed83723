package gms_test

import (
	"database/sql"
	"math"
	"runtime"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/usage"
)

// neighbour keeps another OS thread busy until the test ends, and says how much
// CPU time that has taken.
func neighbour(t *testing.T) (cpu func() float64) {
	stop, done := make(chan bool), make(chan bool)
	var used atomic.Int64
	go func() {
		defer close(done)
		runtime.LockOSThread()
		for {
			used.Store(usage.System().SelfCPU())
			select {
			case <-stop:
				return
			default:
			}
		}
	}()
	t.Cleanup(func() { close(stop); <-done })
	return func() float64 { return float64(used.Load()) / 1e9 }
}

func needsThreadUsage(t *testing.T) {
	t.Helper()
	if thread, _ := usage.System().Fields(); !thread.Has(usage.UserCPU) || runtime.GOOS == "windows" {
		t.Skip("no fine CPU clock of a thread")
	}
}

// cpuOf is the CPU time of the session's last statement, and of its stages
// where its rows are read.
func cpuOf(t *testing.T, c *sql.Conn) (all, reading float64) {
	t.Helper()
	for _, r := range rows(t, c, "SHOW PROFILE CPU") {
		var cpu float64
		for _, v := range r[2:] {
			n, err := strconv.ParseFloat(v, 64)
			if err != nil {
				t.Fatal(err)
			}
			cpu += n
		}
		all += cpu
		if r[0] == "executing" || r[0] == "Sending data" {
			reading += cpu
		}
	}
	return all, reading
}

func TestProfileOfSleepBesideBusyNeighbour(t *testing.T) {
	needsThreadUsage(t)
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, nil)
	mustExec(t, c, "SET profiling = 1")
	rows(t, c, "SELECT 1")
	cpu := neighbour(t)
	before := cpu()
	rows(t, c, "SELECT SLEEP(0.3)")
	if cpu()-before < 0.03 {
		t.Skip("the neighbour got no CPU time")
	}
	if all, _ := cpuOf(t, c); all > 0.015 {
		t.Errorf("sleeping took %v s of CPU time", all)
	}
	mustExec(t, c, "SET profiling_scope = 'PROCESS'")
	before = cpu()
	rows(t, c, "SELECT SLEEP(0.3)")
	busy := cpu() - before
	if all, _ := cpuOf(t, c); all < busy/2 {
		t.Errorf("the process took %v s of CPU time, with a thread that took %v s", all, busy)
	}
}

const busyQuery = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900) SELECT SUM(LENGTH(SHA2(CONCAT(REPEAT('x', 9000), i), 512))) FROM n"

// A busy statement uses the same CPU time beside a busy neighbour as alone.
// What the work costs varies by itself, so that the best of some runs counts.
func TestProfileOfBusyStatement(t *testing.T) {
	needsThreadUsage(t)
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, nil)
	mustExec(t, c, "SET profiling = 1")
	best := func() float64 {
		least := math.Inf(1)
		for range 8 {
			rows(t, c, busyQuery)
			all, _ := cpuOf(t, c)
			least = min(least, all)
		}
		return least
	}
	alone := best()
	neighbour(t)
	for attempt := 1; ; attempt++ {
		beside := best()
		if diff := math.Abs(beside/alone - 1); diff <= 0.05 {
			return
		} else if attempt == 6 {
			t.Fatalf("%v s of CPU time beside a busy neighbour, %v s alone: %.1f %%", beside, alone, diff*100)
		}
		alone = min(alone, beside)
	}
}
