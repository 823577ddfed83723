//go:build (amd64 || arm64) && !portable

package clock

// HasCycles says whether the platform has a cycle counter.
const HasCycles = true

// Cycles reads the cycle counter: RDTSC on amd64, CNTVCT_EL0 on arm64.
func Cycles() uint64

// CyclesInOrder reads the cycle counter when all that stands before it is done.
// [Cycles] may be read some hundred instructions too soon, while the processor
// still waits for memory. It takes about twice as long.
func CyclesInOrder() uint64
