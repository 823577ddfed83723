//go:build !linux

package runqueue

import "time"

func (*Meter) waitedThreads() (time.Duration, bool) { return 0, false }
