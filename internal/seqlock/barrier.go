//go:build !race && !portable && amd64 && linux

package seqlock

import (
	"time"

	"golang.org/x/sys/unix"
)

// Commands of membarrier(2).
const (
	membarrierGlobal                   = 1 << 0
	membarrierPrivateExpedited         = 1 << 3
	membarrierRegisterPrivateExpedited = 1 << 4
)

// barriers says whether the kernel runs barriers for this process.
var barriers = !withoutBarriers && membarrier(membarrierRegisterPrivateExpedited)

// barrier makes every running thread of the process pass a full memory
// barrier. A few microseconds.
func barrier() {
	if barriers {
		passBarrier(membarrier, time.Sleep)
	}
}

// drained is how long a store takes at the very most until every core sees it,
// with a factor of a thousand to spare. A core that is interrupted shows its
// stores at once.
const drained = 10 * time.Millisecond

// passBarrier has the kernel run the barrier. A kernel that has promised to and
// does not any more, as behind a filter of system calls that was put up since,
// leaves time: plain stores are late, not lost.
func passBarrier(call func(command uintptr) bool, wait func(time.Duration)) {
	if !call(membarrierPrivateExpedited) && !call(membarrierGlobal) {
		wait(drained)
	}
}

func membarrier(command uintptr) bool {
	_, _, errno := unix.Syscall(unix.SYS_MEMBARRIER, command, 0, 0)
	return errno == 0
}
