package perfschema_test

import (
	"iter"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/record"
)

// switches are everything that decides what is recorded of an event: the
// consumers, the instrument, and the thread.
type switches struct {
	global, byThread              bool // global_instrumentation, thread_instrumentation
	current, history, historyLong bool // events_<family>_*
	enabled, timed                bool // the instrument's
	instrumented, keepsHistory    bool // the thread's INSTRUMENTED and HISTORY
}

const numSwitches = 9

// combination gives each bit of n to a switch.
func combination(n int) switches {
	bit := func(i int) bool { return n>>i&1 != 0 }
	return switches{bit(0), bit(1), bit(2), bit(3), bit(4), bit(5), bit(6), bit(7), bit(8)}
}

// rows is what a table of events shows of one event.
type rows struct {
	N     int
	Timed bool   // TIMER_* are not NULL
	Wait  uint64 // TIMER_WAIT
}

// sums is what a summary shows of one event.
type sums struct{ Count, Sum, Min, Max uint64 }

// traces is all that one event leaves.
type traces struct {
	Running, Current, History, HistoryLong rows
	Thread, Global                         sums
	Instance                               sums // of what has instances
}

// expected says, by the manual's chapters on pre-filtering, what an event that
// takes so long leaves behind:
//
//   - global_instrumentation is above all else; the instrument must be enabled.
//   - Without thread_instrumentation nothing is known of threads: neither their
//     INSTRUMENTED nor any consumer below matters, and only global summaries and
//     those of instances count.
//   - With it, the events of a thread that is not instrumented leave nothing.
//   - A history takes the consumer events_<family>_current, its own, and the
//     thread's HISTORY.
//   - An instrument that is not timed counts, and adds no time.
func expected(s switches, f *recordedFamily) (t traces) {
	if !s.global || !s.enabled || s.byThread && !s.instrumented {
		return t
	}
	took := uint64(f.takes) * 1000
	one := sums{Count: 1}
	if s.timed {
		one = sums{1, took, took, took}
	}
	t.Global = one
	if f.instance != nil {
		t.Instance = one
	}
	if !s.byThread {
		return t
	}
	t.Thread = one
	if !s.current {
		return t
	}
	row := rows{N: 1, Timed: s.timed}
	if s.timed {
		row.Wait = took
	}
	if f.runs {
		t.Running = row
	}
	if f.staysCurrent {
		t.Current = row
	}
	if s.history && s.keepsHistory {
		t.History = row
	}
	if s.historyLong && s.keepsHistory {
		t.HistoryLong = row
	}
	return t
}

// recordedFamily is one kind of event.
type recordedFamily struct {
	name      string
	consumers [3]perfschema.Consumer // current, history, history_long
	class     *perfschema.Class
	takes     time.Duration
	// runs: the event can be seen while it runs; staysCurrent: and when it has
	// ended, in the table of current events.
	runs, staysCurrent bool
	begin              func(*perfschema.Thread) (end func())
	current, history   func(*perfschema.Thread) []record.Event
	long               func() []record.Event
	summary            func(record.Grouping, uint64) record.TimerStat
	truncate           func()
	instance           func() record.TimerStat
	truncateInstance   func()
}

// only is the figures of one instrument in a summary of one row.
func only[T any](all iter.Seq2[record.Group, []T], index int, of func(T) record.TimerStat) (t record.TimerStat) {
	for _, classes := range all {
		t = of(classes[index])
	}
	return t
}

func events[T any](all []T, event func(*T) record.Event) []record.Event {
	out := make([]record.Event, len(all))
	for i := range all {
		out[i] = event(&all[i])
	}
	return out
}

const (
	stagesCurrent       = perfschema.ConsumerEventsStagesCurrent
	statementsCurrent   = perfschema.ConsumerEventsStatementsCurrent
	transactionsCurrent = perfschema.ConsumerEventsTransactionsCurrent
	waitsCurrent        = perfschema.ConsumerEventsWaitsCurrent
)

func itself(t record.TimerStat) record.TimerStat { return t }

