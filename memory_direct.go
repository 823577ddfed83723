package perfschema

import "sync/atomic"

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

// rebase takes off what was both allocated and freed. foldMu is held, as it is
// to read.
func (b *sharedMemory) rebase() {
	c := b.load()
	off := c.takeBalanced()
	b.countAlloc.Add(-off.countAlloc)
	b.bytesAlloc.Add(-off.bytesAlloc)
	b.countFree.Add(-off.countFree)
	b.bytesFree.Add(-off.bytesFree)
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
		c.watch.Load().look(nil, use.bytes, s.memory.published[c.index].bytes.Load())
	}
}
