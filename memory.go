package perfschema

// Memory is a memory instrument: what one part of a program allocates is counted
// with it. A nil Memory counts nothing. It is safe for concurrent use.
//
//	var rows = perfschema.NewMemory(schema, "app", "rows", "rows read ahead")
//
//	block := rows.Alloc(thread, int64(len(buf)))
//	...
//	block.Free(thread)
//
// Source: MySQL's instruments memory/..., WL#3249.
type Memory Class

// NewMemory registers the instrument memory/<category>/<name> and returns it, or
// the one of that name if there is one. It is nil where the Schema is off or
// performance_schema_max_memory_classes instruments exist, which
// Performance_schema_memory_classes_lost counts. It takes a lock.
func NewMemory(s *Schema, category, name, documentation string) *Memory {
	if !s.Enabled() {
		return nil
	}
	var key MemoryKey
	s.RegisterMemory(category, Info[MemoryKey]{Key: &key, Name: name, Documentation: documentation})
	return s.Memory(key)
}

// Memory is the instrument of a registered key; nil for key 0.
func (s *Schema) Memory(key MemoryKey) *Memory {
	if !s.Enabled() {
		return nil
	}
	return (*Memory)(s.classes[KindMemory].at(uint32(key)))
}

// Key is the instrument's key, 0 of a nil Memory. The figures of a
// [Schema.MemorySummary] are at index key-1.
func (m *Memory) Key() MemoryKey {
	if m == nil {
		return 0
	}
	return MemoryKey(m.index + 1)
}

// Class is the instrument's row of setup_instruments, nil of a nil Memory.
func (m *Memory) Class() *Class { return (*Class)(m) }

// Counting says whether an Alloc on an instrumented Thread would count now. One
// load. It spares working out a size that nobody asks for.
func (m *Memory) Counting() bool { return m != nil && m.mode.Load() != 0 }

// Alloc counts an allocation of n bytes, on a Thread or, with a nil t, on none:
// globally alone. It counts if the instrument is ENABLED and the Thread
// INSTRUMENTED. Only t's writer may call it. It allocates nothing once the
// Thread has used the instrument, takes no lock and reads no clock; a disabled
// one costs a load and a branch.
func (m *Memory) Alloc(t *Thread, n int64) MemoryBlock {
	if m == nil || m.mode.Load() == 0 {
		return MemoryBlock{}
	}
	return m.alloc(t, n)
}

// MemoryBlock is an allocation that was counted, or, as its zero value, one that
// was not. It remembers that, so that its release is counted whatever was
// switched meanwhile, and never if the allocation was not. Keep it beside the
// memory it stands for.
//
// A copy stands for the same memory: release one of them only. Its methods must
// not be called at the same time by several goroutines.
type MemoryBlock struct {
	memory *Memory
	size   int64 // bytes; of what was counted on no Thread the complement
}

// Free counts the release of the block, which becomes zero: to free it again
// does nothing. t, whose writer is the caller, may be another Thread than the
// one that allocated: what is freed is taken off its row, as in MySQL, whose
// CURRENT may then be negative. With a nil t it is taken off globally alone; so
// is what was counted on no Thread.
func (b *MemoryBlock) Free(t *Thread) {
	if b.memory != nil {
		b.free(t)
	}
}

// Resize counts that the block is n bytes from here on: as MySQL's realloc, a
// release of the old size and an allocation of the new one, but for the high
// and low marks in one step. Of a block that was not counted it does nothing.
func (b *MemoryBlock) Resize(t *Thread, n int64) {
	if b.memory != nil {
		b.resize(t, n)
	}
}

// Counted says whether the allocation was counted and not yet released.
func (b *MemoryBlock) Counted() bool { return b.memory != nil }

// Size is the block's size in bytes, 0 of one that is not counted.
func (b *MemoryBlock) Size() int64 {
	if b.memory == nil {
		return 0
	}
	n, _ := b.bytes()
	return n
}

// bytes is the block's size, and whether it was counted on no Thread.
func (b *MemoryBlock) bytes() (n int64, direct bool) {
	if b.size < 0 {
		return ^b.size, true
	}
	return b.size, false
}

//go:noinline
func (m *Memory) alloc(t *Thread, n int64) MemoryBlock {
	n = max(n, 0)
	c := (*Class)(m)
	mode := c.memoryMode()
	if t == nil || mode&memoryByThread == 0 || t.schema != c.schema || t.ended {
		if mode != 0 {
			c.countMemory(memoryCount{countAlloc: 1, bytesAlloc: uint64(n)})
			return MemoryBlock{m, ^n}
		}
		return MemoryBlock{}
	}
	if !t.enabled.Load() {
		return MemoryBlock{}
	}
	t.lock.Begin()
	b := t.memoryBlock(c)
	b.countAlloc++
	b.bytesAlloc += uint64(n)
	use := b.use()
	b.high.raise(use)
	if use.count > b.ceil.count || use.bytes > b.ceil.bytes {
		t.adjustMemory(c, b, use)
	}
	t.memory.add(n, mode)
	t.lock.End()
	return MemoryBlock{m, n}
}

//go:noinline
func (b *MemoryBlock) free(t *Thread) {
	c := (*Class)(b.memory)
	n, direct := b.bytes()
	*b = MemoryBlock{}
	if direct || t == nil || t.schema != c.schema || t.ended {
		c.countMemory(memoryCount{countFree: 1, bytesFree: uint64(n)})
		return
	}
	t.lock.Begin()
	s := t.memoryBlock(c)
	s.countFree++
	s.bytesFree += uint64(n)
	use := s.use()
	s.low.lower(use)
	if use.count < s.floor.count || use.bytes < s.floor.bytes {
		t.adjustMemory(c, s, use)
	}
	t.memory.add(-n, c.memoryMode())
	t.lock.End()
}

//go:noinline
func (b *MemoryBlock) resize(t *Thread, n int64) {
	n = max(n, 0)
	c := (*Class)(b.memory)
	old, direct := b.bytes()
	change := memoryCount{1, 1, uint64(n), uint64(old)}
	if direct || t == nil || t.schema != c.schema || t.ended {
		// What a Thread allocated and none resizes is still the Thread's to free:
		// the difference is nobody's.
		c.countMemory(change)
		if b.size = n; direct {
			b.size = ^n
		}
		return
	}
	b.size = n
	t.lock.Begin()
	s := t.memoryBlock(c)
	s.memoryCount.add(&change)
	use := s.use()
	s.high.raise(use)
	s.low.lower(use)
	if use.bytes > s.ceil.bytes || use.bytes < s.floor.bytes {
		t.adjustMemory(c, s, use)
	}
	t.memory.add(n-old, c.memoryMode())
	t.lock.End()
}

// memoryBlock is where the thread counts a class. Only the writer calls it,
// inside its write section.
func (t *Thread) memoryBlock(c *Class) *memoryStat {
	if b := t.memoryCache.Hit(&t.stats.memory, c.index); b != nil {
		return b
	}
	return t.memoryCache.At(&t.stats.memory, c.index)
}
