package stopwatch

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
	s := Set{cycle: clock.NewCycle(&f), nodes: 3}
	w := s.Of(nil)
	pass(1)
	one := w.Enter(1)
	pass(2)
	two := w.Enter(2)
	pass(4)
	three := w.Enter(3)
	pass(8)
	w.Leave(three)
	pass(16)
	w.Stop()
	w.Stop()
	pass(32)
	w.Resume()
	pass(64)
	w.Leave(two)
	two = w.Enter(2)
	pass(128)
	w.Leave(two)
	w.Leave(one)
	pass(256)
	w.Leave(w.Enter(0))

	other := s.Of(nil) // another thread, which begins with nothing to do
	other.Enter(2)
	other.Stop()
	pass(512)
	other.Resume()
	pass(1024)
	other.Stop()

	self, all := s.Sums()
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
	var none *Watch
	none.Leave(none.Enter(1))
	none.Stop()
	none.Resume()
}

// What EXPLAIN ANALYZE pays for each row of each operator.
func BenchmarkStopwatch(b *testing.B) {
	s := New(3)
	w := s.Of(nil)
	for b.Loop() {
		w.Leave(w.Enter(1))
	}
}
