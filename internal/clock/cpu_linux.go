package clock

import "golang.org/x/sys/unix"

const hasThreadCPU = true

// threadCPU is the CPU time of the calling OS thread in nanoseconds.
func threadCPU() uint64 {
	var ts unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts) != nil {
		return 0
	}
	return uint64(ts.Nano())
}
