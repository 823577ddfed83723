package history

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/sampler"
)

// fail runs a statement that ends with an error.
func (p *program) fail(sql string, errno int) {
	st := p.thread.BeginStatement(p.schema.AbstractQuery())
	st.SetText(sql)
	st.ComputeDigest()
	st.SetError(errno, "42S02", "no such table")
	p.clock.advance(time.Microsecond)
	st.End()
}

// total is the sum of a column times WEIGHT, and how many rows it is of.
func total(h *History, table, column string) (sum float64, n int) {
	rows, columns := rowsOf(h, table)
	for _, row := range rows {
		w := row[columnOf(columns, "WEIGHT")].(uint64)
		v := uint64(1)
		if column != "" {
			v, _ = number(row[columnOf(columns, column)])
		}
		sum += float64(w) * float64(v)
	}
	return sum, len(rows)
}

// Sums by weight are those of all statements, in the mean: of any number, in any rhythm,
// short and slow. A choice of each tenth would take all of one kind or none of it here.
func TestSumsByWeightAreUnbiased(t *testing.T) {
	const every, rounds, statements = 10, 10, 400
	var counts, times float64
	var wantTime float64
	for seed := range uint64(rounds) {
		p := newProgram(t, newClock(), Options{Dir: t.TempDir(), EventTime: 50 * time.Millisecond, EventEvery: every})
		p.history.events.events.random = rand.New(rand.NewPCG(seed, 23)).Uint64N
		wantTime = 0
		for i := range statements {
			took := time.Millisecond
			if i%every == 3 {
				took = 40 * time.Millisecond // below what is kept for sure
			}
			if i%97 == 5 {
				took = time.Second
			}
			p.run("SELECT 1", took)
			wantTime += float64(took.Milliseconds())
		}
		p.clock.advance(time.Minute)
		p.history.events.turn(false)
		n, _ := total(p.history, profilesTable, "")
		took, _ := total(p.history, profilesTable, "durationTotal")
		counts += n / rounds
		times += took / rounds
		rows, columns := rowsOf(p.history, statementsTable)
		if len(rows) != (statements-5+96)/97 {
			t.Errorf("%d slow statements", len(rows))
		}
		for _, row := range rows {
			if row[columnOf(columns, "WEIGHT")] != uint64(1) || row[columnOf(columns, "TIMER_WAIT")] != uint64(1e12) || row[columnOf(columns, "SQL_TEXT")] != "SELECT 1" {
				t.Fatalf("%v", row)
			}
		}
		p.close()
	}
	// Four times what chance has the mean of so many rounds differ by.
	short := float64(statements - 5)
	off := 4 * math.Sqrt(short*(every-1)/rounds)
	if math.Abs(counts-statements) > off {
		t.Errorf("%.1f statements by weight, want %d ± %.1f", counts, statements, off)
	}
	off = 4 * math.Sqrt((short+statements/every*1600)*(every-1)/rounds)
	if math.Abs(times-wantTime) > off {
		t.Errorf("%.0f ms by weight, want %.0f ± %.0f", times, wantTime, off)
	}
}

// What failed is kept without its profile, what was slow with it and the nodes of its
// plan, and nothing else.
func TestWhichEventsAreKept(t *testing.T) {
	p := newProgram(t, newClock(), Options{Dir: t.TempDir(), EventTime: time.Second, EventEvery: -1})
	defer p.close()
	p.run("SELECT 'short'", time.Millisecond)
	p.fail("SELECT * FROM missing", 1146)
	p.run("SELECT 'long'", 2*time.Second)
	p.turn()
	for table, want := range map[string][]string{
		statementsTable: {"SELECT * FROM missing", "SELECT 'long'"},
		profilesTable:   {"SELECT 'long'"},
	} {
		rows, columns := rowsOf(p.history, table)
		if len(rows) != len(want) {
			t.Errorf("%s has %d rows, want %d", table, len(rows), len(want))
			continue
		}
		for i, row := range rows {
			if row[columnOf(columns, "SQL_TEXT")] != want[i] || row[columnOf(columns, "SERVER_UUID")] != "uuid" || row[columnOf(columns, "WEIGHT")] != uint64(1) {
				t.Errorf("%s: %v", table, row)
			}
			from, to := row[columnOf(columns, "WINDOW_START")].(time.Time), row[columnOf(columns, "WINDOW_END")].(time.Time)
			if !from.Before(to) || to.After(p.clock.Wall()) {
				t.Errorf("%s: from %v to %v", table, from, to)
			}
		}
	}
	rows, columns := rowsOf(p.history, statementsTable)
	if rows[0][columnOf(columns, "MYSQL_ERRNO")] != int64(1146) {
		t.Error(rows[0])
	}
	if rows, columns = rowsOf(p.history, operatorsTable); len(rows) > 1 {
		t.Errorf("%d nodes of a statement without a plan: %v, %v", len(rows), columns, rows)
	}
}

