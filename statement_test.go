package perfschema_test

import (
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

func TestStatementIsSeenWhileItRunsAndAfter(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	th.SetDatabase("shop")
	st := th.BeginStatement(f.AbstractQuery())
	st.SetText("SELECT 1")
	f.clock.Advance(time.Millisecond)

	cur := th.StatementsCurrent()
	if len(cur) != 1 {
		t.Fatalf("%d current statements", len(cur))
	}
	c := cur[0]
	if !c.Running || c.EndEventID != 0 || c.TimerWait != 1e9 || c.TimerEnd != c.TimerStart+1e9 || c.EventName != "statement/abstract/Query" {
		t.Fatalf("running: %+v", c)
	}
	if !strings.HasPrefix(c.Source().String(), "statement_test.go:") {
		t.Errorf("SOURCE %q", c.Source())
	}

	st.ComputeDigest()
	st.Refine(f.selectKey)
	st.SetError(1146, "42S02", strings.Repeat("x", 200))
	f.clock.Advance(time.Millisecond)
	st.SetCounters(perfschema.StatementCounters{RowsSent: 3})
	st.End()

	for name, rows := range map[string][]record.StatementEvent{"current": th.StatementsCurrent(), "history": th.StatementsHistory()} {
		if len(rows) != 1 {
			t.Fatalf("%s: %d rows", name, len(rows))
		}
		r := rows[0]
		if r.Running || r.EndEventID != r.EventID || r.TimerWait != 2e9 || r.EventName != "statement/sql/select" ||
			r.Counters.RowsSent != 3 || r.Errors != 1 || r.Errno != 1146 || len(r.Message) != 128 ||
			r.SQLText != "SELECT 1" || r.DigestText != "SELECT ?" || len(r.DigestHex) != 64 || r.Schema != "shop" {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if n := len(f.Read().StatementsHistoryLong()); n != 0 {
		t.Errorf("%d rows in history_long, whose consumer is off", n)
	}
}

func TestNesting(t *testing.T) {
	f := newFixture(t, nil)
	f.enableAll()
	th := f.connect("joe")

	begin := th.BeginStatement(f.selectKey)
	tx := th.BeginTransaction(f.TransactionKey(), perfschema.TransactionOptions{Isolation: "REPEATABLE READ"})
	begin.End()

	outer := th.BeginStatement(f.insert)
	th.SetStage(f.opening)
	inner := th.BeginStatement(f.selectKey)
	inner.End()
	th.SetStage(f.sending)
	outer.End()
	tx.End(true)

	st := th.StatementsHistory()
	if len(st) != 3 {
		t.Fatalf("%d statements", len(st))
	}
	start, sub, top := st[0], st[1], st[2]
	x := th.TransactionsHistory()[0]
	if start.NestingType != record.EventNone || start.NestingEventID != 0 {
		t.Errorf("the starting statement has a parent: %+v", start.Event)
	}
	if x.NestingType != record.EventStatement || x.NestingEventID != start.EventID || x.State != record.TransactionCommitted {
		t.Errorf("transaction: %+v", x)
	}
	if top.NestingType != record.EventTransaction || top.NestingEventID != x.EventID || top.NestingLevel != 0 {
		t.Errorf("statement in a transaction: %+v", top)
	}
	if sub.NestingType != record.EventStatement || sub.NestingEventID != top.EventID || sub.NestingLevel != 1 {
		t.Errorf("sub-statement: %+v", sub)
	}
	for _, g := range th.StagesHistory() {
		if g.NestingType != record.EventStatement || g.NestingEventID != top.EventID || g.Running {
			t.Errorf("stage %s: %+v", g.EventName, g.Event)
		}
	}
	if top.EndEventID <= sub.EventID {
		t.Errorf("END_EVENT_ID %d does not cover event %d inside", top.EndEventID, sub.EventID)
	}
	seen := map[uint64]bool{}
	for _, id := range []uint64{start.EventID, sub.EventID, top.EventID, x.EventID} {
		if seen[id] {
			t.Errorf("event id %d twice", id)
		}
		seen[id] = true
	}
}

// A first stage begins with its statement and the last ends with it, so that
// the stages of a statement add up to it.
func TestStagesCoverTheStatement(t *testing.T) {
	f := newFixture(t, nil)
	f.enableAll()
	th := f.connect("joe")
	st := th.BeginStatement(f.selectKey)
	f.clock.Advance(5)
	st.StartStage(f.opening)
	f.clock.Advance(7)
	th.SetStage(f.sending)
	f.clock.Advance(11)
	st.End()
	var sum uint64
	for _, g := range th.StagesHistory() {
		sum += g.TimerWait
		if !strings.HasPrefix(g.Source().String(), "statement_test.go:") {
			t.Errorf("SOURCE %q", g.Source())
		}
	}
	if wait := th.StatementsHistory()[0].TimerWait; sum != wait || wait != 23_000 {
		t.Errorf("the stages take %d of %d ps", sum, wait)
	}
}

func TestStatementsNestedTooDeeplyAreCounted(t *testing.T) {
	f := newFixture(t, func(c *perfschema.Config) {
		c.Sizes = perfschema.DefaultSizes()
		c.Sizes.StatementStack = 2
	})
	th := f.connect("joe")
	a := th.BeginStatement(f.selectKey)
	b := th.BeginStatement(f.selectKey)
	if c := th.BeginStatement(f.selectKey); c.Recorded() {
		t.Error("a third level was recorded")
	}
	if n := len(th.StatementsCurrent()); n != 2 {
		t.Errorf("%d rows of events_statements_current", n)
	}
	b.End()
	a.End()
	for _, v := range f.Read().Status() {
		if v.Name == "Performance_schema_nested_statement_lost" && v.Value != 1 {
			t.Errorf("%s = %d", v.Name, v.Value)
		}
	}
}

func TestLongTextIsCut(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	f.run(th, f.selectKey, "SELECT '"+strings.Repeat("y", 5000)+"'", 1)
	got := th.StatementsHistory()[0].SQLText
	if len(got) != 1024 || !strings.HasSuffix(got, "y...") {
		t.Errorf("%d bytes, ending in %q", len(got), got[len(got)-5:])
	}
}

// What is recorded under each setting, as MySQL decides it.
func TestWhatIsRecorded(t *testing.T) {
	const none, globalOnly, summary, current, history = "nothing", "global", "summary", "current", "history"
	set := func(c perfschema.Consumer) func(*fixture, *perfschema.Thread) {
		return func(f *fixture, _ *perfschema.Thread) { f.SetConsumer(c, false) }
	}
	for name, tc := range map[string]struct {
		change func(*fixture, *perfschema.Thread)
		want   string
	}{
		"default":                {func(*fixture, *perfschema.Thread) {}, history},
		"global_instrumentation": {set(perfschema.ConsumerGlobalInstrumentation), none},
		"thread_instrumentation": {set(perfschema.ConsumerThreadInstrumentation), globalOnly},
		"statements_current":     {set(perfschema.ConsumerEventsStatementsCurrent), summary},
		"statements_history":     {set(perfschema.ConsumerEventsStatementsHistory), current},
		"thread not instrumented": {func(_ *fixture, t *perfschema.Thread) {
			t.SetInstrumented(false)
		}, none},
		"thread without history": {func(_ *fixture, t *perfschema.Thread) { t.SetHistory(false) }, current},
		"class disabled": {func(f *fixture, _ *perfschema.Thread) {
			f.Read().ClassesOf(perfschema.KindStatement)[f.selectKey-1].SetEnabled(false)
		}, none},
		"abstract class disabled": {func(f *fixture, _ *perfschema.Thread) {
			f.Read().ClassesOf(perfschema.KindStatement)[f.AbstractQuery()-1].SetEnabled(false)
		}, none},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, nil)
			th := f.connect("joe")
			tc.change(f, th)
			f.run(th, f.selectKey, "SELECT 1", time.Second)
			got := none
			if countOf(f, record.Global, f.selectKey) == 1 {
				got = globalOnly
			}
			if countOf(f, record.ByThread, f.selectKey) == 1 {
				got = summary
			}
			if len(th.StatementsCurrent()) == 1 {
				got = current
			}
			if len(th.StatementsHistory()) == 1 {
				got = history
			}
			if got != tc.want {
				t.Errorf("recorded: %s, want %s", got, tc.want)
			}
		})
	}
}

