package procmem

import "github.com/perfschema/perfschema/internal/resident"

const (
	// mostSamples is how often the process is sampled until the runtime and the
	// operating system speak of the same moment.
	mostSamples = 4
	// steady is the part of the resident set that may come or go during a sample.
	steady = 200
)

// Sample reads the runtime's figures and the resident set, which is not one
// moment: while the kernel walks the mappings the heap may grow. What has, shows
// as a difference between figures that are the same by definition; then it reads
// again, and takes the sample with the least of it.
func (f *Figures) Sample(readHeap func() HeapFigures, readSet func() (resident.Set, error)) {
	least := int64(-1)
	before := readHeap()
	for range mostSamples {
		set, err := readSet()
		after := readHeap()
		for _, heap := range [...]HeapFigures{before, after} {
			now := Figures{HeapFigures: heap, set: set, known: err == nil}
			if n := now.moved(); least < 0 || n < least {
				least, f.HeapFigures, f.set, f.known = n, heap, set, err == nil
			}
		}
		if least <= f.set.Total/steady {
			return
		}
		before = after
	}
}

// moved is how many bytes came or went during the sample: between the walk of the
// mappings and the total, and between that walk and the runtime's figures. What
// is mapped for the heap is what the runtime holds for it, work buffers, which
// are part of Metadata, among it.
func (f *Figures) moved() int64 {
	if !f.known || !f.set.Divided {
		return 0
	}
	h := &f.Held
	heap := h.Objects + h.Unused + h.Free + h.Released + h.Stacks
	n := f.set.Total - f.set.Sum()
	return max(n, -n) + max(0, heap-f.set.Heap.Size) + max(0, f.set.Heap.Size-heap-h.Metadata)
}
