package gms

import (
	"sync/atomic"
	"time"

	"github.com/perfschema/perfschema"
)

// uptime is how long the server has run, and how long since FLUSH STATUS. The
// engine declares both variables and counts neither. Any goroutine may use it.
type uptime struct {
	begun   time.Time
	flushed atomic.Pointer[time.Time] // nil: not since begun
}

// flush is FLUSH STATUS.
func (u *uptime) flush(now time.Time) { u.flushed.Store(&now) }

// status is the status variables, in whole seconds.
func (u *uptime) status(now time.Time) []perfschema.StatusVariable {
	since := u.begun
	if at := u.flushed.Load(); at != nil {
		since = *at
	}
	return []perfschema.StatusVariable{
		{Name: "Uptime", Value: wholeSeconds(now.Sub(u.begun))},
		{Name: "Uptime_since_flush_status", Value: wholeSeconds(now.Sub(since))},
	}
}

func wholeSeconds(d time.Duration) uint64 { return uint64(max(0, d) / time.Second) }
