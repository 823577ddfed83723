package perfschema

import (
	"cmp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/perfschema/perfschema/internal/goheap"
	"github.com/perfschema/perfschema/internal/procmem"
	"github.com/perfschema/perfschema/record"
)

// ProcessMemory divides the memory of the whole process, as the operating system
// sees it now, into parts; their bytes come to the resident set size. What memory
// instruments count is there with what they count, the rest of the Go heap by the
// package that allocated, then what the runtime holds beside, and what is not
// Go's. The last part, "unexplained", is what no other holds.
//
//	for _, part := range schema.ProcessMemory() {
//		fmt.Println(part.Bytes, part.Name)
//	}
//
// Exact parts come first, by name, then sampled ones, the largest first. A call
// costs a millisecond or two and, on Linux, 35 ms for each GiB that is resident,
// in which the kernel walks its pages; nobody is stopped. The first may ask for a
// garbage collection. From the first call on
// it is remembered at the end of each garbage collection what was alive and what
// instruments counted, because the heap profile is as of an earlier one: 0.1 ms
// on a goroutine of its own, never more than a two hundredth of the time. A part
// that is not known until then is not Known. A program that calls it samples its allocations as
// runtime.MemProfileRate says: Go's default is 1 in 512 KiB, and with 0 the heap
// that no instrument counts is one part. It is safe for concurrent use and nil
// where the Schema is off. Source: table profiling.memory_reconciliation.
func (s *Reader) ProcessMemory() []record.MemoryPart {
	if !s.Schema().Enabled() {
		return nil
	}
	return slices.Clone(s.memory.process.read(s.Schema()).parts)
}

// WatchProcessMemory adds the process's memory to the global memory summary:
// instruments memory/go/heap/<package> for what the heap profile finds,
// memory/go/runtime/<part> and memory/os/<part>, see [Reader.ProcessMemory].
// Figures are computed when somebody reads, and are up to a second old, or up to
// fifty times as old as it takes to read them; one that is switched off is 0. Packages take places of
// performance_schema_max_memory_classes as they are found, the one with most
// memory first; an eighth of the places is left to other instruments. The
// packages beyond are memory/go/heap/other. It is for the start of a program; to
// call it again does nothing.
func (s *Schema) WatchProcessMemory() {
	if s.Enabled() {
		s.memory.process.watch(s)
	}
}

// memoryOrigins is what was said of instruments.
type memoryOrigins struct {
	mu      sync.Mutex
	byClass map[uint32]procmem.Origin
}

// AllocatedIn says which packages, by import path, allocate the memory that the
// instrument counts: with none the caller's. In the memory of the whole process
// what the instrument counted when the heap profile was taken is then taken off
// the sampled figures of these packages, of the first as long as it has any,
// then of the next; what it has counted since is taken off
// memory/go/runtime/growth and memory/go/runtime/garbage. Of an instrument of
// which nothing is said the bytes stay in the sampled figures too, and
// memory/go/heap/claimed takes them off the sum. A further call adds packages.
// It returns m and is for the start of a program.
func (m *Memory) AllocatedIn(packages ...string) *Memory {
	if m == nil {
		return nil
	}
	if len(packages) == 0 {
		pc, _, _, _ := runtime.Caller(1)
		packages = []string{goheap.PackageName(runtime.FuncForPC(pc).Name())}
	}
	m.setOrigin(func(o *procmem.Origin) { o.Packages = append(slices.Clip(o.Packages), packages...) })
	return m
}

// AllocatedOutside says that the memory the instrument counts is not on the Go
// heap, but mapped by the program or had from the C library: it is taken off
// memory/os/anonymous and memory/os/malloc. It returns m and is for the start of
// a program.
func (m *Memory) AllocatedOutside() *Memory {
	if m != nil {
		m.setOrigin(func(o *procmem.Origin) { o.Outside = true })
	}
	return m
}

func (m *Memory) setOrigin(change func(*procmem.Origin)) {
	of := &m.schema.memory.process.origins
	of.mu.Lock()
	defer of.mu.Unlock()
	if of.byClass == nil {
		of.byClass = make(map[uint32]procmem.Origin)
	}
	o := of.byClass[m.index]
	change(&o)
	of.byClass[m.index] = o
}

// of is where the memory of a class lies.
func (o *memoryOrigins) of(c *Class) procmem.Origin {
	o.mu.Lock()
	origin, ok := o.byClass[c.index]
	o.mu.Unlock()
	if !ok && ownMemory(c.name) {
		origin.Packages = ownPackages(c.name)
	}
	return origin
}

const (
	rootPackage   = "github.com/perfschema/perfschema"
	ringPackage   = rootPackage + "/internal/ring"
	slabPackage   = rootPackage + "/internal/slab"
	statPackage   = rootPackage + "/internal/stat"
	digestPackage = rootPackage + "/internal/digest"
	bucketPackage = rootPackage + "/internal/histogram"
	samplePackage = rootPackage + "/sampler"
)

