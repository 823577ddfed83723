package perfschema_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// A statement begins as an abstract class and becomes the final one. It leaves
// nothing if either is off; its time, only if both are timed; and where the
// abstract one alone is, TIMER_START, as in MySQL.
func TestRefinedStatementsAreRecordedRight(t *testing.T) {
	for n := range 16 {
		abstractOn, abstractTimed, finalOn, finalTimed := n&1 != 0, n&2 != 0, n&4 != 0, n&8 != 0
		f := newFixture(t, nil)
		set := func(key perfschema.StatementKey, on, timed bool) *perfschema.Class {
			c := f.Read().ClassesOf(perfschema.KindStatement)[key-1]
			c.SetEnabled(on)
			c.SetTimed(timed)
			return c
		}
		abstract, final := set(f.AbstractQuery(), abstractOn, abstractTimed), set(f.selectKey, finalOn, finalTimed)
		th := f.connect("joe")
		name := fmt.Sprintf("abstract %v %v, final %v %v", abstractOn, abstractTimed, finalOn, finalTimed)

		st := th.BeginStatement(f.AbstractQuery())
		begun := th.StatementsCurrent()
		if abstractOn != (len(begun) == 1) || abstractOn && (begun[0].EventName != abstract.Name() || begun[0].Timed != abstractTimed) {
			t.Errorf("%s: begun as %+v", name, begun)
		}
		st.Refine(f.selectKey)
		f.clock.Advance(time.Microsecond)
		st.End()

		want := 0
		if abstractOn && finalOn {
			want = 1
		}
		current, history := th.StatementsCurrent(), th.StatementsHistory()
		if len(current) != want || len(history) != want {
			t.Fatalf("%s: %d current, %d in history, want %d", name, len(current), len(history), want)
		}
		timed := abstractTimed && finalTimed
		for _, g := range []record.Grouping{record.ByThread, record.Global} {
			for _, all := range f.Read().StatementSummary(g, 0).All() {
				got, wantSum := all[f.selectKey-1].Timer, record.TimerStat{Count: uint64(want)}
				if want == 1 && timed {
					wantSum = record.TimerStat{Count: 1, Sum: 1e6, Min: 1e6, Max: 1e6}
				}
				if got != wantSum || all[f.AbstractQuery()-1].Timer.Count != 0 {
					t.Errorf("%s: summary %+v, want %+v; abstract %+v", name, got, wantSum, all[f.AbstractQuery()-1].Timer)
				}
			}
		}
		if want == 0 {
			continue
		}
		e := history[0]
		if e.EventName != final.Name() || e.Timed != abstractTimed || e.EndTimed != timed || timed && e.TimerWait != 1e6 || !timed && e.TimerWait != 0 {
			t.Errorf("%s: %+v", name, e.Event)
		}
	}
}

// A digest is counted where the statement is and the consumer statements_digest
// is on; with thread_instrumentation off, whatever the thread is.
func TestDigestsAreRecordedRight(t *testing.T) {
	for n := range 64 {
		global, byThread, digests, enabled, instrumented, current := n&1 != 0, n&2 != 0, n&4 != 0, n&8 != 0, n&16 != 0, n&32 != 0
		f := newFixture(t, nil)
		f.SetConsumer(perfschema.ConsumerGlobalInstrumentation, global)
		f.SetConsumer(perfschema.ConsumerThreadInstrumentation, byThread)
		f.SetConsumer(perfschema.ConsumerStatementsDigest, digests)
		f.SetConsumer(perfschema.ConsumerEventsStatementsCurrent, current)
		f.Read().ClassesOf(perfschema.KindStatement)[f.selectKey-1].SetEnabled(enabled)
		th := f.connect("joe")
		th.SetInstrumented(instrumented)
		f.run(th, f.selectKey, "SELECT 1", time.Microsecond)

		var got uint64
		for _, d := range f.Read().Digests() {
			got += d.Stat.Timer.Count
		}
		want := uint64(0)
		if global && digests && enabled && (!byThread || instrumented) {
			want = 1
		}
		if got != want {
			t.Errorf("global %v, by thread %v, digests %v, enabled %v, instrumented %v, current %v: %d digests, want %d",
				global, byThread, digests, enabled, instrumented, current, got, want)
		}
	}
}

