package procmem

import (
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/goheap"
	"github.com/perfschema/perfschema/internal/resident"
)

// bytesOf adds up the parts of a name.
func bytesOf(parts []Part, name string) (n int64) {
	for _, p := range parts {
		if p.Name == name {
			n += p.Bytes
		}
	}
	return n
}

func sumOf(parts []Part) (n int64) {
	for _, p := range parts {
		n += p.Bytes
	}
	return n
}

// exampleFigures are of a process that holds, in bytes easy to follow: 1000 of
// objects, of which 700 are alive. When the profile was published 680 were, and
// it has 650 of them.
func exampleFigures() Figures {
	return Figures{
		known: true, base: 680, baseKnown: true, countedThen: true,
		HeapFigures: HeapFigures{Held: goheap.Held{
			Objects: 1000, Live: 700, Unused: 50, Free: 30, Released: 200, Stacks: 20,
			MSpan: 5, MCache: 4, Buckets: 3, Metadata: 12, Other: 6, Goroutines: 7,
		}},
		Profile: goheap.Profile{Rate: 512 << 10, Packages: []goheap.Usage{
			{Package: "app/cache", AllocObjects: 5, FreeObjects: 1, AllocBytes: 500, FreeBytes: 100, Error: 9},
			{Package: "bytes", AllocObjects: 4, AllocBytes: 250},
			{Package: "gone", AllocObjects: 4, FreeObjects: 4, AllocBytes: 250, FreeBytes: 250},
		}},
		set: resident.Set{
			Total: 5000, Divided: true,
			Program: resident.Program{Text: 900, ROData: 800, Data: 70, BSS: 60},
			// 1302 are mapped, 2 of them work buffers, and 200 given back; of the
			// rest 100 are not in memory.
			Heap:    resident.Arena{Size: 1302, Resident: 1002, Count: 1},
			CHeap:   resident.Region{Bytes: 40, Count: 2},
			CStacks: resident.Region{Bytes: 10, Count: 3},
			Kernel:  resident.Region{Bytes: 1, Count: 1},
			Files:   []resident.File{{Name: "/lib/c.so", Bytes: 300, Count: 4}},
			Other:   resident.Region{Bytes: 500, Count: 9},
		},
	}
}

