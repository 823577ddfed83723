package perfschema_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/record"
)

// thinSession executes one prepared statement again and again, in one of two ways.
type thinSession struct {
	*fixture
	th       *perfschema.Thread
	packet   perfschema.StatementKey
	prepared *perfschema.PreparedStatement
	tree     *perfschema.Memory
	table    *perfschema.TableInstance
	whole    bool // by the calls that begin and end it at once
	kind     string
	begun    int // executions that began so
	thin     int
	executed int
}

// thinKinds are the kinds of executions: "point" asks its table for one row and enters its stages by
// ShowPhase; "staged" reads rows and enters stages as any other statement; "in transactions" is that
// in transactions of five; "text" is that and is not prepared.
var thinKinds = []string{"point", "staged", "in transactions", "text"}

func newThinSession(t testing.TB, kind string, whole bool, change func(*fixture)) *thinSession {
	t.Helper()
	f := newFixture(t, nil)
	x := &thinSession{fixture: f, packet: f.RegisterStatement("com", perfschema.Info{Name: "packet"}), whole: whole, kind: kind}
	x.tree = f.Memory(f.RegisterMemory("sql", perfschema.Info{Name: "tree", Flags: perfschema.FlagControlled}))
	for _, c := range f.Read().ClassesOf(perfschema.KindMemory) {
		c.SetEnabled(true)
	}
	if change != nil {
		change(f)
	}
	x.th = f.connect("joe")
	t.Cleanup(x.th.End)
	x.table = f.TableInstance("TABLE", "d", "t")
	x.table.SetIndexes([]string{"PRIMARY"})
	x.prepared = f.prepare(x.th, perfschema.PreparedOptions{ID: 1, Text: "SELECT b FROM t WHERE a = ?"}, time.Microsecond)
	return x
}

// execute runs the statement for a time.
func (x *thinSession) execute(d time.Duration) {
	th, text := x.th, "SELECT b FROM t WHERE a = ?"
	th.SetDatabase("d")
	var st perfschema.Statement
	keeps := true
	if x.executed++; x.kind == "in transactions" && x.executed%5 == 1 {
		th.CurrentTransaction().End(true)
		th.BeginTransaction(x.TransactionKey(), perfschema.TransactionOptions{})
	}
	if x.whole && x.kind != "text" {
		if st, keeps = th.BeginExecution(perfschema.Execution{
			Packet: x.packet, Kind: x.selectKey, Stage: x.opening, Command: "Execute", Text: text, Prepared: x.prepared,
		}); st.Recorded() {
			x.begun++
		}
	}
	if !st.Recorded() {
		th.BeginMoment()
		st = th.BeginStatement(x.packet)
		st.StartStage(x.opening)
		th.SetPhase(activity.PhaseSetup)
		th.SetCommand("Execute", text)
		st.Refine(x.selectKey)
		st.SetText(text)
		th.EndMoment()
		if x.kind == "text" {
			st.ComputeDigest()
		} else {
			st.Executes(x.prepared)
			st.ComputeExecuteDigest()
		}
		keeps = !th.Sampled() || st.KeepsDetail()
	}
	if keeps && th.Sampled() {
		st.SetPlan(activity.NewPlan(1))
	}
	x.clock.Advance(d / 2)
	c := perfschema.StatementCounters{RowsSent: 1, RowsExamined: 1}
	index := x.table.Index("PRIMARY")
	lookup, looks := index.Lookup()
	short := x.whole && !keeps && st.LeavesStages()
	thin := short && looks && x.kind == "point"
	th.BeginMoment()
	if x.kind != "in transactions" {
		th.BeginTransaction(x.TransactionKey(), perfschema.TransactionOptions{AutoCommit: true})
	}
	if !thin {
		block := x.tree.Alloc(th, 1000)
		th.SetPhase(activity.PhaseExecution)
		th.SetStage(x.sending)
		th.EndMoment()
		io := index.StartIO(th, perfschema.OpFetch)
		io.Start()
		x.clock.Advance(d - d/2)
		io.Stop(1)
		th.SetPhase(activity.PhaseTeardown)
		th.SetStage(x.opening)
		io.Flush()
		block.Free(th)
		index.CountUse(th, perfschema.OpReadExternal)
		th.BeginMoment()
		if short {
			x.thin++
			st.EndThin(c, "Sleep")
			th.EndMoment()
			return
		}
		if tx := th.CurrentTransaction(); tx.AutoCommit() {
			tx.End(true)
		}
		st.SetCounters(c)
		st.End()
		th.EndStage()
		th.SetCommand("Sleep", "")
		th.EndMoment()
		return
	}
	x.thin++
	x.tree.CountBrief(th, 1000)
	th.ShowPhase(activity.PhaseExecution, x.sending)
	th.EndMoment()
	lookup.Start()
	x.clock.Advance(d - d/2)
	lookup.Stop()
	th.ShowPhase(activity.PhaseTeardown, x.opening)
	lookup.Record(th)
	th.BeginMoment()
	st.EndThin(c, "Sleep")
	th.EndMoment()
}

