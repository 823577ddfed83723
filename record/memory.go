package record

// MemoryStat is what a row of a memory summary says of one instrument. What is
// in use may be negative where memory was freed that others had allocated.
type MemoryStat struct {
	CountAlloc, CountFree, BytesAlloc, BytesFree uint64
	LowCount, HighCount, LowBytes, HighBytes     int64
}

// CurrentCount is CURRENT_COUNT_USED: blocks in use.
func (m *MemoryStat) CurrentCount() int64 { return int64(m.CountAlloc - m.CountFree) }

// CurrentBytes is CURRENT_NUMBER_OF_BYTES_USED.
func (m *MemoryStat) CurrentBytes() int64 { return int64(m.BytesAlloc - m.BytesFree) }

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

// MemoryPartKind says how the bytes of a [MemoryPart] are known.
type MemoryPartKind uint8

// String is the kind in lower case, as profiling.memory_reconciliation has it.
func (k MemoryPartKind) String() string {
	return nameOf(k, "exact", "sampled", "runtime", "system", "unexplained")
}

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

// ThreadMemory is what a thread has in use of all memory instruments together,
// in bytes, and the most it had: columns of threads. What others freed of what
// it allocated is still counted, and no figure is below 0. Helpers have threads
// of their own.
type ThreadMemory struct{ Controlled, MaxControlled, Total, MaxTotal uint64 }
