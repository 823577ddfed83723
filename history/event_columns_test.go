package history

import (
	"fmt"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/snowset"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// sampledProfiles are profiles of statements with a plan of three nodes that a profiler has
// seen at work: of each the time of several resources and operators is known. They have a
// hundred digests, and each a text of its own.
func sampledProfiles(t testing.TB, p *program, n int) (list []event) {
	stop := p.history.options.Profiler.OnEnd(func(x *sampler.Profile) { list = append(list, event{profile: x, weight: 1}) })
	defer stop()
	disk := p.schema.FileInstance(p.schema.RegisterFile("sql", perfschema.Info{Name: "d"}), "/d")
	for i := range n {
		plan := activity.NewPlan(3)
		plan.Add(0, snowset.OperatorSort, "Sort", "")
		plan.Add(1, snowset.OperatorFilter, "Filter", "")
		plan.Add(2, snowset.OperatorScan, "Table scan", "orders")
		st := p.thread.BeginStatement(p.schema.AbstractQuery())
		st.SetText(fmt.Sprintf("SELECT a, b FROM orders%d WHERE c = %d AND d LIKE 'abc%%' ORDER BY e", i%100, 12345*i))
		st.ComputeDigest()
		st.SetPlan(plan)
		for node := range uint16(3) {
			p.thread.EnterOperator(plan.Node(node+1).Operator(), node+1)
			p.sample()
			w := disk.StartWait(p.thread, perfschema.OpRead)
			p.sample()
			w.EndBytes(4096)
		}
		st.End()
		p.history.options.Profiler.Collect()
	}
	if len(list) != n || len(list[0].profile.Cells()) < 4 {
		t.Fatalf("%d profiles, %v", len(list), list[0].profile.Cells())
	}
	return list
}

// sample has the profiler sample, and waits until it has.
func (p *program) sample() {
	p.clock.advance(sampler.DefaultInterval)
	p.ticks <- time.Time{}
	p.ticks <- time.Time{} // the one before has been taken, and worked off
}

// Rows of single events are those of their originals, column by column: of what was seen
// and what was not, with and without plan, digest, text and time.
func TestEventsAreTheirOriginals(t *testing.T) {
	p := newProgram(t, newClock(), Options{Dir: t.TempDir(), EventEvery: 1})
	defer p.close()
	sampledProfiles(t, p, 2*rowsPerWrite+3)
	p.run("SELECT 'a \xff' FROM t", 3*time.Millisecond) // no UTF-8
	p.run("", time.Second)                              // nor a digest; longer than a tick, and no tick saw it
	p.run("SELEC 1", 0)
	p.schema.SetConsumer(perfschema.ConsumerEventsStatementsCurrent, false)
	p.run("SELECT 1", time.Nanosecond)
	p.history.options.Profiler.Collect()
	reader := view.Reader{Schema: p.schema, Profiler: p.history.options.Profiler}
	for _, name := range []string{profilesTable, operatorsTable} {
		original := catalog.LookupProfiling(name)
		var want []view.Row
		for row := range original.Rows(reader) {
			want = append(want, row)
		}
		if name == profilesTable { // the files are written once
			p.turn()
		}
		got, columns := rowsOf(p.history, name)
		if len(got) != len(want) || len(want) < rowsPerWrite {
			t.Fatalf("%s: %d rows, want %d", name, len(got), len(want))
		}
		known := make(map[string]int)
		for i := range want {
			for j, c := range original.Columns {
				g, w := got[i][columnOf(columns, c.Name)], want[i][j]
				if at, ok := w.(time.Time); ok {
					w, g = at.UnixMicro(), g.(time.Time).UnixMicro()
				}
				if g != w {
					t.Fatalf("%s: row %d: %s is %v (%T), want %v (%T)", name, i, c.Name, g, g, w, w)
				}
				if w != nil {
					known[c.Name]++
				}
			}
		}
		both := []string{"DIGEST", "SQL_TEXT", "WALL_CPU", "CORES_USED", "PLAN_KEPT", "EVENT_ID"}
		if name == operatorsTable {
			both = []string{"PARENT_ID", "OBJECT_NAME"}
		}
		for _, c := range both { // NULL of some, and not of others
			if n := known[c]; n == 0 || n == len(want) {
				t.Errorf("%s: %s is known of %d of %d rows", name, c, n, len(want))
			}
		}
	}
}

// A profile on its way to its file takes no memory of its own: what is allocated is for
// many, and for texts that are new.
func TestEventsAllocate(t *testing.T) {
	p := newProgram(t, newClock(), Options{Dir: t.TempDir(), MaxBytes: -1})
	defer p.close()
	some := sampledProfiles(t, p, 4*rowsPerWrite)
	w := p.history.events
	for i, most := range []float64{2, 12} { // operators: lists of the nodes of each plan
		n := testing.AllocsPerRun(3, func() {
			if err := w.tables[i].add(w.from, p.history.prefix(w.from, w.ends), &batch{statements: some}); err != nil {
				t.Fatal(err)
			}
		}) / float64(len(some))
		if n > most {
			t.Errorf("%s: %.2f allocations for each profile, want at most %v", w.tables[i].name, n, most)
		}
	}
}