// tables is all that the tables have of the session, without what differs by design.
func (x *thinSession) tables() string {
	var b strings.Builder
	show := func(name string, v any) { fmt.Fprintf(&b, "%s: %+v\n", name, v) }
	for _, list := range [][]record.StatementEvent{x.th.StatementsCurrent(), x.th.StatementsHistory(), x.Read().StatementsHistoryLong()} {
		for _, e := range list {
			e.Site, e.ThreadID = record.StatementEvent{}.Site, 0
			show("statement", e)
		}
	}
	for _, list := range [][]record.TransactionEvent{x.th.TransactionsCurrent(), x.th.TransactionsHistory(), x.Read().TransactionsHistoryLong()} {
		for _, e := range list {
			e.Site, e.ThreadID = record.TransactionEvent{}.Site, 0
			show("transaction", e)
		}
	}
	for _, p := range x.Read().PreparedStatements() {
		show("prepared", p.Execute)
	}
	for _, d := range x.Read().Digests() {
		show("digest", d)
	}
	show("histogram", x.Read().StatementHistogram())
	for id, stats := range x.Read().StatementSummary(record.ByThread, x.th.ID()).All() {
		show("statements", [2]any{id, stats[x.selectKey-1]})
	}
	for _, stats := range x.Read().TransactionSummary(record.Global, 0).All() {
		show("transactions", stats)
	}
	for _, stats := range x.Read().WaitSummary(record.Global, 0).All() {
		for i, s := range stats {
			if s.Count != 0 {
				show("wait", [2]any{x.Read().WaitClasses()[i].Name(), s.Count})
			}
		}
	}
	for _, table := range x.Read().TableInstances() {
		show("table", [4]uint64{table.IO.Fetch.Count, table.Lock.ReadExternal.Count, uint64(len(table.Indexes)), table.Indexes[0].IO.Fetch.Count})
	}
	for _, stats := range x.Read().MemorySummary(record.Global, 0).All() {
		show("memory", stats[x.tree.Key()-1])
	}
	show("memory of the thread", x.th.Memory())
	info := x.th.Info()
	show("thread", [5]any{info.Database, info.Command, info.Info, info.CommandStart, info.State})
	return b.String()
}

// A thin statement, and any other that is short and ends in one step, leaves in the tables what it would
// if it began and ended by the calls that stand for it, whatever is switched.
func TestThinStatementCountsAsAny(t *testing.T) {
	for _, kind := range thinKinds {
		t.Run(kind, func(t *testing.T) { testThinStatementCounts(t, kind) })
	}
}

