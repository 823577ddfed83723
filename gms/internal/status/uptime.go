package status

import (
	"sync/atomic"
	"time"

	"github.com/perfschema/perfschema/record"
)

// Uptime is how long the server has run, and how long since FLUSH STATUS. The
// engine declares both variables and counts neither. Any goroutine may use it.
type Uptime struct {
	Begun   time.Time
	flushed atomic.Pointer[time.Time] // nil: not since begun
}

// Flush is FLUSH STATUS.
func (u *Uptime) Flush(now time.Time) { u.flushed.Store(&now) }

// Status is the status variables, in whole seconds.
func (u *Uptime) Status(now time.Time) []record.StatusVariable {
	since := u.Begun
	if at := u.flushed.Load(); at != nil {
		since = *at
	}
	return []record.StatusVariable{
		{Name: "Uptime", Value: wholeSeconds(now.Sub(u.Begun))},
		{Name: "Uptime_since_flush_status", Value: wholeSeconds(now.Sub(since))},
	}
}

func wholeSeconds(d time.Duration) uint64 { return uint64(max(0, d) / time.Second) }