func classNamed(t testing.TB, f *fixture, name string) *perfschema.Class {
	t.Helper()
	for _, c := range f.Read().Classes() {
		if c.Name() == name {
			return c
		}
	}
	t.Fatalf("no instrument %s", name)
	return nil
}

func recordedFamilies(t testing.TB, f *fixture) []*recordedFamily {
	stages := &recordedFamily{
		name: "stage", class: classNamed(t, f, "stage/sql/Sending data"), takes: time.Microsecond, runs: true,
		consumers: [3]perfschema.Consumer{stagesCurrent, perfschema.ConsumerEventsStagesHistory, perfschema.ConsumerEventsStagesHistoryLong},
		begin: func(th *perfschema.Thread) func() {
			th.SetStage(f.sending)
			return th.EndStage
		},
		summary: func(g record.Grouping, id uint64) record.TimerStat {
			return only(f.Read().StageSummary(g, id).All(), int(f.sending)-1, itself)
		},
		truncate: func() { f.Read().TruncateStages(record.Global) },
	}
	ofStage := func(e *record.StageEvent) record.Event { return e.Event }
	stages.current = func(th *perfschema.Thread) []record.Event { return events(th.StagesCurrent(), ofStage) }
	stages.history = func(th *perfschema.Thread) []record.Event { return events(th.StagesHistory(), ofStage) }
	stages.long = func() []record.Event { return events(f.Read().StagesHistoryLong(), ofStage) }

	statements := &recordedFamily{
		name: "statement", class: classNamed(t, f, "statement/sql/select"), takes: time.Microsecond, runs: true, staysCurrent: true,
		consumers: [3]perfschema.Consumer{statementsCurrent, perfschema.ConsumerEventsStatementsHistory, perfschema.ConsumerEventsStatementsHistoryLong},
		begin:     func(th *perfschema.Thread) func() { return th.BeginStatement(f.selectKey).End },
		summary: func(g record.Grouping, id uint64) record.TimerStat {
			return only(f.Read().StatementSummary(g, id).All(), int(f.selectKey)-1, func(s record.StatementStat) record.TimerStat { return s.Timer })
		},
		truncate: func() { f.Read().TruncateStatements(record.Global) },
	}
	ofStatement := func(e *record.StatementEvent) record.Event { return e.Event }
	statements.current = func(th *perfschema.Thread) []record.Event { return events(th.StatementsCurrent(), ofStatement) }
	statements.history = func(th *perfschema.Thread) []record.Event { return events(th.StatementsHistory(), ofStatement) }
	statements.long = func() []record.Event { return events(f.Read().StatementsHistoryLong(), ofStatement) }

	transactions := &recordedFamily{
		name: "transaction", class: classNamed(t, f, "transaction"), takes: time.Microsecond, runs: true, staysCurrent: true,
		consumers: [3]perfschema.Consumer{transactionsCurrent, perfschema.ConsumerEventsTransactionsHistory, perfschema.ConsumerEventsTransactionsHistoryLong},
		begin: func(th *perfschema.Thread) func() {
			tx := th.BeginTransaction(f.TransactionKey(), perfschema.TransactionOptions{})
			return func() { tx.End(true) }
		},
		summary: func(g record.Grouping, id uint64) record.TimerStat {
			return only(f.Read().TransactionSummary(g, id).All(), int(f.TransactionKey())-1, record.TransactionStat.Total)
		},
		truncate: func() { f.Read().TruncateTransactions(record.Global) },
	}
	ofTransaction := func(e *record.TransactionEvent) record.Event { return e.Event }
	transactions.current = func(th *perfschema.Thread) []record.Event {
		return events(th.TransactionsCurrent(), ofTransaction)
	}
	transactions.history = func(th *perfschema.Thread) []record.Event {
		return events(th.TransactionsHistory(), ofTransaction)
	}
	transactions.long = func() []record.Event { return events(f.Read().TransactionsHistoryLong(), ofTransaction) }
	return append(recordedWaits(t, f), stages, statements, transactions)
}

