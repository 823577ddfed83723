package top

import (
	"math"
	"time"
)

// A reading is what a page read from the server at one moment.
type reading struct {
	at     time.Time
	status status
	// restarted is whether the server is not the one of the reading before.
	restarted bool
	// notes say what is not to be had, and why.
	notes []string
	// resident says what the resident set of the process comes from; "": not asked.
	resident string
	// tree are lines of who holds up whom.
	tree []string
	// counted are sums since the server began, or the last TRUNCATE, by what they are of.
	counted map[string]*counted
	// rows are those of a page that shows the moment itself.
	rows []row
	// prices are what events cost, by feature, as of pricedAt.
	prices   map[string]price
	pricedAt time.Time
	// activity is what activityPage shows; nil on others, and where nothing is known.
	activity *readActivity
	// windowsAt is when the rows of historyPage were read.
	windowsAt time.Time
	// base and nextBase are of readings of statements before, and advised is what is to be
	// said of what has run since base.
	base, nextBase *base
	advised        *advised
	// measured are the histograms that p95 comes from, by the keys of counted.
	measured map[string]histogram
}

// status is what the line at the top tells.
type status struct {
	version              string
	uptime               time.Duration
	connected, running   float64
	questions            float64
	performanceSchemaOff bool
}

// counted is a row of sums. What is NULL or not to be had is NaN.
type counted struct {
	labels []string
	counts []float64
	digest *digestKey
}

// A change is what was counted between two readings.
type change struct {
	key string
	*counted
	delta []float64
	whole []float64 // the sums of delta over all rows
	span  time.Duration
	p95   float64 // picoseconds
}

// rate is how often in a second.
func (c *change) rate(i int) float64 { return c.delta[i] / c.span.Seconds() }

func (c *change) share(i int) float64 {
	if c.whole[i] == 0 {
		return 0
	}
	return c.delta[i] / c.whole[i]
}

// average is a sum for each of a count, NaN of none.
func (c *change) average(sum, count int) float64 {
	if c.delta[count] == 0 {
		return math.NaN()
	}
	return c.delta[sum] / c.delta[count]
}

// changes are the differences of two readings, but for rows, unless all are wanted, to
// whose sums nothing came. Sums that went down were reset in between: what has been
// counted since is taken, and reset is true.
func changes(before, now *reading, sums []int, all bool) (list []*change, reset bool) {
	var whole []float64
	for key, n := range now.counted {
		c := &change{key: key, counted: n, span: now.at.Sub(before.at), delta: make([]float64, len(n.counts)), p95: math.NaN()}
		old := before.counted[key]
		if old != nil && fell(old.counts, n.counts, sums) {
			old, reset = nil, true
		}
		if whole == nil {
			whole = make([]float64, len(n.counts))
		}
		some := all
		for i, v := range n.counts {
			if old != nil {
				v -= old.counts[i]
			}
			c.delta[i] = v
		}
		for _, i := range sums {
			some = some || c.delta[i] != 0
		}
		if !some {
			continue
		}
		for i, v := range c.delta {
			if !math.IsNaN(v) {
				whole[i] += v
			}
		}
		c.whole = whole
		if h, ok := now.measured[key]; ok {
			if was, ok := before.measured[key]; ok {
				c.p95 = h.since(was).quantile(0.95)
			} else if old == nil && before.counted[key] == nil {
				c.p95 = h.quantile(0.95)
			}
		}
		list = append(list, c)
	}
	return list, reset
}

func fell(before, now []float64, which []int) bool {
	for _, i := range which {
		if now[i] < before[i] {
			return true
		}
	}
	return false
}
