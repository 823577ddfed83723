package goheap

import (
	"runtime"
	"runtime/metrics"
)

// Collection is what the runtime says of a garbage collection that has ended.
type Collection struct {
	Number uint64 // of them since the program started, this one among them
	Forced uint64 // of these, how many somebody has asked for with runtime.GC
	Live   int64  // bytes of the objects that it has found alive
}

// LastCollection is the one that has ended last; all is 0 if none has. It takes
// some 5 µs and is safe for concurrent use.
func LastCollection() Collection {
	samples := [...]metrics.Sample{
		{Name: "/gc/cycles/total:gc-cycles"}, {Name: "/gc/cycles/forced:gc-cycles"}, {Name: "/gc/heap/live:bytes"},
	}
	for {
		metrics.Read(samples[:])
		c := Collection{Number: number(samples[0]), Forced: number(samples[1]), Live: int64(number(samples[2]))}
		if Collections() == c.Number {
			return c
		}
	}
}

// Collections is how many garbage collections have ended. It takes a
// microsecond.
func Collections() uint64 {
	sample := []metrics.Sample{{Name: "/gc/cycles/total:gc-cycles"}}
	metrics.Read(sample)
	return number(sample[0])
}

// sentinel is an object that nobody holds. It has a pointer so that it shares
// its place with no other.
type sentinel struct{ _ *sentinel }

// AfterCollections has f called soon after the end of each garbage collection,
// on a goroutine of its own, until f is false. Where the collector is at work
// all the time and the processor too, two calls may be one.
func AfterCollections(f func() bool) {
	// The next collection finds the sentinel dead.
	runtime.AddCleanup(new(sentinel), func(f func() bool) {
		go func() {
			if f() {
				AfterCollections(f)
			}
		}()
	}, f)
}
