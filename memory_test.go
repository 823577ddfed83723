package perfschema_test

import (
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// memoryOf is what a summary says of an instrument; of a grouping with several
// rows, of the only one that has counted it.
func memoryOf(t testing.TB, s *perfschema.Schema, g record.Grouping, threadID uint64, m *perfschema.Memory) record.MemoryStat {
	t.Helper()
	var out record.MemoryStat
	rows := 0
	for _, stats := range s.Read().MemorySummary(g, threadID).All() {
		if v := stats[m.Key()-1]; v != (record.MemoryStat{}) {
			out, rows = v, rows+1
		}
	}
	if rows > 1 {
		t.Fatalf("%d rows", rows)
	}
	return out
}

func TestMemoryCounts(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	m := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "rows", Documentation: "rows"}))
	if m == nil || m.Class().Name() != "memory/app/rows" || f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "rows"})) != m || f.Memory(m.Key()) != m {
		t.Fatal("an instrument is not registered once")
	}
	a, b := m.Alloc(th, 100), m.Alloc(th, 50)
	a.Resize(th, 120)
	b.Free(th)
	b.Free(th) // harmless
	want := record.MemoryStat{CountAlloc: 3, CountFree: 2, BytesAlloc: 270, BytesFree: 150, HighCount: 2, HighBytes: 170}
	if got := memoryOf(t, f.Schema, record.ByThread, th.ID(), m); got != want {
		t.Errorf("by thread:\n%+v, want\n%+v", got, want)
	}
	for _, g := range []record.Grouping{record.ByAccount, record.ByUser, record.ByHost, record.Global} {
		got := memoryOf(t, f.Schema, g, 0, m)
		if got.CountAlloc != 3 || got.CurrentBytes() != 120 || got.CurrentCount() != 1 || got.LowBytes > 0 || got.HighBytes < 170 || got.HighCount < 2 {
			t.Errorf("grouping %d: %+v", g, got)
		}
	}
	th.End()
	if got := memoryOf(t, f.Schema, record.ByAccount, 0, m); got.CountAlloc != 3 || got.CurrentBytes() != 120 {
		t.Errorf("after the thread's end: %+v", got)
	}
	a.Free(nil)
	if got := memoryOf(t, f.Schema, record.Global, 0, m); got.CurrentBytes() != 0 || got.CountFree != 3 {
		t.Errorf("freed on no thread: %+v", got)
	}
}

// A block remembers whether it was counted.
func TestMemoryBlockRemembers(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	m := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "rows"}))
	counted := m.Alloc(th, 10)
	m.Class().SetEnabled(false)
	off := m.Alloc(th, 10)
	counted.Free(th)
	m.Class().SetEnabled(true)
	th.SetInstrumented(false)
	thread := m.Alloc(th, 10)
	th.SetInstrumented(true)
	f.SetConsumer(perfschema.ConsumerGlobalInstrumentation, false)
	global := m.Alloc(th, 10)
	f.SetConsumer(perfschema.ConsumerGlobalInstrumentation, true)
	for _, b := range []*perfschema.MemoryBlock{&off, &thread, &global} {
		if b.Counted() {
			t.Error("counted what was switched off")
		}
		b.Resize(th, 20)
		b.Free(th)
	}
	want := record.MemoryStat{CountAlloc: 1, CountFree: 1, BytesAlloc: 10, BytesFree: 10, HighCount: 1, HighBytes: 10}
	if got := memoryOf(t, f.Schema, record.ByThread, th.ID(), m); got != want {
		t.Errorf("%+v", got)
	}
	// Past the threads, and freed once they count again.
	f.SetConsumer(perfschema.ConsumerThreadInstrumentation, false)
	past := m.Alloc(th, 7)
	f.SetConsumer(perfschema.ConsumerThreadInstrumentation, true)
	past.Free(th)
	if got := memoryOf(t, f.Schema, record.ByThread, th.ID(), m); got != want {
		t.Errorf("counted on no thread, freed on one: %+v", got)
	}
	if got := memoryOf(t, f.Schema, record.Global, 0, m); got.CountAlloc != 2 || got.CurrentCount() != 0 || got.CurrentBytes() != 0 {
		t.Errorf("%+v", got)
	}
}

