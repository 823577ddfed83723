package sampler

import "unsafe"

// Buffer is one of the Profiler's buffers at one moment: the bytes of a row,
// as far as it is the same in all, how many rows there are, and the memory that
// all take, with what they keep.
type Buffer struct {
	Name                string
	Size, Count, Memory uint64
}

// Buffers measures the Profiler's memory. It walks the running statements, the digests and
// the plans.
func (p *Profiler) Buffers() []Buffer {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.collect(true)
	words, queue := p.view.Bytes()
	kept := Buffer{Name: "query_profiles", Size: uint64(unsafe.Sizeof(packedProfile{})), Count: uint64(len(p.store.slots))}
	texts := Buffer{Name: "query_texts", Count: kept.Count}
	kept.Memory, texts.Memory = p.store.memory()
	running := Buffer{Name: "query_profiles_running", Size: uint64(unsafe.Sizeof(query{})), Count: uint64(len(p.live)), Memory: uint64(cap(p.live)+cap(p.bySlot)+cap(p.spares)) * 8}
	for _, list := range [...][]*query{p.live, p.spares} {
		for _, q := range list {
			running.Memory += running.Size + cellBytes(q.tally.cells)
		}
	}
	digests := Buffer{Name: "query_profiles_summary_by_digest", Size: uint64(unsafe.Sizeof(DigestProfile{})), Count: uint64(len(p.digests.order))}
	const slot = 8 + 4 + 8 // in the map and in the list
	for _, x := range p.digests.order {
		digests.Memory += digests.Size + slot + cellBytes(x.tally.cells) + uint64(len(x.DigestText)+len(x.Schema))
	}
	return []Buffer{
		{"queries_ended", queue / queueSize, queueSize, queue},
		{"query_plans", uint64(unsafe.Sizeof(PlanProfile{})), uint64(p.plans.order.Len()), p.plans.memory()},
		kept, running, digests, texts,
		{"worker_threads", 64, words / 64, words},
	}
}

// BufferNames are the names of [Profiler.Buffers] and what each holds.
func BufferNames() [][2]string {
	return [][2]string{
		{"queries_ended", "statements that have ended and that the profiler has not taken yet"},
		{"query_plans", "plans by digest"},
		{"query_profiles", "profiles of the last statements"},
		{"query_profiles_running", "profiles of running statements"},
		{"query_profiles_summary_by_digest", "profiles by digest"},
		{"query_texts", "texts of the statements whose profiles are kept"},
		{"worker_threads", "words that say what threads do"},
	}
}

func cellBytes(c []tallied) uint64 { return uint64(cap(c)) * uint64(unsafe.Sizeof(tallied{})) }