// ruleStates are what a row of a setup table may say; the first is that there
// is no row.
var ruleStates = []struct{ there, first, second bool }{
	{}, {true, true, true}, {true, true, false}, {true, false, true}, {true, false, false},
}

// choose gives the i-th of several rows its state in the n-th choice.
func choose(n, i int) struct{ there, first, second bool } {
	for range i {
		n /= len(ruleStates)
	}
	return ruleStates[n%len(ruleStates)]
}

// The manual's order of matches: user and host, user at any host, any user at
// the host, anybody; who matches none is not instrumented.
func TestEveryCombinationOfActors(t *testing.T) {
	patterns := []record.Actor{
		{User: "u", Host: "h"}, {User: "u", Host: "%"}, {User: "%", Host: "h"}, {User: "%", Host: "%"},
	}
	f := newFixture(t, nil)
	for n := range 625 {
		f.Read().TruncateActors()
		// Least specific first, or last: the order of rows says nothing.
		for i := range patterns {
			if n%2 == 0 {
				i = len(patterns) - 1 - i
			}
			a := patterns[i]
			a.Role = "%"
			s := choose(n, i)
			a.Enabled, a.History = s.first, s.second
			if s.there {
				if err := f.InsertActor(a); err != nil {
					t.Fatal(err)
				}
			}
		}
		for account, order := range map[[2]string][]int{
			{"u", "h"}: {0, 1, 2, 3}, {"u", "g"}: {1, 3}, {"v", "h"}: {2, 3}, {"v", "g"}: {3},
		} {
			var enabled, history bool
			for _, i := range order {
				if s := choose(n, i); s.there {
					enabled, history = s.first, s.second
					break
				}
			}
			th := f.NewThread(f.conn, perfschema.ThreadOptions{ProcesslistID: 1, User: account[0], Host: account[1]})
			if th.Instrumented() != enabled || th.History() != history {
				t.Fatalf("choice %d, %s@%s: %v %v, want %v %v", n, account[0], account[1], th.Instrumented(), th.History(), enabled, history)
			}
			th.End()
		}
	}
}

// The manual's order of matches: schema and name, any name in the schema, any
// table; the object and the instrument both have a say. All runs on the same
// tables: a change applies at once.
func TestEveryCombinationOfObjects(t *testing.T) {
	patterns := []record.Object{{Schema: "shop", Name: "orders"}, {Schema: "shop", Name: "%"}, {Schema: "%", Name: "%"}}
	f := newFixture(t, func(c *perfschema.Config) {
		c.Consumers = map[perfschema.Consumer]bool{perfschema.ConsumerEventsWaitsCurrent: true, perfschema.ConsumerEventsWaitsHistory: true}
	})
	class := classNamed(t, f, "wait/io/table/sql/handler")
	th := f.connect("joe")
	for n := range 125 * 4 {
		f.Read().TruncateObjects()
		for i, o := range patterns {
			s := choose(n/4, i)
			o.Type, o.Enabled, o.Timed = "TABLE", s.first, s.second
			if s.there {
				if err := f.InsertObject(o); err != nil {
					t.Fatal(err)
				}
			}
			// What is said of other objects does not matter.
			o.Type, o.Enabled, o.Timed = "PROCEDURE", !s.first, !s.second
			if err := f.InsertObject(o); err != nil {
				t.Fatal(err)
			}
		}
		class.SetEnabled(n&1 != 0)
		class.SetTimed(n&2 != 0)
		for table, order := range map[[2]string][]int{
			{"shop", "orders"}: {0, 1, 2}, {"shop", "other"}: {1, 2}, {"else", "orders"}: {2},
		} {
			var enabled, timed bool
			for _, i := range order {
				if s := choose(n/4, i); s.there {
					enabled, timed = s.first && n&1 != 0, s.second && n&2 != 0
					break
				}
			}
			f.Read().TruncateTableIO()
			f.Read().TruncateHistory(record.EventWait, perfschema.HistoryThread)
			io := f.TableInstance("TABLE", table[0], table[1]).StartIO(th, perfschema.OpFetch, "")
			io.Start()
			f.clock.Advance(time.Microsecond)
			io.Stop(1)
			io.Flush()

			want := record.TimerStat{}
			if enabled {
				want.Count = 1
				if timed {
					want = record.TimerStat{Count: 1, Sum: 1e6, Min: 1e6, Max: 1e6}
				}
			}
			for _, info := range f.Read().TableInstances() {
				if info.Schema == table[0] && info.Name == table[1] && info.IO.Total() != want {
					t.Fatalf("choice %d, %s: %+v, want %+v", n, table, info.IO.Total(), want)
				}
			}
			h := th.WaitsHistory()
			if len(h) != int(want.Count) || len(h) == 1 && (h[0].Timed != timed || h[0].ObjectName != table[1] || h[0].TimerWait != want.Sum) {
				t.Fatalf("choice %d, %s: history %+v, want %+v", n, table, h, want)
			}
		}
	}
}