// What one thread allocates and another frees is taken off the other's row.
func TestMemoryFreedElsewhere(t *testing.T) {
	f := newFixture(t, nil)
	a, b := f.connect("joe"), f.connect("joe")
	m := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "rows"}))
	x := m.Alloc(a, 100)
	x.Free(b)
	if got := memoryOf(t, f.Schema, record.ByThread, a.ID(), m); got.CurrentBytes() != 100 || got.CountFree != 0 {
		t.Errorf("who allocated: %+v", got)
	}
	want := record.MemoryStat{CountFree: 1, BytesFree: 100, LowCount: -1, LowBytes: -100}
	if got := memoryOf(t, f.Schema, record.ByThread, b.ID(), m); got != want || got.CurrentBytes() != -100 {
		t.Errorf("who freed: %+v", got)
	}
	if got := memoryOf(t, f.Schema, record.Global, 0, m); got.CurrentBytes() != 0 || got.CurrentCount() != 0 {
		t.Errorf("all: %+v", got)
	}
}

func TestMemoryOff(t *testing.T) {
	s, err := perfschema.New(perfschema.Config{Off: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*perfschema.Schema{nil, s} {
		m := s.Memory(s.RegisterMemory("app", perfschema.Info{Name: "rows"}))
		b := m.Alloc(nil, 10)
		b.Resize(nil, 20)
		b.Free(nil)
		if m != nil || m.Key() != 0 || m.Counting() || b.Counted() || b.Size() != 0 {
			t.Error("a Schema that is off counts")
		}
		s.AddMemorySource(nil)
		s.Read().TruncateMemory(record.Global)
		for range s.Read().MemorySummary(record.Global, 0).All() {
			t.Error("a row")
		}
	}
}

func TestMemoryDoesNotAllocate(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	m := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "rows"}))
	run := func() {
		b := m.Alloc(th, 1<<20)
		b.Resize(th, 1<<21)
		b.Free(th)
		b = m.Alloc(nil, 10)
		b.Free(nil)
	}
	run()
	if n := testing.AllocsPerRun(100, run); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// What is freed on a thread that has ended is taken off whoever inherited it:
// its account, or its user and host if that row is gone.
func TestMemoryFreedAfterTheEnd(t *testing.T) {
	f := newFixture(t, nil)
	m := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "rows"}))
	th := f.connect("joe")
	a, b, c := m.Alloc(th, 100), m.Alloc(th, 50), m.Alloc(th, 7)
	th.End()
	check := func(what string, groups []record.Grouping, count, bytes int64) {
		t.Helper()
		for _, g := range groups {
			if got := memoryOf(t, f.Schema, g, 0, m); got.CurrentCount() != count || got.CurrentBytes() != bytes {
				t.Errorf("%s, grouping %d: %+v, want %d of %d bytes", what, g, got, count, bytes)
			}
		}
	}
	a.Free(th)
	b.Resize(th, 60)
	check("with an account", above, 2, 67)
	f.Read().TruncateAccounts()
	b.Free(th)
	check("without", []record.Grouping{record.ByUser, record.ByHost, record.Global}, 1, 7)
	c.Free(nil) // nobody knows whose it was
	check("on no thread", []record.Grouping{record.ByUser, record.ByHost}, 1, 7)
	check("on no thread", []record.Grouping{record.Global}, 0, 0)
	if b.Counted() || th.Memory().Total != 157 {
		t.Errorf("%v, %+v", b, th.Memory())
	}
}

// A watched instrument knows of what is freed on a thread that has ended.
func TestMemoryWatchFreedAfterTheEnd(t *testing.T) {
	f := newFixture(t, nil)
	m := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "rows"}))
	crossed := make(chan perfschema.MemoryCrossing)
	if err := f.WatchMemory("memory/app/rows:1000", func(c perfschema.MemoryCrossing) { crossed <- c }); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		th := f.connect("joe")
		a := m.Alloc(th, 1000)
		if c := <-crossed; c.Bytes != 1000 {
			t.Errorf("%d bytes", c.Bytes)
		}
		th.End()
		a.Free(th)
	}
	if err := f.WatchMemory("", nil); err != nil {
		t.Fatal(err)
	}
}
