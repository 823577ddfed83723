//go:build unix

package overhead

import (
	"syscall"
	"time"
)

// processCPU is the CPU time the process has used, 0 if the system does not tell.
func processCPU() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
