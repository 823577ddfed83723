//go:build !race

package seqlock

import (
	"runtime"
	"time"
)

// pause lets a preempted writer run on.
func pause(i int) {
	if i < 100 {
		runtime.Gosched()
		return
	}
	time.Sleep(10 * time.Microsecond)
}
