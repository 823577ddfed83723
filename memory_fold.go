package perfschema

import (
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/stat"
	"github.com/perfschema/perfschema/record"
)

// foldMemory makes of the stats that were taken from a thread, whose writer has
// left them, what its account is given: all of it if the thread has ended, else
// what is in use no more; what is stays with the thread. foldMu is held.
func (s *Schema) foldMemory(t *Thread, moved *taken, ended bool) {
	kept := &t.stats.kept
	h := t.home.Load()
	moved.memory.Each(func(i int, b *memoryStat) {
		// From here on it is not the thread that says what is in use.
		use := b.use()
		s.moveMarks(h, uint32(i), use.minus(b.floor()), use.minus(b.ceil))
		kept.At(i).add(&b.memoryCount)
		s.memory.published[i].ended += b.published
	})
	moved.memory = nil
	if ended {
		moved.kept = kept.Take()
	} else {
		moved.kept = takeBalanced(kept)
	}
}

// countEnded counts a release, or a new size, on a thread that has ended: with
// those who have inherited what it had in use, so that what is in use is right
// in every row above it.
func (t *Thread) countEnded(c *Class, change memoryCount) {
	s, use := t.schema, change.use()
	s.foldMu.Lock()
	defer s.foldMu.Unlock()
	h := t.home.Load()
	heirs := []*aggregate{&s.global}
	switch {
	case h == nil:
	case h.account != nil && !h.account.dropped:
		heirs = []*aggregate{&h.account.own}
	default:
		for _, a := range []*account{h.user, h.host} {
			if a != nil {
				heirs = append(heirs, &a.own)
			}
		}
	}
	for _, a := range heirs {
		a.kept.At(int(c.index)).add(&change)
	}
	s.moveMarks(h, c.index, use, use)
	if c.memoryMode()&memoryWatched != 0 {
		p := &s.memory.published[c.index]
		p.ended += use.bytes
		c.watch.Load().check(nil, use.bytes, p.bytes.Add(use.bytes))
	}
}

// takeBalanced removes what was both allocated and freed and returns it. foldMu
// is held.
func takeBalanced(kept *stat.Table[memoryCount]) *stat.Body[memoryCount] {
	out := stat.NewTable[memoryCount](kept.Len())
	kept.Body().Each(func(i int, c *memoryCount) {
		if b := c.takeBalanced(); b.countFree != 0 || b.bytesFree != 0 {
			*out.At(i) = b
		}
	})
	return out.Take()
}

// rebaseMemory makes what is in use the baseline of what a TRUNCATE resets beside
// the threads. foldMu is held.
func (s *Schema) rebaseMemory(g record.Grouping) {
	f := s.summingMemory()
	sums := make([]record.MemoryStat, f.n)
	for _, level := range [...]record.Grouping{record.ByAccount, record.ByUser, record.ByHost, record.Global} {
		if level != record.ByAccount && level != g && g != record.Global {
			continue
		}
		groups := s.summaryGroups(level, 0)
		for i := range groups {
			clear(sums)
			if f.of(s, &groups[i], sums) {
				s.levelOf(&groups[i]).rebase(sums)
			}
		}
	}
	if g == record.Global {
		s.memory.sources.reset()
	}
}

// move makes h the thread's home: what it has in use goes from the one to the
// other. Only the thread's writer calls it, outside a write section.
func (t *Thread) move(h *home) {
	if !t.memory.used {
		t.home.Store(h) // a new connection waits for no reader of summaries
		return
	}
	s := t.schema
	s.foldMu.Lock()
	defer s.foldMu.Unlock()
	from := t.home.Load()
	t.home.Store(h)
	for i, c := range t.memoryBands() {
		for _, g := range [...]record.Grouping{record.ByAccount, record.ByUser, record.ByHost} {
			a, b := from.of(g), h.of(g)
			if a == b {
				continue
			}
			if b != nil {
				b.memory.at(s, uint32(i)).move(c.floor, c.ceil)
			}
			if a != nil {
				a.memory.at(s, uint32(i)).move(memoryUse{}.minus(c.floor), memoryUse{}.minus(c.ceil))
			}
		}
	}
}

// memoryBand is what a thread's account knows of what it has in use.
type memoryBand struct{ floor, ceil memoryUse }

// memoryBands are the thread's, by class. Its writer calls it; foldMu is
// held.
func (t *Thread) memoryBands() map[int]memoryBand {
	out := make(map[int]memoryBand)
	t.stats.memory.Body().Each(func(i int, b *memoryStat) { out[i] = memoryBand{b.floor(), b.ceil} })
	t.stats.kept.Body().Each(func(i int, c *memoryCount) {
		use := c.use()
		out[i] = memoryBand{out[i].floor.plus(use), out[i].ceil.plus(use)}
	})
	return out
}

// truncateMemory resets memory_summary_<g>_by_event_name as MySQL does: it frees
// nothing, what is in use is what was allocated from here on, and both marks.
// As with other summaries, by thread moves what was freed to the accounts, by
// account to users and hosts, and global resets all.
func (s *Reader) truncateMemory(g record.Grouping) {
	if g == record.Global {
		for range s.MemorySummary(record.Global, 0).All() { // what is computed has a baseline once it was read
		}
	}
	s.Schema().truncate(g, familyMemory)
}

// memoryState is what a Schema keeps of memory beside the summaries.
type memoryState struct {
	level   memoryLevel // the marks of the server
	sources memorySources
	watches memoryWatches
	// published is by class.
	published []memoryPublished
	process   processMemory
}

// sharedMemory counts one class past all threads, for many writers.
type sharedMemory struct{ countAlloc, countFree, bytesAlloc, bytesFree atomic.Uint64 }

// load reads what is freed first, so that what is in use is never less than it
// was.
func (b *sharedMemory) load() memoryCount {
	out := memoryCount{countFree: b.countFree.Load(), bytesFree: b.bytesFree.Load()}
	out.countAlloc, out.bytesAlloc = b.countAlloc.Load(), b.bytesAlloc.Load()
	return out
}

func (b *sharedMemory) add(c *memoryCount) {
	for _, word := range [...]struct {
		to *atomic.Uint64
		n  uint64
	}{{&b.countAlloc, c.countAlloc}, {&b.bytesAlloc, c.bytesAlloc}, {&b.countFree, c.countFree}, {&b.bytesFree, c.bytesFree}} {
		if word.n != 0 {
			word.to.Add(word.n)
		}
	}
}

// rebase takes off what was both allocated and freed, and returns it. foldMu is
// held, as it is to read.
func (b *sharedMemory) rebase() memoryCount {
	c := b.load()
	off := c.takeBalanced()
	b.countAlloc.Add(-off.countAlloc)
	b.bytesAlloc.Add(-off.bytesAlloc)
	b.countFree.Add(-off.countFree)
	b.bytesFree.Add(-off.bytesFree)
	return off
}

// countMemory counts past all threads. Six atomic adds.
func (c *Class) countMemory(d memoryCount) {
	s := c.schema
	use := d.use()
	if use.count > 0 || use.bytes > 0 {
		s.memory.level.at(s, c.index).move(use, use)
		shared(s.direct.memory, int(c.index)).add(&d)
	} else {
		shared(s.direct.memory, int(c.index)).add(&d)
		s.memory.level.at(s, c.index).move(use, use)
	}
	if c.memoryMode()&memoryWatched != 0 {
		c.watch.Load().check(nil, use.bytes, s.memory.published[c.index].bytes.Load())
	}
}