func testThinStatementCounts(t *testing.T, kind string) {
	for _, name := range []string{"defaults", "everything", "histories", "untimed", "no digests", "no threads", "no waits", "no transactions", "no packets", "no statements"} {
		t.Run(name, func(t *testing.T) {
			change := func(f *fixture) {
				disable := func(k perfschema.Kind, enabled bool) {
					for _, c := range f.Read().ClassesOf(k) {
						c.SetTimed(false)
						c.SetEnabled(enabled)
					}
				}
				switch name {
				case "everything":
					f.enableAll()
				case "histories":
					f.SetConsumer(perfschema.ConsumerEventsStatementsHistoryLong, true)
					f.SetConsumer(perfschema.ConsumerEventsTransactionsHistoryLong, true)
				case "untimed":
					disable(perfschema.KindStatement, true)
				case "no digests":
					f.SetConsumer(perfschema.ConsumerStatementsDigest, false)
				case "no threads":
					f.SetConsumer(perfschema.ConsumerThreadInstrumentation, false)
				case "no waits":
					disable(perfschema.KindTable, false)
				case "no transactions":
					disable(perfschema.KindTransaction, false)
				case "no packets":
					f.Read().ClassNamed("statement/com/packet").SetEnabled(false)
				case "no statements":
					f.Read().ClassNamed("statement/sql/select").SetEnabled(false)
				}
			}
			var got [2]string
			for i := range got {
				x := newThinSession(t, kind, i == 1, change)
				sampling, err := x.Read().StartSampling(64)
				if err != nil {
					t.Fatal(err)
				}
				for range 200 {
					x.execute(40 * time.Microsecond)
					sampling.Ended(func(uint32, uint32, *perfschema.SampledStatement) {})
				}
				got[i] = x.tables()
				if i == 1 && (name == "defaults" || name == "no waits" || name == "no transactions") && (x.begun < 190 && kind != "text" || x.thin < 100) {
					t.Errorf("%d of 200 executions began at once, %d were thin", x.begun, x.thin)
				}
				sampling.Stop()
			}
			if got[0] != got[1] {
				t.Errorf("by parts\n%s\nat once\n%s", got[0], got[1])
			}
		})
	}
}

// A thin statement, and any other that ends in one step, leaves no stages in the stage history, unless it
// took 10 ms or more; what is running is seen with the stages that it has entered.
func TestThinStatementLeavesStagesIfLong(t *testing.T) {
	for _, kind := range []string{"point", "staged", "text"} {
		t.Run(kind, func(t *testing.T) { testThinStatementStages(t, kind) })
	}
}

func testThinStatementStages(t *testing.T, kind string) {
	x := newThinSession(t, kind, true, nil)
	if _, err := x.Read().StartSampling(64); err != nil {
		t.Fatal(err)
	}
	for range 60 {
		x.execute(40 * time.Microsecond)
	}
	profiles := func() (texts []string) {
		for _, p := range x.Read().SessionProfiles(x.th)[0] {
			s := fmt.Sprint(p.EventID, ": ", p.Running, " ", p.Duration)
			for _, stage := range p.Stages {
				s += fmt.Sprint(" ", stage.State, " ", stage.Duration)
			}
			texts = append(texts, s)
		}
		return texts
	}
	short := func(d time.Duration) (before []string) { // one in so many is not
		for thin := x.thin; x.thin == thin; {
			before = profiles()
			x.execute(d)
		}
		return before
	}
	if before, after := short(40*time.Microsecond), profiles(); !slices.Equal(before, after) {
		t.Fatalf("before a short one\n%q\nafter it\n%q", before, after)
	}
	short(30 * time.Millisecond)
	after := profiles()
	if want := ": false 30ms Opening tables ... 15ms Sending data 15ms Opening tables ... 0s"; !strings.HasSuffix(after[len(after)-1], want) {
		t.Errorf("the last profile is %q, want %q", after[len(after)-1], want)
	}
	st, _ := x.th.BeginExecution(perfschema.Execution{
		Packet: x.packet, Kind: x.selectKey, Stage: x.opening, Command: "Execute", Text: "SELECT b FROM t WHERE a = ?", Prepared: x.prepared,
	})
	if kind == "text" { // its prepared statement has never been executed
		st = x.th.BeginStatement(x.selectKey)
		st.StartStage(x.opening)
		x.th.SetCommand("Query", "SELECT 1")
	}
	x.clock.Advance(time.Millisecond)
	if running := profiles(); !st.Recorded() || !strings.Contains(running[len(running)-1], ": true 1ms Opening tables") {
		t.Errorf("running: %q", running)
	}
	x.th.SetPhase(activity.PhaseExecution)
	x.th.SetStage(x.sending)
	x.clock.Advance(2 * time.Millisecond)
	if running := profiles(); !strings.Contains(running[len(running)-1], ": true 3ms Opening tables") || !strings.HasSuffix(running[len(running)-1], " 1ms Sending data 2ms") {
		t.Errorf("running on: %q", running)
	}
	for range 20 { // more than may wait
		x.th.SetStage(x.opening)
	}
	x.clock.Advance(time.Millisecond)
	if running := profiles(); strings.Count(running[len(running)-1], "Opening tables") != 21 || !strings.Contains(running[len(running)-1], ": true 4ms") {
		t.Errorf("after many stages: %q", running)
	}
}

