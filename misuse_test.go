package perfschema_test

import (
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/record"
)

// callAll calls every method of v with zero arguments and gives to sees what
// panicked. Functions among the arguments and results are called, too.
func callAll(v reflect.Value, but []string, panicked func(method string, with any)) {
	for i := range v.NumMethod() {
		name := v.Type().Method(i).Name
		if slices.Contains(but, name) {
			continue
		}
		func() {
			defer func() {
				if with := recover(); with != nil {
					panicked(name, with)
				}
			}()
			f := v.Method(i)
			var args []reflect.Value
			for j := range f.Type().NumIn() {
				if in := f.Type().In(j); f.Type().IsVariadic() && j == f.Type().NumIn()-1 {
					break
				} else {
					args = append(args, argument(in, name))
				}
			}
			for _, out := range f.Call(args) {
				if out.Kind() == reflect.Func && out.Type().NumIn() == 1 && out.Type().In(0).Kind() == reflect.Func {
					out.Call([]reflect.Value{argument(out.Type().In(0), name)}) // a sequence
				}
			}
		}()
	}
}

func argument(in reflect.Type, method string) reflect.Value {
	switch v := reflect.New(in).Elem(); {
	case in.Kind() == reflect.Func:
		return reflect.MakeFunc(in, func([]reflect.Value) (out []reflect.Value) {
			for i := range in.NumOut() {
				out = append(out, reflect.Zero(in.Out(i)))
			}
			return out
		})
	case in == reflect.TypeFor[*sync.Mutex]() || in == reflect.TypeFor[*sync.RWMutex]():
		lock := reflect.New(in.Elem())
		if held, ok := strings.CutSuffix(method, "Unlock"); ok {
			lock.MethodByName(held + "Lock").Call(nil)
		}
		return lock
	default:
		return v
	}
}

// Nothing that a nil handle is asked for panics, nor what a Schema is that is
// nil or off.
func TestNilTakesEveryCall(t *testing.T) {
	off, err := perfschema.New(perfschema.Config{Off: true})
	if err != nil {
		t.Fatal(err)
	}
	recording := []string{"Recording"} // of an instance that is not nil, it says
	for name, v := range map[string]any{
		"nil Schema": (*perfschema.Schema)(nil), "Schema that is off": off,
		"Thread": (*perfschema.Thread)(nil), "Statement": perfschema.Statement{}, "Transaction": perfschema.Transaction{},
		"MutexInstance": (*perfschema.MutexInstance)(nil), "RWLockInstance": (*perfschema.RWLockInstance)(nil),
		"CondInstance": (*perfschema.CondInstance)(nil), "FileInstance": (*perfschema.FileInstance)(nil),
		"SocketInstance": (*perfschema.SocketInstance)(nil), "TableInstance": (*perfschema.TableInstance)(nil),
		"TableHandle": perfschema.TableHandle{}, "MetadataLock": perfschema.MetadataLock{}, "Memory": (*perfschema.Memory)(nil),
		"PreparedStatement": (*perfschema.PreparedStatement)(nil), "Program": (*perfschema.Program)(nil),
		"StageProfiler": (*perfschema.StageProfiler)(nil), "Plan": (*activity.Plan)(nil),
		"Wait": new(perfschema.Wait), "TableIO": new(perfschema.TableIO), "TableLockWait": new(perfschema.TableLockWait),
		"ProgramCall": new(perfschema.ProgramCall), "MemoryBlock": new(perfschema.MemoryBlock),
	} {
		callAll(reflect.ValueOf(v), recording, func(method string, with any) { t.Errorf("%s of %s: %v", method, name, with) })
	}
}

// A statement that is dropped while another runs in it takes that with it, as
// one that ends does.
func TestDropOfAnOuterStatement(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	outer := th.BeginStatement(f.AbstractQuery())
	inner := th.BeginStatement(f.insert)
	f.Read().ClassesOf(perfschema.KindStatement)[f.selectKey-1].SetEnabled(false)
	outer.Refine(f.selectKey)
	if th.CurrentStatement().Recorded() {
		t.Error("a statement still runs")
	}
	inner.End()
	if n := countOf(f, record.Global, f.insert); n != 1 {
		t.Errorf("the inner statement counts %d", n)
	}
	if th.CurrentStatement().Recorded() {
		t.Fatal("a statement runs that was dropped: End would not end")
	}
	f.run(th, f.insert, "INSERT", time.Second)
	if n := countOf(f, record.Global, f.insert); n != 2 {
		t.Errorf("%d statements", n)
	}
	th.End()
}

