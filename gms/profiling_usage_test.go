package gms_test

import (
	"database/sql"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"

	gmssql "github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/internal/usage"
)

// neighbour keeps another OS thread busy until it is stopped, and says how much
// CPU time that has taken.
func neighbour() (cpu func() float64, end func()) {
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
	return func() float64 { return float64(used.Load()) / 1e9 }, func() { close(stop); <-done }
}

func needsThreadUsage(t *testing.T) {
	t.Helper()
	if thread, _ := usage.System().Fields(); !thread.Has(usage.UserCPU) || runtime.GOOS == "windows" {
		t.Skip("no fine CPU clock of a thread")
	}
}

// cpuOf is the CPU time of the session's last statement in seconds.
func cpuOf(t *testing.T, c *sql.Conn) (cpu float64) {
	t.Helper()
	for _, r := range rows(t, c, "SHOW PROFILE CPU") {
		for _, v := range r[2:] {
			n, err := strconv.ParseFloat(v, 64)
			if err != nil {
				t.Fatal(err)
			}
			cpu += n
		}
	}
	return cpu
}

func TestProfileOfSleepBesideBusyNeighbour(t *testing.T) {
	needsThreadUsage(t)
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, nil)
	mustExec(t, c, "SET profiling = 1")
	rows(t, c, "SELECT 1")
	cpu, end := neighbour()
	defer end()
	// What else goes on, such as a collection to which the statement must
	// contribute, may add to one.
	var taken []float64
	for range 7 {
		before := cpu()
		rows(t, c, "SELECT SLEEP(0.3)")
		all := cpuOf(t, c)
		if cpu()-before >= 0.03 { // else the neighbour got no CPU time
			taken = append(taken, all)
		}
	}
	if len(taken) == 0 {
		t.Skip("the neighbour got no CPU time")
	}
	slices.Sort(taken)
	t.Logf("sleeping took %.4f s of CPU time", taken)
	if median := taken[len(taken)/2]; median > 0.015 {
		t.Errorf("sleeping took %v s of CPU time in the median of %v", median, taken)
	}
	mustExec(t, c, "SET profiling_scope = 'PROCESS'")
	before := cpu()
	rows(t, c, "SELECT SLEEP(0.3)")
	busy := cpu() - before
	if all := cpuOf(t, c); all < busy/2 {
		t.Errorf("the process took %v s of CPU time, with a thread that took %v s", all, busy)
	}
}

// burn is a function that takes as many milliseconds of its thread's CPU time as
// its argument says, and notes how much it really took.
type burn struct {
	gmssql.Expression
	used *atomic.Int64
}

func (b *burn) String() string { return "burn(" + b.Expression.String() + ")" }

func (b *burn) Children() []gmssql.Expression { return []gmssql.Expression{b.Expression} }

func (b *burn) WithChildren(children ...gmssql.Expression) (gmssql.Expression, error) {
	return &burn{children[0], b.used}, nil
}

func (b *burn) Eval(ctx *gmssql.Context, row gmssql.Row) (any, error) {
	v, err := b.Expression.Eval(ctx, row)
	if err != nil {
		return nil, err
	}
	ms, _, err := types.Int64.Convert(ctx, v)
	if err != nil {
		return nil, err
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	from := usage.System().SelfCPU()
	to := from
	for to-from < ms.(int64)*1e6 {
		to = usage.System().SelfCPU()
	}
	b.used.Add(to - from)
	return v, nil
}

// startBurning starts a server that has the function.
func startBurning(t *testing.T, used *atomic.Int64) *testServer {
	t.Helper()
	s := startServer(t, perfschema.Config{})
	s.engine.Analyzer.Catalog.RegisterFunction(gmssql.NewEmptyContext(), gmssql.Function1{
		Name: "burn", Fn: func(e gmssql.Expression) gmssql.Expression { return &burn{e, used} },
	})
	return s
}

// A busy statement shows its own CPU time, within 5 % of what it shows in a run
// alone, beside a busy neighbour, and of what it is known to have taken, in the
// median of some pairs: what else goes on in the machine may add to a run, as a
// collection of garbage to which the statement must contribute.
func TestProfileOfBusyStatement(t *testing.T) {
	needsThreadUsage(t)
	if racetest.Enabled {
		t.Skip("under the race detector the engine itself takes more than the 5 % allowed")
	}
	var used atomic.Int64
	s := startBurning(t, &used)
	c := s.connectWith(t, nil)
	shopTables(t, c)
	mustExec(t, c, "SET profiling = 1")
	// run gives what the profile of a query shows, and what the query is known
	// to have taken.
	run := func(query string) (shown, known float64) {
		used.Store(0)
		rows(t, c, query)
		return cpuOf(t, c), float64(used.Load()) / 1e9
	}
	off := func(a, b float64) float64 { return math.Abs(a/b - 1) }
	for _, query := range []string{
		"SELECT burn(id + 10) FROM product",
		"SELECT SUM(burn(id + 10)) FROM product",
		"SELECT id FROM product WHERE burn(id + 10) > 0 ORDER BY price",
		"SELECT burn(id + 10), COUNT(*) FROM product GROUP BY 1",
	} {
		var offs []float64
		pairs := ""
		for range 7 {
			alone, known := run(query)
			cpu, end := neighbour()
			before := cpu()
			beside, knownBeside := run(query)
			others := cpu() - before
			end()
			offs = append(offs, max(off(beside, alone), off(alone, known), off(beside, knownBeside)))
			pairs += fmt.Sprintf("\nalone %.4f s (of %.4f), beside a neighbour of %.4f s %.4f s (of %.4f)", alone, known, others, beside, knownBeside)
		}
		slices.Sort(offs)
		t.Logf("%s: off by %.3f", query, offs)
		if median := offs[len(offs)/2]; median > 0.05 {
			t.Errorf("%s: off by %.1f %% in the median%s", query, median*100, pairs)
		}
	}
}
