package procmem

// Kind says how the bytes of a [Part] are known.
type Kind uint8

// The kinds of parts.
const (
	// Exact: a memory instrument counted them.
	Exact Kind = iota
	// Sampled: estimated from the heap profile.
	Sampled
	// OfRuntime: the Go runtime's own count.
	OfRuntime
	// OfSystem: the operating system's count.
	OfSystem
	// Unexplained is the kind of the last part, which is the rest.
	Unexplained
)

var kinds = [...]string{"exact", "sampled", "runtime", "system", "unexplained"}

// String is the kind in lower case, as profiling.memory_reconciliation has it.
func (k Kind) String() string { return kinds[k] }

// Part is one part of the process's resident set.
type Part struct {
	// Name is that of a memory instrument, of a mapped file memory/os/file and
	// its path, or "unexplained".
	Name string
	Kind Kind
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