// ownBufferPackages are the packages that allocate the Schema's own buffers,
// where it is not the root package alone.
var ownBufferPackages = map[string][]string{
	"metadata_locks":                      {slabPackage},
	"table_handles":                       {slabPackage},
	"events_statements_history":           {ringPackage},
	"events_stages_history":               {ringPackage},
	"events_transactions_history":         {ringPackage},
	"events_waits_history":                {ringPackage},
	"events_statements_history_long":      {ringPackage},
	"events_stages_history_long":          {ringPackage},
	"events_transactions_history_long":    {ringPackage},
	"events_waits_history_long":           {ringPackage},
	"events_summary_by_thread":            {statPackage, rootPackage},
	"events_summary_by_account":           {statPackage, rootPackage},
	"events_summary_by_user":              {statPackage, rootPackage},
	"events_summary_by_host":              {statPackage, rootPackage},
	"events_summary_global":               {statPackage, rootPackage},
	"sqltext":                             {digestPackage, rootPackage},
	"events_statements_summary_by_digest": {rootPackage, digestPackage, bucketPackage},
	"events_statements_histogram_global":  {bucketPackage, rootPackage},
}

// ownPackages are those of another buffer: one of the tables of profiling is the
// profiler's.
func ownPackages(class string) []string {
	name := class[len(ownMemoryPrefix):]
	if p, ok := ownBufferPackages[name]; ok {
		return p
	}
	if strings.HasPrefix(name, "profiling.") {
		return samplerAndRoot
	}
	return rootOnly
}

var rootOnly, samplerAndRoot = []string{rootPackage}, []string{samplePackage, rootPackage}

const ownMemoryPrefix = "memory/performance_schema/"

// watch registers the instruments that are not of packages.
func (p *processMemory) watch(s *Schema) {
	p.follow(s)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.watched {
		return
	}
	p.watched = true
	p.fixed, p.packages = make(map[string]MemoryKey), make(map[string]MemoryKey)
	for c := range procmem.Classes() {
		flags := FlagGlobal
		if !c.Counted {
			flags |= FlagUncounted
		}
		p.fixed[c.Name] = s.registerProcess(c.Name, flags, c.Documentation)
	}
	p.last = processReading{}
}

func (s *Schema) registerProcess(name string, flags Flags, doc string) MemoryKey {
	return s.RegisterMemory("", Info{
		Name: strings.TrimPrefix(name, "memory/"), Flags: flags, Volatility: VolatilityPermanent, Documentation: doc,
	})
}

// fold registers instruments for packages that are new, and sums those for which
// there is no room in one with no name, which is last. The caller holds p.mu.
func (p *processMemory) fold(s *Schema, profile goheap.Profile) goheap.Profile {
	var other goheap.Usage
	folded := false
	of := profile.Packages
	profile.Packages = make([]goheap.Usage, 0, len(of))
	for i := range of {
		u := &of[i]
		key, known := p.packages[u.Package]
		if !known {
			key = p.registerPackage(s, u.Package)
			p.packages[u.Package] = key
		}
		if key != 0 {
			profile.Packages = append(profile.Packages, *u)
			continue
		}
		folded = true
		other.Add(u)
	}
	if folded {
		profile.Packages = append(profile.Packages, other)
	}
	return profile
}

// registerPackage gives 0 where there is no room, which loses no instrument: its
// bytes are in another.
func (p *processMemory) registerPackage(s *Schema, name string) MemoryKey {
	a := s.classes[KindMemory]
	full := procmem.PackagePrefix + name
	if n, size := a.used(); n >= size-size/8 || len(full) > maxNameLength || procmem.IsClass(full) {
		return 0
	}
	return s.registerProcess(full, FlagGlobal, procmem.PackageDocumentation(name))
}

// figures are what the global summary shows. Of packages there are numbers of
// objects, allocated and freed; what instruments count is as if freed. Of the
// rest what is in use is known. The caller holds p.mu.
func (p *processMemory) figures(f *procmem.Figures, parts []record.MemoryPart) []processFigure {
	use := make(map[string]memoryUse, len(parts))
	for i := range parts {
		name := parts[i].Name
		if strings.HasPrefix(name, procmem.Files+"/") {
			name = procmem.Files
		}
		use[name] = use[name].plus(memoryUse{parts[i].Count, parts[i].Bytes})
	}
	var out []processFigure
	for i := range f.Profile.Packages {
		u := &f.Profile.Packages[i]
		name, key := procmem.PackagePrefix+u.Package, p.packages[u.Package]
		if u.Package == "" {
			name, key = procmem.OtherPackages, p.fixed[procmem.OtherPackages]
		}
		out = append(out, processFigure{key, record.MemoryStat{
			CountAlloc: uint64(u.AllocObjects), CountFree: uint64(u.FreeObjects),
			BytesAlloc: uint64(u.AllocBytes), BytesFree: uint64(u.FreeBytes + u.Bytes() - use[name].bytes),
		}})
	}
	for name, key := range p.fixed {
		if name != procmem.OtherPackages {
			n := use[name]
			out = append(out, processFigure{key, record.MemoryStat{
				CountAlloc: uint64(n.count), BytesAlloc: uint64(max(0, n.bytes)), BytesFree: uint64(max(0, -n.bytes)),
			}})
		}
	}
	slices.SortFunc(out, func(a, b processFigure) int { return cmp.Compare(a.key, b.key) })
	return out
}

// refresh reads the process if that was long ago, so that its instruments are
// there when a summary is gathered.
func (p *processMemory) refresh(s *Schema) []processFigure {
	p.mu.Lock()
	watched := p.watched
	p.mu.Unlock()
	if !watched {
		return nil
	}
	return p.recent(s).figures
}

// addProcess adds figures to the global summary.
func (s *Schema) addProcess(sums []record.MemoryStat, figures []processFigure) {
	for i := range figures {
		f := &figures[i]
		if n := int(f.key) - 1; n >= 0 && n < len(sums) && s.classes[KindMemory].items[n].Enabled() {
			s.memory.sources.see(f.key, &f.stat, &sums[n])
		}
	}
}
