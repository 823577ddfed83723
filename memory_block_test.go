package perfschema_test

import (
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// Blocks that are counted together are counted as one by one.
func TestMemoryBlocks(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	m := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "rows"}))
	of := func(g record.Grouping, id uint64) record.MemoryStat {
		return memoryOf(t, f.Schema, g, id, m)
	}
	var b perfschema.MemoryBlocks
	b.Alloc(th, m, 1000, 80_000)
	b.Free(th, 10, 800)
	b.Alloc(th, m, 5, 400)
	want := record.MemoryStat{CountAlloc: 1005, CountFree: 10, BytesAlloc: 80_400, BytesFree: 800, HighCount: 1000, HighBytes: 80_000}
	if got := of(record.ByThread, th.ID()); got != want {
		t.Errorf("%+v, want\n%+v", got, want)
	}
	b.Free(th, 5000, 1<<40) // more than there is
	b.FreeAll(th)
	if got := of(record.ByThread, th.ID()); got.CurrentBytes() != 0 || got.CurrentCount() != 0 || got.CountFree != 1005 {
		t.Errorf("all freed: %+v", got)
	}
	// The first decides for all until they are gone.
	m.Class().SetEnabled(false)
	b.Alloc(th, m, 1, 100)
	m.Class().SetEnabled(true)
	b.Alloc(th, m, 1, 100)
	b.Free(th, 2, 200)
	if got := of(record.ByThread, th.ID()); got.CountAlloc != 1005 || got.CountFree != 1005 {
		t.Errorf("begun while disabled: %+v", got)
	}
	b.FreeAll(th)
	b.Alloc(nil, m, 3, 300)
	if thread, global := of(record.ByThread, th.ID()), of(record.Global, 0); thread.CurrentBytes() != 0 || global.CurrentBytes() != 300 || global.CurrentCount() != 3 {
		t.Errorf("on no thread: %+v, globally %+v", thread, global)
	}
	b.Free(th, 1, 100)
	b.FreeAll(th)
	if thread, global := of(record.ByThread, th.ID()), of(record.Global, 0); thread.CurrentBytes() != 0 || global.CurrentBytes() != 0 {
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

// A block that one thread hands to another counts on the one that has it, and
// globally once.
func TestMemoryChangesHands(t *testing.T) {
	f := newFixture(t, nil)
	a, b := f.connect("ann"), f.connect("bob")
	m := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "buffer"}))
	block := m.Alloc(a, 100)
	in := func(where string, onA, onB, global int64) {
		t.Helper()
		for _, tt := range []struct {
			g    record.Grouping
			id   uint64
			want int64
		}{{record.ByThread, a.ID(), onA}, {record.ByThread, b.ID(), onB}, {record.Global, 0, global}} {
			if got := memoryOf(t, f.Schema, tt.g, tt.id, m); got.CurrentBytes() != tt.want || got.CurrentCount() != min(tt.want, 1) {
				t.Errorf("%s: grouping %d, thread %d has %d bytes in %d blocks, want %d", where, tt.g, tt.id, got.CurrentBytes(), got.CurrentCount(), tt.want)
			}
		}
	}
	in("allocated", 100, 0, 100)
	block.Claim(b)
	in("claimed, though another's", 100, 0, 100)
	block.Disown(a)
	block.Disown(a) // harmless
	in("disowned", 0, 0, 100)
	b.SetInstrumented(false)
	block.Claim(b)
	b.SetInstrumented(true)
	in("claimed by a thread that counts nothing", 0, 0, 100)
	m.Class().SetEnabled(false) // what was counted moves whatever is switched
	block.Claim(b)
	block.Claim(b) // harmless
	m.Class().SetEnabled(true)
	in("claimed", 0, 100, 100)
	block.Resize(b, 250)
	in("resized", 0, 250, 250)
	if got := block.Size(); got != 250 {
		t.Errorf("a block of %d bytes", got)
	}
	b.End()
	block.Disown(b)
	in("disowned of a thread that has ended", 0, 0, 250)
	block.Claim(a)
	in("claimed again", 250, 0, 250)
	block.Free(a)
	in("freed", 0, 0, 0)
	block.Claim(a)
	in("claimed after its release", 0, 0, 0)
	for _, stats := range f.Read().MemorySummary(record.ByAccount, 0).All() {
		if got := stats[m.Key()-1]; got.CurrentBytes() != 0 {
			t.Errorf("an account is left with %d bytes", got.CurrentBytes())
		}
	}
}

func TestMemoryClaimDoesNotAllocate(t *testing.T) {
	f := newFixture(t, nil)
	a, b := f.connect("ann"), f.connect("bob")
	m := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "buffer"}))
	if n := testing.AllocsPerRun(100, func() {
		block := m.Alloc(a, 100)
		block.Disown(a)
		block.Claim(b)
		block.Free(b)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
