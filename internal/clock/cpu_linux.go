package clock

import "golang.org/x/sys/unix"

const hasThreadCPU = true

// stillReads is how often a timer is read that moves every nanosecond before it
// is taken for one that stands still.
const stillReads = 1 << 16

const hasSystemNanos = true

// systemNanos is a clock that goes on in a bubble of testing/synctest.
func systemNanos() uint64 {
	var ts unix.Timespec
	if unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts) != nil {
		return 0
	}
	return uint64(ts.Nano())
}

// threadCPU is the CPU time of the calling OS thread in nanoseconds.
func threadCPU() uint64 {
	var ts unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts) != nil {
		return 0
	}
	return uint64(ts.Nano())
}
