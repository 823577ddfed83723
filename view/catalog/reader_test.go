package catalog

import (
	"sync"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// TestStopReading holds that a reader that stops after one row gets no more: a
// range over the rows would panic.
func TestStopReading(t *testing.T) {
	s := script{t: t}
	s.reset(perfschema.Config{})
	s.run(`consumer events_statements_history_long on
consumer events_transactions_history_long on
consumer events_stages_current on
consumer events_stages_history on
consumer events_stages_history_long on
instrument stage/sql/starting on
connect a id=1 user=app host=h
connect b id=2 user=root host=h
attrs a _os=Linux _pid=1
query a sql/select | SELECT 1
stage a starting
transaction a autocommit
commit a
stage a starting
prepare a id=1 | SELECT 1
call a type=PROCEDURE schema=shop name=p
return a name=p
end a
lock l thread=a object=job
opentable h thread=a schema=shop table=item
waits
consumer events_waits_current on
consumer events_waits_history on
consumer events_waits_history_long on
mutex mu
rwlock rw
cond co
file fi name=/data/log.1
socket so thread=a
table ta type=TABLE schema=shop name=product indexes=PRIMARY
start w a fi read
finish w
query a sql/select | SELECT 2
stage a starting
memory rows`)
	for _, table := range Tables() {
		n, want := 0, 1
		if table.Empty != "" {
			want = 0
		}
		for range table.Rows(view.Reader{Schema: s.schema, ThreadID: s.threads["a"].ID(), Server: knowing(s.threads["a"].ID())}) {
			n++
			break
		}
		if n != want {
			t.Errorf("%s has %d rows", table.Name, n)
		}
	}
}

// TestReadWhileWriting reads every table while statements run and connections
// come and go, and holds that nothing is counted twice or not at all.
func TestReadWhileWriting(t *testing.T) {
	s := script{t: t}
	s.reset(perfschema.Config{Consumers: map[perfschema.Consumer]bool{
		perfschema.ConsumerEventsStagesCurrent: true, perfschema.ConsumerEventsStagesHistory: true,
		perfschema.ConsumerEventsStatementsHistoryLong: true}})
	s.do([]string{"instrument", "stage/sql/starting", "on"}, "")
	const writers, connections, statements = 4, 5, 40
	var wg sync.WaitGroup
	for range writers {
		wg.Go(func() {
			for range connections {
				th := s.schema.NewThread(s.connection, perfschema.ThreadOptions{ProcesslistID: 1, User: "app", Host: "h"})
				for range statements {
					st := th.BeginStatement(s.schema.AbstractQuery())
					st.SetText("SELECT 1")
					st.ComputeDigest()
					st.Refine(s.statements["sql/select"])
					th.SetStage(s.stages["starting"])
					tx := th.BeginTransaction(s.transactions, perfschema.TransactionOptions{AutoCommit: true})
					tx.End(true)
					st.SetCounters(perfschema.StatementCounters{RowsSent: 1})
					st.End()
				}
				th.End()
			}
		})
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()

	r := view.Reader{Schema: s.schema}
	table := Lookup("events_statements_summary_global_by_event_name")
	count := func() (n uint64) {
		for row := range table.Rows(r) {
			if row[0] == "statement/sql/select" {
				n = row[1].(uint64)
			}
		}
		return n
	}
	var last uint64
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		for _, table := range Tables() {
			for row := range table.Rows(r) {
				for i, c := range table.Columns {
					if err := fits(c, row[i]); err != nil {
						t.Fatalf("%s.%s: %v", table.Name, c.Name, err)
					}
				}
			}
		}
		now := count()
		if now < last {
			t.Fatalf("COUNT_STAR went from %d to %d", last, now)
		}
		last = now
	}
	if want := uint64(writers * connections * statements); count() != want {
		t.Errorf("COUNT_STAR is %d, want %d", count(), want)
	}
}
