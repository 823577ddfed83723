package activesession

import (
	"cmp"
	"slices"
	"time"
)

// Averages are average active sessions of a span by the values of a Dimension: how many threads
// were at work at a time. It is not safe for concurrent use.
type Averages struct {
	dimension *Dimension
	interval  time.Duration
	span      time.Duration

	counts map[string]*counted
	total  [3]uint64
	values []string
	key    []byte
}

// counted is how many samples a value has, by State.
type counted struct {
	values  []string
	samples [3]uint64
}

// NewAverages makes Averages of a span, of samples that were taken once in an interval.
func NewAverages(d *Dimension, span, interval time.Duration) *Averages {
	return &Averages{dimension: d, interval: interval, span: span, counts: make(map[string]*counted)}
}

// AddRow counts a row.
func (a *Averages) AddRow(r *Row) {
	a.values = a.dimension.values(r, a.values[:0])
	a.Add(a.values, r.State, 1)
}

// Add counts n samples that have the same values of the dimension's Columns and Labels, "" for
// NULL, and the same State. The values are the caller's. Labels of a value that came as NULL before
// are learnt.
func (a *Averages) Add(values []string, s State, n uint64) {
	a.key = a.key[:0]
	for _, v := range values[:len(a.dimension.Columns)] {
		a.key = append(append(a.key, v...), 0)
	}
	c := a.counts[string(a.key)]
	if c == nil {
		c = &counted{values: slices.Clone(values)}
		a.counts[string(a.key)] = c
	}
	for i := len(a.dimension.Columns); i < len(values); i++ {
		if c.values[i] == "" {
			c.values[i] = values[i]
		}
	}
	c.samples[s] += n
	a.total[s] += n
}

// Average is how many sessions were active on average.
type Average struct {
	// Values are those of the dimension's Columns and Labels, "" for NULL; nil of a total.
	Values                   []string
	Running, Queued, Waiting float64
}

// Active returns how many sessions were at work on average, whatever they did.
func (v Average) Active() float64 { return v.Running + v.Queued + v.Waiting }

// Total returns the average of all that was counted.
func (a *Averages) Total() Average { return a.average(nil, a.total) }

func (a *Averages) average(values []string, n [3]uint64) Average {
	of := func(s State) float64 { return average(n[s], a.interval, a.span) }
	return Average{values, of(Running), of(Queued), of(Waiting)}
}

// average is how many sessions so many samples are on average.
func average(samples uint64, interval, span time.Duration) float64 {
	if span <= 0 {
		return 0
	}
	return float64(samples) * float64(interval) / float64(span)
}

// List returns the averages by value, those of the most active sessions first.
func (a *Averages) List() []Average {
	out := make([]Average, 0, len(a.counts))
	for _, c := range a.counts {
		out = append(out, a.average(c.values, c.samples))
	}
	slices.SortFunc(out, func(x, y Average) int {
		return cmp.Or(cmp.Compare(y.Active(), x.Active()), slices.Compare(x.Values, y.Values))
	})
	return out
}

// ParseState returns the State that the table's column STATE names; false for others.
func ParseState(name string) (State, bool) {
	for s := Running; s <= Waiting; s++ {
		if s.String() == name {
			return s, true
		}
	}
	return 0, false
}
