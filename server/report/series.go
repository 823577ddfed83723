package report

import "time"

// maxBins bounds a series. widths are how long a bin may be: each divides the
// next, so that bins can be put together.
const maxBins = 360

var widths = []time.Duration{
	time.Millisecond, 5 * time.Millisecond, 10 * time.Millisecond, 50 * time.Millisecond, 100 * time.Millisecond, 500 * time.Millisecond,
	time.Second, 5 * time.Second, 10 * time.Second, 30 * time.Second,
	time.Minute, 5 * time.Minute, 10 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 4 * time.Hour, 12 * time.Hour,
	24 * time.Hour, 7 * 24 * time.Hour, 28 * 7 * 24 * time.Hour, 10 * 28 * 7 * 24 * time.Hour,
}

// bin is what happened in one stretch of time.
type bin struct {
	active  time.Duration // of all statements together
	started [numClasses]int64
}

// series divides time into bins, as fine as maxBins allow; it coarsens itself as
// time goes on. The zero value is empty.
type series struct {
	width    int   // in widths
	first    int64 // number of the first bin, counted from 1970
	bins     []bin
	from, to time.Time // of all statements
}

func (s *series) number(t time.Time) int64 {
	w := widths[s.width]
	n := t.UnixNano() / int64(w)
	if t.UnixNano()%int64(w) < 0 {
		n--
	}
	return n
}

// add counts n statements that were active from one time to another.
func (s *series) add(from, to time.Time, c Class, n int64) {
	if len(s.bins) == 0 || from.Before(s.from) {
		s.from = from
	}
	if to.After(s.to) {
		s.to = to
	}
	s.reach(from, to)
	s.bins[s.number(from)-s.first].started[c] += n
	w := widths[s.width]
	for t := from; t.Before(to); {
		at := s.number(t)
		end := time.Unix(0, (at+1)*int64(w))
		if end.After(to) {
			end = to
		}
		s.bins[at-s.first].active += end.Sub(t) * time.Duration(n)
		t = end
	}
}

// reach makes bins for a stretch of time, putting bins together where there are
// too many.
func (s *series) reach(from, to time.Time) {
	for {
		low, high := s.number(from), s.number(to)
		if len(s.bins) > 0 {
			low, high = min(low, s.first), max(high, s.first+int64(len(s.bins))-1)
		}
		if high-low < maxBins || s.width == len(widths)-1 {
			s.grow(low, high)
			return
		}
		s.coarsen()
	}
}

func (s *series) grow(low, high int64) {
	if len(s.bins) == 0 {
		s.first = low
	}
	if low == s.first && high < s.first+int64(len(s.bins)) {
		return
	}
	bins := make([]bin, high-low+1)
	copy(bins[s.first-low:], s.bins)
	s.bins, s.first = bins, low
}

// coarsen puts bins together.
func (s *series) coarsen() {
	ratio := int64(widths[s.width+1] / widths[s.width])
	s.width++
	if len(s.bins) == 0 {
		return
	}
	first := floorDiv(s.first, ratio)
	bins := make([]bin, floorDiv(s.first+int64(len(s.bins))-1, ratio)-first+1)
	for i, b := range s.bins {
		to := &bins[floorDiv(s.first+int64(i), ratio)-first]
		to.active += b.active
		for c, n := range b.started {
			to.started[c] += n
		}
	}
	s.first, s.bins = first, bins
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// at is when a bin begins and how much of it lies between the first statement's
// begin and the last one's end.
func (s *series) at(i int) (begin time.Time, covered time.Duration) {
	w := widths[s.width]
	begin = time.Unix(0, (s.first+int64(i))*int64(w)).UTC()
	from, to := begin, begin.Add(w)
	if from.Before(s.from) {
		from = s.from
	}
	if to.After(s.to) {
		to = s.to
	}
	return begin, max(to.Sub(from), 0)
}
