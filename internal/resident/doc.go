// Package resident tells what of this process is in memory, as the operating
// system sees it: the resident set, and on Linux what it is made of.
package resident

import "errors"

// ErrUnknown is what a platform returns that does not tell.
var ErrUnknown = errors.New("the resident set size is not known on this platform")

// Set is the resident set at one moment, in bytes.
type Set struct {
	// Total is the resident set size.
	Total int64
	// Divided says whether the parts are known; they are all 0 if not.
	Divided bool

	Program Program // the program's own file
	Heap    Arena   // the Go heap
	CHeap   Region  // what malloc of the C library hands out, but for large blocks
	CStacks Region  // stacks of threads
	Kernel  Region  // pages of the kernel's: vdso
	Files   []File  // every other file that is mapped, by name
	// Runtime is what the Go runtime maps beside the heap. Where the kernel keeps
	// no names of mappings, Named is false and it is part of Other.
	Runtime Region
	Named   bool
	// Other is anonymous memory of nothing above: large blocks of malloc, and
	// what the program maps by itself.
	Other    Region
	Swapped  int64 // bytes that are swapped out, not part of the total
	Mappings int   // that there are
}

// Program is the memory of the program's file.
type Program struct {
	Text   int64 // instructions
	ROData int64 // constants, and the tables of the runtime and of debuggers
	Data   int64 // variables that start with a value
	BSS    int64 // variables that start as zero
}

// Region is a kind of mapping.
type Region struct {
	Bytes int64 // resident
	Count int64 // mappings of the kind, resident or not
}

// Arena is the address space of the Go heap.
type Arena struct {
	Resident int64
	// Size is what is mapped for use, resident or not; it is all the runtime
	// holds for its heap, with what it has given back to the system.
	Size int64
	// Lazy are pages given back that the system has not yet taken away
	// (MADV_FREE); they are resident.
	Lazy int64
	// Huge is what of Resident lies in huge pages.
	Huge  int64
	Count int64
}

// File is a mapped file, or shared memory.
type File struct {
	Name  string
	Bytes int64
	Count int64
}

// Sum is what the parts come to. It differs from Total by what came and went
// while the kernel told of one mapping after the other.
func (s *Set) Sum() int64 {
	n := s.Program.Text + s.Program.ROData + s.Program.Data + s.Program.BSS + s.Heap.Resident +
		s.CHeap.Bytes + s.CStacks.Bytes + s.Kernel.Bytes + s.Runtime.Bytes + s.Other.Bytes
	for _, f := range s.Files {
		n += f.Bytes
	}
	return n
}
