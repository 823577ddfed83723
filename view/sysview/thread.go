package sysview

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view/format"
	"github.com/perfschema/perfschema/view/internal/field"
)

// threadStatement is a statement of a transaction, as ps_thread_trx_info() of sys writes it.
type threadStatement struct {
	Text            string  `json:"sql_text"`
	Time            *string `json:"time"`
	Schema          *string `json:"schema"`
	RowsExamined    uint64  `json:"rows_examined"`
	RowsAffected    uint64  `json:"rows_affected"`
	RowsSent        uint64  `json:"rows_sent"`
	TmpTables       uint64  `json:"tmp_tables"`
	TmpDiskTables   uint64  `json:"tmp_disk_tables"`
	SortRows        uint64  `json:"sort_rows"`
	SortMergePasses uint64  `json:"sort_merge_passes"`
}

// threadTransaction is a transaction of a thread.
type threadTransaction struct {
	Time       *string           `json:"time"`
	State      string            `json:"state"`
	Mode       string            `json:"mode"`
	AutoCommit string            `json:"autocommitted"`
	GTID       *string           `json:"gtid"` // always null: there are none here
	Isolation  *string           `json:"isolation"`
	Statements []threadStatement `json:"statements_executed"`
}

// ThreadTransactions is what ps_thread_trx_info() of sys gives: the thread's last
// transactions and the one it is in, oldest first, with their statements as far as
// events_statements_history has them, as JSON. One longer than most is told of as an error
// there. A thread without any has "".
func ThreadTransactions(t *perfschema.Thread, most int) string {
	var all []threadTransaction
	var last uint64
	statements := t.StatementsHistory()
	for _, e := range slices.Concat(t.TransactionsHistory(), t.TransactionsCurrent()) {
		if e.EventID <= last {
			continue // the one that has ended last is in both
		}
		last = e.EventID
		all = append(all, threadTransactionOf(&e, statements))
	}
	if all == nil {
		return ""
	}
	text := document(all, "  ")
	if len(text) > most {
		return document(map[string]string{"error": fmt.Sprintf("Trx info truncated: it has %d bytes, of which ps_thread_trx_info.max_length allows %d", len(text), most)}, "")
	}
	return text
}

func threadTransactionOf(e *record.TransactionEvent, statements []record.StatementEvent) threadTransaction {
	out := threadTransaction{
		Time: shownTime(&e.Event), State: e.State.String(), Mode: "READ WRITE", AutoCommit: field.YesNo(e.AutoCommit),
		Isolation: known(e.Isolation), Statements: []threadStatement{},
	}
	if e.ReadOnly {
		out.Mode = "READ ONLY"
	}
	slices.SortFunc(statements, func(a, b record.StatementEvent) int { return cmp.Compare(a.EventID, b.EventID) })
	for i := range statements {
		s := &statements[i]
		within := s.NestingType == record.EventTransaction && s.NestingEventID == e.EventID || // it is in it, or begins it
			e.NestingType == record.EventStatement && e.NestingEventID == s.EventID
		if !within || s.SQLText == "" {
			continue
		}
		c := &s.Counters
		out.Statements = append(out.Statements, threadStatement{
			strings.ToValidUTF8(s.SQLText, "\uFFFD"), shownTime(&s.Event), known(s.Schema), c.RowsExamined, c.RowsAffected, c.RowsSent,
			c.CreatedTmpTables, c.CreatedTmpDiskTables, c.SortRows, c.SortMergePasses,
		})
	}
	return out
}

// shownTime is how long an event took; nil if it was not timed.
func shownTime(e *record.Event) *string {
	if !e.Timed {
		return nil
	}
	text := format.PicoTime(float64(e.TimerWait))
	return &text
}

func known(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// document is a value as JSON.
func document(v any, indent string) string {
	var b bytes.Buffer
	to := json.NewEncoder(&b)
	to.SetEscapeHTML(false)
	to.SetIndent("", indent)
	if err := to.Encode(v); err != nil { // of texts and numbers there is none
		return ""
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// StackInfo is what the head of a thread's stack says.
type StackInfo struct {
	Created       time.Time
	Version, User string
}

// stackEvent is an event of a thread's stack.
type stackEvent struct {
	Nesting string   `json:"nesting_event_id"`
	Event   string   `json:"event_id"`
	Wait    *float64 `json:"timer_wait"` // microseconds
	Info    string   `json:"event_info"`
	Detail  string   `json:"wait_info"`
	Source  *string  `json:"source,omitempty"`
}

// ThreadStack is what ps_thread_stack() of sys gives: the statements, stages and waits of a
// thread that the long histories have, in order, as JSON. sources adds where in the source
// each began.
func ThreadStack(s *perfschema.Reader, id uint64, info StackInfo, sources bool) string {
	type numbered struct {
		number uint64
		stackEvent
	}
	var all []numbered
	add := func(e *record.Event, name, detail string) {
		if e.ThreadID != id {
			return
		}
		event := stackEvent{Nesting: "0", Event: strconv.FormatUint(e.EventID, 10), Info: name, Detail: strings.ToValidUTF8(detail, "\uFFFD")}
		if e.NestingType != record.EventNone {
			event.Nesting = strconv.FormatUint(e.NestingEventID, 10)
		}
		if e.Timed {
			micros := math.Round(float64(e.TimerWait)/1e4) / 100
			event.Wait = &micros
		}
		if sources {
			event.Source = known(e.Source().String())
		}
		all = append(all, numbered{e.EventID, event})
	}
	for _, e := range s.StatementsHistoryLong() {
		name := strings.TrimPrefix(e.EventName, "statement/")
		c := &e.Counters
		add(&e.Event, name, fmt.Sprintf("%s\nerrors: %d\nwarnings: %d\nlock time: %s\nrows affected: %d\nrows sent: %d\nrows examined: %d\ntmp tables: %d\ntmp disk tables: %d",
			e.SQLText, e.Errors, c.Warnings, format.PicoTime(float64(c.LockTime)), c.RowsAffected, c.RowsSent, c.RowsExamined, c.CreatedTmpTables, c.CreatedTmpDiskTables))
	}
	for _, e := range s.StagesHistoryLong() {
		add(&e.Event, lastPart(e.EventName, 2), "")
	}
	for _, e := range s.WaitsHistoryLong() {
		detail := e.Operation
		if e.HasBytes {
			detail += fmt.Sprintf(" %d", e.Bytes)
		}
		if e.ObjectName != "" {
			detail += " " + strings.TrimPrefix(e.ObjectSchema+"."+e.ObjectName, ".")
		}
		add(&e.Event, strings.TrimPrefix(e.EventName, "wait/"), detail)
	}
	slices.SortFunc(all, func(a, b numbered) int { return cmp.Compare(a.number, b.number) })
	events := make([]stackEvent, len(all))
	for i := range all {
		events[i] = all[i].stackEvent
	}
	return document(struct {
		RankDir string       `json:"rankdir"`
		NodeSep string       `json:"nodesep"`
		Created string       `json:"stack_created"`
		Version string       `json:"mysql_version"`
		User    string       `json:"mysql_user"`
		Events  []stackEvent `json:"events"`
	}{"LR", "0.10", info.Created.Format(time.DateTime), info.Version, info.User, events}, "")
}
