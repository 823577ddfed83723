package perfschema_test

import (
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// TestSetLatency checks that the histograms count a statement by its latency, and the sums by
// its time, and that a latency is of one statement.
func TestSetLatency(t *testing.T) {
	const took = time.Second
	for _, c := range []struct {
		name    string
		latency []time.Duration // as it is set; the last counts
		want    time.Duration
	}{
		{"none", nil, took},
		{"shorter", []time.Duration{time.Millisecond}, time.Millisecond},
		{"twice", []time.Duration{time.Millisecond, 2 * time.Millisecond}, 2 * time.Millisecond},
		{"longer", []time.Duration{2 * took}, took},
		{"negative", []time.Duration{-1}, 0},
	} {
		f := newFixture(t, nil)
		th := f.connect("joe")
		st := th.BeginStatement(f.selectKey) // whose latency the next one does not have
		st.SetLatency(time.Hour)
		st.Discard()
		st.SetLatency(time.Minute)
		st = th.BeginStatement(f.selectKey)
		for _, d := range c.latency {
			st.SetLatency(d)
		}
		f.clock.Advance(took)
		st.End()
		(perfschema.Statement{}).SetLatency(time.Second)
		h := f.Read().StatementHistogram()
		low, high := bucketOf(&h)
		if want := uint64(c.want.Nanoseconds() * 1000); want < low || want >= high {
			t.Errorf("%s: counted from %d to %d, want %d", c.name, low, high, want)
		}
		if got := th.StatementsHistory()[0].TimerWait; got != uint64(took.Nanoseconds()*1000) {
			t.Errorf("%s: TIMER_WAIT %d", c.name, got)
		}
	}
}

// bucketOf returns the bounds of the one bucket that has been counted in.
func bucketOf(h *record.Histogram) (low, high uint64) {
	for i, n := range h {
		if n > 0 {
			return record.BucketBounds(i)
		}
	}
	return 0, 0
}
