package sampler

import (
	"testing"
	"time"

	"github.com/perfschema/perfschema"
)

// What threads said they run and did not is waiting for a core as far as anybody
// waited for one, and nothing where they used all they said.
func TestQueued(t *testing.T) {
	const s = time.Second
	for _, c := range []struct {
		name string
		RunQueue
		queued time.Duration
	}{
		{"20 busy queries on 2 cores", RunQueue{Claimed: 20 * s, Used: 2 * s, Goroutines: 17 * s, Threads: 2 * s}, 18 * s},
		{"20 behind a lock without an instrument", RunQueue{Claimed: 20 * s, Used: s / 10, Goroutines: s / 100, Threads: s / 100}, s / 50},
		{"alone", RunQueue{Claimed: s, Used: s + s/10, Goroutines: s / 100}, 0},
		{"nothing", RunQueue{}, 0},
	} {
		share := c.RunQueue.queued()
		if c.Queued != c.queued || c.Claimed > 0 && share != float64(c.queued)/float64(c.Claimed) {
			t.Errorf("%s: %v, %v; want %v", c.name, c.Queued, share, c.queued)
		}
	}
}

// A statement has the share of its CPU time that all had while it ran, whether its
// ticks are charged one by one or together.
func TestQueuedOfStatement(t *testing.T) {
	f := newAloneFixture(t)
	busy, changing := f.thread(), f.thread()
	a, b := busy.BeginStatement(f.query), changing.BeginStatement(f.query)
	a.SetText("steady")
	for i := range 100 {
		f.profiler.queue.share = []float64{0, 0.5, 0.9, 0.2}[i/25]
		changing.EnterOperator(perfschema.OperatorScan, uint16(i))
		if i >= 50 && i < 60 {
			w := f.lock.StartWait(changing, perfschema.OpWait)
			f.look(1)
			w.End()
		} else {
			f.look(1)
		}
		f.clock.Advance(DefaultInterval)
		if i%7 == 0 || i%25 == 24 { // the share is as of then
			f.profiler.sample()
		}
	}
	f.profiler.sample()
	a.End()
	b.End()
	f.profiler.take(true)
	for _, p := range f.profiler.Profiles() {
		want := 25 * (0.5 + 0.9 + 0.2) * float64(DefaultInterval)
		if p.Statement.Text() == "" {
			want -= 10 * 0.9 * float64(DefaultInterval)
		}
		if d := float64(p.Queued) - want; d > 1e3 || d < -1e3 {
			t.Errorf("%q: %v, want %v", p.Statement.Text(), p.Queued, time.Duration(want))
		}
	}
}
