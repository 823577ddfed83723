package perfschema_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// What is kept past its end does nothing to what has taken its place.

// A statement or transaction that has ended, and is kept, does nothing to the one that
// the Thread runs by then in its place.
func TestKeptStatementEndsNobodyElses(t *testing.T) {
	f := newFixture(t, nil)
	f.enableAll()
	th := f.connect("joe")
	old := th.BeginStatement(f.selectKey)
	nested := th.BeginStatement(f.insert)
	oldTx := th.BeginTransaction(f.TransactionKey(), perfschema.TransactionOptions{})
	old.End() // and so nested
	oldTx.End(true)

	st := th.BeginStatement(f.selectKey)
	st.SetText("SELECT 1")
	inner := th.BeginStatement(f.insert)
	tx := th.BeginTransaction(f.TransactionKey(), perfschema.TransactionOptions{AutoCommit: true})
	before := []any{th.StatementsCurrent(), th.TransactionsCurrent(), f.Read().Status()}
	for _, kept := range []any{old, nested, oldTx} {
		// All but what asks: with zero arguments it would begin, end or change something.
		callAll(reflect.ValueOf(kept), nil, func(method string, with any) { t.Errorf("%s: %v", method, with) })
	}
	if !reflect.DeepEqual(before, []any{th.StatementsCurrent(), th.TransactionsCurrent(), f.Read().Status()}) {
		t.Errorf("what runs has changed: %+v, %+v", th.StatementsCurrent(), th.TransactionsCurrent())
	}
	if errors := countErrors(f); errors != 0 {
		t.Errorf("%d errors are counted", errors)
	}
	if th.CurrentStatement() != inner || th.CurrentTransaction() != tx || oldTx.AutoCommit() || old.Elapsed() != 0 || !old.Recorded() {
		t.Error("another statement or transaction runs")
	}
	tx.End(true)
	inner.End()
	st.End()
	if th.CurrentStatement().Recorded() || th.CurrentTransaction().Recorded() || countOf(f, record.Global, f.selectKey) != 2 {
		t.Error("what ran has not ended")
	}
}

// countErrors is how many errors were raised.
func countErrors(f *fixture) (n uint64) {
	for _, errors := range f.Read().ErrorSummary(record.Global, 0).All() {
		for i := range errors {
			n += errors[i].Raised
		}
	}
	return n
}

// A lock or an open table that is gone, and is kept, does nothing to the one whose row it
// is by then.
func TestKeptLockReleasesNobodyElses(t *testing.T) {
	f := newFixture(t, nil)
	f.enableAll()
	th, other := f.connect("joe"), f.connect("ann")
	table := f.TableInstance("TABLE", "shop", "item")
	oldLock, oldHandle := f.NewMetadataLock(userLock(th, "a", record.MetadataGranted)), table.OpenHandle(th)
	oldLock.Release()
	oldHandle.Close()
	lock, handle := f.NewMetadataLock(userLock(other, "b", record.MetadataGranted)), table.OpenHandle(other)
	locks, handles := slices.Collect(f.Read().MetadataLocks()), slices.Collect(f.Read().TableHandles())
	oldLock.SetStatus(record.MetadataKilled)
	oldHandle.SetLocks(perfschema.OpWriteNormal, perfschema.OpWriteExternal)
	w := oldLock.StartWait(other)
	if now := other.WaitsCurrent(); len(now) != 0 {
		t.Errorf("waits for %+v", now)
	}
	w.End()
	oldLock.Release()
	oldHandle.Close()
	if len(locks) != 1 || !reflect.DeepEqual(locks, slices.Collect(f.Read().MetadataLocks())) {
		t.Errorf("locks: %+v", locks)
	}
	if len(handles) != 1 || !reflect.DeepEqual(handles, slices.Collect(f.Read().TableHandles())) {
		t.Errorf("handles: %+v", handles)
	}
	if !oldLock.Shown() || !oldHandle.Shown() {
		t.Error("what was shown was not")
	}
	lock.Release()
	handle.Close()
	for range f.Read().MetadataLocks() {
		t.Error("a lock is left")
	}
	for range f.Read().TableHandles() {
		t.Error("a handle is left")
	}
}

// A wait that ends after the one around it, or again, ends no other that runs by then.
func TestKeptWaitEndsNobodyElses(t *testing.T) {
	for _, timed := range []bool{true, false} {
		f := newFixture(t, nil)
		kinds := disabledWaits(f)
		f.enableAll()
		for _, c := range f.Read().WaitClasses() {
			c.SetTimed(timed)
		}
		for name, kind := range kinds {
			th := f.connect("joe")
			begin := func() func() {
				f.clock.Advance(time.Microsecond)
				return kind.begin(th)
			}
			outer, inner := begin(), begin()
			again := begin()
			outer()
			a, b, c := begin(), begin(), begin()
			before, history := th.WaitsCurrent(), th.WaitsHistory()
			for _, kept := range []func(){inner, outer, again, again} {
				kept()
			}
			if !reflect.DeepEqual(ids(before), ids(th.WaitsCurrent())) || len(before) != 3 {
				t.Errorf("timed %v, %s: of %v run %v", timed, name, ids(before), ids(th.WaitsCurrent()))
			}
			if !reflect.DeepEqual(ids(history), ids(th.WaitsHistory())) {
				t.Errorf("timed %v, %s: ended are %v, then %v", timed, name, ids(history), ids(th.WaitsHistory()))
			}
			c()
			b()
			a()
			if n := len(th.WaitsHistory()); n != len(history)+3 {
				t.Errorf("timed %v, %s: %d waits have ended", timed, name, n)
			}
			th.End()
		}
	}
}

// ids are the numbers of events, and whether they run.
func ids(events []record.WaitEvent) (list []uint64) {
	for _, e := range events {
		list = append(list, e.EventID<<1)
		if e.Running {
			list[len(list)-1]++
		}
	}
	return list
}

// What was released once counts as released once; so do the call of a program, and a
// prepared statement that was closed.
func TestKeptBlockFreesNothing(t *testing.T) {
	f := newFixture(t, nil)
	f.enableAll()
	th := f.connect("joe")
	m := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "kept"}))
	block := m.Alloc(th, 100)
	block.Free(th)
	other := m.Alloc(th, 10)
	call := f.Program(record.ProgramProcedure, "shop", "p").Call(th)
	call.End()
	st := th.BeginStatement(f.selectKey)
	closed := st.Prepared(perfschema.PreparedOptions{Name: "p"})
	closed.Close()
	open := st.Prepared(perfschema.PreparedOptions{Name: "q"})
	type state struct {
		memory   record.ThreadMemory
		programs []record.ProgramInfo
		prepared int
	}
	now := func() state {
		return state{th.Memory(), f.Read().Programs(), len(f.Read().PreparedStatements())}
	}
	before := now()
	for _, kept := range []any{&block, &call, closed} {
		callAll(reflect.ValueOf(kept), nil, func(method string, with any) { t.Errorf("%s: %v", method, with) })
	}
	if after := now(); !reflect.DeepEqual(before, after) || before.memory.Total != 10 || before.prepared != 1 {
		t.Errorf("%+v, then %+v", before, after)
	}
	other.Free(th)
	open.Close()
	st.End()
	if after := now(); after.memory.Total != 0 || after.prepared != 0 {
		t.Errorf("left: %+v", after)
	}
}
