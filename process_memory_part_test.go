package perfschema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/goheap"
	"github.com/perfschema/perfschema/internal/resident"
)

// bytesOf adds up the parts of a name.
func bytesOf(parts []MemoryPart, name string) (n int64) {
	for _, p := range parts {
		if p.Name == name {
			n += p.Bytes
		}
	}
	return n
}

func sumOf(parts []MemoryPart) (n int64) {
	for _, p := range parts {
		n += p.Bytes
	}
	return n
}

// exampleFigures are of a process that holds, in bytes easy to follow: 1000 of
// objects, of which 700 are alive and 650 in the profile.
func exampleFigures() processFigures {
	return processFigures{
		known: true,
		held: goheap.Held{
			Objects: 1000, Live: 700, Unused: 50, Free: 30, Released: 200, Stacks: 20,
			MSpan: 5, MCache: 4, Buckets: 3, Metadata: 12, Other: 6, Goroutines: 7,
		},
		profile: goheap.Profile{Rate: 512 << 10, Packages: []goheap.Usage{
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
func lines(parts []MemoryPart) string {
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

func compareParts(t *testing.T, f processFigures, want string) {
	t.Helper()
	parts := f.parts()
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
		if p.Documentation == "" && p.Kind != MemoryExact {
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

func TestProcessParts(t *testing.T) {
	compareParts(t, exampleFigures(), `
sampled memory/go/heap/app/cache 400 of 4 ±9
sampled memory/go/heap/bytes 250 of 4
sampled memory/go/heap/unsampled 50
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
unexplained unexplained 1317
`)
}

// TestProcessPartsClaimed: what instruments count is nowhere else.
func TestProcessPartsClaimed(t *testing.T) {
	f := exampleFigures()
	f.exact = []exactMemory{
		{name: "memory/app/two", bytes: 300, count: 3, origin: memoryOrigin{packages: []string{"bytes", "app/cache"}}},
		{name: "memory/app/unknown", bytes: 25, count: 1},
		{name: "memory/app/young", bytes: 90, count: 1, origin: memoryOrigin{packages: []string{"not/in/profile"}}},
		{name: "memory/app/mapped", bytes: 490, count: 1, origin: memoryOrigin{outside: true}},
		{name: "memory/app/nothing"},
		{name: "memory/app/negative", bytes: -5, origin: memoryOrigin{packages: []string{"bytes"}}},
	}
	f.set.Total -= 1317 - 7
	compareParts(t, f, `
exact memory/app/mapped 490 of 1
exact memory/app/negative -5 of 0
exact memory/app/two 300 of 3
exact memory/app/unknown 25 of 1
exact memory/app/young 90 of 1
sampled memory/go/heap/app/cache 350 ±9
exact memory/go/heap/claimed -20
runtime memory/go/runtime/garbage 260
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
unexplained unexplained 7
`)
	f.exact = []exactMemory{{name: "memory/app/mapped", bytes: 600, count: 1, origin: memoryOrigin{outside: true}}}
	if got := bytesOf(f.parts(), osClaimed); got != -(600 - 472 - 40) {
		t.Errorf("%d bytes are taken off", got)
	}
}

// TestProcessPartsUnsampled: without a profile the heap that no instrument
// counts is one part.
func TestProcessPartsUnsampled(t *testing.T) {
	f := exampleFigures()
	f.profile = goheap.Profile{}
	f.exact = []exactMemory{{name: "memory/app/cache", bytes: 400, count: 4, origin: memoryOrigin{packages: []string{"app/cache"}}}}
	parts := f.parts()
	for name, want := range map[string]int64{heapUnsampled: 300, runtimeGarbage: 300, heapClaimed: 0, unexplained: 1317} {
		if got := bytesOf(parts, name); got != want {
			t.Errorf("%s is %d, want %d", name, got, want)
		}
	}
	for _, p := range parts {
		if p.Kind == MemorySampled && p.Bytes != 0 && p.Name != heapUnsampled {
			t.Errorf("%+v", p)
		}
	}
}

// TestProcessPartsNamed: where the kernel keeps the names of mappings, it is
// known what of the runtime's memory is resident.
func TestProcessPartsNamed(t *testing.T) {
	f := exampleFigures()
	f.set.Named, f.set.Runtime = true, resident.Region{Bytes: 8, Count: 3}
	parts := f.parts()
	for name, want := range map[string]int64{runtimeReserved: 8 - 28, osAnonymous: 500, unexplained: 1309} {
		if got := bytesOf(parts, name); got != want {
			t.Errorf("%s is %d, want %d", name, got, want)
		}
	}
	if sumOf(parts) != f.set.Total {
		t.Errorf("the parts are %d, the total %d", sumOf(parts), f.set.Total)
	}
}

// TestProcessPartsUndivided: a platform that tells no more than a total, or not
// even that.
func TestProcessPartsUndivided(t *testing.T) {
	f := exampleFigures()
	f.set = resident.Set{Total: 5000}
	f.held.OSStacks = 8
	compareParts(t, f, `
sampled memory/go/heap/app/cache 400 of 4 ±9
sampled memory/go/heap/bytes 250 of 4
sampled memory/go/heap/unsampled 50
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
unexplained unexplained 3862
`)
	f.known = false
	parts := f.parts()
	if last := parts[len(parts)-1]; last.Known || last.Bytes != 0 {
		t.Errorf("%+v", last)
	}
}

// TestProcessPartsLazy: pages given back that the system has not taken are in
// memory, and pages it has taken are not missed.
func TestProcessPartsLazy(t *testing.T) {
	f := exampleFigures()
	f.set.Heap.Resident, f.set.Heap.Lazy = 1102+150, 150
	f.set.Total += 250
	parts := f.parts()
	if got := bytesOf(parts, runtimeReleased); got != 150 {
		t.Errorf("released and resident: %d", got)
	}
	if got := bytesOf(parts, runtimeUntouched); got != 0 {
		t.Errorf("untouched: %d", got)
	}
	if got := bytesOf(parts, unexplained); got != 1317 {
		t.Errorf("unexplained: %d", got)
	}
}
