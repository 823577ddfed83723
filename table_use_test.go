package perfschema_test

import (
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// What statements use counts at the table, whatever index they found it by, and at their
// Thread; an index that goes takes none of it away, TRUNCATE does.
func TestTableUses(t *testing.T) {
	f := newWaitFixture(t, nil)
	table, th := f.onThread.tables[0], f.NewThread(f.conn, perfschema.ThreadOptions{})
	defer th.End()
	check := func(when string, read, write, waits uint64) {
		t.Helper()
		lock := f.Read().TableInstances()[0].Lock
		got := [...]uint64{
			lock.ReadExternal.Count, lock.WriteExternal.Count,
			only(f.Read().WaitSummary(record.ByThread, th.ID()).All(), f.index[tableLock], itself).Count,
			only(f.Read().WaitSummary(record.Global, 0).All(), f.index[tableLock], itself).Count,
		}
		if want := [...]uint64{read, write, waits, waits + 1}; got != want {
			t.Errorf("%s: read, written, of the Thread and of all %v, want %v", when, got, want)
		}
		if total := lock.Total(); total.Count != read+write || total.Max != 0 || total.Sum != 0 {
			t.Errorf("%s: %+v", when, total)
		}
	}
	table.SetIndexes([]string{"PRIMARY", "name"})
	table.Index("name").CountUse(th, perfschema.OpReadExternal)
	table.Index("PRIMARY").CountUse(th, perfschema.OpReadExternal)
	table.Index("").CountUse(th, perfschema.OpWriteExternal)
	table.Index("").CountUse(nil, perfschema.OpWriteExternal)
	table.Index("").CountUse(th, perfschema.OpReadNormal)
	perfschema.TableIndex{}.CountUse(th, perfschema.OpReadExternal)
	check("used", 2, 2, 3)
	table.SetIndexes([]string{"PRIMARY"})
	check("without an index", 2, 2, 3)
	f.Read().TruncateTableLocks()
	check("after TRUNCATE", 0, 0, 3)
	th.SetInstrumented(false)
	table.Index("PRIMARY").CountUse(th, perfschema.OpReadExternal)
	check("by a Thread that is not instrumented", 0, 0, 3)
	th.SetInstrumented(true)
	f.classes[f.index[tableLock]].SetEnabled(false)
	table.Index("PRIMARY").CountUse(th, perfschema.OpReadExternal)
	check("of a disabled instrument", 0, 0, 3)
	f.classes[f.index[tableLock]].SetEnabled(true)
	table.Index("PRIMARY").CountUse(th, perfschema.OpReadExternal)
	check("used again", 1, 0, 4)
}

// Where waits are events a use is one, of the table that is used, as setup_objects says;
// elsewhere it is counted alike.
func TestTableUsesAreEvents(t *testing.T) {
	f := newWaitFixture(t, nil)
	table, th := f.onThread.tables[0], f.NewThread(f.conn, perfschema.ThreadOptions{})
	defer th.End()
	use := func(op perfschema.Operation) (events []record.WaitEvent) {
		before := len(th.WaitsHistory())
		table.Index("PRIMARY").CountUse(th, op)
		return th.WaitsHistory()[before:]
	}
	st := th.BeginStatement(f.selectKey)
	for _, op := range []perfschema.Operation{perfschema.OpReadExternal, perfschema.OpWriteExternal} {
		events := use(op)
		if len(events) != 1 {
			t.Fatalf("%v: %d events", op, len(events))
		}
		e := events[0]
		if e.Operation != op.String() || e.EventName != tableLock || e.ObjectName != "odd0" || e.Running || !e.Timed || e.HasBytes ||
			e.NestingType != record.EventStatement {
			t.Errorf("%v: %+v", op, e)
		}
	}
	st.End()
	f.SetConsumer(perfschema.ConsumerEventsWaitsCurrent, false)
	if events := use(perfschema.OpReadExternal); len(events) != 0 {
		t.Errorf("no events are wanted, and there is %+v", events[0])
	}
	lock := f.Read().TableInstances()[0].Lock
	if r, w := lock.ReadExternal.Count, lock.WriteExternal.Count; r != 2 || w != 1 {
		t.Errorf("read %d, written %d times", r, w)
	}
}

func TestTableUsesDoNotAllocate(t *testing.T) {
	f := newWaitFixture(t, nil)
	th := f.NewThread(f.conn, perfschema.ThreadOptions{})
	defer th.End()
	use := f.onThread.tables[0].Index("PRIMARY")
	use.CountUse(th, perfschema.OpReadExternal)
	for _, events := range []bool{true, false} {
		f.SetConsumer(perfschema.ConsumerEventsWaitsCurrent, events)
		if n := testing.AllocsPerRun(100, func() { use.CountUse(th, perfschema.OpReadExternal) }); n != 0 {
			t.Errorf("%v allocations, with events %v", n, events)
		}
	}
}

// BenchmarkTableUse is what each table of a statement pays once: for its rows, and for
// being counted.
func BenchmarkTableUse(b *testing.B) {
	f := newFixture(b, nil)
	th := f.NewThread(f.conn, perfschema.ThreadOptions{})
	defer th.End()
	table := f.TableInstance("TABLE", "shop", "item")
	table.SetIndexes([]string{"PRIMARY"})
	found := table.Index("PRIMARY")
	b.Run("row", func(b *testing.B) {
		for b.Loop() {
			io := found.StartIO(th, perfschema.OpFetch)
			io.Start()
			io.Stop(1)
			io.Flush()
		}
	})
	b.Run("use", func(b *testing.B) {
		for b.Loop() {
			found.CountUse(th, perfschema.OpReadExternal)
		}
	})
}
