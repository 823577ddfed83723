package perfschema

import "slices"

// MemoryPartKind says how the bytes of a [MemoryPart] are known.
type MemoryPartKind uint8

// The kinds of parts.
const (
	// MemoryExact: a memory instrument counted them.
	MemoryExact MemoryPartKind = iota
	// MemorySampled: estimated from the heap profile.
	MemorySampled
	// MemoryOfRuntime: the Go runtime's own count.
	MemoryOfRuntime
	// MemoryOfSystem: the operating system's count.
	MemoryOfSystem
	// MemoryUnexplained is the kind of the last part, which is the rest.
	MemoryUnexplained
)

var memoryPartKinds = [...]string{"exact", "sampled", "runtime", "system", "unexplained"}

// String is the kind in lower case, as profiling.memory_reconciliation has it.
func (k MemoryPartKind) String() string { return memoryPartKinds[k] }

// MemoryPart is one part of the process's resident set.
type MemoryPart struct {
	// Name is that of a memory instrument, of a mapped file memory/os/file and
	// its path, or "unexplained".
	Name string
	Kind MemoryPartKind
	// Bytes may be negative: parts that correct others are, and the part that is
	// unexplained where samples say too much. They are 0 where they are not known:
	// of the part that is unexplained where the resident set size is not, of
	// memory/go/runtime/growth where no collection before the last is remembered.
	Bytes int64
	Known bool
	// Count is a number of blocks, objects, goroutines or mappings, if Counted.
	Count   int64
	Counted bool
	// Error is the standard error of Bytes that sampling brings: two times in
	// three the truth is no farther away. 0 for what is not sampled. What is
	// unexplained has that of all samples together.
	Error int64
	// Documentation says what the part is.
	Documentation string
}

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
func (s *Reader) ProcessMemory() []MemoryPart {
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
