package sysschema

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view/format"
	"github.com/perfschema/perfschema/view/sysview"
)

// eventKey names an event of the server.
type eventKey struct{ thread, event uint64 }

func eventKeyOf(e *record.Event) eventKey { return eventKey{e.ThreadID, e.EventID} }

// tracedMost bounds how many events of a kind a trace keeps.
const tracedMost = 100_000

// keepEvents keeps those events that are wanted, each as it was seen last.
func keepEvents[E any](kept map[eventKey]E, events []E, head func(*E) *record.Event, wanted func(*E) bool) {
	for i := range events {
		if wanted(&events[i]) && len(kept) < tracedMost {
			kept[eventKeyOf(head(&events[i]))] = events[i]
		}
	}
}

func statementEvent(e *record.StatementEvent) *record.Event { return &e.Event }
func stageEvent(e *record.StageEvent) *record.Event         { return &e.Event }

// everySoOften does something at once, then after each interval until a time has passed, and
// once at the end.
func (c *call) everySoOften(seconds, interval float64, do func() (done bool)) error {
	end := time.Now().Add(time.Duration(seconds * float64(time.Second)))
	for {
		left := time.Until(end).Seconds()
		if done := do(); done || left <= 0 {
			return nil
		}
		if err := c.pause(min(max(interval, 0.001), left)); err != nil {
			return err
		}
	}
}

// prepareTrace makes ready what a trace reads. What it returns undoes that.
func (c *call) prepareTrace(fresh, setup, told bool, tables []string, enable ...string) (undo func() error, err error) {
	for _, t := range tables {
		if err := c.server.reads(c.ctx, t); err != nil {
			return nil, err
		}
	}
	resume, err := c.paused(told)
	if err != nil {
		return nil, err
	}
	saved := false
	undo = func() error {
		return c.detached(func() (err error) {
			if saved {
				err = c.reloadSetup()
			}
			if resumed := resume(); err == nil {
				err = resumed
			}
			return err
		})
	}
	if setup {
		err = c.saveSetup()
		if saved = err == nil; saved {
			err = c.execAll(enable...)
		}
	}
	if err == nil && fresh {
		for _, t := range tables {
			if err == nil {
				_, err = c.exec("TRUNCATE TABLE performance_schema." + t)
			}
		}
	}
	if err != nil {
		_ = undo() // the first error is the one that counts
		return nil, err
	}
	return undo, nil
}

// traceDigest is ps_trace_statement_digest.
func (c *call) traceDigest() error {
	digest, _ := c.text("in_digest")
	const of = "performance_schema."
	undo, err := c.prepareTrace(c.flag("in_start_fresh"), c.flag("in_auto_enable"), true,
		[]string{"events_statements_history_long", "events_stages_history_long"},
		"UPDATE "+of+"threads SET INSTRUMENTED = 'YES' WHERE PROCESSLIST_ID <> CONNECTION_ID()",
		"UPDATE "+of+"setup_consumers SET ENABLED = 'YES' WHERE NAME NOT LIKE '%\\_history' AND NAME NOT LIKE 'events_wait%' AND NAME NOT LIKE 'events_transactions%' AND NAME <> 'statements_digest'",
		"UPDATE "+of+"setup_instruments SET ENABLED = 'YES', TIMED = 'YES' WHERE NAME LIKE 'statement/%' OR NAME LIKE 'stage/%'")
	if err != nil {
		return err
	}
	reader := c.server.Schema.Read()
	statements, stages := make(map[eventKey]record.StatementEvent), make(map[eventKey]record.StageEvent)
	err = c.everySoOften(c.number("in_runtime", 60), c.number("in_interval", 1), func() bool {
		keepEvents(statements, reader.StatementsHistoryLong(), statementEvent, func(e *record.StatementEvent) bool { return strings.EqualFold(e.DigestHex, digest) })
		keepEvents(stages, reader.StagesHistoryLong(), stageEvent, func(e *record.StageEvent) bool {
			_, ok := statements[eventKey{e.ThreadID, e.NestingEventID}]
			return ok
		})
		return false
	})
	if err == nil {
		err = c.tellDigest(slices.Collect(maps.Values(statements)), slices.Collect(maps.Values(stages)))
	}
	if undone := undo(); err == nil {
		err = undone
	}
	return err
}

