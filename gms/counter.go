package gms

import (
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/affected"
	"github.com/perfschema/perfschema/gms/internal/wire"
)

// resultCounts is what the client has been sent, counted by the goroutine that
// sends it.
type resultCounts struct {
	_              [64]byte
	rows, affected uint64
	told           affected.Told
	_              [16]byte
}

// told is where the running statement notes what the client is told of the rows that it changes;
// nil if it is a program's, of which nobody is told.
func (x *execution) told(ctx *sql.Context) *affected.Told {
	if x.programs.call != nil || insideTrigger(ctx) {
		return nil
	}
	return &x.returned.told
}

// answer puts right what the client is told of a statement that gives no rows.
func (x *execution) answer(r *sqltypes.Result) {
	conn := x.connection
	if conn.session == nil {
		r.Info = wire.PadInfo(r.Info)
		return
	}
	of := affected.Statement{Truncates: x.plan.truncates, Updates: x.plan.updates}
	of.FoundRows = of.Updates && conn.client.Capabilities&mysql.CapabilityClientFoundRows != 0
	x.returned.told.Answer(r, conn.session, of)
	if conn.wire == nil {
		r.Info = wire.PadInfo(r.Info)
	}
}

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
