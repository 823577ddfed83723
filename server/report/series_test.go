package report

import (
	"testing"
	"time"
)

var noon = time.Date(2018, 3, 2, 12, 0, 0, 0, time.UTC)

func (s *series) sums() (active time.Duration, started int64) {
	for _, b := range s.bins {
		active += b.active
		for _, n := range b.started {
			started += n
		}
	}
	return active, started
}

// Bins are put together as the span grows, and nothing is lost.
func TestSeriesCoarsens(t *testing.T) {
	var s series
	s.add(noon.Add(300*time.Microsecond), noon.Add(2500*time.Microsecond), ReadOnly, 1)
	if w := widths[s.width]; w != time.Millisecond || len(s.bins) != 3 {
		t.Fatalf("%d bins of %v", len(s.bins), w)
	}
	for i, want := range []time.Duration{700 * time.Microsecond, time.Millisecond, 500 * time.Microsecond} {
		if got := s.bins[i].active; got != want {
			t.Errorf("bin %d has %v, want %v", i, got, want)
		}
	}
	s.add(noon.Add(-time.Hour), noon.Add(-time.Hour+time.Second), WriteOnly, 1)
	s.add(noon.Add(24*time.Hour), noon.Add(25*time.Hour), ReadWrite, 1)
	if w := widths[s.width]; w != 5*time.Minute || len(s.bins) > maxBins {
		t.Errorf("%d bins of %v", len(s.bins), w)
	}
	active, started := s.sums()
	if want := 2200*time.Microsecond + time.Second + time.Hour; active != want || started != 3 {
		t.Errorf("%v active, want %v; %d started", active, want, started)
	}
	if begin, covered := s.at(0); !begin.Equal(noon.Add(-time.Hour)) || covered != 5*time.Minute {
		t.Errorf("first bin from %v for %v", begin, covered)
	}
}

// The order of statements does not matter.
func TestSeriesOrder(t *testing.T) {
	var forward, backward series
	const n = 500
	for i := range n {
		d := time.Duration(i*i) * time.Second
		forward.add(noon.Add(d), noon.Add(d+time.Minute), ReadOnly, 1)
		d = time.Duration((n-1-i)*(n-1-i)) * time.Second
		backward.add(noon.Add(d), noon.Add(d+time.Minute), ReadOnly, 1)
	}
	if forward.width != backward.width || forward.first != backward.first || len(forward.bins) != len(backward.bins) {
		t.Fatalf("%d bins from %d and %d from %d", len(forward.bins), forward.first, len(backward.bins), backward.first)
	}
	for i := range forward.bins {
		if forward.bins[i] != backward.bins[i] {
			t.Errorf("bin %d: %v and %v", i, forward.bins[i], backward.bins[i])
		}
	}
}

// Times before 1970 and statements of no length are bins like others.
func TestSeriesEdges(t *testing.T) {
	var s series
	before := time.Date(1969, 12, 31, 23, 59, 59, 999_500_000, time.UTC)
	s.add(before, before.Add(time.Millisecond), ReadOnly, 1)
	s.add(before, before, ReadOnly, 1)
	if active, started := s.sums(); active != time.Millisecond || started != 2 || len(s.bins) != 2 {
		t.Errorf("%v, %d started, %d bins", active, started, len(s.bins))
	}
}