// More events than there is room for are lost and counted; those that found room are
// there, and so is what comes later. The buffer asks to be emptied in time.
func TestEventsAreBounded(t *testing.T) {
	racetest.SkipAlone(t)
	p := newProgram(t, newClock(), Options{Dir: t.TempDir(), EventEvery: 1, EventBuffer: 10})
	defer p.close()
	lost := func() (n [4]uint64) {
		for i, t := range p.history.events.tables {
			t.mu.Lock()
			n[i] = t.status.Lost
			t.mu.Unlock()
		}
		return n
	}
	for range 25 {
		p.run("SELECT 1", time.Microsecond)
	}
	p.history.options.Profiler.Collect()
	select {
	case <-p.history.events.wake:
	default:
		t.Error("nobody was asked to write")
	}
	p.turn()
	if n, _ := total(p.history, profilesTable, ""); n != 10 || lost()[0] != 15 {
		t.Errorf("%v written, %v lost", n, lost())
	}
	p.run("SELECT 1", time.Microsecond)
	p.turn()
	if n, _ := total(p.history, profilesTable, ""); n != 11 || lost()[0] != 15 {
		t.Errorf("%v written, %v lost", n, lost())
	}
	// Texts and plans count.
	p.history.events.events.most = 1 << 20
	text := "SELECT '" + strings.Repeat("x", 1000) + "'"
	for range 80 {
		for range 1000 {
			p.run(text, time.Microsecond)
		}
		p.history.options.Profiler.Collect()
	}
	if e := p.history.events.events; e.bytes > mostEventBytes || e.lost == 0 {
		t.Errorf("%d bytes wait, %d were lost", e.bytes, e.lost)
	}
}

// What cannot be written is counted, row by row, and told of once; the next window has
// what comes then.
func TestUnwritableEvents(t *testing.T) {
	dir := t.TempDir()
	p := newProgram(t, newClock(), Options{Dir: dir, EventEvery: 1})
	defer p.close()
	path := filepath.Join(dir, profilesTable)
	if err := os.Rename(path, path+".away"); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		p.run("SELECT 1", time.Microsecond)
		p.run("SELECT 2", time.Microsecond)
		p.turn()
	}
	status := func() Status {
		for _, s := range p.history.Status() {
			if s.Table == profilesTable {
				return s
			}
		}
		return Status{}
	}
	if s := status(); !s.Failing || s.Lost != 6 || s.Failures != 3 || strings.Count(p.log.String(), "are lost until") != 1 {
		t.Errorf("%+v\n%s", s, p.log.String())
	}
	if err := os.Rename(path+".away", path); err != nil {
		t.Fatal(err)
	}
	p.run("SELECT 3", time.Microsecond)
	p.turn()
	if n, _ := total(p.history, profilesTable, ""); n != 1 {
		t.Errorf("%v rows", n)
	}
	if s := status(); s.Failing || s.Lost != 6 || s.Windows != 1 || !strings.Contains(p.log.String(), "events can be written again") {
		t.Errorf("%+v\n%s", s, p.log.String())
	}
	left, err := filepath.Glob(filepath.Join(dir, "*", aside+"*"))
	if err != nil || len(left) != 0 {
		t.Errorf("left over: %v, %v", left, err)
	}
}

// Windows of events are merged when their hour is over, and go when they are too old or
// too much, whatever happens to the clock.
func TestRetentionOfEvents(t *testing.T) {
	clock := newClock()
	p := newProgram(t, clock, Options{Dir: t.TempDir(), EventEvery: 1, MaxAge: 5 * time.Hour})
	defer p.close()
	random := rand.New(rand.NewPCG(5, 5))
	for range 20 {
		p.run("SELECT 1", time.Microsecond)
		p.turn()
		clock.advance(3 * time.Minute)
		if random.IntN(10) == 0 {
			clock.set(time.Duration(random.IntN(600)-300) * time.Second)
		}
	}
	files := p.history.events.tables[0].files
	if n, _ := total(p.history, profilesTable, ""); n != 20 || len(files) > 16 {
		t.Errorf("%v statements in %d files", n, len(files))
	}
	clock.advance(6 * time.Hour)
	p.turn()
	p.run("SELECT 1", time.Microsecond)
	p.turn()
	if n, _ := total(p.history, profilesTable, ""); n >= 21 || n < 1 {
		t.Errorf("%v statements are left", n)
	}
	for range 5 {
		p.run("SELECT 1", time.Microsecond)
		p.turn()
	}
	p.history.options.MaxBytes = 4 * p.history.events.bytes.Load() / 3
	p.run("SELECT 1", time.Microsecond)
	p.turn()
	if n := p.history.events.bytes.Load(); n > p.history.options.MaxBytes/2 || n == 0 {
		t.Errorf("%d bytes of events, want at most half of %d", n, p.history.options.MaxBytes)
	}
}

// Without a profiler nothing is kept, and nothing fails.
func TestNoProfiler(t *testing.T) {
	ps, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	h, err := Start(ps, Options{Dir: t.TempDir(), EventEvery: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	for _, s := range h.Status() {
		if s.Failures != 0 || s.Failing {
			t.Errorf("%+v", s)
		}
	}
}

// A profile that stands for others, of before the history began, counts as often.
func TestEventsKeepTheWeightOfProfiles(t *testing.T) {
	for _, c := range []struct {
		every, weight int
		want          uint64
	}{{1, 7, 7}, {1000, 7, 7000}, {1000, 1, 1000}} {
		e := newEvents(&Options{EventTime: -1, EventEvery: c.every, EventBuffer: 10}, func() {})
		e.random = func(uint64) uint64 { return 0 }
		e.add(&sampler.Profile{Statement: new(perfschema.SampledStatement), Weight: c.weight})
		list, _ := e.take()
		if len(list) != 1 || list[0].weight != c.want {
			t.Errorf("one in %d, weight %d: %+v, want weight %d", c.every, c.weight, list, c.want)
		}
	}
}

// No table of a file has two columns of one name: query_profiles has a WEIGHT too.
func TestKeptEventsNameColumnsOnce(t *testing.T) {
	for _, table := range keptEvents() {
		seen := make(map[string]bool)
		for _, c := range table.Columns {
			if name := strings.ToUpper(c.Name); seen[name] {
				t.Errorf("%s has two columns %s", table.Name, c.Name)
			} else {
				seen[name] = true
			}
		}
	}
}