// What is done on a Thread of another Schema counts as on none, and never under
// an instrument of the other's.
func TestThreadOfAnotherSchema(t *testing.T) {
	for name, mutexes := range map[string]int64{"with room for as many classes": 350, "with room for few": 1} {
		t.Run(name, func(t *testing.T) { threadOfAnother(t, mutexes) })
	}
}

func threadOfAnother(t *testing.T, mutexClasses int64) {
	f, g := newWaitFixture(t, nil), newFixture(t, func(c *perfschema.Config) {
		c.Sizes = perfschema.DefaultSizes()
		c.Sizes.MutexClasses, c.Sizes.RWLockClasses, c.Sizes.CondClasses, c.Sizes.FileClasses = mutexClasses, 1, 1, 1
	})
	g.enableAll()
	th := g.connect("joe")
	for _, events := range []bool{false, true} {
		f.SetConsumer(perfschema.ConsumerEventsWaitsCurrent, events)
		o := &f.onNone
		o.mutexes[0].Lock(th, &o.mu[0])
		if by := f.Read().MutexInstances(); slices.ContainsFunc(by, func(m record.MutexInfo) bool { return m.LockedBy != 0 }) {
			t.Error("the other's THREAD_ID locks a mutex")
		}
		o.mutexes[0].Unlock(&o.mu[0])
		o.mutexes[0].TryLock(th, &o.mu[0])
		o.mutexes[0].Unlock(&o.mu[0])
		o.rwlocks[0].Lock(th, &o.rw[0])
		if by := f.Read().RWLockInstances(); slices.ContainsFunc(by, func(r record.RWLockInfo) bool { return r.WriteLockedBy != 0 }) {
			t.Error("the other's THREAD_ID locks a rwlock")
		}
		o.rwlocks[0].Unlock(&o.rw[0])
		w := o.conds[0].StartWait(th, perfschema.OpWait)
		w.End()
		w = o.files[0].StartWait(th, perfschema.OpRead)
		w.EndBytes(1)
		w = o.sockets[0].StartWait(th, perfschema.OpRecv)
		w.EndBytes(1)
		l := o.tables[0].StartLock(th, perfschema.OpReadNormal)
		l.End()
		io := o.tables[0].StartIO(th, perfschema.OpFetch, "")
		io.Start()
		io.Stop(1)
		io.Flush()
	}
	for _, c := range f.classes {
		want := uint64(0)
		switch c.Name() {
		case "wait/synch/mutex/sql/none":
			want = 4
		case "wait/synch/rwlock/sql/none", "wait/synch/cond/sql/none", "wait/io/file/sql/none", "wait/io/socket/sql/none", tableIO, tableLock:
			want = 2
		}
		if n := f.grouped(record.Global, 0)[f.index[c.Name()]].Count; n != want {
			t.Errorf("%s: %d, want %d", c.Name(), n, want)
		}
	}
	for _, stats := range g.Read().WaitSummary(record.Global, 0).All() {
		for i, v := range stats {
			if v.Count != 0 {
				t.Errorf("the other counts %d of %s", v.Count, g.Read().WaitClasses()[i].Name())
			}
		}
	}
}

// A child that is released twice is lent once.
func TestReleaseTwice(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	c := th.Child(f.worker)
	c.Release()
	c.Release()
	if a, b := th.Child(f.worker), th.Child(f.worker); a == b {
		t.Error("two helpers have one Thread")
	}
}

// A child that has ended is lent no more, whether it was in the pool or not.
func TestEndedChildIsNotLent(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	a, b := th.Child(f.worker), th.Child(f.worker)
	a.Release()
	a.End()
	b.End()
	b.Release()
	for range 2 {
		c := th.Child(f.worker)
		if f.Read().ThreadByID(c.ID()) != c {
			t.Errorf("thread %d is lent and has ended", c.ID())
		}
	}
	th.End()
}

