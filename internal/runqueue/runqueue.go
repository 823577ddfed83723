package runqueue

import (
	"math"
	"runtime/metrics"
	"time"
)

// Meter measures from one call of Waited to the next. It is for one goroutine at a
// time.
type Meter struct {
	sample  [1]metrics.Sample
	before  float64 // seconds
	threads map[string]uint64
}

// tracked is of how many times that a goroutine waits the runtime measures one.
const tracked = 8

// New begins to measure.
func New() *Meter {
	m := &Meter{threads: make(map[string]uint64)}
	m.sample[0].Name = "/sched/latencies:seconds"
	m.Waited()
	return m
}

// Waited is for how long, since the last call, goroutines that could run waited for
// the runtime to run them, which it measures for one of eight, and threads that could
// run waited for the kernel, which it measures for all. It takes some
// microseconds and ten for each thread. known is false where the platform does not
// tell of threads; then theirs is 0.
func (m *Meter) Waited() (goroutines, threads time.Duration, known bool) {
	metrics.Read(m.sample[:])
	if v := m.sample[0].Value; v.Kind() == metrics.KindFloat64Histogram {
		sum := seconds(v.Float64Histogram())
		goroutines = time.Duration((sum - m.before) * tracked * float64(time.Second))
		m.before = sum
	}
	threads, known = m.waitedThreads()
	return max(goroutines, 0), threads, known
}

// seconds adds a histogram up, each bucket by its middle.
func seconds(h *metrics.Float64Histogram) (sum float64) {
	for i, n := range h.Counts {
		low, high := max(h.Buckets[i], 0), h.Buckets[i+1]
		if math.IsInf(high, 1) {
			high = low
		}
		sum += float64(n) * (low + high) / 2
	}
	return sum
}
