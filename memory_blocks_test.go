package perfschema_test

import (
	"testing"

	"github.com/perfschema/perfschema"
)

// Blocks that are counted together are counted as one by one.
func TestMemoryBlocks(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	m := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "rows"}))
	of := func(g perfschema.Grouping, id uint64) perfschema.MemoryStat {
		return memoryOf(t, f.Schema, g, id, m)
	}
	var b perfschema.MemoryBlocks
	b.Alloc(th, m, 1000, 80_000)
	b.Free(th, 10, 800)
	b.Alloc(th, m, 5, 400)
	want := perfschema.MemoryStat{CountAlloc: 1005, CountFree: 10, BytesAlloc: 80_400, BytesFree: 800, HighCount: 1000, HighBytes: 80_000}
	if got := of(perfschema.ByThread, th.ID()); got != want {
		t.Errorf("%+v, want\n%+v", got, want)
	}
	b.Free(th, 5000, 1<<40) // more than there is
	b.FreeAll(th)
	if got := of(perfschema.ByThread, th.ID()); got.CurrentBytes() != 0 || got.CurrentCount() != 0 || got.CountFree != 1005 {
		t.Errorf("all freed: %+v", got)
	}
	// The first decides for all until they are gone.
	m.Class().SetEnabled(false)
	b.Alloc(th, m, 1, 100)
	m.Class().SetEnabled(true)
	b.Alloc(th, m, 1, 100)
	b.Free(th, 2, 200)
	if got := of(perfschema.ByThread, th.ID()); got.CountAlloc != 1005 || got.CountFree != 1005 {
		t.Errorf("begun while disabled: %+v", got)
	}
	b.FreeAll(th)
	b.Alloc(nil, m, 3, 300)
	if thread, global := of(perfschema.ByThread, th.ID()), of(perfschema.Global, 0); thread.CurrentBytes() != 0 || global.CurrentBytes() != 300 || global.CurrentCount() != 3 {
		t.Errorf("on no thread: %+v, globally %+v", thread, global)
	}
	b.Free(th, 1, 100)
	b.FreeAll(th)
	if thread, global := of(perfschema.ByThread, th.ID()), of(perfschema.Global, 0); thread.CurrentBytes() != 0 || global.CurrentBytes() != 0 {
		t.Errorf("freed on a thread that never had them: %+v, globally %+v", thread, global)
	}
	b.Alloc(th, nil, 1, 1)
	b.FreeAll(th)
	if n := testing.AllocsPerRun(100, func() {
		b.Alloc(th, m, 7, 700)
		b.FreeAll(th)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
