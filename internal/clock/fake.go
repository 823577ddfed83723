package clock

import (
	"sync/atomic"
	"time"
)

// Fake is a clock that moves when told to. The zero value stands at 0; it is
// safe for concurrent use.
type Fake struct{ ns atomic.Uint64 }

// Now implements [Clock].
func (f *Fake) Now() uint64 { return f.ns.Load() }

// Wall implements [Clock]: a fixed day plus the time advanced.
func (f *Fake) Wall() time.Time {
	return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC).Add(time.Duration(f.ns.Load()))
}

// Advance moves the clock forward.
func (f *Fake) Advance(d time.Duration) { f.ns.Add(uint64(d)) }
