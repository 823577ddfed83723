package goheap

import "runtime/metrics"

// Held is what the runtime holds of the operating system, in bytes of address
// space: pages of it that no program has touched are not in memory.
type Held struct {
	Objects  int64 // in use, and dead ones not yet swept
	Live     int64 // those of Objects that the last collection found alive
	Unused   int64 // of spans that have objects, what no object takes
	Free     int64 // pages ready for spans
	Released int64 // pages given back to the operating system
	Stacks   int64 // of goroutines
	OSStacks int64 // of threads, as far as the runtime knows
	MSpan    int64 // what describes spans
	MCache   int64 // what describes caches of spans
	Buckets  int64 // of profiles
	// Metadata is the collector's: mark bits, page summaries and work buffers.
	// Work buffers lie among the heap's spans; the rest does not.
	Metadata int64
	Other    int64 // what belongs to nothing above

	// Collections that have ended since the program started, and goroutines
	// that there are.
	Collections, Goroutines uint64
	// ObjectCount is the number of objects in Objects.
	ObjectCount int64
}

// heldMetrics says where the figures are added.
var heldMetrics = []struct {
	name string
	to   func(*Held) *int64
}{
	{"/memory/classes/heap/objects:bytes", func(h *Held) *int64 { return &h.Objects }},
	{"/memory/classes/heap/unused:bytes", func(h *Held) *int64 { return &h.Unused }},
	{"/memory/classes/heap/free:bytes", func(h *Held) *int64 { return &h.Free }},
	{"/memory/classes/heap/released:bytes", func(h *Held) *int64 { return &h.Released }},
	{"/memory/classes/heap/stacks:bytes", func(h *Held) *int64 { return &h.Stacks }},
	{"/memory/classes/os-stacks:bytes", func(h *Held) *int64 { return &h.OSStacks }},
	{"/memory/classes/metadata/mspan/inuse:bytes", func(h *Held) *int64 { return &h.MSpan }},
	{"/memory/classes/metadata/mspan/free:bytes", func(h *Held) *int64 { return &h.MSpan }},
	{"/memory/classes/metadata/mcache/inuse:bytes", func(h *Held) *int64 { return &h.MCache }},
	{"/memory/classes/metadata/mcache/free:bytes", func(h *Held) *int64 { return &h.MCache }},
	{"/memory/classes/profiling/buckets:bytes", func(h *Held) *int64 { return &h.Buckets }},
	{"/memory/classes/metadata/other:bytes", func(h *Held) *int64 { return &h.Metadata }},
	{"/memory/classes/other:bytes", func(h *Held) *int64 { return &h.Other }},
	{"/gc/heap/live:bytes", func(h *Held) *int64 { return &h.Live }},
	{"/gc/heap/objects:objects", func(h *Held) *int64 { return &h.ObjectCount }},
}

// ReadHeld reads all figures at one moment. It takes some 20 µs and stops no
// goroutine. It is safe for concurrent use.
func ReadHeld() Held {
	for {
		// Live is read last, and not with the number of collections.
		if h := readHeld(); Collections() == h.Collections {
			return h
		}
	}
}

func readHeld() Held {
	samples := make([]metrics.Sample, 0, len(heldMetrics)+2)
	for _, m := range heldMetrics {
		samples = append(samples, metrics.Sample{Name: m.name})
	}
	samples = append(samples, metrics.Sample{Name: "/gc/cycles/total:gc-cycles"}, metrics.Sample{Name: "/sched/goroutines:goroutines"})
	metrics.Read(samples)
	var h Held
	for i, m := range heldMetrics {
		*m.to(&h) += int64(number(samples[i]))
	}
	h.Collections = number(samples[len(heldMetrics)])
	h.Goroutines = number(samples[len(heldMetrics)+1])
	return h
}

// number is 0 for a metric that a runtime does not have.
func number(s metrics.Sample) uint64 {
	if s.Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return s.Value.Uint64()
}