// Columns of what a trace of a digest tells.
func traceColumns(names ...string) sql.Schema {
	out := make(sql.Schema, len(names))
	for i, name := range names {
		typ := sql.Type(types.Uint64)
		switch name {
		case "exec_time", "lock_time", "event_name", "latency", "sql_text", "stage":
			typ = types.LongText
		}
		out[i] = &sql.Column{Name: name, Type: typ, Nullable: true}
	}
	return out
}

func picoTime(n uint64) string { return format.PicoTime(float64(n)) }

// tellDigest tells what was traced of a digest: sums, the longest statement, and its plan.
func (c *call) tellDigest(statements []record.StatementEvent, stages []record.StageEvent) error {
	if err := c.tell("SUMMARY STATISTICS", "SUMMARY STATISTICS"); err != nil {
		return err
	}
	var sum perfschema.StatementCounters
	var wait, scans uint64
	var longest *record.StatementEvent
	for i := range statements {
		s := &statements[i]
		wait += s.TimerWait
		sum.LockTime += s.Counters.LockTime
		sum.RowsSent += s.Counters.RowsSent
		sum.RowsAffected += s.Counters.RowsAffected
		sum.RowsExamined += s.Counters.RowsExamined
		sum.CreatedTmpTables += s.Counters.CreatedTmpTables
		scans += s.Counters.NoIndexUsed
		if longest == nil || s.TimerWait > longest.TimerWait || s.TimerWait == longest.TimerWait && s.EventID < longest.EventID {
			longest = s
		}
	}
	give := func(schema sql.Schema, rows ...sql.Row) error { return c.giveRows(schema, sql.RowsToRowIter(rows...)) }
	sums := sql.Row{uint64(len(statements)), nil, nil, nil, nil, nil, nil, nil}
	if longest != nil {
		sums = sql.Row{uint64(len(statements)), picoTime(wait), picoTime(sum.LockTime), sum.RowsSent, sum.RowsAffected, sum.RowsExamined, sum.CreatedTmpTables, scans}
	}
	if err := give(traceColumns("executions", "exec_time", "lock_time", "rows_sent", "rows_affected", "rows_examined", "tmp_tables", "full_scans"), sums); err != nil {
		return err
	}
	if err := give(traceColumns("event_name", "count", "latency"), stageSums(stages)...); err != nil {
		return err
	}
	if err := c.tell("LONGEST RUNNING STATEMENT", "LONGEST RUNNING STATEMENT"); err != nil {
		return err
	}
	of := traceColumns("thread_id", "exec_time", "lock_time", "rows_sent", "rows_affected", "rows_examined", "tmp_tables", "full_scan")
	if longest == nil {
		if err := give(of); err != nil {
			return err
		}
		return give(traceColumns("sql_text"))
	}
	l := &longest.Counters
	if err := give(of, sql.Row{longest.ThreadID, picoTime(longest.TimerWait), picoTime(l.LockTime), l.RowsSent, l.RowsAffected, l.RowsExamined, l.CreatedTmpTables, l.NoIndexUsed}); err != nil {
		return err
	}
	if err := c.tell("sql_text", longest.SQLText); err != nil {
		return err
	}
	var within []record.StageEvent
	for _, s := range stages {
		if s.ThreadID == longest.ThreadID && s.NestingEventID == longest.EventID {
			within = append(within, s)
		}
	}
	slices.SortFunc(within, func(a, b record.StageEvent) int { return cmp.Compare(a.EventID, b.EventID) })
	rows := make([]sql.Row, len(within))
	for i, s := range within {
		rows[i] = sql.Row{s.EventName, picoTime(s.TimerWait)}
	}
	if err := give(traceColumns("event_name", "latency"), rows...); err != nil {
		return err
	}
	return c.explainTraced(longest)
}

