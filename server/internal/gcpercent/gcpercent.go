package gcpercent

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// Least and Most bound the percentage: Go's own, and what takes away four fifths of what
// collecting costs with that.
const (
	Least = 100
	Most  = 400
)

// Of is the percentage for a process whose last collection found live bytes in use and whose
// memory limit is limit bytes: above [Least], what is in use and its garbage take at most a
// quarter of the limit. The rest is for what is no heap, for what comes into use until the next
// collection and for other processes. Without a limit, which is 0, it is [Least].
func Of(live, limit uint64) int {
	room := limit / 4
	if room <= live*(100+Least)/100 {
		return Least
	}
	if live == 0 {
		return Most
	}
	return int(min((room-live)*100/live, Most))
}

// Tuner sets the percentage of the process after each collection.
type Tuner struct {
	limit   uint64
	live    func() uint64 // the bytes that the last collection found in use
	set     func(percent int)
	percent int // what was set last; the runtime runs one cleanup of a Tuner at a time
	stopped atomic.Bool
}

// Start has the percentage follow what is in use, below the memory limit in bytes, until Stop.
func Start(limit uint64) *Tuner {
	t := newTuner(limit, liveHeap, func(percent int) { debug.SetGCPercent(percent) })
	t.tune()
	return t
}

func newTuner(limit uint64, live func() uint64, set func(int)) *Tuner {
	return &Tuner{limit: limit, live: live, set: set}
}

// Stop ends the tuning. The percentage stays as it was set last.
func (t *Tuner) Stop() { t.stopped.Store(true) }

// marker is an object that each collection finds unused. It holds a pointer, since the runtime
// may put objects without one together, and they would then end together.
type marker struct{ _ *marker }

// tune sets the percentage and arranges that it is called after the next collection.
func (t *Tuner) tune() {
	if t.stopped.Load() {
		return
	}
	t.adjust()
	runtime.AddCleanup(new(marker), (*Tuner).tune, t)
}

// adjust sets the percentage if it differs by more than an eighth from what is set: setting it
// stops the world for some microseconds.
func (t *Tuner) adjust() {
	percent := Of(t.live(), t.limit)
	if t.percent != 0 && percent != Least && percent != Most && 8*max(percent-t.percent, t.percent-percent) <= t.percent {
		return
	}
	if percent == t.percent {
		return
	}
	t.percent = percent
	t.set(percent)
}

// liveHeap is how many bytes the last collection found in use; 0 before the first.
func liveHeap() uint64 {
	sample := [1]metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample[:])
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}
