//go:build unix

package history

import (
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/snowset"
)

// sampledProfiles are profiles of statements with a plan of three nodes that a profiler has
// seen at work: of each the time of several resources and operators is known.
func sampledProfiles(b *testing.B, p *program, n int) (list []event) {
	stop := p.history.options.Profiler.OnEnd(func(x *sampler.Profile) { list = append(list, event{profile: x, weight: 1}) })
	defer stop()
	disk := p.schema.FileInstance(p.schema.RegisterFile("sql", perfschema.Info{Name: "d"}), "/d")
	tick := func() {
		p.clock.advance(sampler.DefaultInterval)
		p.ticks <- time.Time{}
		p.ticks <- time.Time{} // the one before has been taken, and worked off
	}
	for range n {
		plan := perfschema.NewPlan(3)
		plan.Add(0, snowset.OperatorSort, "Sort", "")
		plan.Add(1, snowset.OperatorFilter, "Filter", "")
		plan.Add(2, snowset.OperatorScan, "Table scan", "orders")
		st := p.thread.BeginStatement(p.schema.AbstractQuery())
		st.SetText("SELECT a, b FROM orders WHERE c = 12345 AND d LIKE 'abc%' ORDER BY e")
		st.ComputeDigest()
		st.SetPlan(plan)
		for node := range uint16(3) {
			p.thread.EnterOperator(plan.Node(node+1).Operator(), node+1)
			tick()
			w := disk.StartWait(p.thread, perfschema.OpRead)
			tick()
			w.EndBytes(4096)
		}
		st.End()
		p.history.options.Profiler.Collect()
	}
	if len(list) != n || len(list[0].profile.Cells()) < 4 {
		b.Fatalf("%d profiles, %v", len(list), list[0].profile.Cells())
	}
	return list
}

// BenchmarkEvents writes profiles into Parquet, with the three nodes of each plan, as the
// goroutine of a history does, by the real writer. CPU time is the process's, garbage
// collection included: a figure that other work on the machine changes less than the rate.
func BenchmarkEvents(b *testing.B) {
	for _, nodes := range []bool{false, true} {
		name := "profiles"
		if nodes {
			name = "profiles and plans"
		}
		b.Run(name, func(b *testing.B) {
			p := newProgram(b, newClock(), Options{Dir: b.TempDir(), MaxBytes: -1})
			some := sampledProfiles(b, p, 100)
			w := p.history.events
			if !nodes {
				w.tables = w.tables[:1]
			}
			batch := make([]event, 0, DefaultEventBuffer/2)
			for len(batch) < cap(batch) {
				batch = append(batch, some[len(batch)%len(some)])
			}
			written, began := 0, processTime(b)
			for b.Loop() {
				w.events.waiting = append(w.events.waiting[:0], batch...)
				p.clock.advance(160 * time.Millisecond) // 100,000 in a second
				w.turn(false)
				written += len(batch)
			}
			w.turn(true)
			spent := processTime(b) - began
			b.ReportMetric(float64(written)/b.Elapsed().Seconds(), "profiles/s")
			b.ReportMetric(float64(spent.Nanoseconds())/float64(written), "cpu-ns/profile")
			p.close()
		})
	}
}