// stageSums are the stages by name, those that took longest first.
func stageSums(stages []record.StageEvent) []sql.Row {
	type sum struct{ count, wait uint64 }
	sums := make(map[string]sum)
	for _, s := range stages {
		of := sums[s.EventName]
		sums[s.EventName] = sum{of.count + 1, of.wait + s.TimerWait}
	}
	names := slices.SortedFunc(maps.Keys(sums), func(a, b string) int {
		return cmp.Or(cmp.Compare(sums[b].wait, sums[a].wait), cmp.Compare(a, b))
	})
	rows := make([]sql.Row, len(names))
	for i, name := range names {
		rows[i] = sql.Row{name, sums[name].count, picoTime(sums[name].wait)}
	}
	return rows
}

// explainTraced tells the plan of a statement, if it is one of those that have one: it is
// not run again. That it cannot be told, since its text was cut or its tables are gone, is
// no failure of the trace.
func (c *call) explainTraced(s *record.StatementEvent) error {
	verb, _, _ := strings.Cut(strings.TrimSpace(s.SQLText), " ")
	switch strings.ToUpper(verb) {
	case "SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "WITH":
	default:
		return nil
	}
	schema, rows, err := c.query("EXPLAIN " + s.SQLText)
	if err != nil {
		return c.ctx.Err()
	}
	return c.giveRows(schema, sql.RowsToRowIter(rows...))
}

// traceThread is ps_trace_thread: it writes what a thread does as a graph for the program
// dot, into a file of the server.
func (c *call) traceThread() error {
	id := uint64(max(c.number("in_thread_id", 0), 0))
	file, _ := c.text("in_outfile")
	const of = "performance_schema."
	undo, err := c.prepareTrace(c.flag("in_start_fresh"), c.flag("in_auto_setup"), true,
		[]string{"events_transactions_history_long", "events_statements_history_long", "events_stages_history_long", "events_waits_history_long"},
		"UPDATE "+of+"setup_instruments SET ENABLED = 'YES', TIMED = IF(TIMED IS NULL, NULL, 'YES')",
		"UPDATE "+of+"setup_consumers SET ENABLED = 'YES'",
		fmt.Sprintf("UPDATE "+of+"threads SET INSTRUMENTED = 'YES' WHERE THREAD_ID = %d", id))
	if err != nil {
		return err
	}
	graph := sysview.ThreadGraph{ID: id, Sources: c.flag("in_debug")}
	err = c.tell("Info", fmt.Sprintf("Data collection starting for THREAD_ID = %d", id))
	if err == nil {
		err = c.everySoOften(c.number("in_max_runtime", 60), c.number("in_interval", 1), func() bool {
			gone := c.server.Schema.Read().ThreadByID(id) == nil
			graph.Read(c.server.Schema.Read())
			return gone
		})
	}
	if err == nil {
		err = c.writeTrace(&graph, id, file)
	}
	if undone := undo(); err == nil {
		err = undone
	}
	return err
}

// writeTrace writes the graph of a trace into a file of the server.
func (c *call) writeTrace(graph *sysview.ThreadGraph, id uint64, file string) error {
	if _, err := c.exec("SELECT " + words.Quoted(graph.String()) + " INTO DUMPFILE " + words.Quoted(file)); err != nil {
		return err
	}
	if err := c.tell("Info", "Stack trace written to "+file); err != nil {
		return err
	}
	for _, kind := range []string{"pdf", "png"} {
		out := "/tmp/stack_" + strconv.FormatUint(id, 10) + "." + kind
		if err := c.tell("Convert to "+strings.ToUpper(kind), fmt.Sprintf("dot -T%s -o %s %s", kind, out, file)); err != nil {
			return err
		}
	}
	return nil
}
