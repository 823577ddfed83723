package perfschema

import (
	"sync"

	"github.com/perfschema/perfschema/internal/stat"
	"github.com/perfschema/perfschema/record"
)

// MemorySummary yields one slice per group of
// memory_summary_<g>_by_event_name; index = key - 1. The slice is
// reused. With threadID not 0, ByThread yields only that thread. Live threads
// are read without holding them up; what is in use is what was allocated less
// what was freed, in every row at every moment.
//
// Marks are exact by thread; above, the low mark is at or below and the high
// mark at or above what was in use. Instruments with global statistics, and
// what is allocated on no thread, count in the global summary alone; there too
// are the classes of [Schema.AddMemorySource].
func (s *Reader) MemorySummary(g record.Grouping, threadID uint64) *record.SummaryReader[record.MemoryStat] {
	if !s.Schema().Enabled() {
		return record.NewSummaryReader[record.MemoryStat](0, nil)
	}
	var process []processFigure
	if g >= record.Global {
		process = s.memory.process.refresh(s.Schema()) // it may make classes
	}
	f := s.Schema().summingMemory()
	return record.NewSummaryReader(f.n, eachGroup(s.Schema(), g, threadID, func(g *summaryGroup, stats []record.MemoryStat) bool {
		ok := s.Schema().readMemory(f, g, stats)
		if g.by >= record.Global {
			s.Schema().addMemorySources(stats)
			s.Schema().addProcess(stats, process)
		}
		if g.by == record.SinceStart {
			s.memory.sources.addTaken(stats)
		}
		return ok
	}))
}

// CountedMemory is [Reader.MemorySummary] of [record.SinceStart] without what is computed when it is
// read, [Schema.AddMemorySource] and [Schema.WatchProcessMemory]: nothing is counted for
// that, and it takes most of the time. It is for who wants to know how often instruments
// count.
func (s *Reader) CountedMemory() *record.SummaryReader[record.MemoryStat] {
	if !s.Schema().Enabled() {
		return record.NewSummaryReader[record.MemoryStat](0, nil)
	}
	f := s.Schema().summingMemory()
	return record.NewSummaryReader(f.n, eachGroup(s.Schema(), record.SinceStart, 0, func(g *summaryGroup, stats []record.MemoryStat) bool {
		return s.Schema().readMemory(f, g, stats)
	}))
}

// readMemory adds up what a group has counted and gives it its marks.
func (s *Schema) readMemory(f *summing[record.MemoryStat], g *summaryGroup, sums []record.MemoryStat) bool {
	clear(sums)
	s.foldMu.Lock()
	defer s.foldMu.Unlock()
	ok := f.of(s, g, sums)
	if ok && g.by != record.ByThread {
		s.levelOf(g).finish(sums)
	}
	return ok
}

// levelOf is what holds the marks of a group above the threads.
func (s *Schema) levelOf(g *summaryGroup) *memoryLevel {
	if g.account == nil {
		return &s.memory.level
	}
	return &g.account.memory
}

// summingMemory is how what was counted is added up, and by thread its marks.
func (s *Schema) summingMemory() *summing[record.MemoryStat] {
	scratch := new(stat.Scratch[memoryStat])
	return &summing[record.MemoryStat]{
		n: int(s.classes[KindMemory].n.Load()),
		own: func(sums []record.MemoryStat, a *aggregate) {
			a.kept.Body().Each(func(i int, c *memoryCount) {
				if i < len(sums) {
					addCount(&sums[i], c)
				}
			})
		},
		live: func(sums []record.MemoryStat, t *Thread) {
			t.stats.memory.Body().Snapshot(&t.lock, scratch, func(classes []uint16, stats []memoryStat) {
				for k := range stats {
					if i := int(classes[k]); i < len(sums) {
						b, sum := &stats[k], &sums[i]
						addCount(sum, &b.memoryCount)
						sum.LowCount, sum.HighCount = b.low.count, b.high.count
						sum.LowBytes, sum.HighBytes = b.low.bytes, b.high.bytes
					}
				}
			})
			t.stats.kept.Body().Each(func(i int, c *memoryCount) {
				if i < len(sums) {
					sum, use := &sums[i], c.use()
					addCount(sum, c)
					sum.LowCount, sum.HighCount = sum.LowCount+use.count, sum.HighCount+use.count
					sum.LowBytes, sum.HighBytes = sum.LowBytes+use.bytes, sum.HighBytes+use.bytes
				}
			})
		},
		direct: func(sums []record.MemoryStat) {
			for i := range sums {
				if b := s.direct.memory[i].Load(); b != nil {
					c := b.load()
					addCount(&sums[i], &c)
				}
			}
		},
	}
}

// memorySources are who computes figures when they are read, and what was seen
// of them.
type memorySources struct {
	mu   sync.Mutex
	list []func(yield func(MemoryKey, record.MemoryStat) bool)
	seen map[MemoryKey]*seenMemory
}

// seenMemory is what reads have seen of one class.
type seenMemory struct {
	last memoryCount // as computed
	sum  memoryCount // since the baseline
	off  memoryCount // what baselines have taken off sum
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
func (s *Schema) AddMemorySource(read func(yield func(MemoryKey, record.MemoryStat) bool)) {
	if !s.Enabled() || read == nil {
		return
	}
	m := &s.memory.sources
	m.mu.Lock()
	defer m.mu.Unlock()
	m.list = append(m.list, read)
}

// addMemorySources adds what is computed to the global figures.
func (s *Schema) addMemorySources(sums []record.MemoryStat) {
	m := &s.memory.sources
	m.mu.Lock()
	list := m.list
	m.mu.Unlock()
	for _, read := range list {
		read(func(key MemoryKey, v record.MemoryStat) bool {
			if i := int(key) - 1; i >= 0 && i < len(sums) && s.classes[KindMemory].items[i].Enabled() {
				m.see(key, &v, &sums[i])
			}
			return true
		})
	}
}

// see adds a figure to what was seen and that to sum.
func (m *memorySources) see(key MemoryKey, v, sum *record.MemoryStat) {
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
	addCount(sum, &seen.sum)
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
		off := seen.sum.takeBalanced()
		seen.off.add(&off)
		seen.low, seen.high = seen.sum.use(), seen.sum.use()
	}
}

// addTaken adds what baselines have taken off, which leaves what is in use as it is.
func (m *memorySources) addTaken(sums []record.MemoryStat) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for key, seen := range m.seen {
		if i := int(key) - 1; i < len(sums) {
			addCount(&sums[i], &seen.off)
		}
	}
}

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
		keys[i] = s.RegisterMemory("performance_schema", Info{Name: ownBuffers[i].name, Flags: FlagGlobal, Volatility: 1, Documentation: ownBuffers[i].doc})
	}
	s.AddMemorySource(func(yield func(MemoryKey, record.MemoryStat) bool) {
		for i, key := range keys {
			if key == 0 {
				continue
			}
			b := ownBuffers[i].measure(s)
			if !yield(key, record.MemoryStat{CountAlloc: b.count, BytesAlloc: b.memory}) {
				return
			}
		}
	})
}
