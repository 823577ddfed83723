package status

import (
	"strings"
	"sync/atomic"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/kind"
	"github.com/perfschema/perfschema/gms/internal/instrument"
)

// Counts is what a session has counted for the status variables since it
// began: counters of its own, which its goroutine adds to and anybody reads. They
// depend on no instrument, and no TRUNCATE resets them.
type Counts []atomic.Uint64

// The counters before those of Com_*. Their names are in Names; the first and
// the last are not shown.
const (
	Nothing = iota
	Questions
	Queries
	Slow
	TmpDiskTables
	TmpTables
	FullJoin
	FullRangeJoin
	Range
	RangeCheck
	Scan
	MergePasses
	SortRange
	SortRows
	SortScan
	Missed // fetches that found no row
	ReadFirst
	ReadKey
	ReadLast
	ReadNext
	ReadPrev
	ReadRndNext
	HandlerWrite
	HandlerUpdate
	HandlerDelete
	HandlerCommit
	HandlerRollback
	HandlerSavepoint
	HandlerSavepointRollback
	TimeSet
	TimeExceeded
	firstCommand
)

// Names are the status variables, by counter. Several commands count as one.
var Names = append([]string{
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
		if Names[first+i] != "" {
			indexes[name] = first + i
		}
	}
	return indexes
}

// NewCounts returns the counters of a session that begins.
func NewCounts() Counts { return make(Counts, len(Names)) }

// Add adds to a counter, if it is one.
func (c Counts) Add(index int, n uint64) {
	if n > 0 && index > Nothing && index < len(c) {
		c[index].Add(n)
	}
}

// Command counts a command of the client protocol; "" is COM_QUERY. As in MySQL,
// pings and statistics are no queries, and what is done about a prepared statement
// but to execute it is no question.
func (c Counts) Command(name string) {
	switch name {
	case "": // counts as what its statement is
	case "Execute":
		c[executeCounter].Add(1)
		c[Questions].Add(1)
		c[Queries].Add(1)
		return
	default:
		c.Add(commandCounters[name], 1)
	}
	switch name {
	case "Ping", "Statistics":
		return
	case "Prepare", "Close stmt", "Reset stmt":
	default:
		c.Add(Questions, 1)
	}
	c.Add(Queries, 1)
}

// Statement counts an SQL statement by its kind: also one that is executed by
// EXECUTE or by a stored program, as in MySQL. PREPARE and its kind count as the
// commands that do the same.
func (c Counts) Statement(kind string) { c.kind(kind, kindCounters[kind]) }

// Executed counts the execution of a prepared statement of a kind, whose counter is given.
// bySQL: the kind is that of a statement about prepared statements.
func (c Counts) Executed(kind string, counter int, bySQL bool) {
	if bySQL {
		c.kind(kind, counter)
		return
	}
	c.Add(counter, 1)
}

// CounterOf returns the counter of a kind of SQL statement, countNothing for none.
func CounterOf(kind string) int { return kindCounters[kind] }

// kind counts a statement of a kind, whose counter is given.
func (c Counts) kind(kind string, counter int) {
	c.Add(counter, 1)
	switch kind {
	case "prepare_sql":
		c.Add(commandCounters["Prepare"], 1)
	case "execute_sql":
		c.Add(commandCounters["Execute"], 1)
	case "dealloc_sql":
		c.Add(commandCounters["Close stmt"], 1)
	}
}

// Nested counts a statement of a stored program.
func (c Counts) Nested(kind string) {
	c.Add(Queries, 1)
	c.Statement(kind)
}

// Work counts what a statement did; nested is one of a stored program, whose sorts
// the statement around it counts.
func (c Counts) Work(w *perfschema.StatementCounters, nested bool) {
	c.Add(TmpDiskTables, w.CreatedTmpDiskTables)
	c.Add(TmpTables, w.CreatedTmpTables)
	c.Add(FullJoin, w.SelectFullJoin)
	c.Add(FullRangeJoin, w.SelectFullRangeJoin)
	c.Add(Range, w.SelectRange)
	c.Add(RangeCheck, w.SelectRangeCheck)
	c.Add(Scan, w.SelectScan)
	c.Add(MergePasses, w.SortMergePasses)
	if !nested {
		c.Add(SortRange, w.SortRange)
		c.Add(SortRows, w.SortRows)
		c.Add(SortScan, w.SortScan)
	}
}

// Sum adds what the session has counted to sums, by counter.
func (c Counts) Sum(sums []uint64) {
	for i := range c {
		sums[i] += c[i].Load()
	}
}

// ByName gives sums their names.
func ByName(sums []uint64) map[string]uint64 {
	out := make(map[string]uint64, len(sums))
	for i, n := range sums {
		if name := Names[i]; name != "" {
			out[name] += n
		}
	}
	return out
}

// commandStatus are the status variables that have other names than the
// instruments: those of commands of the client protocol first of all.
var commandStatus = map[string]string{
	"statement/sql/change_replication_filter": "Com_change_repl_filter",
	"statement/sql/start_group_replication":   "Com_group_replication_start",
	"statement/sql/stop_group_replication":    "Com_group_replication_stop",
	"statement/com/Prepare":                   "Com_stmt_prepare",
	"statement/com/Execute":                   "Com_stmt_execute",
	"statement/com/Fetch":                     "Com_stmt_fetch",
	"statement/com/Close stmt":                "Com_stmt_close",
	"statement/com/Reset stmt":                "Com_stmt_reset",
	"statement/com/Long Data":                 "Com_stmt_send_long_data",
	"statement/com/Init DB":                   "Com_change_db",
	"statement/com/Field List":                "Com_show_fields",
	"statement/com/Statistics":                "Com_show_status",
	"statement/com/Set option":                "Com_set_option",
	"statement/com/Ping":                      "Com_admin_commands",
	"statement/com/Debug":                     "Com_admin_commands",
	"statement/com/Change user":               "Com_admin_commands",
	"statement/com/Reset Connection":          "Com_admin_commands",
	"statement/com/Binlog Dump":               "Com_admin_commands",
	"statement/com/Binlog Dump GTID":          "Com_admin_commands",
	"statement/com/Table Dump":                "Com_admin_commands",
	"statement/com/Register Replica":          "Com_admin_commands",
}

// statusOfClass is the Com_* variable that counts an instrument's statements.
func statusOfClass(class string) string {
	if name := commandStatus[class]; name != "" {
		return name
	}
	if name, ok := strings.CutPrefix(class, "statement/sql/"); ok {
		if name == "error" {
			return ""
		}
		return "Com_" + name
	}
	return ""
}
