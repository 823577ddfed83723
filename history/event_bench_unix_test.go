//go:build unix

package history

import (
	"testing"
	"time"
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
