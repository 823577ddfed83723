package sampler

import (
	"fmt"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

// planned runs a statement by a plan of one node, which reads a table by an index.
func (f *fixture) planned(th *perfschema.Thread, sql, index string, took time.Duration) {
	st := th.BeginStatement(f.query)
	st.SetText(sql)
	st.SetSchema("shop")
	st.ComputeDigest()
	p := activity.NewPlan(1)
	p.Add(0, snowset.OperatorScan, "Table", "orders").SetIndex(index)
	p.Node(1).Begin()
	p.Node(1).AddRows(uint64(took / time.Millisecond))
	st.SetPlan(p)
	st.SetCounters(perfschema.StatementCounters{RowsExamined: uint64(took / time.Millisecond)})
	f.clock.Advance(took)
	st.End()
}

func plansText(list []*PlanProfile) (s string) {
	for _, p := range list {
		n := p.Example.Nodes()[0]
		s += fmt.Sprintf("%s.%q %s: %d of %d, %v at most %v, p95 %v, %d rows, like %q with %d rows; %v to %v\n", p.Schema, p.DigestText, n.Index, p.Kept, p.Statements,
			p.Duration, p.Longest, p.Quantile(950).Round(time.Millisecond), p.Examined, p.ExampleText, n.Rows, p.FirstSeen.Nanosecond(), p.LastSeen.Nanosecond())
	}
	return s
}

// Each plan of a digest is told apart, with the slowest as its example.
func TestPlansOfADigest(t *testing.T) {
	f := newFixture(t, Options{})
	th := f.thread()
	f.planned(th, "SELECT 1", "", 50*time.Millisecond)
	f.planned(th, "SELECT 2", "", 70*time.Millisecond)
	f.planned(th, "SELECT 3", "", 60*time.Millisecond)
	f.planned(th, "SELECT 4", "k", 3*time.Millisecond)
	f.planned(th, "SELECT a", "k", 2*time.Millisecond)
	const want = `shop."SELECT ` + "`a`" + `" k: 1 of 1, 2ms at most 2ms, p95 2ms, 2 rows, like "SELECT a" with 2 rows; 185000000 to 185000000` + "\n" +
		`shop."SELECT ?" k: 1 of 1, 3ms at most 3ms, p95 3ms, 3 rows, like "SELECT 4" with 3 rows; 183000000 to 183000000` + "\n" +
		`shop."SELECT ?" : 3 of 3, 180ms at most 70ms, p95 72ms, 180 rows, like "SELECT 2" with 70 rows; 50000000 to 180000000` + "\n"
	if got := plansText(f.profiler.Plans(nil)); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	all := f.profiler.Profiles()
	sum, _ := all[0].Statement.Digest()
	of := f.profiler.Plans(&sum)
	if len(of) != 2 || of[1].Hash != all[0].PlanHash() || of[0].Hash != all[3].PlanHash() || of[0].Hash == of[1].Hash {
		t.Errorf("by digest:\n%s", plansText(of))
	}
	if d := f.profiler.DigestsOf(sum)[0]; d.PlanHash != of[0].Hash {
		t.Errorf("the digest's last plan is %x, want %x", d.PlanHash, of[0].Hash)
	}
	f.profiler.TruncatePlans()
	if left := f.profiler.Plans(nil); len(left) != 0 {
		t.Errorf("after TRUNCATE:\n%s", plansText(left))
	}
	if (*Profiler)(nil).Plans(nil) != nil {
		t.Error("no profiler has plans")
	}
}

// The plan that has not been seen for longest gives its place to a new one, and is counted.
func TestPlansGiveWay(t *testing.T) {
	f := newFixture(t, Options{MaxPlans: 3})
	th := f.thread()
	for _, index := range []string{"a", "b", "c", "a", "d", "e", "a"} { // b and c give way
		f.planned(th, "SELECT 1", index, time.Millisecond)
	}
	var got string
	for _, p := range f.profiler.Plans(nil) {
		got += fmt.Sprint(p.Example.Nodes()[0].Index, p.Kept, " ")
	}
	if s := f.profiler.Status(); got != "a3 e1 d1 " || s.Plans != 3 || s.MaxPlans != 3 || s.PlansReplaced != 2 {
		t.Errorf("%q are kept, %d of %d, %d were replaced", got, s.Plans, s.MaxPlans, s.PlansReplaced)
	}
	none := newFixture(t, Options{MaxPlans: -1})
	none.planned(none.thread(), "SELECT 1", "a", time.Millisecond)
	if list := none.profiler.Plans(nil); len(list) != 0 {
		t.Errorf("without room:\n%s", plansText(list))
	}
}

// Where the plans of short statements are left out the counts of plans are right in the mean.
func TestPlansOfStatementsLeftOut(t *testing.T) {
	f := newFixture(t, Options{})
	th := f.thread()
	count := map[string]int{}
	for i := range 40_000 {
		index, took := "a", 100*time.Microsecond
		if i%4 == 0 {
			index = "b"
		}
		st := th.BeginStatement(f.query)
		st.SetText("SELECT 1")
		st.ComputeDigest()
		if st.KeepsDetail() {
			p := activity.NewPlan(1)
			p.Add(0, snowset.OperatorScan, "Table", "orders").SetIndex(index)
			st.SetPlan(p)
		}
		f.clock.Advance(took)
		st.End()
		count[index]++
		if i%40 == 0 {
			f.tick()
		}
	}
	f.tick()
	for _, p := range f.profiler.Plans(nil) {
		index := p.Example.Nodes()[0].Index
		if ratio := float64(p.Statements) / float64(count[index]); ratio < 0.8 || ratio > 1.2 || p.Kept > p.Statements/4 {
			t.Errorf("%s: %d by %d plans, of %d", index, p.Statements, p.Kept, count[index])
		}
		if mean := p.Duration / time.Duration(p.Statements); mean != 100*time.Microsecond {
			t.Errorf("%s: %v in the mean", index, mean)
		}
		delete(count, index)
	}
	if len(count) != 0 {
		t.Errorf("of %v no plan is known", count)
	}
}

// The example is one whose operators were seen, though another one took longer.
func TestExampleOfAPlan(t *testing.T) {
	f := newFixture(t, Options{})
	th := f.thread()
	longest := time.Duration(0)
	for i := 0; longest == 0 && i < 10_000; i++ {
		st := th.BeginStatement(f.query)
		st.SetText("SELECT 1")
		st.ComputeDigest()
		took := 10 * time.Microsecond
		p := activity.NewPlan(1)
		p.Add(0, snowset.OperatorScan, "Table", "orders")
		if keeps := st.KeepsDetail(); keeps {
			p.Node(1).Begin()
			st.SetPlan(p)
		} else if i > 100 { // it turns out to be long: its plan is told, without counts
			longest, took = time.Second, time.Second
			p.Node(1).SetKnown(false)
			st.SetPlan(p)
		}
		f.clock.Advance(took)
		st.End()
	}
	f.tick()
	p := f.profiler.Plans(nil)[0]
	if longest == 0 || p.Longest != longest || !p.Example.Nodes()[0].Known {
		t.Errorf("the longest of %v took %v, the example is %+v", longest, p.Longest, p.Example.Nodes())
	}
}
