//go:build amd64 || arm64

package clock

// HasCycles says whether the platform has a cycle counter.
const HasCycles = true

// Cycles reads the cycle counter: RDTSC on amd64, CNTVCT_EL0 on arm64.
func Cycles() uint64