// recordedWaits is a family for each kind of thing that is waited for.
func recordedWaits(t testing.TB, f *fixture) []*recordedFamily {
	mutex := f.NewMutexInstance(key(f.RegisterMutex))
	rwlock := f.NewRWLockInstance(key(f.RegisterRWLock))
	cond := f.NewCondInstance(key(f.RegisterCond))
	file := f.FileInstance(key(f.RegisterFile), "a")
	socket := f.NewSocketInstance(key(f.RegisterSocket), perfschema.SocketOptions{})
	table := f.TableInstance("TABLE", "shop", "orders")
	started := func(w perfschema.Wait) func() { return w.End }
	ofFile := func() record.TimerStat { return f.Read().FileInstances()[0].IO.Total() }
	ofSocket := func() record.TimerStat { return f.Read().SocketInstances()[0].IO.Total() }
	var mu sync.Mutex
	var rw sync.RWMutex
	families := []*recordedFamily{
		{name: "wait/synch/mutex/app/x", instance: func() record.TimerStat { return f.Read().MutexInstances()[0].Wait },
			begin: func(th *perfschema.Thread) func() {
				mutex.Lock(th, &mu)
				return func() { mutex.Unlock(&mu) }
			}},
		{name: "wait/synch/rwlock/app/x", instance: func() record.TimerStat { return f.Read().RWLockInstances()[0].Wait },
			begin: func(th *perfschema.Thread) func() {
				rwlock.RLock(th, &rw)
				return func() { rwlock.RUnlock(&rw) }
			}},
		{name: "wait/synch/cond/app/x", takes: time.Microsecond, runs: true,
			instance: func() record.TimerStat { return f.Read().CondInstances()[0].Wait },
			begin:    func(th *perfschema.Thread) func() { return started(cond.StartWait(th, perfschema.OpWait)) }},
		{name: "wait/io/file/app/x", takes: time.Microsecond, runs: true, instance: ofFile,
			begin: func(th *perfschema.Thread) func() { return started(file.StartWait(th, perfschema.OpRead)) }},
		{name: "wait/io/socket/app/x", takes: time.Microsecond, runs: true, instance: ofSocket,
			begin: func(th *perfschema.Thread) func() { return started(socket.StartWait(th, perfschema.OpSend)) }},
		{name: "wait/io/table/sql/handler", takes: time.Microsecond,
			instance: func() record.TimerStat { return f.Read().TableInstances()[0].IO.Total() },
			begin: func(th *perfschema.Thread) func() {
				io := table.StartIO(th, perfschema.OpFetch, "")
				io.Start()
				return func() {
					io.Stop(1)
					io.Flush()
				}
			}},
		{name: "wait/lock/table/sql/handler", takes: time.Microsecond, runs: true,
			instance: func() record.TimerStat { return f.Read().TableInstances()[0].Lock.Total() },
			begin: func(th *perfschema.Thread) func() {
				w := table.StartLock(th, perfschema.OpReadNormal)
				return w.End
			}},
		{name: "idle", takes: time.Microsecond, runs: true, begin: func(th *perfschema.Thread) func() { return started(th.StartIdle()) }},
	}
	ofWait := func(e *record.WaitEvent) record.Event { return e.Event }
	for _, w := range families {
		w.class = classNamed(t, f, w.name)
		index := -1
		for i, c := range f.Read().WaitClasses() {
			if c == w.class {
				index = i
			}
		}
		w.consumers = [3]perfschema.Consumer{waitsCurrent, perfschema.ConsumerEventsWaitsHistory, perfschema.ConsumerEventsWaitsHistoryLong}
		w.staysCurrent = true
		w.current = func(th *perfschema.Thread) []record.Event { return events(th.WaitsCurrent(), ofWait) }
		w.history = func(th *perfschema.Thread) []record.Event { return events(th.WaitsHistory(), ofWait) }
		w.long = func() []record.Event { return events(f.Read().WaitsHistoryLong(), ofWait) }
		w.summary = func(g record.Grouping, id uint64) record.TimerStat {
			return only(f.Read().WaitSummary(g, id).All(), index, itself)
		}
		w.truncate = func() { f.Read().TruncateWaits(record.Global) }
		w.truncateInstance = func() {
			f.Read().TruncateWaitsByInstance()
			f.Read().TruncateTableIO()
			f.Read().TruncateTableLocks()
		}
	}
	return families
}

