// Package clock reads the timers behind event timing and measures what they
// cost.
//
// A [Clock] gives nanoseconds of a process: [Real] the monotonic clock, [Fake] what a test sets. [Cycles]
// reads the processor's cycle counter where it runs at a constant rate on all cores ([Invariant]), and
// [Cycle] turns it into nanoseconds by a [Scale], which it measures against the monotonic clock at the first
// use and again as time goes on. Resolution and price of each are the rows of performance_timers.
package clock
