package record

import (
	"math"

	"github.com/perfschema/perfschema/internal/clock"
)

// TimerStat counts events and their durations in picoseconds. Events without
// a duration count and add nothing else. Min is 0 if none was timed; Sum is
// math.MaxUint64 where it takes more than 64 bits.
type TimerStat struct{ Count, Sum, Min, Max uint64 }

// Avg is AVG_TIMER_WAIT: Sum over all events, 0 if there is none.
func (t TimerStat) Avg() uint64 {
	if t.Count == 0 {
		return 0
	}
	return t.Sum / t.Count
}

// TimerInfo is a row of performance_timers: ticks per second, the step it
// takes in ticks, the cost of one read in CPU cycles. With Known false the
// platform lacks the timer.
type TimerInfo = clock.Timer

// SumTimers adds up parts that were counted apart.
func SumTimers(parts ...TimerStat) (t TimerStat) {
	for _, p := range parts {
		// A part that was never timed has no shortest duration.
		if p.Max > 0 && (t.Max == 0 || p.Min < t.Min) {
			t.Min = p.Min
		}
		t.Count += p.Count
		if t.Sum += p.Sum; t.Sum < p.Sum {
			t.Sum = math.MaxUint64
		}
		t.Max = max(t.Max, p.Max)
	}
	return t
}