// An event nests in the innermost one around it that is an event: a wait in the
// wait, the stage or the statement; a stage in the statement; a statement in
// the explicit transaction it is part of.
func TestEveryCombinationNestsRight(t *testing.T) {
	for n := range 64 {
		hasTransaction, hasStatement, hasStage, hasOuter := n&1 != 0, n&2 != 0, n&4 != 0, n&8 != 0
		statementsOn, stagesOn := n&16 != 0, n&32 != 0
		f := newFixture(t, nil)
		f.enableAll()
		f.SetConsumer(perfschema.ConsumerEventsStatementsCurrent, statementsOn)
		f.SetConsumer(perfschema.ConsumerEventsStagesCurrent, stagesOn)
		th := f.connect("joe")
		var id uint64 // EVENT_ID, one sequence of all that is shown
		shown := func(on bool) uint64 {
			if on {
				id++
				return id
			}
			return 0
		}
		cond := f.NewCondInstance(key(f.RegisterCond))
		for _, c := range f.Read().ClassesOf(perfschema.KindCond) {
			c.SetEnabled(true)
		}

		var tx perfschema.Transaction
		var st perfschema.Statement
		var outer perfschema.Wait
		var txID, stID, stageID, outerID uint64
		if hasTransaction {
			tx = th.BeginTransaction(f.TransactionKey(), perfschema.TransactionOptions{})
			txID = shown(true)
		}
		if hasStatement {
			st = th.BeginStatement(f.selectKey)
			stID = shown(statementsOn)
		}
		if hasStage {
			th.SetStage(f.opening)
			stageID = shown(stagesOn)
		}
		if hasOuter {
			outer = cond.StartWait(th, perfschema.OpWait)
			outerID = shown(true)
		}
		inner := cond.StartWait(th, perfschema.OpTimedWait)
		innerID := shown(true)
		inner.End()
		outer.End()
		th.EndStage()
		st.End()
		tx.End(true)

		type parent struct {
			id uint64
			in record.EventType
		}
		first := func(of ...parent) parent {
			for _, p := range of {
				if p.id != 0 {
					return p
				}
			}
			return parent{}
		}
		inTransaction := parent{txID, record.EventTransaction}
		inStatement := parent{stID, record.EventStatement}
		inStage := parent{stageID, record.EventStage}
		check := func(what string, id uint64, want parent, all []record.Event) {
			t.Helper()
			for _, e := range all {
				if e.EventID != id {
					continue
				}
				if got := (parent{e.NestingEventID, e.NestingType}); got != want {
					t.Errorf("%06b: %s nests in %+v, want %+v", n, what, got, want)
				}
				if e.EndEventID != innerID {
					t.Errorf("%06b: %s ends with event %d, want %d", n, what, e.EndEventID, innerID)
				}
				return
			}
			if id != 0 {
				t.Errorf("%06b: no %s", n, what)
			}
		}
		waits := events(th.WaitsHistory(), func(e *record.WaitEvent) record.Event { return e.Event })
		check("wait", innerID, first(parent{outerID, record.EventWait}, inStage, inStatement), waits)
		check("outer wait", outerID, first(inStage, inStatement), waits)
		check("stage", stageID, first(inStatement), events(th.StagesHistory(), func(e *record.StageEvent) record.Event { return e.Event }))
		check("statement", stID, first(inTransaction), events(th.StatementsHistory(), func(e *record.StatementEvent) record.Event { return e.Event }))
		check("transaction", txID, parent{}, events(th.TransactionsHistory(), func(e *record.TransactionEvent) record.Event { return e.Event }))
	}
}
