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

// Use is what the last collection found: bytes of the heap in use, and bytes of stacks and global
// variables, which it looked through as well.
type Use struct{ Live, Roots uint64 }

// Of is the percentage for a process with a memory limit in bytes: above [Least], what is in use
// of the heap and its garbage take at most a quarter of the limit. The rest is for what is no
// heap, for what comes into use until the next collection and for other processes. Without a
// limit, which is 0, it is [Least]. The runtime lets there be so many percent of garbage of the
// live heap and the roots together.
func Of(u Use, limit uint64) int {
	room := limit / 4
	switch {
	case room <= u.Live:
		return Least
	case u.Live+u.Roots == 0:
		return Most
	}
	return int(min(max((room-u.Live)*100/(u.Live+u.Roots), Least), Most))
}

// Tuner sets the percentage of the process after each collection.
type Tuner struct {
	limit   uint64
	use     func() Use
	set     func(percent int)
	percent int // what was set last; the runtime runs one cleanup of a Tuner at a time
	stopped atomic.Bool
}

// Start has the percentage follow what is in use, below the memory limit in bytes, until Stop.
func Start(limit uint64) *Tuner {
	t := newTuner(limit, inUse, func(percent int) { debug.SetGCPercent(percent) })
	t.tune()
	return t
}

func newTuner(limit uint64, use func() Use, set func(int)) *Tuner {
	return &Tuner{limit: limit, use: use, set: set}
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

// adjust sets the percentage if it differs by more than an eighth from what is set, and not after
// each collection.
func (t *Tuner) adjust() {
	percent := Of(t.use(), t.limit)
	if t.percent != 0 && percent != Least && percent != Most && 8*max(percent-t.percent, t.percent-percent) <= t.percent {
		return
	}
	if percent == t.percent {
		return
	}
	t.percent = percent
	t.set(percent)
}

// inUse reads what the last collection found, nothing before the first.
func inUse() Use {
	samples := [...]metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/scan/stack:bytes"}, {Name: "/gc/scan/globals:bytes"}}
	metrics.Read(samples[:])
	var n [len(samples)]uint64
	for i, s := range samples {
		if s.Value.Kind() == metrics.KindUint64 {
			n[i] = s.Value.Uint64()
		}
	}
	return Use{n[0], n[1] + n[2]}
}
