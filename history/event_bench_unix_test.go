//go:build unix

package history

import (
	"fmt"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
)

// BenchmarkEvents writes profiles into Parquet, with the three nodes of each plan, as the
// goroutines of a history do, by the real writer. CPU time is the process's, garbage
// collection included: a figure that other work on the machine changes less than the rate.
func BenchmarkEvents(b *testing.B) {
	for _, nodes := range []bool{false, true} {
		name := "profiles"
		if nodes {
			name = "profiles and plans"
		}
		b.Run(name, func(b *testing.B) {
			p := newProgram(b, newClock(), Options{Dir: b.TempDir(), MaxBytes: -1})
			some := sampledProfiles(b, p, 1000)
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

// BenchmarkSessions writes rows of active_session_history into Parquet, those of 20 threads of which
// each runs a statement of another digest.
func BenchmarkSessions(b *testing.B) {
	p := newProgram(b, newClock(), Options{Dir: b.TempDir(), MaxBytes: -1})
	var running []perfschema.Statement
	for i := range 20 {
		p.user = fmt.Sprint("user", i%5)
		p.connect()
		st := p.thread.BeginStatement(p.schema.AbstractQuery())
		st.SetText(fmt.Sprintf("SELECT a, b FROM orders%d WHERE c = 5 AND d LIKE 'abc%%' ORDER BY e", i))
		st.ComputeDigest()
		running = append(running, st)
	}
	for range 100 {
		p.sampleSecond()
	}
	for _, st := range running {
		st.End()
	}
	w := p.history.events
	some := w.take()
	written, began := 0, processTime(b)
	for b.Loop() {
		p.clock.advance(time.Minute)
		now := p.clock.Wall()
		for _, t := range w.tables {
			if err := t.add(w.from, p.history.prefix(w.from, now), &some); err != nil {
				b.Fatal(err)
			}
		}
		written += some.size()
	}
	w.turn(true)
	b.ReportMetric(float64((processTime(b)-began).Nanoseconds())/float64(written), "cpu-ns/row")
	p.close()
}