// BenchmarkThinStatement is a statement that is expected to be short, by the calls that begin and
// end it in one, and by those that stand for them.
func BenchmarkThinStatement(b *testing.B) {
	for _, whole := range []bool{false, true} {
		b.Run(map[bool]string{false: "parts", true: "whole"}[whole], func(b *testing.B) {
			x := newThinSession(b, "point", whole, nil)
			sampling, err := x.Read().StartSampling(1 << 10)
			if err != nil {
				b.Fatal(err)
			}
			defer sampling.Stop()
			for b.Loop() {
				x.execute(40 * time.Microsecond)
			}
		})
	}
}

// TestReadersBesideThinStatements reads the stage history while thin statements run: what is seen
// running has its first stage.
func TestReadersBesideThinStatements(t *testing.T) {
	x := newThinSession(t, "point", true, nil)
	if _, err := x.Read().StartSampling(64); err != nil {
		t.Fatal(err)
	}
	for range 40 { // until its digest is known for a short one
		x.execute(40 * time.Microsecond)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 200 {
			for _, list := range x.Read().SessionProfiles(x.th) {
				for _, p := range list {
					if len(p.Stages) == 0 || strings.TrimSuffix(p.Stages[0].State, " ...") != "Opening tables" {
						t.Errorf("a profile of %q: %v", p.Text, p.Stages)
						return
					}
				}
			}
		}
	}()
	for reading := true; reading || x.thin < 1000; {
		x.execute(40 * time.Microsecond)
		select {
		case <-done:
			reading = false
		default:
		}
	}
	<-done
}

// TestFirstStageOfAnOuterStatement: the stages of a statement are kept though another statement begins
// within it before it enters a second stage.
func TestFirstStageOfAnOuterStatement(t *testing.T) {
	x := newThinSession(t, "point", false, nil)
	x.execute(time.Millisecond) // the first makes the history
	outer := x.th.BeginStatement(x.selectKey)
	outer.StartStage(x.opening)
	outer.SetText("CALL p()")
	x.clock.Advance(2 * time.Millisecond)
	inner := x.th.BeginStatement(x.selectKey)
	inner.StartStage(x.sending)
	x.clock.Advance(3 * time.Millisecond)
	inner.End()
	outer.End()
	x.th.EndStage()
	list := x.Read().SessionProfiles(x.th)[0]
	last := list[len(list)-1]
	if len(last.Stages) != 2 || last.Stages[0].State != "Opening tables" || last.Stages[0].Duration != 2*time.Millisecond || last.Stages[1].Duration != 3*time.Millisecond {
		t.Errorf("%+v", last)
	}
}
