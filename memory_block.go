package perfschema

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
// CURRENT may then be negative. If t has ended it is taken off t's account, which
// has inherited what t had in use; that takes a lock. With a nil t it is taken
// off globally alone, as in MySQL; so is what was counted on no Thread.
func (b *MemoryBlock) Free(t *Thread) {
	if m := b.memory; m != nil {
		b.memory = nil
		m.free(t, b.size)
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
	n, _ := blockBytes(b.size)
	return n
}

// Disown says that the block is no longer t's, on which it was counted: from here
// on it counts globally alone, as what was allocated on no Thread does, until
// another claims it. Only t's writer may call it. Of a block that is not counted,
// or already on no Thread, it does nothing.
//
// With [MemoryBlock.Claim] it hands memory from one Thread to the next, each of
// which writes its own row: a request's buffer that a background worker keeps.
// Each counts as a release and an allocation. Source: MySQL's my_claim().
func (b *MemoryBlock) Disown(t *Thread) {
	n, direct := blockBytes(b.size)
	c := (*Class)(b.memory)
	if c == nil || direct || t == nil {
		return
	}
	b.memory.free(t, b.size)
	c.countMemory(memoryCount{countAlloc: 1, bytesAlloc: uint64(n)})
	b.size = ^n
}

// Claim says that the block, which was counted on no Thread, is t's from here
// on. Only t's writer may call it. A block that still counts on another Thread
// stays there: that one has to disown it first. Where t counts nothing the block
// stays on no Thread.
func (b *MemoryBlock) Claim(t *Thread) {
	n, direct := blockBytes(b.size)
	c := (*Class)(b.memory)
	if c == nil || !direct || t == nil || t.schema != c.schema {
		return
	}
	v := t.lock.Open()
	mine := c.memoryMode()&memoryByThread != 0 && t.enabled.Load() && !t.ended.Load()
	if mine {
		t.countMemory(c, memoryCount{countAlloc: 1, bytesAlloc: uint64(n)}, n)
	}
	t.lock.Close(v)
	if mine {
		c.countMemory(memoryCount{countFree: 1, bytesFree: uint64(n)})
		b.size = n
	}
}

// MemoryBlocks is allocations of one instrument that are counted together: as a
// [MemoryBlock] of each, without one to keep for each. Whether they count is
// decided by the first; the zero value has none.
//
// Its methods must not be called at the same time by several goroutines.
type MemoryBlocks struct {
	memory *Memory
	// count and bytes are in use.
	count, bytes int64
	state        blocksState
}

type blocksState uint8

const (
	blocksNone      blocksState = iota
	blocksUncounted             // the first did not count
	blocksByThread
	blocksDirect // counted on no Thread
)

// Alloc counts allocations, count of them with as many bytes in all, as
// [Memory.Alloc] does. Only t's writer may call it.
func (b *MemoryBlocks) Alloc(t *Thread, m *Memory, count, bytes int64) {
	count, bytes = max(count, 0), max(bytes, 0)
	if b.state == blocksNone {
		b.memory, b.state = m, m.countsOn(t)
	}
	if b.state == blocksUncounted || count == 0 && bytes == 0 {
		return
	}
	b.count += count
	b.bytes += bytes
	b.change(t, memoryCount{countAlloc: uint64(count), bytesAlloc: uint64(bytes)}, bytes)
}

// Free counts the release of some of them, at most of what is in use. t is as in
// [MemoryBlock.Free].
func (b *MemoryBlocks) Free(t *Thread, count, bytes int64) {
	count, bytes = min(max(count, 0), b.count), min(max(bytes, 0), b.bytes)
	if count == 0 && bytes == 0 {
		return
	}
	b.count -= count
	b.bytes -= bytes
	b.change(t, memoryCount{countFree: uint64(count), bytesFree: uint64(bytes)}, -bytes)
}

// FreeAll counts the release of all that is in use; the next Alloc is the first
// again.
func (b *MemoryBlocks) FreeAll(t *Thread) {
	b.Free(t, b.count, b.bytes)
	*b = MemoryBlocks{}
}

func (b *MemoryBlocks) change(t *Thread, c memoryCount, n int64) {
	(*Class)(b.memory).countChange(t, b.state == blocksDirect, c, n)
}

// countsOn says where an allocation on t would count.
func (m *Memory) countsOn(t *Thread) blocksState {
	if !m.Counting() {
		return blocksUncounted
	}
	c := (*Class)(m)
	if t == nil || t.schema != c.schema || c.memoryMode()&memoryByThread == 0 {
		return blocksDirect
	}
	if !t.enabled.Load() {
		return blocksUncounted
	}
	return blocksByThread
}
