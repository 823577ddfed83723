//go:build !linux

package held

// machineMemory would be the machine's memory; where it is not known, so much
// is taken for it.
func machineMemory() int64 { return 16 * leastMemoryLimit }
