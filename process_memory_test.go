package perfschema

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema/internal/clock"
	"github.com/perfschema/perfschema/internal/goheap"
	"github.com/perfschema/perfschema/internal/procmem"
	"github.com/perfschema/perfschema/internal/resident"
	"github.com/perfschema/perfschema/record"
)

// processSchema is a Schema whose clock stands still.
func processSchema(t *testing.T, cfg Config) (*Schema, *clock.Fake) {
	t.Helper()
	c := &clock.Fake{}
	c.Advance(time.Second)
	cfg.Clock = c
	s, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return s, c
}

// residentNow is the resident set size; it skips where that is not known.
func residentNow(t *testing.T) resident.Set {
	t.Helper()
	set, err := resident.Read()
	if err != nil {
		t.Skip(err)
	}
	return set
}

// published makes the heap profile one that knows what was allocated so far.
func published() {
	runtime.GC()
	runtime.GC()
}

// TestProcessMemorySum holds that the parts come to what the operating system
// says, and that little is unexplained.
func TestProcessMemorySum(t *testing.T) {
	s, _ := processSchema(t, Config{})
	published()
	before := residentNow(t)
	parts := s.Read().ProcessMemory()
	after := residentNow(t)
	const slack = 4 << 20 // that came or went between two looks
	sum := sumOf(parts)
	if sum < min(before.Total, after.Total)-slack || sum > max(before.Total, after.Total)+slack {
		t.Errorf("the parts are %d, the resident set %d before and %d after", sum, before.Total, after.Total)
	}
	// The process is so small that the error of sampling is large beside it.
	rest := parts[len(parts)-1]
	if before.Divided && math.Abs(float64(rest.Bytes)) > 0.05*float64(sum)+5*float64(rest.Error) {
		t.Errorf("%d of %d bytes are unexplained:\n%s", rest.Bytes, sum, lines(parts))
	}
	var instruments []string
	for _, p := range parts {
		if p.Kind == record.MemoryExact && !procmem.Owns(p.Name) { // what is taken off stands where it is taken off
			instruments = append(instruments, p.Name)
		}
	}
	if len(instruments) == 0 || !slices.IsSorted(instruments) {
		t.Errorf("the instruments are not in order: %q", instruments)
	}
}

var keep [][]byte

// TestProcessMemoryPackage allocates 100 MiB in this package, in blocks that are
// sampled one time in 129, and finds them in the package's part. Five standard
// errors are missed once in 1.7 million runs.
func TestProcessMemoryPackage(t *testing.T) {
	if runtime.MemProfileRate != 512<<10 {
		t.Skip("memory is not sampled at the default rate")
	}
	s, _ := processSchema(t, Config{})
	const size, block = 100 << 20, 4 << 10
	name := procmem.PackagePrefix + rootPackage
	published()
	before := bytesOf(s.Read().ProcessMemory(), name)
	for range size / block {
		keep = append(keep, make([]byte, block))
	}
	published()
	parts := s.Read().ProcessMemory()
	grown := bytesOf(parts, name) - before
	const p = 1.0 / 128.5
	bound := 5 * math.Sqrt(size/block*(1-p)/p) * block
	if off := math.Abs(float64(grown - size)); off > bound+1<<20 {
		t.Errorf("100 MiB show as %d bytes, off by more than %.0f", grown, bound)
	}
	for _, part := range parts {
		if part.Name == name && (float64(part.Error) < bound/10 || float64(part.Error) > bound/2) {
			t.Errorf("the error is %d, want some %.0f", part.Error, bound/5)
		}
	}
	runtime.KeepAlive(keep)
	keep = nil
}

// TestProcessMemoryClaimed: what an instrument counts is taken off its package.
func TestProcessMemoryClaimed(t *testing.T) {
	if runtime.MemProfileRate != 512<<10 {
		t.Skip("memory is not sampled at the default rate")
	}
	s, _ := processSchema(t, Config{})
	const size = 64 << 20
	keep = append(keep, make([]byte, size)) // certain to be sampled
	published()
	name := procmem.PackagePrefix + rootPackage
	before := bytesOf(s.Read().ProcessMemory(), name)
	if before < size-4<<20 { // what the Schema counts of its own is taken off too
		t.Fatalf("%d bytes of %d are sampled", before, size)
	}
	m := s.Memory(s.RegisterMemory("app", Info{Name: "cache", Documentation: "a cache"})).AllocatedIn()
	block := m.Alloc(nil, size)
	parts := s.Read().ProcessMemory()
	if got := bytesOf(parts, "memory/app/cache"); got != size {
		t.Errorf("the instrument has %d", got)
	}
	if got := before - bytesOf(parts, name); got < size-1<<20 || got > size+1<<20 {
		t.Errorf("%d bytes are taken off the package", got)
	}
	block.Free(nil)
	block = s.Memory(s.RegisterMemory("app", Info{Name: "mystery", Documentation: "of no known package"})).Alloc(nil, size)
	parts = s.Read().ProcessMemory()
	if got := bytesOf(parts, procmem.Claimed); got > -size+4<<20 { // what is new is taken off garbage
		t.Errorf("%d bytes are taken off the sum", got)
	}
	block.Free(nil)
	runtime.KeepAlive(keep)
	keep = nil
}

