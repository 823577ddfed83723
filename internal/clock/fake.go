package clock

import (
	"sync/atomic"
	"time"
)

// Fake is a clock that moves when told to. The zero value stands at 0; it is
// safe for concurrent use. Unlike the machine's, its times of day know nothing
// but the time of day: what lies between two of them changes when that is set.
type Fake struct {
	ns  atomic.Uint64
	set atomic.Int64 // how far the time of day has been set
}

// Now implements [Clock].
func (f *Fake) Now() uint64 { return f.ns.Load() }

// Wall implements [Clock]: a fixed day plus the time advanced, and what it was set
// by.
func (f *Fake) Wall() time.Time {
	return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC).Add(time.Duration(f.ns.Load()) + time.Duration(f.set.Load()))
}

// Set sets the time of day forward, or back. Now goes on.
func (f *Fake) Set(by time.Duration) { f.set.Add(int64(by)) }

// Advance moves the clock forward.
func (f *Fake) Advance(d time.Duration) { f.ns.Add(uint64(d)) }
