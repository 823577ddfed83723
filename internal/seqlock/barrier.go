//go:build !race && amd64 && linux

package seqlock

import "golang.org/x/sys/unix"

// Commands of membarrier(2).
const (
	membarrierPrivateExpedited         = 1 << 3
	membarrierRegisterPrivateExpedited = 1 << 4
)

// barriers says whether the kernel runs barriers for this process.
var barriers = membarrier(membarrierRegisterPrivateExpedited)

// barrier makes every running thread of the process pass a full memory
// barrier. A few microseconds.
func barrier() {
	if barriers {
		membarrier(membarrierPrivateExpedited)
	}
}

func membarrier(command uintptr) bool {
	_, _, errno := unix.Syscall(unix.SYS_MEMBARRIER, command, 0, 0)
	return errno == 0
}