// TestProcessMemoryWatched: the global summary has the parts, the unexplained one
// left out, as figures of instruments.
func TestProcessMemoryWatched(t *testing.T) {
	s, clock := processSchema(t, Config{})
	s.WatchProcessMemory()
	s.WatchProcessMemory()
	sums := globalMemory(s)
	parts := s.memory.process.recent(s).parts // the same reading
	var explained, shown int64
	for _, p := range parts {
		if p.Kind != record.MemoryUnexplained {
			explained += p.Bytes
		}
	}
	classes := s.Read().ClassesOf(KindMemory)
	for i, v := range sums {
		c := classes[i]
		shown += v.CurrentBytes()
		if procmem.Owns(c.Name()) {
			if c.Flags()&FlagGlobal == 0 || c.Documentation() == "" {
				t.Errorf("%s has flags %b and documentation %q", c.Name(), c.Flags(), c.Documentation())
			}
			if sampled := strings.HasPrefix(c.Documentation(), "sampled: "); sampled != (strings.HasPrefix(c.Name(), procmem.PackagePrefix) && c.Name() != procmem.Claimed) {
				t.Errorf("%s is documented as %q", c.Name(), c.Documentation())
			}
			if want := bytesOf(parts, c.Name()); c.Name() != procmem.Files && v.CurrentBytes() != want {
				t.Errorf("%s is %d, its part %d", c.Name(), v.CurrentBytes(), want)
			}
		}
	}
	if off := shown - explained; off < -1<<20 || off > 1<<20 { // the Schema's own buffers grow while they are read
		t.Errorf("the summary has %d bytes, the parts %d", shown, explained)
	}
	if s.Read().ClassesLost(KindMemory) != 0 {
		t.Error("instruments were lost")
	}

	old := s.memory.process.last.at
	globalMemory(s)
	if s.memory.process.last.at != old {
		t.Error("the process was read twice within a second")
	}
	clock.Advance(time.Duration(processAge))
	globalMemory(s)
	if s.memory.process.last.at == old {
		t.Error("the process was not read again after a second")
	}

	s.memory.process.last.took = uint64(time.Second)
	old = s.memory.process.last.at
	clock.Advance(processShare*time.Second - 1)
	globalMemory(s)
	if s.memory.process.last.at != old {
		t.Error("the process was read again although that takes a second")
	}
	clock.Advance(1)
	globalMemory(s)
	if s.memory.process.last.at == old {
		t.Error("the process was not read again")
	}
}

func globalMemory(s *Schema) (sums []record.MemoryStat) {
	for _, sums = range s.Read().MemorySummary(record.Global, 0).All() {
	}
	return sums
}

// TestProcessMemoryOther: packages for which there is no room are one instrument,
// and others still find room.
func TestProcessMemoryOther(t *testing.T) {
	sizes := DefaultSizes()
	free, _ := processSchema(t, Config{})
	free.WatchProcessMemory()
	sizes.MemoryClasses = int64(len(free.Read().ClassesOf(KindMemory))-len(ownBuffers)) + 2 // an eighth of which is kept
	s, _ := processSchema(t, Config{Sizes: sizes})
	s.WatchProcessMemory()
	keep = append(keep, make([]byte, 32<<20))
	published()
	with := bytesOf(free.Read().ProcessMemory(), procmem.PackagePrefix+rootPackage)
	if with < 28<<20 {
		t.Skip("memory is not sampled")
	}
	parts := s.Read().ProcessMemory()
	if got := bytesOf(parts, procmem.OtherPackages); got < 16<<20 {
		t.Errorf("%s is %d of %d:\n%s", procmem.OtherPackages, got, with, lines(parts))
	}
	if s.Read().ClassesLost(KindMemory) != 0 {
		t.Error("instruments were lost")
	}
	if s.Memory(s.RegisterMemory("app", Info{Name: "late", Documentation: "registered after packages"})) == nil {
		t.Error("there was no room left")
	}
	runtime.KeepAlive(keep)
	keep = nil
}

// TestProcessMemoryConcurrent reads from several goroutines while instruments
// are registered and count.
func TestProcessMemoryConcurrent(t *testing.T) {
	s, _ := processSchema(t, Config{})
	s.WatchProcessMemory()
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			m := s.Memory(s.RegisterMemory("app", Info{Name: string(rune('a' + i))})).AllocatedIn("app")
			for range 10 {
				b := m.Alloc(nil, 1000)
				s.Read().ProcessMemory()
				globalMemory(s)
				b.Free(nil)
			}
		})
	}
	wg.Wait()
}

