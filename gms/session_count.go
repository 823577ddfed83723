package gms

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/kind"
	"github.com/perfschema/perfschema/gms/internal/instrument"
)

// sessionCounts is what a session has counted for the status variables since it
// began: counters of its own, which its goroutine adds to and anybody reads. They
// depend on no instrument, and no TRUNCATE resets them.
type sessionCounts []atomic.Uint64

// The counters before those of Com_*. Their names are in statusNames; the first and
// the last are not shown.
const (
	countNothing = iota
	countQuestions
	countQueries
	countSlow
	countTmpDiskTables
	countTmpTables
	countFullJoin
	countFullRangeJoin
	countRange
	countRangeCheck
	countScan
	countMergePasses
	countSortRange
	countSortRows
	countSortScan
	countMissed // fetches that found no row
	countReadFirst
	countReadKey
	countReadLast
	countReadNext
	countReadPrev
	countReadRndNext
	countHandlerWrite
	countHandlerUpdate
	countHandlerDelete
	countHandlerCommit
	countHandlerRollback
	countHandlerSavepoint
	countHandlerSavepointRollback
	countTimeSet
	countTimeExceeded
	firstCommand
)

// statusNames are the status variables, by counter. Several commands count as one.
var statusNames = append([]string{
	"", "Questions", "Queries", "Slow_queries", "Created_tmp_disk_tables", "Created_tmp_tables",
	"Select_full_join", "Select_full_range_join", "Select_range", "Select_range_check", "Select_scan",
	"Sort_merge_passes", "Sort_range", "Sort_rows", "Sort_scan", "",
	"Handler_read_first", "Handler_read_key", "Handler_read_last", "Handler_read_next", "Handler_read_prev", "Handler_read_rnd_next",
	"Handler_write", "Handler_update", "Handler_delete", "Handler_commit", "Handler_rollback", "Handler_savepoint", "Handler_savepoint_rollback",
	"Max_execution_time_set", "Max_execution_time_exceeded",
}, commandNames()...)

func commandNames() []string {
	names := make([]string, 0, len(kind.All)+len(instrument.Commands))
	for _, kind := range kind.All {
		names = append(names, statusOfClass("statement/sql/"+kind))
	}
	for _, command := range instrument.Commands {
		names = append(names, statusOfClass("statement/com/"+command))
	}
	return names
}

// kindCounters and commandCounters find the counter of a kind of SQL statement, and
// of a command of the client protocol; countNothing is that of none.
var kindCounters, commandCounters = counterIndexes(kind.All, firstCommand), counterIndexes(instrument.Commands, firstCommand+len(kind.All))

// executeCounter is that of the most frequent command.
var executeCounter = commandCounters["Execute"]

func counterIndexes(names []string, first int) map[string]int {
	indexes := make(map[string]int, len(names))
	for i, name := range names {
		if statusNames[first+i] != "" {
			indexes[name] = first + i
		}
	}
	return indexes
}

func newSessionCounts() sessionCounts { return make(sessionCounts, len(statusNames)) }

// add adds to a counter, if it is one.
func (c sessionCounts) add(index int, n uint64) {
	if n > 0 && index > countNothing && index < len(c) {
		c[index].Add(n)
	}
}

// command counts a command of the client protocol; "" is COM_QUERY. As in MySQL,
// pings and statistics are no queries, and what is done about a prepared statement
// but to execute it is no question.
func (c sessionCounts) command(name string) {
	switch name {
	case "": // counts as what its statement is
	case "Execute":
		c[executeCounter].Add(1)
		c[countQuestions].Add(1)
		c[countQueries].Add(1)
		return
	default:
		c.add(commandCounters[name], 1)
	}
	switch name {
	case "Ping", "Statistics":
		return
	case "Prepare", "Close stmt", "Reset stmt":
	default:
		c.add(countQuestions, 1)
	}
	c.add(countQueries, 1)
}

// statement counts an SQL statement by its kind: also one that is executed by
// EXECUTE or by a stored program, as in MySQL. PREPARE and its kind count as the
// commands that do the same.
func (c sessionCounts) statement(kind string) { c.kind(kind, kindCounters[kind]) }

