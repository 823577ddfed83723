package procmem

import (
	"cmp"
	"slices"

	"github.com/perfschema/perfschema/internal/goheap"
	"github.com/perfschema/perfschema/internal/resident"
)

// Figures is all that is read to explain the process.
type Figures struct {
	HeapFigures
	Profile goheap.Profile
	// base is what the collector has found alive when it published the profile,
	// by its own count; known where somebody has remembered it.
	base      int64
	baseKnown bool
	// countedThen says that what instruments had counted then is known too.
	countedThen bool
	set         resident.Set
	known       bool // the set is
}

// HeapFigures are what the runtime and the instruments count at one moment.
type HeapFigures struct {
	Held        goheap.Held
	Instruments []Instrument
}

// Instrument is what a memory instrument counts.
type Instrument struct {
	Name, Documentation string
	Class               int // its index
	Bytes, Count        int64
	Origin              Origin
	// What it has counted when the last collection ended, and the one that the
	// profile shows.
	atLast, atProfile int64
}

// Origin says where the memory lies that an instrument counts. The zero value is the
// Go heap, allocated by packages that are not known.
type Origin struct {
	Packages []string // import paths
	Outside  bool     // not on the Go heap
}

// partList collects parts.
type partList struct {
	parts []Part
	sum   int64
}

func (p *partList) add(part Part) {
	part.Known = true
	p.parts = append(p.parts, part)
	p.sum += part.Bytes
}

// class adds one of [classes].
func (p *partList) class(name string, bytes int64) {
	c := classOf[name]
	p.add(Part{Name: name, Kind: c.kind, Bytes: bytes, Documentation: c.doc})
}

// counted is class with a number of what it is.
func (p *partList) counted(name string, bytes, count int64) {
	p.class(name, bytes)
	last := &p.parts[len(p.parts)-1]
	last.Count, last.Counted = count, true
}

// Parts divides the process: exact parts come first, by name, then sampled ones, the
// largest first. Three sums hold in it:
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
func (f *Figures) Parts() []Part {
	var p partList
	slices.SortFunc(f.Instruments, func(a, b Instrument) int { return cmp.Compare(a.Name, b.Name) })
	for _, e := range f.Instruments {
		if e.Bytes != 0 || e.Count != 0 {
			p.add(Part{Name: e.Name, Bytes: e.Bytes, Count: e.Count, Counted: true, Documentation: e.Documentation})
		}
	}
	f.addObjects(&p)
	f.addHeap(&p)
	f.addRuntime(&p)
	if f.set.Divided {
		f.addSystem(&p)
	}
	rest := Part{Name: unexplained, Kind: Unexplained, Documentation: "the resident set size less all parts above"}
	if f.known {
		rest.Bytes, rest.Known, rest.Error = f.set.Total-p.sum, true, f.sampleError()
	}
	return append(p.parts, rest)
}

// addHeap adds the pages of the heap that are no objects, and takes off those
// that are not in memory.
func (f *Figures) addHeap(p *partList) {
	h, heap := &f.Held, &f.set.Heap
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
func (f *Figures) workBuffers() int64 {
	if !f.set.Divided {
		return 0
	}
	h := &f.Held
	return max(0, min(h.Metadata, f.set.Heap.Size-h.Objects-h.Unused-h.Free-h.Stacks-h.Released))
}

// runtimeMapped is what the runtime says to have mapped beside the heap, and how
// much of it may be in memory.
func (f *Figures) runtimeMapped() (said, resident int64) {
	h, s := &f.Held, &f.set
	said = h.MSpan + h.MCache + h.Buckets + h.Metadata - f.workBuffers() + h.Other
	if s.Named {
		return said, min(said, s.Runtime.Bytes)
	}
	return said, min(said, s.Other.Bytes)
}

func (f *Figures) addRuntime(p *partList) {
	h := &f.Held
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
func (f *Figures) addSystem(p *partList) {
	s := &f.set
	_, ofRuntime := f.runtimeMapped()
	anonymous, malloc := s.Other.Bytes+s.Runtime.Bytes-ofRuntime, s.CHeap.Bytes
	var claimed int64
	for i := range f.Instruments {
		if e := &f.Instruments[i]; e.Origin.Outside {
			claim := e.Bytes
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
		p.add(Part{Name: Files + slash(file.Name), Kind: OfSystem, Bytes: file.Bytes, Count: file.Count, Counted: true, Documentation: classOf[Files].doc})
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
