package perfschema_test

import (
	"testing"

	"github.com/perfschema/perfschema"
)

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
			g    perfschema.Grouping
			id   uint64
			want int64
		}{{perfschema.ByThread, a.ID(), onA}, {perfschema.ByThread, b.ID(), onB}, {perfschema.Global, 0, global}} {
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
	for _, stats := range f.Read().MemorySummary(perfschema.ByAccount, 0).All() {
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
