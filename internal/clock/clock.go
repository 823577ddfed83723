package clock

import "time"

// Clock tells time to the instrumentation. Now is the NANOSECOND timer: ticks
// of a nanosecond since the clock was made, never going back. Wall is the time
// of day. Both are safe for concurrent use.
type Clock interface {
	Now() uint64
	Wall() time.Time
}

// Real is the machine's clock. Now costs one monotonic clock read.
type Real struct{ base time.Time }

// NewReal starts a clock at 1, so that 0 can stand for "no time".
func NewReal() *Real { return &Real{base: time.Now().Add(-1)} }

// Now implements [Clock].
func (r *Real) Now() uint64 { return uint64(time.Since(r.base)) }

// Wall implements [Clock].
func (r *Real) Wall() time.Time { return time.Now() }
