package perfschema

import "sync"

// memorySources are who computes figures when they are read, and what was seen
// of them.
type memorySources struct {
	mu   sync.Mutex
	list []func(yield func(MemoryKey, MemoryStat) bool)
	seen map[MemoryKey]*seenMemory
}

// seenMemory is what reads have seen of one class.
type seenMemory struct {
	last memoryCount // as computed
	sum  memoryCount // since the baseline
	low  memoryUse
	high memoryUse
}

// AddMemorySource has figures computed when somebody reads the global summary:
// of classes nobody calls Alloc for, such as what the runtime knows. read yields
// at most one figure a class; of it the counts and bytes are taken. Those that
// only know what is in use say so as allocated, and nothing freed: what grows
// from one read to the next then counts as allocated, what shrinks as freed.
// The marks are of what reads have seen. An instrument that is not ENABLED is 0.
// read may be called by any goroutine,
// several at a time, and holds no lock of the Schema's.
func (s *Schema) AddMemorySource(read func(yield func(MemoryKey, MemoryStat) bool)) {
	if !s.Enabled() || read == nil {
		return
	}
	m := &s.memory.sources
	m.mu.Lock()
	defer m.mu.Unlock()
	m.list = append(m.list, read)
}

// addMemorySources adds what is computed to the global figures.
func (s *Schema) addMemorySources(sums []MemoryStat) {
	m := &s.memory.sources
	m.mu.Lock()
	list := m.list
	m.mu.Unlock()
	for _, read := range list {
		read(func(key MemoryKey, v MemoryStat) bool {
			if i := int(key) - 1; i >= 0 && i < len(sums) && s.classes[KindMemory].items[i].Enabled() {
				m.see(key, &v, &sums[i])
			}
			return true
		})
	}
}

// see adds a figure to what was seen and that to sum.
func (m *memorySources) see(key MemoryKey, v, sum *MemoryStat) {
	m.mu.Lock()
	defer m.mu.Unlock()
	seen := m.seen[key]
	now := memoryCount{v.CountAlloc, v.CountFree, v.BytesAlloc, v.BytesFree}
	if seen == nil {
		seen = &seenMemory{low: now.use(), high: now.use()}
		if m.seen == nil {
			m.seen = make(map[MemoryKey]*seenMemory)
		}
		m.seen[key] = seen
	}
	step(&seen.sum.countAlloc, &seen.sum.countFree, now.countAlloc, seen.last.countAlloc)
	step(&seen.sum.countFree, &seen.sum.countAlloc, now.countFree, seen.last.countFree)
	step(&seen.sum.bytesAlloc, &seen.sum.bytesFree, now.bytesAlloc, seen.last.bytesAlloc)
	step(&seen.sum.bytesFree, &seen.sum.bytesAlloc, now.bytesFree, seen.last.bytesFree)
	seen.last = now
	use := seen.sum.use()
	seen.low.lower(use)
	seen.high.raise(use)
	sum.add(&seen.sum)
	sum.LowCount, sum.LowBytes = sum.LowCount+seen.low.count, sum.LowBytes+seen.low.bytes
	sum.HighCount, sum.HighBytes = sum.HighCount+seen.high.count, sum.HighBytes+seen.high.bytes
}

// step adds to a counter what a figure has grown by, or to its opposite what it
// has shrunk by.
func step(to, opposite *uint64, now, last uint64) {
	if now >= last {
		*to += now - last
	} else {
		*opposite += last - now
	}
}

// reset makes what was last seen the baseline.
func (m *memorySources) reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, seen := range m.seen {
		seen.sum.takeBalanced()
		seen.low, seen.high = seen.sum.use(), seen.sum.use()
	}
}
