package perfschema_test

import (
	"slices"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

func userLock(th *perfschema.Thread, name string, status record.MetadataLockStatus) perfschema.MetadataLockOptions {
	return perfschema.MetadataLockOptions{
		Thread: th, ObjectType: record.UserLevelLock, Name: name,
		Type: "EXCLUSIVE", Duration: record.MetadataExplicit, Status: status,
	}
}

func TestMetadataLockLife(t *testing.T) {
	f := newFixture(t, nil)
	holder, waiter := f.connect("joe"), f.connect("ann")
	st := waiter.BeginStatement(f.selectKey)
	held := f.NewMetadataLock(userLock(holder, "a", record.MetadataGranted))
	asked := f.NewMetadataLock(userLock(waiter, "a", record.MetadataPending))

	rows := slices.Collect(f.Read().MetadataLocks())
	if len(rows) != 2 {
		t.Fatalf("%d rows", len(rows))
	}
	byThread := map[uint64]record.MetadataLockInfo{rows[0].ThreadID: rows[0], rows[1].ThreadID: rows[1]}
	h, w := byThread[holder.ID()], byThread[waiter.ID()]
	if h.Status.String() != "GRANTED" || w.Status.String() != "PENDING" || h.EventID != 0 || w.EventID != 1 || h.Begin == w.Begin {
		t.Errorf("holder %+v\nwaiter %+v", h, w)
	}
	if h.ObjectType != "USER LEVEL LOCK" || h.Name != "a" || h.Schema != "" || h.Type != "EXCLUSIVE" || h.Duration != "EXPLICIT" {
		t.Errorf("%+v", h)
	}
	if src := h.Source(); src.File != "lock_test.go" {
		t.Errorf("asked for in %s", src)
	}

	held.Release()
	asked.SetStatus(record.MetadataGranted)
	rows = slices.Collect(f.Read().MetadataLocks())
	if len(rows) != 1 || rows[0].ThreadID != waiter.ID() || rows[0].Status != record.MetadataGranted || rows[0].Begin != w.Begin {
		t.Errorf("%+v", rows)
	}
	asked.Release()
	if rows = slices.Collect(f.Read().MetadataLocks()); len(rows) != 0 {
		t.Errorf("%+v", rows)
	}
	st.End()
}

func TestMetadataLocksAreBounded(t *testing.T) {
	f := newFixture(t, func(c *perfschema.Config) {
		c.Sizes = perfschema.DefaultSizes()
		c.Sizes.MetadataLocks = 1
	})
	lost := func() uint64 {
		for _, v := range f.Read().Status() {
			if v.Name == "Performance_schema_metadata_lock_lost" {
				return v.Value
			}
		}
		t.Fatal("no such status variable")
		return 0
	}
	a := f.NewMetadataLock(userLock(nil, "a", record.MetadataGranted))
	b := f.NewMetadataLock(userLock(nil, "b", record.MetadataGranted))
	if !a.Shown() || b.Shown() || lost() != 1 {
		t.Errorf("%v, %v, %d lost", a, b, lost())
	}
	b.SetStatus(record.MetadataTimeout)
	b.Release()
	a.Release()
	if c := f.NewMetadataLock(userLock(nil, "c", record.MetadataGranted)); !c.Shown() {
		t.Error("no room after a release")
	}
	if f.Read().FlushStatus(); lost() != 0 {
		t.Errorf("%d lost after FLUSH STATUS", lost())
	}
}

func TestMetadataLocksFollowTheInstrument(t *testing.T) {
	f := newFixture(t, nil)
	var class *perfschema.Class
	for _, c := range f.Read().Classes() {
		if c.Name() == "wait/lock/metadata/sql/mdl" {
			class = c
		}
	}
	if class == nil || class.Kind() != perfschema.KindMetadata || !class.Enabled() || !class.Timed() {
		t.Fatalf("instrument %+v", class)
	}
	shown := func() bool {
		l := f.NewMetadataLock(userLock(nil, "a", record.MetadataGranted))
		l.Release()
		return l.Shown()
	}
	if !shown() {
		t.Error("not shown at first")
	}
	class.SetEnabled(false)
	if shown() {
		t.Error("shown though the instrument is off")
	}
	class.SetEnabled(true)
	f.SetConsumer(perfschema.ConsumerGlobalInstrumentation, false)
	if shown() {
		t.Error("shown though global_instrumentation is off")
	}
	off, err := perfschema.New(perfschema.Config{Off: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*perfschema.Schema{nil, off} {
		if s.NewMetadataLock(userLock(nil, "a", record.MetadataGranted)).Shown() {
			t.Error("shown though the Schema is off")
		}
		for range s.Read().MetadataLocks() {
			t.Error("a row though the Schema is off")
		}
	}
}

func TestMetadataLocksDoNotAllocate(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	run := func() {
		l := f.NewMetadataLock(userLock(th, "a", record.MetadataPending))
		l.SetStatus(record.MetadataGranted)
		l.Release()
	}
	if n := testing.AllocsPerRun(1000, run); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Who waits for whom is one join of the locks; what a thread waits for is its
// current event, and stays in the history after the lock's row is another's.
func TestMetadataWait(t *testing.T) {
	f := newFixture(t, nil)
	f.enableAll()
	holder, waiter := f.connect("joe"), f.connect("ann")
	f.NewMetadataLock(userLock(holder, "a", record.MetadataGranted))
	st := waiter.BeginStatement(f.selectKey)
	asked := f.NewMetadataLock(userLock(waiter, "a", record.MetadataPending))
	w := asked.StartWait(waiter)
	running := waiter.WaitsCurrent()
	w.End()
	asked.Release()
	f.NewMetadataLock(userLock(holder, "other", record.MetadataGranted))
	st.End()

	if len(running) != 1 || !running[0].Running {
		t.Fatalf("running: %+v", running)
	}
	h := waiter.WaitsHistory()
	if len(h) != 1 {
		t.Fatalf("history: %+v", h)
	}
	for _, e := range []record.WaitEvent{running[0], h[0]} {
		if e.EventName != "wait/lock/metadata/sql/mdl" || e.Operation != "metadata lock" ||
			e.ObjectType != "USER LEVEL LOCK" || e.ObjectSchema != "" || e.ObjectName != "a" || e.ObjectInstance == 0 ||
			e.NestingType != record.EventStatement || e.NestingEventID != 1 || e.Source().File != "lock_test.go" {
			t.Errorf("%+v from %s", e, e.Source())
		}
	}
	if e := h[0]; e.Running || !e.Timed {
		t.Errorf("%+v", e)
	}
	var none perfschema.MetadataLock
	w = none.StartWait(waiter)
	w.End()
	w = f.NewMetadataLock(userLock(nil, "b", record.MetadataPending)).StartWait(nil)
	w.End()
	if n := len(waiter.WaitsHistory()); n != 1 {
		t.Errorf("%d waits", n)
	}
}

func TestTableHandleLife(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	st := th.BeginStatement(f.selectKey)
	table := f.TableInstance("TABLE", "shop", "item")
	a, b := table.OpenHandle(th), table.OpenHandle(nil)
	a.SetLocks(perfschema.OpNone, perfschema.OpWriteExternal)
	rows := slices.Collect(f.Read().TableHandles())
	if len(rows) != 2 || rows[0].Begin == rows[1].Begin {
		t.Fatalf("%+v", rows)
	}
	got := rows[0]
	if got.ThreadID == 0 {
		got = rows[1]
	}
	got.Begin = 0
	want := record.TableHandleInfo{Type: "TABLE", Schema: "shop", Name: "item", ThreadID: th.ID(), EventID: 1, External: "WRITE EXTERNAL"}
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	a.Close()
	if rows = slices.Collect(f.Read().TableHandles()); len(rows) != 1 || rows[0].ThreadID != 0 || rows[0].External != "" {
		t.Errorf("%+v", rows)
	}
	b.Close()
	st.End()
	if rows = slices.Collect(f.Read().TableHandles()); len(rows) != 0 {
		t.Errorf("%+v", rows)
	}
}

func TestTableHandlesAreBounded(t *testing.T) {
	f := newFixture(t, func(c *perfschema.Config) {
		c.Sizes = perfschema.DefaultSizes()
		c.Sizes.TableHandles = 1
	})
	table := f.TableInstance("TABLE", "shop", "item")
	a, b := table.OpenHandle(nil), table.OpenHandle(nil)
	if !a.Shown() || b.Shown() {
		t.Errorf("%v and %v", a, b)
	}
	b.SetLocks(perfschema.OpReadNormal, perfschema.OpNone)
	b.Close()
	for _, v := range f.Read().Status() {
		if v.Name == "Performance_schema_table_handles_lost" && v.Value != 1 {
			t.Errorf("%d lost", v.Value)
		}
	}
	a.Close()
	if c := table.OpenHandle(nil); !c.Shown() {
		t.Error("no room after Close")
	}
}

// A table that setup_objects leaves out has no handles, nor has any while the
// instruments of tables are off.
func TestTableHandlesFollowTheSetup(t *testing.T) {
	f := newFixture(t, nil)
	shown := func(schema string) bool {
		h := f.TableInstance("TABLE", schema, "item").OpenHandle(nil)
		h.Close()
		return h.Shown()
	}
	if !shown("shop") || shown("mysql") {
		t.Errorf("shop shown: %v, mysql shown: %v", shown("shop"), shown("mysql"))
	}
	for _, c := range f.Read().Classes() {
		if c.Kind() == perfschema.KindTable {
			c.SetEnabled(false)
		}
	}
	if shown("shop") {
		t.Error("shown though the instruments are off")
	}
	var none *perfschema.TableInstance
	if none.OpenHandle(nil).Shown() {
		t.Error("a handle of no table")
	}
	var off *perfschema.Schema
	for range off.Read().TableHandles() {
		t.Error("a row of no Schema")
	}
}

func TestTableHandlesDoNotAllocate(t *testing.T) {
	f := newFixture(t, nil)
	th, table := f.connect("joe"), f.TableInstance("TABLE", "shop", "item")
	if n := testing.AllocsPerRun(1000, func() { table.OpenHandle(th).Close() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// A place that is kept for a table that is opened again shows nothing meanwhile, and goes
// to whoever needs it.
func TestTableHandlesReopened(t *testing.T) {
	f := newFixture(t, func(c *perfschema.Config) {
		c.Sizes = perfschema.DefaultSizes()
		c.Sizes.TableHandles = 1
	})
	th := f.connect("joe")
	item, order := f.TableInstance("TABLE", "shop", "item"), f.TableInstance("TABLE", "shop", "order")
	rows := func() []record.TableHandleInfo { return slices.Collect(f.Read().TableHandles()) }

	a := perfschema.TableHandle{}.Reopen(item, th)
	a.SetLocks(perfschema.OpReadNormal, perfschema.OpReadExternal)
	a.Park()
	if len(rows()) != 0 {
		t.Errorf("a parked handle is shown: %+v", rows())
	}
	b := a.Reopen(order, th)
	if got := rows(); len(got) != 1 || got[0].Name != "order" || got[0].ThreadID != th.ID() || got[0].Internal != "" {
		t.Errorf("%+v", got)
	}
	b.Park()
	c := item.OpenHandle(nil)
	if d := b.Reopen(order, th); d.Shown() || !c.Shown() {
		t.Error("two handles in the room of one")
	}
	c.Close()
	d := b.Reopen(nil, th)
	if d.Shown() || len(rows()) != 0 {
		t.Errorf("a handle of no table: %+v", rows())
	}
}
