package perfschema

import (
	"iter"

	"github.com/perfschema/perfschema/internal/stat"
)

// MemorySummary yields one slice per group of
// memory_summary_<g>_by_event_name; index = key - 1. The slice is the
// caller's. With threadID not 0, ByThread yields only that thread. Live threads
// are read without holding them up; what is in use is what was allocated less
// what was freed, in every row at every moment.
//
// Marks are exact by thread; above, the low mark is at or below and the high
// mark at or above what was in use. Instruments with global statistics, and
// what is allocated on no thread, count in the global summary alone; there too
// are the classes of [Schema.AddMemorySource].
func (s *Schema) MemorySummary(g Grouping, threadID uint64) iter.Seq2[Group, []MemoryStat] {
	return func(yield func(Group, []MemoryStat) bool) {
		if !s.Enabled() {
			return
		}
		var process []processFigure
		if g == Global {
			process = s.memory.process.refresh(s)
		}
		for _, r := range s.gatherMemory(g, threadID) {
			if g == Global {
				s.addMemorySources(r.sums)
				s.addProcess(r.sums, process)
			}
			if !yield(r.group, r.sums) {
				return
			}
		}
	}
}

func (s *Schema) gatherMemory(g Grouping, threadID uint64) []*row[MemoryStat] {
	s.foldMu.Lock()
	defer s.foldMu.Unlock()
	rows := s.sumMemory(g, threadID)
	if g != ByThread {
		for _, r := range rows {
			s.levelOf(r).finish(r.sums)
		}
	}
	return rows
}

// levelOf is what holds the marks of a row above the threads.
func (s *Schema) levelOf(r *row[MemoryStat]) *memoryLevel {
	if r.of == nil {
		return &s.memory.level
	}
	return &r.of.memory
}

// sumMemory adds up what was counted, and by thread its marks. foldMu is held.
func (s *Schema) sumMemory(g Grouping, threadID uint64) []*row[MemoryStat] {
	n := int(s.classes[KindMemory].n.Load())
	scratch := new(stat.Scratch[memoryStat])
	own := func(sums []MemoryStat, a *aggregate) {
		a.kept.Body().Each(func(i int, c *memoryCount) {
			if i < len(sums) {
				sums[i].add(c)
			}
		})
	}
	live := func(sums []MemoryStat, t *Thread) {
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
	}
	rows := gatherRows(s, g, threadID, n, own, live)
	if g == Global {
		for i := range rows[0].sums {
			if b := s.direct.memory[i].Load(); b != nil {
				c := b.load()
				rows[0].sums[i].add(&c)
			}
		}
	}
	return rows
}
