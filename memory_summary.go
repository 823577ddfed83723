package perfschema

import (
	"github.com/perfschema/perfschema/internal/stat"
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
func (s *Reader) MemorySummary(g Grouping, threadID uint64) *SummaryReader[MemoryStat] {
	r := &SummaryReader[MemoryStat]{schema: s.Schema(), grouping: g, threadID: threadID}
	if !s.Schema().Enabled() {
		r.begun = true
		return r
	}
	var process []processFigure
	if g == Global {
		process = s.memory.process.refresh(s.Schema()) // it may make classes
	}
	f := s.Schema().summingMemory()
	r.stats = make([]MemoryStat, f.n)
	r.read = func(g *summaryGroup, stats []MemoryStat) bool {
		ok := s.Schema().readMemory(f, g, stats)
		if g.by == Global {
			s.Schema().addMemorySources(stats)
			s.Schema().addProcess(stats, process)
		}
		return ok
	}
	return r
}

// readMemory adds up what a group has counted and gives it its marks.
func (s *Schema) readMemory(f *summing[MemoryStat], g *summaryGroup, sums []MemoryStat) bool {
	clear(sums)
	s.foldMu.Lock()
	defer s.foldMu.Unlock()
	ok := f.of(s, g, sums)
	if ok && g.by != ByThread {
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
func (s *Schema) summingMemory() *summing[MemoryStat] {
	scratch := new(stat.Scratch[memoryStat])
	return &summing[MemoryStat]{
		n: int(s.classes[KindMemory].n.Load()),
		own: func(sums []MemoryStat, a *aggregate) {
			a.kept.Body().Each(func(i int, c *memoryCount) {
				if i < len(sums) {
					sums[i].add(c)
				}
			})
		},
		live: func(sums []MemoryStat, t *Thread) {
			t.stats.memory.Body().Snapshot(&t.lock, scratch, func(classes []uint16, blocks []memoryStat) {
				for k := range blocks {
					if i := int(classes[k]); i < len(sums) {
						b, sum := &blocks[k], &sums[i]
						sum.add(&b.memoryCount)
						sum.LowCount, sum.HighCount = b.low.count, b.high.count
						sum.LowBytes, sum.HighBytes = b.low.bytes, b.high.bytes
					}
				}
			})
			t.stats.kept.Body().Each(func(i int, c *memoryCount) {
				if i < len(sums) {
					sum, use := &sums[i], c.use()
					sum.add(c)
					sum.LowCount, sum.HighCount = sum.LowCount+use.count, sum.HighCount+use.count
					sum.LowBytes, sum.HighBytes = sum.LowBytes+use.bytes, sum.HighBytes+use.bytes
				}
			})
		},
		direct: func(sums []MemoryStat) {
			for i := range sums {
				if b := s.direct.memory[i].Load(); b != nil {
					c := b.load()
					sums[i].add(&c)
				}
			}
		},
	}
}
