package stat

import (
	"sync/atomic"

	"github.com/perfschema/perfschema/relaxed"
)

// Timer is a count of events and their durations, in the caller's unit. An
// event without a duration counts and adds nothing else. The minimum is kept
// inverted so that the zero value is ready.
type Timer struct{ Count, Sum, invMin, Max uint64 }

// TimerOf is a Timer of count timed events that took sum together, each from least to most.
func TimerOf(count, sum, least, most uint64) Timer {
	if count == 0 {
		return Timer{}
	}
	return Timer{Count: count, Sum: sum, invMin: ^least, Max: most}
}

// Add counts one timed event. It stores a least and a most only where they change, which
// is seldom.
func (t *Timer) Add(d uint64) {
	t.Count++
	t.Sum += d
	if ^d > t.invMin {
		t.invMin = ^d
	}
	if d > t.Max {
		t.Max = d
	}
}

// AddMany counts n events that took d together, each an equal part.
func (t *Timer) AddMany(d, n uint64) {
	t.Count += n
	t.Sum += d
	t.invMin = max(t.invMin, ^(d / n))
	t.Max = max(t.Max, (d+n-1)/n)
}

// AddUntimed counts one event that was not timed.
func (t *Timer) AddUntimed() { t.Count++ }

// Merge adds what o has counted.
func (t *Timer) Merge(o *Timer) {
	t.Count += o.Count
	t.Sum += o.Sum
	t.invMin = max(t.invMin, o.invMin)
	t.Max = max(t.Max, o.Max)
}

// MergeTimers merges stats, each of the class beside it, into sums by class.
// Classes beyond the sums are left out.
func MergeTimers(sums []Timer, classes []uint16, stats []Timer) {
	for k := range stats {
		if i := int(classes[k]); i < len(sums) {
			sums[i].Merge(&stats[k])
		}
	}
}

// Min is the shortest duration, 0 if none was timed.
func (t Timer) Min() uint64 {
	if t.invMin == 0 {
		return 0
	}
	return ^t.invMin
}

// Shared is a Timer for many writers.
type Shared struct{ count, sum, invMin, max atomic.Uint64 }

// Add counts one event; timed says whether d is known.
func (s *Shared) Add(d uint64, timed bool) {
	s.count.Add(1)
	if !timed {
		return
	}
	s.sum.Add(d)
	Raise(&s.max, d)
	Raise(&s.invMin, ^d)
}

// Load returns the figures. Each is exact once the writers have paused.
func (s *Shared) Load() Timer {
	return Timer{Count: s.count.Load(), Sum: s.sum.Load(), invMin: s.invMin.Load(), Max: s.max.Load()}
}

// Merge adds what another has counted.
func (s *Shared) Merge(o *Timer) {
	if o.Count == 0 {
		return
	}
	s.count.Add(o.Count)
	s.sum.Add(o.Sum)
	Raise(&s.max, o.Max)
	Raise(&s.invMin, o.invMin)
}

// Take removes what has been counted and returns it. An event that is being
// added goes to one side whole in count, and whole in sum.
func (s *Shared) Take() Timer {
	return Timer{Count: s.count.Swap(0), Sum: s.sum.Swap(0), invMin: s.invMin.Swap(0), Max: s.max.Swap(0)}
}

// Raise sets w to v unless it is higher already.
func Raise(w *atomic.Uint64, v uint64) {
	for {
		old := w.Load()
		if v <= old || w.CompareAndSwap(old, v) {
			return
		}
	}
}

// Owned is a Timer with one writer at a time, such as who holds the lock that
// it counts waits for, and any number of readers.
type Owned struct{ count, sum, invMin, max relaxed.Uint64 }

// Add counts one timed event.
func (o *Owned) Add(d uint64) {
	o.count.Add(1)
	o.sum.Add(d)
	o.max.Raise(d)
	o.invMin.Raise(^d)
}

// AddUntimed counts one event that was not timed.
func (o *Owned) AddUntimed() { o.count.Add(1) }

// Load returns the figures. Each is exact once the writer has paused.
func (o *Owned) Load() Timer {
	return Timer{Count: o.count.Load(), Sum: o.sum.Load(), invMin: o.invMin.Load(), Max: o.max.Load()}
}