// A helper that is done later than its connection leaves nothing behind.
func TestReleaseAfterTheParentHasEnded(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	c := th.Child(f.worker)
	f.run(c, f.selectKey, "SELECT 1", time.Second)
	th.End()
	f.run(c, f.selectKey, "SELECT 1", time.Second)
	c.Release()
	if left := f.Read().Threads(); len(left) != 0 {
		t.Errorf("%d threads are left", len(left))
	}
	for _, g := range []record.Grouping{record.ByAccount, record.Global} {
		if n := countOf(f, g, f.selectKey); n != 2 {
			t.Errorf("%d statements %s", n, groupingNames[g])
		}
	}
}

// A Thread that is bound to another goroutine has left the one it was bound to.
func TestBindMoves(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	th.Bind()
	var wg sync.WaitGroup
	wg.Go(func() {
		th.Bind()
		if perfschema.Bound() != th {
			t.Error("the second goroutine has no Thread")
		}
	})
	wg.Wait()
	if perfschema.Bound() != nil {
		t.Error("the first goroutine has it still")
	}
	th.Bind()
	th.Bind()
	if perfschema.Bound() != th {
		t.Error("to bind twice is to unbind")
	}
	th.End()
	if perfschema.Bound() != nil {
		t.Error("the Thread has ended and is bound")
	}
}

// Who still uses a table that has been dropped takes no room from others.
func TestDroppedTableTakesNoRoom(t *testing.T) {
	f := newFixture(t, func(c *perfschema.Config) {
		c.Sizes = perfschema.DefaultSizes()
		c.Sizes.IndexStat, c.Sizes.TableLockStat = 1, 1
	})
	f.enableAll()
	use := func(table *perfschema.TableInstance) {
		table.SetIndexes([]string{"PRIMARY"})
		l := table.StartLock(nil, perfschema.OpReadNormal)
		l.End()
	}
	for range 3 {
		old := f.TableInstance("TABLE", "shop", "old")
		old.Dropped()
		use(old)
		old.Dropped()
	}
	twice := f.TableInstance("TABLE", "shop", "twice")
	use(twice)
	twice.Dropped()
	use(twice)
	use(f.TableInstance("TABLE", "shop", "new"))
	info := f.Read().TableInstances()
	if len(info) != 1 || len(info[0].Indexes) != 2 || info[0].Lock.Total().Count != 1 {
		t.Errorf("%+v", info)
	}
	for _, v := range f.Read().Status() {
		if strings.HasPrefix(v.Name, "Performance_schema_index") || strings.HasPrefix(v.Name, "Performance_schema_table_lock") {
			if v.Value != 0 {
				t.Errorf("%s is %d", v.Name, v.Value)
			}
		}
	}
}

// What no constant names is nothing: it neither panics nor counts elsewhere.
func TestValuesOutOfRange(t *testing.T) {
	f := newWaitFixture(t, nil)
	th := f.connect("joe")
	o := &f.onThread
	for _, op := range []perfschema.Operation{perfschema.OpNone, perfschema.OpIdle, perfschema.OpIdle + 1, 255} {
		io := o.tables[0].StartIO(th, op, "")
		io.Start()
		io.Stop(1)
		io.Flush()
		l := o.tables[0].StartLock(th, op)
		l.End()
		for _, w := range []perfschema.Wait{o.files[0].StartWait(th, op), o.sockets[0].StartWait(th, op), o.conds[0].StartWait(th, op)} {
			w.EndBytes(1)
		}
	}
	for _, name := range []string{tableIO, tableLock} {
		if n := f.grouped(record.Global, 0)[f.index[name]].Count; n != 0 {
			t.Errorf("%s counts %d", name, n)
		}
	}
	f.Read().TruncateHistory(99, perfschema.HistoryCurrent)
	f.Read().TruncateHistory(record.EventStatement, 99)
	for _, s := range []interface{ String() string }{
		record.EventType(99), record.TransactionState(99), record.MetadataLockStatus(99), perfschema.Operation(99),
	} {
		if s.String() != "" {
			t.Errorf("%T is %q", s, s)
		}
	}
	if _, ok := new(record.ProfileStage).Value(99); ok {
		t.Error("a field that does not exist is known")
	}
}

// The rows of setup_actors and setup_objects that a caller gets are its own.
func TestSetupRowsAreCopies(t *testing.T) {
	f := newFixture(t, nil)
	f.Read().Actors()[0].Enabled = false
	f.Read().Objects()[0].Type = "VIEW"
	if !f.Read().Actors()[0].Enabled || f.Read().Objects()[0].Type == "VIEW" {
		t.Error("who reads a row writes it")
	}
}