func TestProcessMemoryOff(t *testing.T) {
	s, _ := processSchema(t, Config{Off: true})
	s.WatchProcessMemory()
	if parts := s.Read().ProcessMemory(); parts != nil {
		t.Errorf("%v", parts)
	}
	var none *Schema
	none.WatchProcessMemory()
	if parts := none.Read().ProcessMemory(); parts != nil {
		t.Errorf("%v", parts)
	}
	var m *Memory
	if m.AllocatedIn() != nil || m.AllocatedOutside() != nil {
		t.Error("a nil instrument is not nil any more")
	}
}

// TestOwnBufferPackages: a name that is no buffer any more would be forgotten.
func TestOwnBufferPackages(t *testing.T) {
	for name := range ownBufferPackages {
		found := false
		for i := range ownBuffers {
			found = found || ownBuffers[i].name == name
		}
		if !found {
			t.Errorf("there is no buffer %s", name)
		}
	}
	if got := ownPackages(ownMemoryPrefix + "profiling.query_profiles"); !slices.Equal(got, []string{samplePackage, rootPackage}) {
		t.Errorf("profiles are of %s", got)
	}
}

func BenchmarkProcessMemory(b *testing.B) {
	s, err := New(Config{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s.Read().ProcessMemory()
	}
}

// TestProcessMemoryTruncated: what is in use is a new baseline, also where nobody
// had read before.
func TestProcessMemoryTruncated(t *testing.T) {
	s, _ := processSchema(t, Config{})
	s.WatchProcessMemory()
	m := s.Memory(s.RegisterMemory("app", Info{Name: "computed"}))
	s.AddMemorySource(func(yield func(MemoryKey, record.MemoryStat) bool) {
		yield(m.Key(), record.MemoryStat{CountAlloc: 9, CountFree: 4, BytesAlloc: 90, BytesFree: 40})
	})
	s.Read().TruncateMemory(record.Global)
	sums, classes := globalMemory(s), s.Read().ClassesOf(KindMemory)
	for i, v := range sums {
		if v.CountFree != 0 && v.CountAlloc != 0 || v.BytesFree != 0 && v.BytesAlloc != 0 {
			t.Errorf("%s: %+v", classes[i].Name(), v)
		}
	}
	if got := sums[m.Key()-1]; got != (record.MemoryStat{CountAlloc: 5, BytesAlloc: 50, LowCount: 5, HighCount: 5, LowBytes: 50, HighBytes: 50}) {
		t.Errorf("%+v", got)
	}
	m.Class().SetEnabled(false)
	if got := globalMemory(s)[m.Key()-1]; got != (record.MemoryStat{}) {
		t.Errorf("switched off: %+v", got)
	}
	m.Class().SetEnabled(true)
	if got := globalMemory(s)[m.Key()-1]; got.CurrentBytes() != 50 {
		t.Errorf("switched on again: %+v", got)
	}
}

// bytesOf adds up the parts of a name.
func bytesOf(parts []record.MemoryPart, name string) (n int64) {
	for _, p := range parts {
		if p.Name == name {
			n += p.Bytes
		}
	}
	return n
}

func sumOf(parts []record.MemoryPart) (n int64) {
	for _, p := range parts {
		n += p.Bytes
	}
	return n
}

// lines draws parts, without what is nothing.
func lines(parts []record.MemoryPart) string {
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

// TestProcessPastFollows holds that collections are remembered as they end, with
// what instruments hold, and that this is not what keeps a Schema alive.
func TestProcessPastFollows(t *testing.T) {
	gone := make(chan bool)
	func() {
		s, clock := processSchema(t, Config{})
		runtime.AddCleanup(s, func(gone chan bool) { close(gone) }, gone)
		m := s.Memory(s.RegisterMemory("app", Info{Name: "cache"})).AllocatedIn()
		m.Alloc(nil, 1234)
		s.Read().ProcessMemory()
		past := &s.memory.process.past
		first := goheap.LastCollection().Number
		for i := 0; ; i++ {
			clock.Advance(time.Second) // it may be counted again
			runtime.GC()
			runtime.Gosched()
			if live, counted := past.At(goheap.Collections()); goheap.Collections() > first && counted != nil {
				if live <= 0 || counted[m.index] != 1234 {
					t.Errorf("%d alive, %d counted", live, counted[m.index])
				}
				return
			}
			if i > 1000 {
				t.Fatal("no collection is remembered")
			}
		}
	}()
	for range 1000 {
		runtime.GC()
		select {
		case <-gone:
			return
		default:
			runtime.Gosched()
		}
	}
	t.Error("the Schema is still held")
}
