package sampler

import (
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

// Statements of one digest, of which each reads for a while and waits for a while, of
// random length; of those that are left out no operator is known, and their time is
// divided as the others' is: the sums stay what they are.
func TestDigestOfStatementsLeftOut(t *testing.T) {
	f := newFixture(t, Options{})
	th := f.thread()
	var bare, planned uint64
	for range 4000 {
		st := th.BeginStatement(f.query)
		st.SetText("SELECT 1")
		st.ComputeDigest()
		keeps := st.KeepsDetail()
		in := func(o snowset.Operator, d time.Duration) {
			if keeps {
				th.EnterOperator(o, 1)
			}
			f.clock.Advance(d)
		}
		in(snowset.OperatorScan, 30*time.Microsecond)
		if (planned+bare)%4 == 0 {
			f.profiler.sample()
		}
		in(snowset.OperatorSort, 10*time.Microsecond)
		if (planned+bare)%12 == 1 {
			f.profiler.sample()
		}
		w := f.file.StartWait(th, perfschema.OpRead)
		in(snowset.OperatorScan, 10*time.Microsecond)
		if (planned+bare)%12 == 2 {
			f.profiler.sample()
		}
		w.End()
		if keeps {
			p := activity.NewPlan(1)
			p.Add(0, snowset.OperatorScan, "Table", "t")
			st.SetPlan(p)
			planned++
		} else {
			bare++
		}
		st.End()
	}
	var d *DigestProfile
	for _, x := range f.profiler.Digests() {
		if x.DigestHex != "" {
			d = x
		}
	}
	if d == nil || bare < planned || d.Planned != planned || d.Statements != planned+bare || d.PlannedSamples == 0 || d.PlannedSamples >= d.Samples || !d.OperatorsKnown() {
		t.Fatalf("%d left out, %d not: %+v", bare, planned, d)
	}
	var operators, resources time.Duration
	for _, o := range snowset.Operators() {
		operators += d.Operator(o)
	}
	for _, r := range snowset.Resources() {
		resources += d.Resource(r)
	}
	if resources != d.CoreTime {
		t.Errorf("resources add up to %v of %v", resources, d.CoreTime)
	}
	if outside := d.CoreTime - operators; outside > d.CoreTime/20 {
		t.Errorf("%v of %v are in no operator", outside, d.CoreTime)
	}
	for _, p := range f.profiler.Profiles() {
		if p.Statement.Detailed() != (p.Statement.Plan() != nil) {
			t.Fatalf("detailed %v, plan %v", p.Statement.Detailed(), p.Statement.Plan())
		}
		if !p.Statement.Detailed() && (len(p.Nodes()) != 0 || p.Statement.DetailEvery() < 2) {
			t.Fatalf("one that was left out was in %v, one of %d", p.Nodes(), p.Statement.DetailEvery())
		}
		known := f.profiler.Known()
		for _, c := range Columns() {
			if v := c.Of(p, &known); !p.Statement.Detailed() && v != nil && (c.Name == snowset.OperatorScan.Column() || c.Name == "memoryUsed") {
				t.Fatalf("%s of one that was left out is %v", c.Name, v)
			}
		}
	}
}

// Where none of the others was seen nothing is known of operators; where others were
// not seen to wait for what these did, that is in none.
func TestDividedAmongOperators(t *testing.T) {
	scan, sort := snowset.OperatorScan, snowset.OperatorSort
	cell := func(o snowset.Operator, r snowset.Resource, ns int64) tallied {
		return tallied{key: cellKey(activity.PhaseExecution, r, o, 0), time: ns, wall: ns}
	}
	cpu, read := snowset.ResourceCPU, snowset.ResourcePersistentReadCache
	for _, c := range []struct {
		name           string
		planned        []tallied
		bare           []tallied
		scan, sort, no time.Duration
	}{
		{"none", nil, []tallied{cell(0, cpu, 10)}, 0, 0, 10},
		{"in proportion", []tallied{cell(scan, cpu, 30), cell(sort, cpu, 10)}, []tallied{cell(0, cpu, 8)}, 36, 12, 0},
		{"what is over goes to the larger part", []tallied{cell(scan, cpu, 1), cell(sort, cpu, 2)}, []tallied{cell(0, cpu, 10)}, 4, 9, 0},
		{"outside too", []tallied{cell(scan, cpu, 1), cell(0, cpu, 1)}, []tallied{cell(0, cpu, 10)}, 6, 0, 6},
		{"another resource", []tallied{cell(scan, read, 7)}, []tallied{cell(0, cpu, 10), cell(0, read, 3)}, 10, 0, 10},
	} {
		var d DigestProfile
		for _, x := range c.planned {
			d.tally.add(x.key, x.time, x.wall)
		}
		for _, x := range c.bare {
			d.bare.add(x.key, x.time, x.wall)
		}
		got := map[snowset.Operator]time.Duration{}
		for _, x := range d.divided() {
			e := x.export()
			if e.Time != e.Wall {
				t.Errorf("%s: time %v, wall %v", c.name, e.Time, e.Wall)
			}
			got[e.Operator] += e.Time
		}
		if got[scan] != c.scan || got[sort] != c.sort || got[0] != c.no {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	d := DigestProfile{Statements: 2, Planned: 1, Spent: Spent{}}
	d.Samples = 1
	if d.OperatorsKnown() {
		t.Error("operators are known, and no sample saw one")
	}
}
