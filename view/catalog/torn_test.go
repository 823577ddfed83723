package catalog

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/tear"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/snowset"
	"github.com/perfschema/perfschema/view"
)

var tornFor = flag.Duration("torn", 300*time.Millisecond, "how long TestNoReaderFollowsATornCopy runs")

// Whatever can be recorded is recorded by many threads, everything that shows it
// is read, reset and switched on and off at the same time: no reader follows what
// it has copied before it knows that the copy is whole, and nobody uses what was
// taken away. Built as it is the test hardly ever meets a torn copy; built from
// sources of package tear's it meets thousands a second.
func TestNoReaderFollowsATornCopy(t *testing.T) {
	y := newTornSchema(t)
	y.storm(t, join(y.sessions(6, 3), many(2, y.readTables), many(2, y.readStatus), many(2, y.readThreads), many(2, y.stranger), many(1, y.reset), many(1, y.setUp)))
}

// What a session makes when it first needs it, for its statements, stages and
// waits, is read as soon as it is there.
func TestNoReaderFollowsATornCopyOfANewSession(t *testing.T) {
	y := newTornSchema(t)
	y.storm(t, join(many(3, y.shortSession), many(2, y.readSessions), many(1, y.readThreads)))
}

// What counts for all is made when it is first needed and taken away by TRUNCATE.
func TestCountsOutliveTruncate(t *testing.T) {
	y := newTornSchema(t)
	y.storm(t, join(
		many(4, func(*rand.Rand) { y.held.TryLock(nil, &y.heldMu) }),
		many(1, func(*rand.Rand) { _ = y.Read().Truncate("events_waits_summary_by_instance") }),
		many(4, func(r *rand.Rand) {
			w := y.cond.StartWait(nil, perfschema.OpWait)
			w.End()
		}),
		many(1, func(*rand.Rand) { _ = y.Read().Truncate("events_waits_summary_global_by_event_name") }),
	))
}

// step is one of the things that go on; calling it again does more of it.
type step = func(*rand.Rand)

func many(n int, f step) []step { return slices.Repeat([]step{f}, n) }

func join(groups ...[]step) []step { return slices.Concat(groups...) }

// storm does all steps at once, again and again.
func (y *tornSchema) storm(t *testing.T, steps []step) {
	t.Helper()
	defer tear.Unrest()()
	var wg sync.WaitGroup
	var stop atomic.Bool
	var done atomic.Uint64
	for i, f := range steps {
		r := rand.New(rand.NewPCG(uint64(i), rand.Uint64()))
		wg.Go(func() {
			for !stop.Load() && !t.Failed() {
				f(r)
				done.Add(1)
			}
		})
	}
	time.Sleep(*tornFor) // the length of the test, not a wait for something
	stop.Store(true)
	wg.Wait()
	t.Logf("%d steps, instrumented: %v", done.Load(), tear.Instrumented())
}

// tornSchema is a Schema with an instrument of each kind, all on.
type tornSchema struct {
	*perfschema.Schema
	t          *testing.T
	profiler   *sampler.Profiler
	texts      []string
	session    atomic.Uint64
	statements [3]perfschema.StatementKey
	stages     [3]perfschema.StageKey
	connection perfschema.ThreadKey
	memory     [3]*perfschema.Memory
	mutex      *perfschema.MutexInstance
	mu         sync.Mutex
	held       *perfschema.MutexInstance // of a mutex that stays locked
	heldMu     sync.Mutex
	rwlock     *perfschema.RWLockInstance
	rw         sync.RWMutex
	cond       *perfschema.CondInstance
	fileKey    perfschema.FileKey
	socketKey  perfschema.SocketKey
}