// lines draws parts, without what is nothing.
func lines(parts []Part) string {
	var b strings.Builder
	for _, p := range parts {
		if p.Bytes == 0 && p.Known && !p.Counted {
			continue
		}
		fmt.Fprintf(&b, "%s %s", p.Kind, p.Name)
		if p.Known {
			fmt.Fprintf(&b, " %d", p.Bytes)
		}
		if p.Counted {
			fmt.Fprintf(&b, " of %d", p.Count)
		}
		if p.Error != 0 {
			fmt.Fprintf(&b, " ±%d", p.Error)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func compareParts(t *testing.T, f Figures, want string) {
	t.Helper()
	parts := f.Parts()
	if got := lines(parts); got != strings.TrimLeft(want, "\n") {
		t.Errorf("got\n%s", got)
	}
	if f.known && sumOf(parts) != f.set.Total {
		t.Errorf("the parts are %d, the total %d", sumOf(parts), f.set.Total)
	}
	if last := parts[len(parts)-1]; last.Name != "unexplained" || last.Known != f.known {
		t.Errorf("the last part is %+v", last)
	}
	for _, p := range parts {
		if p.Documentation == "" && p.Kind != Exact {
			t.Errorf("%s is not documented", p.Name)
		}
	}
}

const exampleSystem = `system memory/os/program/text 900
system memory/os/program/rodata 800
system memory/os/program/data 70
system memory/os/program/bss 60
system memory/os/file/lib/c.so 300 of 4
`

func TestParts(t *testing.T) {
	compareParts(t, exampleFigures(), `
sampled memory/go/heap/app/cache 400 of 4 ±9
sampled memory/go/heap/bytes 250 of 4
runtime memory/go/runtime/growth 20
runtime memory/go/runtime/garbage 300
runtime memory/go/runtime/span_unused 50
runtime memory/go/runtime/heap_free 30
runtime memory/go/runtime/stacks 20 of 7
runtime memory/go/runtime/work_buffers 2
system memory/go/runtime/heap_untouched -100
runtime memory/go/runtime/mspan 5
runtime memory/go/runtime/mcache 4
runtime memory/go/runtime/profiling_buckets 3
runtime memory/go/runtime/metadata 10
runtime memory/go/runtime/other 6
`+exampleSystem+`system memory/os/malloc 40 of 2
system memory/os/thread_stacks 10 of 3
system memory/os/kernel 1 of 1
system memory/os/anonymous 472 of 9
unexplained unexplained 1347 ±9
`)
}

// steady makes memory that an instrument has counted since before the profile.
func steadyMemory(name string, bytes int64, origin Origin) Instrument {
	return Instrument{Name: name, Bytes: bytes, atLast: bytes, atProfile: bytes, Count: 1, Origin: origin}
}

func in(packages ...string) Origin { return Origin{Packages: packages} }

// TestPartsClaimed: what instruments count is nowhere else. What they
// have counted for long is taken off packages, one after the other, and what
// these do not have off what the profile misses.
func TestPartsClaimed(t *testing.T) {
	f := exampleFigures()
	f.Instruments = []Instrument{
		steadyMemory("memory/app/two", 300, in("bytes", "app/cache")),
		steadyMemory("memory/app/unknown", 25, Origin{}),
		steadyMemory("memory/app/missed", 20, in("not/in/profile")),
		steadyMemory("memory/app/mapped", 490, Origin{Outside: true}),
		{Name: "memory/app/nothing"},
		steadyMemory("memory/app/negative", -5, in("bytes")),
	}
	f.set.Total -= 1327 - 7
	compareParts(t, f, `
exact memory/app/mapped 490 of 1
exact memory/app/missed 20 of 1
exact memory/app/negative -5 of 1
exact memory/app/two 300 of 1
exact memory/app/unknown 25 of 1
sampled memory/go/heap/app/cache 350 ±9
exact memory/go/heap/claimed -20
runtime memory/go/runtime/growth 20
runtime memory/go/runtime/garbage 300
runtime memory/go/runtime/span_unused 50
runtime memory/go/runtime/heap_free 30
runtime memory/go/runtime/stacks 20 of 7
runtime memory/go/runtime/work_buffers 2
system memory/go/runtime/heap_untouched -100
runtime memory/go/runtime/mspan 5
runtime memory/go/runtime/mcache 4
runtime memory/go/runtime/profiling_buckets 3
runtime memory/go/runtime/metadata 10
runtime memory/go/runtime/other 6
`+exampleSystem+`system memory/os/malloc 22 of 2
system memory/os/thread_stacks 10 of 3
system memory/os/kernel 1 of 1
system memory/os/anonymous 0 of 9
unexplained unexplained 7 ±9
`)
	f.Instruments = []Instrument{steadyMemory("memory/app/mapped", 600, Origin{Outside: true})}
	if got := bytesOf(f.Parts(), osClaimed); got != -(600 - 472 - 40) {
		t.Errorf("%d bytes are taken off", got)
	}
	f.Instruments = []Instrument{steadyMemory("memory/app/much", 900, in("bytes"))}
	for name, want := range map[string]int64{PackagePrefix + "bytes": 0, Claimed: -(900 - 250 - 30), runtimeGrowth: 20, runtimeGarbage: 300} {
		if got := bytesOf(f.Parts(), name); got != want {
			t.Errorf("with too much claimed %s is %d, want %d", name, got, want)
		}
	}
}

// TestPartsChange: what instruments have counted since the profile, and
// what they have no longer, is theirs of what has come and gone since.
func TestPartsChange(t *testing.T) {
	for _, test := range []struct {
		what                   string
		atProfile, atLast, now int64
		bytes, growth, garbage int64
		growthKnown, never     bool
	}{
		{what: "nothing", bytes: 250, growth: 20, garbage: 300, growthKnown: true},
		{what: "for long", atProfile: 60, atLast: 60, now: 60, bytes: 190, growth: 20, garbage: 300, growthKnown: true},
		{what: "before the last collection", atLast: 15, now: 15, bytes: 250, growth: 5, garbage: 300, growthKnown: true},
		{what: "just now", now: 280, bytes: 250, growth: 20, garbage: 20, growthKnown: true},
		{what: "gone, and found dead", atProfile: 60, bytes: 190, growth: 80, garbage: 300, growthKnown: true},
		{what: "gone just now", atProfile: 60, atLast: 60, bytes: 190, growth: 20, garbage: 360, growthKnown: true},
		{what: "not remembered", atProfile: 60, atLast: 60, now: 60, bytes: 190, garbage: 300},
		{what: "counted, nobody knows when", atProfile: 260, atLast: 260, now: 260, growth: 10, garbage: 300, growthKnown: true, never: true},
	} {
		f := exampleFigures()
		f.baseKnown, f.countedThen = test.growthKnown, !test.never
		f.Instruments = []Instrument{{Name: "memory/app/rows", Bytes: test.now, atLast: test.atLast, atProfile: test.atProfile, Origin: in("bytes")}}
		parts := f.Parts()
		for name, want := range map[string]int64{
			"memory/app/rows": test.now, PackagePrefix + "bytes": test.bytes, runtimeGrowth: test.growth,
			runtimeGarbage: test.garbage, Claimed: 0, runtimeLive: 0,
		} {
			if got := bytesOf(parts, name); got != want {
				t.Errorf("%s: %s is %d, want %d", test.what, name, got, want)
			}
		}
		want := int64(1347) // 30 of it are missed by the profile
		if !test.growthKnown {
			want += 20
		}
		if got := bytesOf(parts, unexplained); got != want || sumOf(parts) != f.set.Total {
			t.Errorf("%s: %d are unexplained, want %d; the sum is %d", test.what, got, want, sumOf(parts))
		}
		for _, p := range parts {
			if p.Name == runtimeGrowth && p.Known != test.growthKnown {
				t.Errorf("%s: %+v", test.what, p)
			}
		}
	}
}

// TestPartsUnsampled: without a profile the live heap that no instrument
// counts is one part.
func TestPartsUnsampled(t *testing.T) {
	f := exampleFigures()
	f.Profile = goheap.Profile{}
	f.base = f.Held.Live
	f.Instruments = []Instrument{steadyMemory("memory/app/cache", 400, in("app/cache"))}
	parts := f.Parts()
	for name, want := range map[string]int64{runtimeLive: 300, runtimeGrowth: 0, runtimeGarbage: 300, Claimed: 0, unexplained: 1317} {
		if got := bytesOf(parts, name); got != want {
			t.Errorf("%s is %d, want %d", name, got, want)
		}
	}
	for _, p := range parts {
		if p.Kind == Sampled {
			t.Errorf("%+v", p)
		}
	}
}

// TestPartsNamed: where the kernel keeps the names of mappings, it is
// known what of the runtime's memory is resident.
func TestPartsNamed(t *testing.T) {
	f := exampleFigures()
	f.set.Named, f.set.Runtime = true, resident.Region{Bytes: 8, Count: 3}
	parts := f.Parts()
	for name, want := range map[string]int64{runtimeReserved: 8 - 28, osAnonymous: 500, unexplained: 1339} {
		if got := bytesOf(parts, name); got != want {
			t.Errorf("%s is %d, want %d", name, got, want)
		}
	}
	if sumOf(parts) != f.set.Total {
		t.Errorf("the parts are %d, the total %d", sumOf(parts), f.set.Total)
	}
}

// TestPartsUndivided: a platform that tells no more than a total, or not
// even that.
func TestPartsUndivided(t *testing.T) {
	f := exampleFigures()
	f.set = resident.Set{Total: 5000}
	f.Held.OSStacks = 8
	compareParts(t, f, `
sampled memory/go/heap/app/cache 400 of 4 ±9
sampled memory/go/heap/bytes 250 of 4
runtime memory/go/runtime/growth 20
runtime memory/go/runtime/garbage 300
runtime memory/go/runtime/span_unused 50
runtime memory/go/runtime/heap_free 30
runtime memory/go/runtime/stacks 20 of 7
runtime memory/go/runtime/os_stacks 8
runtime memory/go/runtime/mspan 5
runtime memory/go/runtime/mcache 4
runtime memory/go/runtime/profiling_buckets 3
runtime memory/go/runtime/metadata 12
runtime memory/go/runtime/other 6
unexplained unexplained 3892 ±9
`)
	f.known = false
	parts := f.Parts()
	if last := parts[len(parts)-1]; last.Known || last.Bytes != 0 {
		t.Errorf("%+v", last)
	}
}

// TestPartsLazy: pages given back that the system has not taken are in
// memory, and pages it has taken are not missed.
func TestPartsLazy(t *testing.T) {
	f := exampleFigures()
	f.set.Heap.Resident, f.set.Heap.Lazy = 1102+150, 150
	f.set.Total += 250
	parts := f.Parts()
	if got := bytesOf(parts, runtimeReleased); got != 150 {
		t.Errorf("released and resident: %d", got)
	}
	if got := bytesOf(parts, runtimeUntouched); got != 0 {
		t.Errorf("untouched: %d", got)
	}
	if got := bytesOf(parts, unexplained); got != 1347 {
		t.Errorf("unexplained: %d", got)
	}
}