func countOf(f *fixture, g record.Grouping, key perfschema.StatementKey) (n uint64) {
	for _, stats := range f.Read().StatementSummary(g, 0).All() {
		n += stats[key-1].Timer.Count
	}
	return n
}

func TestUntimed(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	f.Read().ClassesOf(perfschema.KindStatement)[f.selectKey-1].SetTimed(false)
	f.run(th, f.selectKey, "SELECT 1", time.Second)
	r := th.StatementsHistory()[0]
	if !r.Timed || r.EndTimed || r.TimerWait != 0 {
		t.Errorf("only the final class untimed: %+v", r.Event)
	}
	f.Read().ClassesOf(perfschema.KindStatement)[f.AbstractQuery()-1].SetTimed(false)
	f.run(th, f.selectKey, "SELECT 1", time.Second)
	if r := th.StatementsHistory()[1]; r.Timed || r.EndTimed {
		t.Errorf("both classes untimed: %+v", r.Event)
	}
	for _, stats := range f.Read().StatementSummary(record.Global, 0).All() {
		if s := stats[f.selectKey-1]; s.Timer.Count != 2 || s.Timer.Sum != 0 || s.Counters.RowsSent != 2 {
			t.Errorf("summary %+v", s)
		}
	}
}

func TestTruncatedEvents(t *testing.T) {
	f := newFixture(t, nil)
	f.enableAll()
	th := f.connect("joe")
	f.run(th, f.selectKey, "SELECT 1", 1)
	f.Read().TruncateHistory(record.EventStatement, perfschema.HistoryCurrent)
	if n := len(th.StatementsCurrent()); n != 0 {
		t.Errorf("%d current rows", n)
	}
	f.Read().TruncateHistory(record.EventStatement, perfschema.HistoryThread)
	if n := len(th.StatementsHistory()); n != 0 {
		t.Errorf("%d history rows", n)
	}
	f.Read().TruncateHistory(record.EventStatement, perfschema.HistoryLong)
	if n := len(f.Read().StatementsHistoryLong()); n != 0 {
		t.Errorf("%d history_long rows", n)
	}
	f.run(th, f.selectKey, "SELECT 1", 1)
	if len(th.StatementsCurrent()) != 1 || len(th.StatementsHistory()) != 1 || len(f.Read().StatementsHistoryLong()) != 1 {
		t.Error("recording did not go on after the truncation")
	}
}

func TestNilDoesNothing(t *testing.T) {
	var s *perfschema.Schema
	th := s.NewThread(1, perfschema.ThreadOptions{})
	st := th.BeginStatement(1)
	st.SetText("x")
	st.ComputeDigest()
	st.Refine(2)
	st.SetError(1, "", "")
	st.SetCounters(perfschema.StatementCounters{})
	th.SetStage(1)
	th.SetStageProgress(1, 2)
	th.BeginTransaction(1, perfschema.TransactionOptions{}).End(true)
	st.End()
	th.Child(1).Release()
	th.End()
	if s.RegisterStage("sql", perfschema.Info{Name: "x"}) != 0 || s.Enabled() || s.Read().Threads() != nil || s.Read().Digests() != nil || s.Read().EngineStatus() != nil {
		t.Error("a nil Schema is not off")
	}
	off, err := perfschema.New(perfschema.Config{Off: true})
	if err != nil || off.NewThread(1, perfschema.ThreadOptions{}) != nil || len(off.Read().Classes()) != 0 {
		t.Error("a Schema that is off records")
	}
	off.Read().TruncateStatements(record.Global)
	off.Read().TruncateDigests()
	off.Read().TruncateAccounts()
	_ = off.Read().Status()
}
