package sysview

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/connection"
	"github.com/perfschema/perfschema/view/internal/field"
	"github.com/perfschema/perfschema/view/summary"
)

// session is what a row of processlist or session tells of: a thread, and what it does or
// did last.
type session struct {
	connection.LiveThread
	statement   *record.StatementEvent
	stage       *record.StageEvent
	wait        *record.WaitEvent
	transaction *record.TransactionEvent
	bytes       int64
	attrs       []perfschema.ConnectAttr
}

// sessionOf reads what a thread does.
func sessionOf(r view.Reader, t *perfschema.Thread, info record.ThreadInfo) session {
	s := session{LiveThread: connection.LiveThread{ThreadInfo: info, Now: r.Schema.Wall()}, attrs: t.ConnectAttrs()}
	s.statement = first(t.StatementsCurrent())
	s.stage = first(t.StagesCurrent())
	s.transaction = first(t.TransactionsCurrent())
	if waits := t.WaitsCurrent(); len(waits) > 0 {
		s.wait = &waits[len(waits)-1]
	}
	return s
}

// first is the event that all others of a thread are nested in; nil without one.
func first[T any](events []T) *T {
	if len(events) == 0 {
		return nil
	}
	return &events[0]
}

// attr is what a client said of itself.
func (s *session) attr(name string) any {
	for _, a := range s.attrs {
		if a.Name == name {
			return field.ValidText(field.Cut(a.Value, 1024))
		}
	}
	return nil
}

// counter is a figure of the last statement.
func counter(of func(*record.StatementCounters) uint64) func(*session) any {
	return func(s *session) any {
		if s.statement == nil {
			return nil
		}
		return of(&s.statement.Counters)
	}
}

// progress is how many percent of the running stage are done.
func (s *session) progress() any {
	if s.stage == nil || !s.stage.Running || !s.stage.HasWork || s.stage.WorkEstimated == 0 {
		return nil
	}
	return percent(s.stage.WorkCompleted, s.stage.WorkEstimated, 2)
}

// ran is a value of the last statement, which has ended; running one of a statement that
// has not.
func ran(of func(*record.StatementEvent) any) func(*session) any {
	return func(s *session) any {
		if s.statement == nil || s.statement.Running {
			return nil
		}
		return of(s.statement)
	}
}

func running(of func(*record.StatementEvent) any) func(*session) any {
	return func(s *session) any {
		if s.statement == nil || !s.statement.Running {
			return nil
		}
		return of(s.statement)
	}
}

func durationOf(e *record.Event) any { return field.Unless(!e.Timed, e.TimerWait) }

// transactionValue is a value of the last transaction.
func transactionValue(of func(*record.TransactionEvent) any) func(*session) any {
	return func(s *session) any {
		if s.transaction == nil {
			return nil
		}
		return of(s.transaction)
	}
}

// lastWait is how long the last wait took: a text, which for people has a unit.
func (s *session) lastWait(shown bool) any {
	switch {
	case s.wait == nil:
		return nil
	case s.wait.Running:
		return "Still Waiting"
	case !s.wait.Timed:
		return nil
	case shown:
		return new(shower).show(latency, s.wait.TimerWait)
	}
	return strconv.FormatUint(s.wait.TimerWait, 10)
}