func newTornSchema(t *testing.T) *tornSchema {
	t.Helper()
	sizes := perfschema.DefaultSizes() // small, so that there are many reads
	sizes.StatementsHistoryLong, sizes.StagesHistoryLong, sizes.WaitsHistoryLong, sizes.TransactionsHistoryLong = 20, 20, 20, 20
	sizes.Digests, sizes.StatementClasses, sizes.StageClasses, sizes.Errors = 10, 40, 40, 10
	sizes.SessionStages = 20
	schema, err := perfschema.New(perfschema.Config{Sizes: sizes})
	if err != nil {
		t.Fatal(err)
	}
	y := &tornSchema{Schema: schema, t: t}
	for i, n := range []int{0, 1, 3, 12, 40, 100, 250, 290, 350, 600, 900, 1000, 1190, 1300, 2500, 5000} {
		y.texts = append(y.texts, "SELECT '"+strings.Repeat(string(rune('a'+i)), n)+"'")
	}
	for i := range y.statements {
		y.statements[i] = schema.RegisterStatement("sql", perfschema.Info{Name: fmt.Sprint("kind", i)})
		y.stages[i] = schema.RegisterStage("sql", perfschema.Info{Name: fmt.Sprint("stage", i)})
		y.memory[i] = schema.Memory(schema.RegisterMemory("app", perfschema.Info{Name: fmt.Sprint("rows", i)}))
	}
	y.connection = schema.RegisterThread("sql", perfschema.Info{Name: "one_connection"})
	mutex := schema.RegisterMutex("app", perfschema.Info{Name: "m"})
	rwlock := schema.RegisterRWLock("app", perfschema.Info{Name: "rw"})
	cond := schema.RegisterCond("app", perfschema.Info{Name: "c"})
	y.fileKey = schema.RegisterFile("app", perfschema.Info{Name: "f"})
	y.socketKey = schema.RegisterSocket("app", perfschema.Info{Name: "s"})
	y.mutex, y.rwlock, y.cond = schema.NewMutexInstance(mutex), schema.NewRWLockInstance(rwlock), schema.NewCondInstance(cond)
	y.held = schema.NewMutexInstance(mutex)
	y.heldMu.Lock()
	y.enableAll()
	if y.profiler, err = sampler.Start(schema, sampler.Options{Interval: time.Millisecond, MaxProfiles: 50}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(y.profiler.Close)
	return y
}

func (y *tornSchema) enableAll() {
	for _, c := range y.Read().Classes() {
		c.SetEnabled(true)
		c.SetTimed(true)
	}
	for _, c := range perfschema.Consumers() {
		y.SetConsumer(c, true)
	}
}

// tornTables are those that are read, and those of them that can be reset.
var tornTables = append(Tables(), ProfilingTables()...)
var resettable = slices.DeleteFunc(slices.Clone(tornTables), func(table *view.Table) bool {
	return table.Access&view.AllowTruncate == 0 || table.Name == "setup_actors" || table.Name == "setup_objects"
})

func (y *tornSchema) reader() view.Reader { return view.Reader{Schema: y.Schema, Profiler: y.profiler} }

func (y *tornSchema) readTables(r *rand.Rand) {
	table := tornTables[r.IntN(len(tornTables))]
	for row := range table.Rows(y.reader()) {
		for i, v := range row {
			if s, ok := v.(string); ok && !y.whole(table.Columns[i].Name, s) {
				y.t.Errorf("%s.%s: torn: %q", table.Name, table.Columns[i].Name, s)
				return
			}
		}
	}
}

func (y *tornSchema) readStatus(*rand.Rand) {
	y.Read().EngineStatus()
	y.Read().Status()
	y.profiler.Buffers()
}

func (y *tornSchema) readSessions(*rand.Rand) {
	for _, profiles := range y.Read().SessionProfiles(y.Read().Threads()...) {
		for i := range profiles {
			if p := &profiles[i]; !y.whole("", p.Text) {
				y.t.Errorf("torn: %q", p.Text)
			}
		}
	}
}

func (y *tornSchema) readThreads(*rand.Rand) {
	for _, th := range y.Read().Threads() {
		th.Info()
		th.ConnectAttrs()
		th.Memory()
		th.RunningStatementID()
		th.StatementsCurrent()
		th.StagesCurrent()
		th.TransactionsCurrent()
		th.WaitsCurrent()
	}
	y.Read().MutexInstances()
}

func (y *tornSchema) reset(r *rand.Rand) {
	time.Sleep(50 * time.Microsecond) // most of the time nothing is
	if table := resettable[r.IntN(len(resettable))]; table.Truncate != nil {
		table.Truncate(y.Schema)
	} else {
		_ = table.Forget(y.reader()) // of the Schema's tables none fails
	}
}

func (y *tornSchema) setUp(r *rand.Rand) {
	time.Sleep(time.Millisecond)
	classes, consumers := y.Read().Classes(), perfschema.Consumers()
	c := classes[r.IntN(len(classes))]
	c.SetEnabled(r.IntN(20) != 0)
	c.SetTimed(r.IntN(20) != 0)
	y.SetConsumer(consumers[r.IntN(len(consumers))], r.IntN(20) != 0)
	if r.IntN(20) == 0 {
		y.enableAll()
	}
}

// stranger is code on no Thread, which counts in words of all.
func (y *tornSchema) stranger(r *rand.Rand) {
	switch r.IntN(5) {
	case 0:
		y.mutex.Lock(nil, &y.mu)
		y.mutex.Unlock(&y.mu)
	case 1:
		w := y.cond.StartWait(nil, perfschema.OpWait)
		w.End()
	case 2:
		b := y.memory[r.IntN(len(y.memory))].Alloc(nil, 10)
		b.Free(nil)
		y.RaiseError(1064)
	case 3:
		y.held.TryLock(nil, &y.heldMu) // never succeeds
	case 4:
		th := y.NewThread(y.connection, perfschema.ThreadOptions{})
		th.BeginStatement(y.statements[0]).End()
		th.End()
	}
}

// text is one of a few, very different in length.
func (y *tornSchema) text(r *rand.Rand) string { return y.texts[r.IntN(len(y.texts))] }

// whole says whether a value is one that was recorded. A text may have been cut.
func (y *tornSchema) whole(column, s string) bool {
	if !strings.HasPrefix(s, "SELECT '") || column == "DIGEST_TEXT" {
		return strings.ToValidUTF8(s, "") == s // looks at all of it
	}
	cut := strings.TrimSuffix(s, "...")
	for _, text := range y.texts {
		if text == s || len(cut) >= 100 && strings.HasPrefix(text, cut) {
			return true
		}
	}
	return false
}

// sessions are so many sessions, some of which stay connected.
func (y *tornSchema) sessions(n, steady int) (all []step) {
	for i := range n {
		w := &tornWriter{tornSchema: y, steady: i < steady}
		y.t.Cleanup(w.disconnect)
		all = append(all, w.step)
	}
	return all
}

// shortSession connects, says something and leaves.
func (y *tornSchema) shortSession(r *rand.Rand) {
	w := &tornWriter{tornSchema: y}
	w.step(r)
	for range 1 + r.IntN(4)*r.IntN(6) {
		w.th.SetCommand("Query", y.texts[len(y.texts)-1-r.IntN(5)])
		st := w.th.BeginStatement(y.statements[0])
		st.StartStage(y.stages[0])
		w.th.SetStage(y.stages[1])
		st.End()
		w.th.SetStage(0)
	}
	w.disconnect()
}

// tornWriter is a session, and the next one after it, and so on.
type tornWriter struct {
	*tornSchema
	th     *perfschema.Thread
	steady bool // does what takes no lock, mostly
	blocks []perfschema.MemoryBlock
}

func (w *tornWriter) disconnect() {
	w.th.End()
	w.th = nil
}

// step does something.
func (w *tornWriter) step(r *rand.Rand) {
	if w.th == nil {
		w.th = w.NewThread(w.connection, perfschema.ThreadOptions{ProcesslistID: w.session.Add(1), ConnectionType: "TCP/IP"})
		w.th.SetAccount(w.text(r), fmt.Sprint("host", r.IntN(3)))
		w.th.SetConnectAttrs([]perfschema.ConnectAttr{{Name: "_client", Value: w.texts[r.IntN(5)]}, {Name: "program_name", Value: "x"}}[:r.IntN(3)])
		return
	}
	th := w.th
	n := r.IntN(20)
	if w.steady && r.IntN(20) != 0 {
		n = 19
	}
	switch n {
	case 0:
		w.disconnect()
	case 1:
		th.SetConnectAttrs([]perfschema.ConnectAttr{{Name: "a", Value: "b"}}[:r.IntN(2)])
		th.SetConnectionType([]string{"", "SSL/TLS"}[r.IntN(2)])
	case 2:
		th.SetDatabase([]string{"", "db", "another_database"}[r.IntN(3)])
	case 3:
		th.SetAccount(w.text(r), fmt.Sprint("host", r.IntN(3)))
	case 4:
		w.lend(r)
	case 5:
		p := th.StageProfiler()
		p.Start(w.text(r), record.ProfileScope(r.IntN(2)))
		w.statement(r, 0)
		p.End()
	case 6:
		idle := th.StartIdle()
		idle.End()
	default:
		text := ""
		if r.IntN(3) != 0 {
			text = w.text(r)
		}
		th.SetCommand("Query", text)
		w.statement(r, 0)
		th.SetCommand("Sleep", "")
	}
}

func (w *tornWriter) statement(r *rand.Rand, level int) {
	th := w.th
	st := th.BeginStatement(w.AbstractQuery())
	st.SetText(w.text(r))
	if r.IntN(2) == 0 {
		st.StartStage(w.stages[0])
	}
	st.ComputeDigest()
	st.Refine(w.statements[r.IntN(len(w.statements))])
	if th.Sampled() || r.IntN(2) == 0 {
		st.SetPlan(w.plan(r))
	}
	prepared := st.Prepared(perfschema.PreparedOptions{ID: 1, Name: "p", Text: w.text(r)})
	for range r.IntN(6) {
		w.part(r, st)
	}
	if level < 2 && r.IntN(3) == 0 {
		if r.IntN(2) == 0 {
			program := w.Program(record.ProgramProcedure, "db", fmt.Sprint("p", r.IntN(3)))
			st.SetProgram(program)
			call := program.Call(th)
			defer call.End()
		}
		w.statement(r, level+1)
	}
	th.SetPhase(activity.PhaseTeardown)
	if r.IntN(3) != 0 {
		st.End()
	} else if level == 0 {
		th.SetStage(0)
		for th.CurrentStatement().Recorded() {
			th.CurrentStatement().End()
		}
	}
	prepared.Close()
}

func (w *tornWriter) plan(r *rand.Rand) *activity.Plan {
	n := r.IntN(8)
	p := activity.NewPlan(n)
	for i := range n {
		p.Add(uint16(i), snowset.Operators()[r.IntN(10)], "Node", "table").Begin()
	}
	return p
}

// part is one of the things that a statement does.
func (w *tornWriter) part(r *rand.Rand, st perfschema.Statement) {
	th := w.th
	n := r.IntN(16)
	if w.steady && r.IntN(8) != 0 {
		n = r.IntN(8)
	}
	switch n {
	case 0:
		th.SetStage(w.stages[r.IntN(len(w.stages))])
		th.SetStageProgress(1, 2)
	case 1:
		th.EndStage()
	case 2:
		tx := th.BeginTransaction(w.TransactionKey(), perfschema.TransactionOptions{Isolation: []string{"", "REPEATABLE READ"}[r.IntN(2)], AutoCommit: r.IntN(2) == 0})
		tx.Savepoint()
		if r.IntN(2) == 0 {
			tx.End(true)
		}
	case 3:
		st.SetError(1064, "42000", w.text(r))
	case 4:
		st.SetObject([]string{"", "PROCEDURE"}[r.IntN(2)], "db", w.texts[r.IntN(5)])
		st.SetSchema([]string{"", "db2"}[r.IntN(2)])
		st.SetCounters(perfschema.StatementCounters{RowsSent: 1})
	case 5:
		w.mutex.Lock(th, &w.mu)
		w.mutex.Unlock(&w.mu)
	case 6:
		if w.mutex.TryLock(th, &w.mu) {
			w.mutex.Unlock(&w.mu)
		}
	case 7:
		w.rwlock.RLock(th, &w.rw)
		w.rwlock.RUnlock(&w.rw)
	case 8:
		f := w.FileInstance(w.fileKey, fmt.Sprint("/file/", r.IntN(3)))
		wait := f.StartWait(th, perfschema.OpRead)
		in := w.cond.StartWait(th, perfschema.OpWait)
		in.End()
		wait.EndBytes(int64(r.IntN(100)))
		if r.IntN(4) == 0 {
			f.Renamed(fmt.Sprint("/file/", r.IntN(3)))
			f.Deleted()
		}
	case 9:
		s := w.NewSocketInstance(w.socketKey, perfschema.SocketOptions{Thread: th, IP: "::1", Port: 1})
		wait := s.StartWait(th, perfschema.OpSend)
		wait.EndBytes(1)
		s.SetEndpoint(3, "127.0.0.1", 2)
		s.Destroy()
	case 10, 11:
		w.useTable(r)
	case 12:
		lock := w.NewMetadataLock(perfschema.MetadataLockOptions{Thread: th, ObjectType: "TABLE", Schema: "db", Name: w.texts[r.IntN(5)], Type: "SHARED_READ"})
		wait := lock.StartWait(th)
		wait.End()
		lock.SetStatus(record.MetadataGranted)
		lock.Release()
	case 13:
		if len(w.blocks) > 10 {
			w.blocks[0].Free(th)
			w.blocks = w.blocks[1:]
		}
		b := w.memory[r.IntN(len(w.memory))].Alloc(th, int64(r.IntN(1<<20)))
		b.Resize(th, int64(r.IntN(1<<20)))
		w.blocks = append(w.blocks, b)
	case 14:
		mark := th.EnterOperator(snowset.OperatorSort, 1)
		waits := th.EnterResource(snowset.ResourceIdle)
		th.LeaveResource(waits)
		th.LeaveOperator(mark)
		th.SetCores(1 + r.IntN(3))
	case 15:
		w.lend(r)
	}
}

func (w *tornWriter) useTable(r *rand.Rand) {
	table := w.TableInstance("TABLE", "db", fmt.Sprint("t", r.IntN(4)))
	if r.IntN(4) == 0 {
		table = w.NewTemporaryTable("db", "t1")
		defer table.Dropped()
	}
	table.SetIndexes([]string{"PRIMARY", "a", "b"}[:r.IntN(4)])
	handle := table.OpenHandle(w.th)
	lock := table.StartLock(w.th, perfschema.OpReadNormal)
	lock.End()
	handle.SetLocks(perfschema.OpReadNormal, perfschema.OpReadExternal)
	io := table.StartIO(w.th, perfschema.OpFetch, "a")
	io.Start()
	io.Stop(1)
	io.Flush()
	handle.Close()
	if r.IntN(4) == 0 {
		table.Dropped()
	}
}

// lend has helpers work for the session, and allocate.
func (w *tornWriter) lend(r *rand.Rand) {
	var wg sync.WaitGroup
	for range 1 + r.IntN(2) {
		child := w.th.Child(w.connection)
		wg.Go(func() {
			b := w.memory[0].Alloc(child, 1000)
			w.mutex.Lock(child, &w.mu)
			w.mutex.Unlock(&w.mu)
			b.Free(child)
			child.Release()
		})
	}
	wg.Wait()
}
