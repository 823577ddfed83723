package gms

import (
	"slices"
	"testing"
	"time"

	"github.com/perfschema/perfschema/internal/clock"
)

// The time of a thread goes to the node it is in, to none while it has nothing
// to do, and adds up to the time that has passed.
func TestStopwatch(t *testing.T) {
	var f clock.Fake
	pass := func(ms int) { f.Advance(time.Duration(ms) * time.Millisecond) }
	s := stopwatches{cycle: clock.NewCycle(&f), nodes: 3}
	w := s.of(nil)
	pass(1)
	one := w.enter(1)
	pass(2)
	two := w.enter(2)
	pass(4)
	three := w.enter(3)
	pass(8)
	w.leave(three)
	pass(16)
	w.stop()
	w.stop()
	pass(32)
	w.resume()
	pass(64)
	w.leave(two)
	two = w.enter(2)
	pass(128)
	w.leave(two)
	w.leave(one)
	pass(256)
	w.leave(w.enter(0))

	other := s.of(nil) // another thread, which begins with nothing to do
	other.enter(2)
	other.stop()
	pass(512)
	other.resume()
	pass(1024)
	other.stop()

	self, all := s.sums()
	ms := func(times []time.Duration) (out []int) {
		for _, d := range times {
			out = append(out, int(d.Milliseconds()))
		}
		return out
	}
	if got, want := ms(self), []int{1 + 256, 2, 4 + 16 + 64 + 128 + 1024, 8}; !slices.Equal(got, want) {
		t.Errorf("by themselves %v, want %v", got, want)
	}
	if got, want := ms(all)[1:], []int{2 + 4 + 8 + 16 + 32 + 64 + 128, 4 + 8 + 16 + 32 + 64 + 128, 8}; !slices.Equal(got, want) {
		t.Errorf("with those below %v, want %v", got, want)
	}
	var none *stopwatch
	none.leave(none.enter(1))
	none.stop()
	none.resume()
}

// What EXPLAIN ANALYZE pays for each row of each operator.
func BenchmarkStopwatch(b *testing.B) {
	s := stopwatches{cycle: analysisCycle(), nodes: 3}
	w := s.of(nil)
	for b.Loop() {
		w.leave(w.enter(1))
	}
}
