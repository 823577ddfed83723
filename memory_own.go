package perfschema

// ownMemoryClasses is how many instruments of its own buffers a Schema has room
// for: those it has, and some of what is attached to it.
func ownMemoryClasses() int { return len(ownBuffers) + attachedBuffers }

// attachedBuffers is room for the buffers of a profiler and of an adapter, which
// register them under memory/performance_schema as well.
const attachedBuffers = 16

// addOwnMemory has the Schema's own buffers in the global memory summary, each
// under memory/performance_schema/<name>, with the count and the bytes of
// SHOW ENGINE PERFORMANCE_SCHEMA STATUS. They are measured when read; marks are
// of what reads have seen.
func (s *Schema) addOwnMemory() {
	keys := make([]MemoryKey, len(ownBuffers))
	for i := range ownBuffers {
		s.RegisterMemory("performance_schema", Info[MemoryKey]{Key: &keys[i], Name: ownBuffers[i].name, Flags: FlagGlobal, Volatility: 1, Documentation: ownBuffers[i].doc})
	}
	s.AddMemorySource(func(yield func(MemoryKey, MemoryStat) bool) {
		for i, key := range keys {
			if key == 0 {
				continue
			}
			b := ownBuffers[i].measure(s)
			if !yield(key, MemoryStat{CountAlloc: b.count, BytesAlloc: b.memory}) {
				return
			}
		}
	})
}