// sessionFields are the columns of processlist and session.
func sessionFields(shown bool) []sysField[session] {
	type sessionField = sysField[session]
	waitType := "varchar(20)"
	if shown {
		waitType = "varchar(13)"
	}
	figure := func(name string, of func(*record.StatementCounters) uint64) sessionField {
		return sessionField{name, field.BigintUnsigned, asIs, counter(of)}
	}
	return []sessionField{
		{"thd_id", field.BigintUnsigned + notNull, asIs, func(s *session) any { return s.ThreadID }},
		{"conn_id", field.BigintUnsigned, asIs, func(s *session) any { return field.Number(s.ProcesslistID) }},
		{"user", "varchar(288)", asIs, func(s *session) any { return accountOf(&s.ThreadInfo, strings.TrimPrefix(s.Name, "thread/")) }},
		{"db", field.Identifier, asIs, func(s *session) any { return field.Text(s.Database) }},
		{"command", "varchar(16)", asIs, func(s *session) any { return field.Text(s.Command) }},
		{"state", field.Identifier, asIs, func(s *session) any { return field.Text(field.Cut(s.State, field.IdentifierLength)) }},
		{"time", field.Bigint, asIs, func(s *session) any { return s.Seconds() }},
		{"current_statement", field.Longtext, brief, func(s *session) any { return field.Unless(s.ProcesslistID == 0, field.ValidText(s.Info)) }},
		{"execution_engine", field.EngineEnum, asIs, func(*session) any { return "PRIMARY" }},
		{"statement_latency", field.BigintUnsigned, latency, running(func(e *record.StatementEvent) any { return durationOf(&e.Event) })},
		{"progress", "decimal(26,2)", asIs, (*session).progress},
		{"lock_latency", field.BigintUnsigned, latency, counter(func(c *record.StatementCounters) uint64 { return c.LockTime })},
		{"cpu_latency", field.BigintUnsigned, latency, counter(func(c *record.StatementCounters) uint64 { return c.CPUTime })},
		figure("rows_examined", func(c *record.StatementCounters) uint64 { return c.RowsExamined }),
		figure("rows_sent", func(c *record.StatementCounters) uint64 { return c.RowsSent }),
		figure("rows_affected", func(c *record.StatementCounters) uint64 { return c.RowsAffected }),
		figure("tmp_tables", func(c *record.StatementCounters) uint64 { return c.CreatedTmpTables }),
		figure("tmp_disk_tables", func(c *record.StatementCounters) uint64 { return c.CreatedTmpDiskTables }),
		{"full_scan", "varchar(3)" + notNull, asIs, func(s *session) any {
			return field.YesNo(s.statement != nil && s.statement.Counters.NoIndexUsed+s.statement.Counters.NoGoodIndexUsed > 0)
		}},
		{"last_statement", field.Longtext, brief, ran(func(e *record.StatementEvent) any { return field.ValidText(e.SQLText) })},
		{"last_statement_latency", field.BigintUnsigned, latency, ran(func(e *record.StatementEvent) any { return durationOf(&e.Event) })},
		{"current_memory", "decimal(41,0)", size, func(s *session) any { return s.bytes }},
		{"last_wait", field.EventName, asIs, func(s *session) any {
			if s.wait == nil {
				return nil
			}
			return s.wait.EventName
		}},
		{"last_wait_latency", waitType, asIs, func(s *session) any { return s.lastWait(shown) }},
		{"source", field.Identifier, asIs, func(s *session) any {
			if s.wait == nil {
				return nil
			}
			return field.Text(s.wait.Source().String())
		}},
		{"trx_latency", field.BigintUnsigned, latency, transactionValue(func(e *record.TransactionEvent) any { return durationOf(&e.Event) })},
		{"trx_state", "enum('ACTIVE','COMMITTED','ROLLED BACK')", asIs, transactionValue(func(e *record.TransactionEvent) any { return field.Text(e.State.String()) })},
		{"trx_autocommit", field.YesNoEnum, asIs, transactionValue(func(e *record.TransactionEvent) any { return field.YesNo(e.AutoCommit) })},
		{"pid", "varchar(1024)", asIs, func(s *session) any { return s.attr("_pid") }},
		{"program_name", "varchar(1024)", asIs, func(s *session) any { return s.attr("program_name") }},
	}
}

// sessions lists the threads that are wanted, those longest in their command first.
func sessions(keep func(record.ThreadInfo) bool) field.Parts[session] {
	return inOrder(func(r view.Reader) (out []session) {
		at := make(map[uint64]int)
		for _, t := range r.Schema.Read().Threads() {
			if info := t.Info(); info.ThreadID != 0 && keep(info) {
				at[info.ThreadID] = len(out)
				out = append(out, sessionOf(r, t, info))
			}
		}
		memorySource.Each(r, record.ByThread, func(of summary.GroupValues, _ *perfschema.Class, m *record.MemoryStat) {
			id, _ := of.ThreadID.(uint64)
			if i, ok := at[id]; ok {
				out[i].bytes += m.CurrentBytes()
			}
		})
		return out
	}, func(a, b *session) int { return cmp.Compare(orderOfTime(b), orderOfTime(a)) })
}

// orderOfTime puts NULL below all times.
func orderOfTime(s *session) int64 {
	if n, ok := s.Seconds().(int64); ok {
		return n
	}
	return -1
}

// sessionViews are processlist, of all threads, and session, of the connections.
func sessionViews() []*view.Table {
	var tables []*view.Table
	for _, of := range []struct {
		name, comment string
		keep          func(record.ThreadInfo) bool
	}{
		{"processlist", "What threads do, and what they did last", func(record.ThreadInfo) bool { return true }},
		{"session", "What connections do, and what they did last", func(t record.ThreadInfo) bool {
			return t.ProcesslistID != 0 && t.Command != "Daemon"
		}},
	} {
		v := sysView{name: of.name, comment: of.comment, reads: []string{
			"threads", "events_waits_current", "events_stages_current", "events_statements_current", "events_transactions_current",
			"memory_summary_by_thread_by_event_name", "session_connect_attrs",
		}}
		tables = append(tables, sysTable(v, sessionFields(true), sessions(of.keep), false))
		v.name = "x$" + v.name
		tables = append(tables, sysTable(v, sessionFields(false), sessions(of.keep), true))
	}
	return append(tables, sessionTLS())
}

// sessionTLS declares session_ssl_status.
func sessionTLS() *view.Table {
	type row = struct {
		threadID uint64
		values   map[string]any
	}
	of := func(column, variable string) sysField[row] {
		return sysField[row]{column, "varchar(1024)", asIs, func(v *row) any { return v.values[variable] }}
	}
	return sysTable(sysView{name: "session_ssl_status", comment: "How the connections are secured by TLS", reads: []string{"status_by_thread"}},
		[]sysField[row]{
			{"thread_id", field.BigintUnsigned + notNull, asIs, func(v *row) any { return v.threadID }},
			of("ssl_version", "ssl_version"), of("ssl_cipher", "ssl_cipher"), of("ssl_sessions_reused", "ssl_sessions_reused"),
		}, field.Listed(func(r view.Reader) (out []row) {
			if r.Server.Status == nil {
				return nil
			}
			for _, s := range r.Server.Status(view.StatusByThread) {
				v := row{s.ThreadID, make(map[string]any)}
				for name, value := range s.Values {
					v.values[strings.ToLower(name)] = value
				}
				out = append(out, v)
			}
			return out
		}), false)
}
