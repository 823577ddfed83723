package clock

import (
	"math"
	"sync"
	"time"
)

// Timer is one row of performance_timers. Frequency is ticks per second,
// Resolution the step it takes in ticks, Overhead the cost of one read in
// CPU cycles (in nanoseconds where there is no cycle counter). Known is false,
// and the figures mean nothing, where the platform lacks the timer.
type Timer struct {
	Name                            string
	Frequency, Resolution, Overhead int64
	Known                           bool
}

// Timers measures the platform's timers when first called; they are the same
// for all of a process. The caller must not change the result.
var Timers = sync.OnceValue(Measure)

// Measure reads each of MySQL's five timers for a few milliseconds in all.
func Measure() []Timer {
	base := time.Now()
	since := func() uint64 { return uint64(time.Since(base)) }
	still := standsStill(since)
	cost := since
	if HasCycles {
		cost = Cycles
	}
	timers := []Timer{
		{Name: "CYCLE", Known: HasCycles && (!still || hasSystemNanos)},
		{Name: "NANOSECOND", Frequency: 1e9, Known: true},
		{Name: "MICROSECOND", Frequency: 1e6, Known: true},
		{Name: "MILLISECOND", Frequency: 1e3, Known: true},
		{Name: "THREAD_CPU", Frequency: 1e9, Known: hasThreadCPU},
	}
	reads := []func() uint64{
		Cycles,
		since,
		func() uint64 { return since() / 1e3 },
		func() uint64 { return since() / 1e6 },
		threadCPU,
	}
	for i := range timers {
		t := &timers[i]
		if !t.Known {
			continue
		}
		if t.Frequency == 0 {
			nanos := since
			if still {
				nanos = systemNanos
			}
			t.Frequency = frequency(reads[i], nanos)
		}
		t.Resolution, t.Overhead = resolution(reads[i]), overhead(reads[i], cost)
	}
	return timers
}

// standsStill says that a timer does not move while it is watched: in a bubble of
// testing/synctest time passes only where all sleep.
func standsStill(read func() uint64) bool {
	start := read()
	for range stillReads {
		if read() != start {
			return false
		}
	}
	return true
}

// frequency counts ticks over two milliseconds of the nanosecond timer.
func frequency(read, since func() uint64) int64 {
	from := takeSample(read, since)
	for since()-from.nano < 2e6 {
	}
	to := takeSample(read, since)
	return int64(math.Round(float64(to.tick-from.tick) / float64(to.nano-from.nano) * 1e9))
}

// resolution is the step that a timer takes: what all differences between its
// readings are multiples of. Their smallest would be the time of a call. A timer
// that does not move while it is watched has a step of one tick.
func resolution(read func() uint64) int64 {
	var step uint64
	last := read()
	for range 1000 {
		now := read()
		if now > last {
			step = divisor(step, now-last)
		}
		last = now
	}
	return int64(max(step, 1))
}

// divisor is the greatest common divisor; of 0 and another it is the other.
func divisor(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// overhead is the smallest cost of one reading seen in a few hundred.
func overhead(read, cost func() uint64) int64 {
	best := uint64(math.MaxUint64)
	for range 20 {
		start := cost()
		for range 20 {
			read()
		}
		best = min(best, (cost()-start)/20)
	}
	return int64(best)
}
