package sampler

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/heaptest"
	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/snowset"
)

// TestPackedProfilesAreWhole compares what the store gives to readers with the profiles that were
// told of as they ended: of random statements with errors, names, phases, plans, cores and helpers.
func TestPackedProfilesAreWhole(t *testing.T) {
	racetest.SkipAlone(t)
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 31))
		f := newFixture(t, Options{MaxProfiles: 300, MaxDigests: 5})
		text := func(n int) string { return strings.Repeat("ü", r.IntN(n)) }
		th := f.thread()
		want := map[uint64]string{}
		defer f.profiler.OnEnd(func(p *Profile) { want[p.Statement.StatementID()] = saidAtEnd(p) })()
		for range 200 {
			if r.IntN(8) == 0 {
				th = f.thread()
			}
			st := th.BeginStatement(f.query)
			if r.IntN(8) > 0 {
				st.SetText("SELECT " + strings.Repeat("a, ", r.IntN(6)) + strings.Repeat("7", r.IntN(1400)))
			}
			if r.IntN(4) > 0 {
				st.ComputeDigest()
			}
			st.SetSchema(text(9))
			if r.IntN(3) == 0 {
				st.SetError(1000+r.IntN(200), "42000", text(120))
			}
			if r.IntN(3) == 0 {
				plan := activity.NewPlan(r.IntN(30))
				for i := 0; ; i++ {
					n := plan.Add(uint16(i/2), snowset.Operator(r.IntN(9)), text(20), text(9))
					if n == nil {
						break
					}
					n.AddRows(r.Uint64() >> r.IntN(64))
					n.AddLoops(uint64(r.IntN(9)))
					n.AddMemory(int64(r.IntN(1e6)))
					n.SetKnown(r.IntN(3) > 0)
					n.SetIndex(text(5))
				}
				st.SetPlan(plan)
			}
			th.SetCores(1 + r.IntN(4))
			for range r.IntN(4) {
				th.SetPhase(activity.Phase(r.IntN(3)))
				th.EnterOperator(snowset.OperatorScan, uint16(r.IntN(3)))
				w := f.file.StartWait(th, perfschema.OpRead)
				f.after(time.Duration(r.IntN(30)) * time.Millisecond)
				w.EndBytes(int64(r.IntN(5000)))
			}
			st.End()
		}
		f.tick()
		got := f.profiler.Profiles()
		if len(got) != len(want) || len(got) != 200 {
			t.Fatalf("seed %d: %d profiles, %d were told of", seed, len(got), len(want))
		}
		for _, p := range got {
			if is, was := saidAtEnd(p), want[p.Statement.StatementID()]; is != was {
				t.Fatalf("seed %d: the store gives\n%s, want\n%s", seed, is, was)
			}
		}
	}
}

// TestStoreHasNoPointers looks through the types that grow with the profiles that are kept: the
// garbage collector does not look into memory of them.
func TestStoreHasNoPointers(t *testing.T) {
	for _, x := range []any{slot{}, packedProfile{}, block{}} {
		if heaptest.HasPointers(reflect.TypeOf(x)) {
			t.Errorf("%T has a pointer", x)
		}
	}
}

// TestBlocksAreGivenBack fills the store with long texts, and then with short ones.
func TestBlocksAreGivenBack(t *testing.T) {
	f := newFixture(t, Options{MaxProfiles: 2000, SlowShare: -1})
	th := f.thread()
	fill := func(text string) uint64 {
		for i := range 2500 {
			st := th.BeginStatement(f.query)
			st.SetText(fmt.Sprint(i, text))
			st.End()
			f.after(0)
		}
		return f.profiler.store.kept.memory()
	}
	short := fill("short")
	long := fill(strings.Repeat("long", 220))
	if again := fill("short"); again > short*3/2+sparseChunks*chunkBlocks*blockSize || again >= long {
		t.Errorf("%d bytes with short texts, %d with long ones, then %d", short, long, again)
	}
	for i, p := range f.profiler.Profiles() {
		if want := fmt.Sprint(500+i, "short"); p.Statement.Text() != want {
			t.Fatalf("profile %d has the text %q, want %q", i, p.Statement.Text(), want)
		}
	}
}

// TestTidyKeepsNoLargeBuffer moves a text of 1 MiB to new chunks.
func TestTidyKeepsNoLargeBuffer(t *testing.T) {
	var k packedProfiles
	text := strings.Repeat("text", 1<<18)
	p := k.at(0)
	p.text = k.blocks.put([]byte(text))
	large := k.blocks.put(make([]byte, 8<<20))
	k.blocks.drop(&large)
	before := k.blocks.memory()
	k.tidy(1)
	if after := k.blocks.memory(); after > before/2 {
		t.Errorf("%d bytes of blocks, %d after", before, after)
	}
	if cap(k.buf) > mostRoom {
		t.Errorf("a buffer of %d bytes is kept", cap(k.buf))
	}
	if k.get(p.text) != text {
		t.Error("another text")
	}
}

// BenchmarkPack packs the profile of a statement with a digest and one cell in place of another, and
// unpacks it.
func BenchmarkPack(b *testing.B) {
	f := newFixture(b, Options{})
	th := f.thread()
	for range 3 {
		st := th.BeginStatement(f.query)
		st.SetText("SELECT c FROM sbtest1 WHERE id = ?")
		st.SetSchema("sb")
		st.ComputeDigest()
		f.tick()
		st.End()
	}
	f.tick()
	p := f.profiler.Profiles()[0]
	k := &f.profiler.store.kept
	const room = 10_000
	for i := range int32(room) {
		k.pack(k.at(i), p)
	}
	b.Run("pack", func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			at := k.at(int32(i % room))
			k.drop(at)
			k.pack(at, p)
		}
	})
	b.Run("unpack", func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			k.unpack(k.at(int32(i % room)))
		}
	})
}
