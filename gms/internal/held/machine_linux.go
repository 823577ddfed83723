package held

import "golang.org/x/sys/unix"

// machineMemory is the machine's memory in bytes.
func machineMemory() int64 {
	var info unix.Sysinfo_t
	if err := unix.Sysinfo(&info); err != nil {
		return 4 * leastMemoryLimit
	}
	return int64(uint64(info.Totalram) * uint64(info.Unit)) //nolint:unconvert // narrower on some machines
}
