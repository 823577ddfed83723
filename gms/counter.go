package gms

import (
	"sync/atomic"

	"github.com/perfschema/perfschema"
)

// liveCounts is what the iterators of a statement count while they run. A
// statement may run some of them on several goroutines at a time, so they add
// atomically; the cache line is theirs alone.
type liveCounts struct {
	_                                     [64]byte
	examined, sorted, sortScan, sortRange atomic.Uint64
	_                                     [32]byte
}

func (l *liveCounts) reset() {
	for _, c := range [...]*atomic.Uint64{&l.examined, &l.sorted, &l.sortScan, &l.sortRange} {
		if c.Load() != 0 { // a store costs far more
			c.Store(0)
		}
	}
}

// counters is what the statement has done so far.
func (x *execution) counters() perfschema.StatementCounters {
	c := x.facts
	c.RowsSent, c.RowsAffected = x.returned.rows, x.returned.affected
	x.live.addTo(&c)
	return c
}

// addTo puts them among the other counters of the statement.
func (l *liveCounts) addTo(c *perfschema.StatementCounters) {
	c.RowsExamined += l.examined.Load()
	c.SortRows = l.sorted.Load()
	c.SortScan = l.sortScan.Load()
	c.SortRange = l.sortRange.Load()
}