// set makes a Schema, which has been used before, follow the switches. All
// other instruments stay off.
func (s switches) set(f *fixture, family *recordedFamily) {
	f.SetConsumer(perfschema.ConsumerGlobalInstrumentation, s.global)
	f.SetConsumer(perfschema.ConsumerThreadInstrumentation, s.byThread)
	for i, on := range []bool{s.current, s.history, s.historyLong} {
		f.SetConsumer(family.consumers[i], on)
	}
	family.class.SetEnabled(s.enabled)
	family.class.SetTimed(s.timed)
}

func shown(t *testing.T, th *perfschema.Thread, class *perfschema.Class, running bool, all []record.Event) (r rows) {
	t.Helper()
	for _, e := range all {
		if e.ThreadID != th.ID() {
			continue
		}
		if e.EventName != class.Name() || e.Running != running || e.Running != (e.EndEventID == 0) || e.Timed != e.EndTimed || e.TimerWait != e.TimerEnd-e.TimerStart {
			t.Errorf("event %+v", e)
		}
		r.N, r.Timed, r.Wait = r.N+1, e.Timed, r.Wait+e.TimerWait
	}
	return r
}

// Every combination of the switches records what MySQL does, for every kind of
// event. All run on one Schema with its instances, so that each also tests that
// a change takes effect at once on what is there.
func TestEveryCombinationIsRecordedRight(t *testing.T) {
	racetest.SkipAlone(t)
	testEveryCombination(t, false)
}

// A profiler that looks changes nothing of what is recorded.
func TestEveryCombinationIsRecordedRightWhileSampled(t *testing.T) { testEveryCombination(t, true) }

func testEveryCombination(t *testing.T, sampled bool) {
	f := newFixture(t, func(c *perfschema.Config) {
		c.Sizes = perfschema.DefaultSizes()
		c.Sizes.WaitsHistoryLong, c.Sizes.StagesHistoryLong = 4, 4
		c.Sizes.StatementsHistoryLong, c.Sizes.TransactionsHistoryLong = 4, 4
		off, _ := perfschema.ParseInstrumentRule("%=OFF")
		c.Instruments = []perfschema.InstrumentRule{off}
	})
	if sampled {
		startSampling(t, f)
	}
	for _, family := range recordedFamilies(t, f) {
		t.Run(family.name, func(t *testing.T) {
			recorded := 0
			for n := range 1 << numSwitches {
				s := combination(n)
				s.set(f, family)
				family.truncate()
				if family.truncateInstance != nil {
					family.truncateInstance()
				}
				th := f.connect("joe")
				th.SetInstrumented(s.instrumented)
				th.SetHistory(s.keepsHistory)

				got := traces{}
				end := family.begin(th)
				f.clock.Advance(family.takes)
				if family.runs {
					got.Running = shown(t, th, family.class, true, family.current(th))
				}
				end()
				f.clock.Advance(time.Second) // must not count
				got.Current = shown(t, th, family.class, false, family.current(th))
				got.History = shown(t, th, family.class, false, family.history(th))
				got.HistoryLong = shown(t, th, family.class, false, family.long())
				got.Thread = sums(family.summary(record.ByThread, th.ID()))
				got.Global = sums(family.summary(record.Global, 0))
				if family.instance != nil {
					got.Instance = sums(family.instance())
				}
				th.End()
				if want := expected(s, family); got != want {
					t.Errorf("%+v:\n got %+v\nwant %+v", s, got, want)
				}
				if got.Global.Count > 0 {
					recorded++
				}
			}
			// Half of all have the instrument on, half of those the Schema, and of
			// those three quarters a thread that counts.
			if want := 1 << numSwitches * 3 / 16; recorded != want {
				t.Errorf("%d combinations record something, want %d", recorded, want)
			}
			switches{}.set(f, family)
		})
	}
}