// executed counts the execution of a statement of the client protocol.
func (c sessionCounts) executed(p *executedText) {
	if p.counts {
		c.kind(p.kind, p.counter)
		return
	}
	c.add(p.counter, 1)
}

// kind counts a statement of a kind, whose counter is given.
func (c sessionCounts) kind(kind string, counter int) {
	c.add(counter, 1)
	switch kind {
	case "prepare_sql":
		c.add(commandCounters["Prepare"], 1)
	case "execute_sql":
		c.add(commandCounters["Execute"], 1)
	case "dealloc_sql":
		c.add(commandCounters["Close stmt"], 1)
	}
}

// nested counts a statement of a stored program.
func (c sessionCounts) nested(kind string) {
	c.add(countQueries, 1)
	c.statement(kind)
}

// work counts what a statement did; nested is one of a stored program, whose sorts
// the statement around it counts.
func (c sessionCounts) work(w *perfschema.StatementCounters, nested bool) {
	c.add(countTmpDiskTables, w.CreatedTmpDiskTables)
	c.add(countTmpTables, w.CreatedTmpTables)
	c.add(countFullJoin, w.SelectFullJoin)
	c.add(countFullRangeJoin, w.SelectFullRangeJoin)
	c.add(countRange, w.SelectRange)
	c.add(countRangeCheck, w.SelectRangeCheck)
	c.add(countScan, w.SelectScan)
	c.add(countMergePasses, w.SortMergePasses)
	if !nested {
		c.add(countSortRange, w.SortRange)
		c.add(countSortRows, w.SortRows)
		c.add(countSortScan, w.SortScan)
	}
}

// countSlow counts a statement that took longer than long_query_time, as far as
// statements are timed.
func (conn *connection) countSlow(x *execution, c *perfschema.StatementCounters) {
	if x.slowAfter < 0 {
		return
	}
	if elapsed := x.statement.Elapsed(); elapsed > x.slowAfter {
		conn.counts.add(countSlow, 1)
		if conn.adapter.slow != nil {
			conn.logSlow(x, c, elapsed)
		}
	}
}

// slowAfter is long_query_time, in seconds, as a time.
func slowAfter(seconds float64) time.Duration {
	return time.Duration(min(seconds, 1e9) * float64(time.Second))
}

// sum adds what the session has counted to sums, by counter.
func (c sessionCounts) sum(sums []uint64) {
	for i := range c {
		sums[i] += c[i].Load()
	}
}

// byStatusName gives sums their names.
func byStatusName(sums []uint64) map[string]uint64 {
	out := make(map[string]uint64, len(sums))
	for i, n := range sums {
		if name := statusNames[i]; name != "" {
			out[name] += n
		}
	}
	return out
}

// endedCounts is what the sessions have counted that have ended. A session goes
// from the list of those that are connected to here under the lock, so that who
// holds it sees each of them once.
type endedCounts struct {
	mu       sync.Mutex
	sums     []uint64
	accounts endedByAccount
}

// end takes over the counts of a session that leaves its list. It gives the session's
// account, for [endedCounts.left].
func (e *endedCounts) end(conn *connection, leave func()) *statusKey {
	e.mu.Lock()
	defer e.mu.Unlock()
	leave()
	if e.sums == nil {
		e.sums = make([]uint64, len(statusNames))
	}
	conn.counts.sum(e.sums)
	return e.accounts.endedSession(conn)
}

// left says that the thread of a session has ended that is no more in the list. account is
// what end gave.
func (e *endedCounts) left(account *statusKey) {
	if account == nil {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.accounts.left(*account)
}

// counts is what all sessions have counted, by counter.
func (l *lifecycle) counts() []uint64 {
	l.ended.mu.Lock()
	defer l.ended.mu.Unlock()
	sums := make([]uint64, len(statusNames))
	copy(sums, l.ended.sums)
	l.connections.Range(func(_, c any) bool {
		c.(*connection).counts.sum(sums)
		return true
	})
	return sums
}
