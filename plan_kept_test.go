package perfschema_test

import (
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

// detailed runs a statement with a plan of three nodes, if it is to have one, and
// says so.
func (f *fixture) detailed(th *perfschema.Thread, sql string, took time.Duration) bool {
	st := th.BeginStatement(f.selectKey)
	st.SetText(sql)
	st.ComputeDigest()
	keeps := st.KeepsDetail()
	if keeps {
		p := activity.NewPlan(3)
		for i := range uint16(3) {
			n := p.Add(i, snowset.OperatorScan, "Table", "t")
			n.Begin()
			n.AddRows(10)
		}
		st.SetPlan(p)
	}
	f.clock.Advance(took)
	st.End()
	return keeps
}

func (f *fixture) manyDetailed(th *perfschema.Thread, n int, sql string, took time.Duration) (kept int) {
	for range n {
		if f.detailed(th, sql, took) {
			kept++
		}
	}
	return kept
}

// Of the first executions of a digest all plans are kept, of short ones then so many
// that they take no more than the ceiling, by what plans are said to take.
func TestDetailOfShortStatements(t *testing.T) {
	const first, many = 16, 20_000
	const price = 1000 + 3*250 + 3*11*15
	for _, c := range []struct {
		ceiling int64
		took    time.Duration
		every   float64
	}{
		{1, 100 * time.Microsecond, 23}, // 2245 ns of 100 µs are 22.45 thousandths
		{1, time.Millisecond, 3},
		{1, 5 * time.Millisecond, 1},
		{10, 100 * time.Microsecond, 3},
		{1, time.Microsecond, 1024},
		{0, time.Microsecond, 1},
	} {
		f := newFixture(t, func(cfg *perfschema.Config) {
			cfg.Sizes = perfschema.DefaultSizes()
			cfg.Sizes.DetailCeiling = c.ceiling
		})
		th := f.connect("joe")
		if kept := f.manyDetailed(th, first, "SELECT 1", c.took); kept != first {
			t.Errorf("%+v: %d of the first %d", c, kept, first)
		}
		kept := f.manyDetailed(th, many, "SELECT 2", c.took)
		expected := many / c.every
		if low, high := expected*0.7-8, expected*1.3+8; float64(kept) < low || float64(kept) > high {
			t.Errorf("%+v: %d kept, expected %.0f", c, kept, expected)
		}
		if spent := time.Duration(kept) * price; c.ceiling > 0 && c.every < 1024 && float64(spent) > 1.3*float64(c.ceiling)/1000*float64(many*c.took) {
			t.Errorf("%+v: %v spent on %d", c, spent, kept)
		}
	}
}

// Long statements keep theirs, and so do the next of a digest that was long of late.
// What has no digest or is not timed keeps its own.
func TestDetailOfLongStatements(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	if kept := f.manyDetailed(th, 200, "SELECT 1", 10*time.Millisecond); kept != 200 {
		t.Errorf("%d of 200 long ones", kept)
	}
	if kept := f.manyDetailed(th, 500, "SELECT 1, 1", 100*time.Microsecond); kept > 100 {
		t.Errorf("%d of 500 short ones", kept)
	}
	for f.detailed(th, "SELECT 1, 1", time.Second) {
	}
	if kept := f.manyDetailed(th, 10, "SELECT 1, 1", 100*time.Microsecond); kept != 10 {
		t.Errorf("%d of 10 after a long one", kept)
	}
	if kept := f.manyDetailed(th, 500, "SELECT 1, 1", 100*time.Microsecond); kept > 150 {
		t.Errorf("%d of 500 that are short again", kept)
	}
	// Those of a digest that is seldom long, and then not for long, keep so many only as
	// a thousandth of its time allows: 2245 ns each.
	kept := 0
	for range 100 {
		f.detailed(th, "SELECT 2", 11*time.Millisecond)
		kept += f.manyDetailed(th, 100, "SELECT 2", 10*time.Microsecond)
	}
	if kept < 300 || kept > 600 {
		t.Errorf("%d of 10000 short ones after 100 that took 11 ms", kept)
	}
	if kept := f.manyDetailed(th, 200, "", 100*time.Microsecond); kept != 200 {
		t.Errorf("%d of 200 without a digest", kept)
	}
	for _, c := range f.Read().Classes() {
		c.SetTimed(false)
	}
	if kept := f.manyDetailed(th, 200, "SELECT 1, 1", 100*time.Microsecond); kept != 200 {
		t.Errorf("%d of 200 that are not timed", kept)
	}
}

// What plans may take goes by how long statements usually last, which is not the mean:
// where some wait long for a core it does not rise.
func TestDetailGoesByWhatIsUsual(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	for i := range 4000 {
		f.detailed(th, "SELECT 1", time.Duration(1+39*(i%4/2))*100*time.Microsecond)
	}
	kept := 0
	for i := range 4000 {
		if f.detailed(th, "SELECT 1", time.Duration(1+39*(i%4/2))*100*time.Microsecond) {
			kept++
		}
	}
	if kept < 100 || kept > 300 {
		t.Errorf("%d of 4000, as if half of them took 4 ms and not 100 µs", kept)
	}
}

// The ceiling is a variable that may be set at any time, and a digest that was
// truncated away begins anew.
func TestDetailCeiling(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	f.manyDetailed(th, 100, "SELECT 1", 50*time.Microsecond)
	for _, c := range []struct {
		ceiling int64
		all     bool
	}{{0, true}, {1, false}, {1000, true}, {2, false}} {
		if err := f.SetVariable("profiling_detail_ceiling", c.ceiling); err != nil {
			t.Fatal(err)
		}
		if n, _ := f.VariableValue("profiling_detail_ceiling"); n != c.ceiling {
			t.Errorf("%d, set to %d", n, c.ceiling)
		}
		if kept := f.manyDetailed(th, 100, "SELECT 1", 50*time.Microsecond); (kept == 100) != c.all {
			t.Errorf("ceiling %d: %d of 100", c.ceiling, kept)
		}
	}
	f.Read().TruncateDigests()
	if kept := f.manyDetailed(th, 16, "SELECT 1", 50*time.Microsecond); kept != 16 {
		t.Errorf("%d of the first 16", kept)
	}
}

// While stages are recorded, those of statements that are left out are too.
func TestLeavesNoStagesThatAreRecorded(t *testing.T) {
	f := newFixture(t, nil)
	f.enableAll()
	th := f.connect("joe")
	left := 0
	for range 100 {
		st := th.BeginStatement(f.selectKey)
		st.SetText("SELECT 1")
		st.ComputeDigest()
		if st.KeepsDetail() {
			p := activity.NewPlan(1)
			p.Add(0, snowset.OperatorScan, "Table", "t")
			st.SetPlan(p)
		} else {
			left++
		}
		if st.LeavesStages() {
			t.Fatal("stages are left out that are recorded")
		}
		f.clock.Advance(time.Microsecond)
		st.End()
	}
	if left == 0 {
		t.Error("no statement was left out")
	}
}

func TestKeepsDetailAllocatesNothing(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	f.manyDetailed(th, 100, "SELECT 1", 50*time.Microsecond)
	if n := testing.AllocsPerRun(100, func() {
		st := th.BeginStatement(f.selectKey)
		st.SetText("SELECT 1")
		st.ComputeDigest()
		st.KeepsDetail()
		f.clock.Advance(50 * time.Microsecond)
		st.End()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
