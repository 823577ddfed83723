//go:build (!amd64 && !arm64) || portable

package clock

// HasCycles says whether the platform has a cycle counter.
const HasCycles = false

// Cycles is 0 on this platform.
func Cycles() uint64 { return 0 }

// CyclesInOrder is 0 on this platform.
func CyclesInOrder() uint64 { return 0 }
