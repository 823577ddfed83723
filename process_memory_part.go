package perfschema

import (
	"cmp"
	"slices"

	"github.com/perfschema/perfschema/internal/goheap"
	"github.com/perfschema/perfschema/internal/resident"
)

// processFigures is all that is read to explain the process.
type processFigures struct {
	heapFigures
	profile goheap.Profile
	// base is what the collector has found alive when it published the profile,
	// by its own count; known where somebody has remembered it.
	base      int64
	baseKnown bool
	// countedThen says that what instruments had counted then is known too.
	countedThen bool
	set         resident.Set
	known       bool // the set is
}

// heapFigures are what the runtime and the instruments count at one moment.
type heapFigures struct {
	held  goheap.Held
	exact []exactMemory
}

// exactMemory is what an instrument counts.
type exactMemory struct {
	name, doc    string
	class        int // its index
	bytes, count int64
	// What it has counted when the last collection ended, and the one that the
	// profile shows.
	atLast, atProfile int64
	origin            memoryOrigin
}

// processParts collects parts.
type processParts struct {
	parts []MemoryPart
	sum   int64
}

func (p *processParts) add(part MemoryPart) {
	part.Known = true
	p.parts = append(p.parts, part)
	p.sum += part.Bytes
}

// class adds one of [processClasses].
func (p *processParts) class(name string, bytes int64) {
	c := processClassOf[name]
	p.add(MemoryPart{Name: name, Kind: c.kind, Bytes: bytes, Documentation: c.doc})
}

// counted is class with a number of what it is.
func (p *processParts) counted(name string, bytes, count int64) {
	p.class(name, bytes)
	last := &p.parts[len(p.parts)-1]
	last.Count, last.Counted = count, true
}

// parts divides the process. Three sums hold in it:
//
//   - The objects on the heap, as the runtime counts them, are those that the
//     collector has found alive when it published the profile, of which that
//     has an estimate by package; what it has found more the last time; and what
//     was allocated since or is dead.
//   - The pages of the heap that are in memory, as the system counts them, are
//     what the runtime holds less what it has given back or never touched.
//   - The resident set is the heap, the runtime's other memory, and the rest of
//     the mappings.
//
// What a sum leaves is in no part but the last.
func (f *processFigures) parts() []MemoryPart {
	var p processParts
	slices.SortFunc(f.exact, func(a, b exactMemory) int { return cmp.Compare(a.name, b.name) })
	for _, e := range f.exact {
		if e.bytes != 0 || e.count != 0 {
			p.add(MemoryPart{Name: e.name, Bytes: e.bytes, Count: e.count, Counted: true, Documentation: e.doc})
		}
	}
	f.addObjects(&p)
	f.addHeap(&p)
	f.addRuntime(&p)
	if f.set.Divided {
		f.addSystem(&p)
	}
	rest := MemoryPart{Name: unexplained, Kind: MemoryUnexplained, Documentation: "the resident set size less all parts above"}
	if f.known {
		rest.Bytes, rest.Known, rest.Error = f.set.Total-p.sum, true, f.sampleError()
	}
	return append(p.parts, rest)
}

// addHeap adds the pages of the heap that are no objects, and takes off those
// that are not in memory.
func (f *processFigures) addHeap(p *processParts) {
	h, heap := &f.held, &f.set.Heap
	p.class(runtimeUnused, h.Unused)
	p.class(runtimeFree, h.Free)
	p.counted(runtimeStacks, h.Stacks, int64(h.Goroutines))
	if !f.set.Divided {
		return
	}
	p.class(runtimeWork, f.workBuffers())
	p.class(runtimeReleased, heap.Lazy)
	p.class(runtimeUntouched, -max(0, heap.Size-heap.Resident-(h.Released-heap.Lazy)))
}

// workBuffers are counted with the collector's metadata and lie in the heap: what
// is mapped for it and nothing else.
func (f *processFigures) workBuffers() int64 {
	if !f.set.Divided {
		return 0
	}
	h := &f.held
	return max(0, min(h.Metadata, f.set.Heap.Size-h.Objects-h.Unused-h.Free-h.Stacks-h.Released))
}

// runtimeMapped is what the runtime says to have mapped beside the heap, and how
// much of it may be in memory.
func (f *processFigures) runtimeMapped() (said, resident int64) {
	h, s := &f.held, &f.set
	said = h.MSpan + h.MCache + h.Buckets + h.Metadata - f.workBuffers() + h.Other
	if s.Named {
		return said, min(said, s.Runtime.Bytes)
	}
	return said, min(said, s.Other.Bytes)
}

func (f *processFigures) addRuntime(p *processParts) {
	h := &f.held
	if !f.set.Divided {
		p.class(runtimeOSStacks, h.OSStacks)
	}
	p.class(runtimeMSpan, h.MSpan)
	p.class(runtimeMCache, h.MCache)
	p.class(runtimeBuckets, h.Buckets)
	p.class(runtimeMetadata, h.Metadata-f.workBuffers())
	p.class(runtimeMisc, h.Other)
	if f.set.Divided {
		said, resident := f.runtimeMapped()
		p.class(runtimeReserved, resident-said)
	}
}

// addSystem adds what is not Go's.
func (f *processFigures) addSystem(p *processParts) {
	s := &f.set
	_, ofRuntime := f.runtimeMapped()
	anonymous, malloc := s.Other.Bytes+s.Runtime.Bytes-ofRuntime, s.CHeap.Bytes
	var claimed int64
	for i := range f.exact {
		if e := &f.exact[i]; e.origin.outside {
			claim := e.bytes
			takeOff(&anonymous, &claim)
			takeOff(&malloc, &claim)
			claimed += claim
		}
	}
	p.class(osText, s.Program.Text)
	p.class(osROData, s.Program.ROData)
	p.class(osData, s.Program.Data)
	p.class(osBSS, s.Program.BSS)
	for i := range s.Files {
		file := &s.Files[i]
		p.add(MemoryPart{Name: osFile + slash(file.Name), Kind: MemoryOfSystem, Bytes: file.Bytes, Count: file.Count, Counted: true, Documentation: processClassOf[osFile].doc})
	}
	p.counted(osMalloc, malloc, s.CHeap.Count)
	p.counted(osStacks, s.CStacks.Bytes, s.CStacks.Count)
	p.counted(osKernel, s.Kernel.Bytes, s.Kernel.Count)
	p.counted(osAnonymous, anonymous, s.Other.Count)
	p.class(osClaimed, -claimed)
}

// slash puts one before a name that has none: "anon_inode:[perf_event]".
func slash(name string) string {
	if name == "" || name[0] != '/' {
		return "/" + name
	}
	return name
}
